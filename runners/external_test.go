package runners

import (
	"bytes"
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/runners/container/imagetest"
)

// poolAddress is where Beam's boot program listens; it has no flag for it.
const poolAddress = "localhost:50000"

// Workers of a pool, Beam's boot program, get the binary of the job and give the bytes of the embedded runner. Where an
// image can be made, the pool is the image of a worker, and runs in its root folder as a user who has no name.
func TestExternal(t *testing.T) {
	needRunners(t)
	dir := t.TempDir()
	boot := filepath.Join(dir, "boot")
	build := exec.Command("go", "build", "-o", boot, "github.com/apache/beam/sdks/v2/go/container")
	build.Dir, build.Env = project, append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := embedded(t, append(ways["fast"], corpora())...)
	for name, place := range map[string]func(*testing.T, string) (string, *exec.Cmd){"program": bare,
		"image": inImage} {
		t.Run(name, func(t *testing.T) {
			shared, pool := place(t, boot)
			startPool(t, pool)
			// The workers see what is in the folder shared, under the same path.
			if err := os.CopyFS(filepath.Join(shared, "in"),
				os.DirFS(filepath.Join(project, "testdata", "corpora"))); err != nil {
				t.Fatal(err)
			}
			e := start(t, "flink", "2")
			args := append(append([]string{}, ways["fast"]...), e.flags...)
			args = append(args, "--input="+filepath.Join(shared, "in", "*", "corpus.jsonl.gz"),
				"--output="+filepath.Join(shared, "out"),
				"--environment_type=EXTERNAL", "--environment_config="+poolAddress)
			ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
			defer cancel()
			job := exec.CommandContext(ctx, binary, args...)
			if as := pool.SysProcAttr.Credential; as != nil { // what the job makes, the workers must be able to change
				job.SysProcAttr, job.Dir = &syscall.SysProcAttr{Credential: as}, "/"
			}
			if out, err := job.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			same(t, want, result(t, filepath.Join(shared, "out")))
		})
	}
}

// bare is the boot program as a process of this user.
func bare(t *testing.T, boot string) (shared string, pool *exec.Cmd) {
	pool = exec.Command(boot, "--worker_pool")
	pool.Dir = t.TempDir() // it writes there
	return t.TempDir(), pool
}

// inImage makes an image of the boot program, and returns how it runs in its root folder, which has the
// folder shared, too.
func inImage(t *testing.T, boot string) (shared string, pool *exec.Cmd) {
	root := imagetest.Make(t, filepath.Join(project, "runners/container/image.sh"), boot, "localhost/worker").Root
	names, err := os.ReadFile("/etc/hosts") // it and /proc are in every container
	if err == nil {
		err = os.WriteFile(filepath.Join(root, "etc", "hosts"), names, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	shared = filepath.Join(os.TempDir(), "shared-"+filepath.Base(filepath.Dir(t.TempDir())))
	filetest.Folder(t, shared)
	t.Cleanup(func() { os.RemoveAll(shared) })
	if err := os.Chmod(shared, 0o777); err != nil { // whatever the umask
		t.Fatal(err)
	}
	for _, folder := range []string{"/proc", shared} {
		inside := filetest.Folder(t, filepath.Join(root, folder))
		if err := syscall.Mount(folder, inside, "", syscall.MS_BIND, ""); err != nil {
			t.Skipf("the image cannot run: no %s in it: %v", folder, err)
		}
		t.Cleanup(func() {
			if err := syscall.Unmount(inside, syscall.MNT_DETACH); err != nil {
				t.Error(err)
			}
		})
	}
	pool = exec.Command("/usr/bin/boot", "--worker_pool")
	pool.Path, pool.Dir, pool.Env = "/usr/bin/boot", "/tmp", []string{} // as the image says
	pool.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: 12345, Gid: 12345}}
	return shared, pool
}

// waitForPort returns when the pool can listen. Its port is one that the system also lends to connections, so another
// program may hold it for a while; the test is skipped if that lasts a minute.
func waitForPort(t *testing.T) {
	t.Helper()
	_, port, _ := net.SplitHostPort(poolAddress)
	for range 600 {
		if l, err := net.Listen("tcp", ":"+port); err == nil {
			l.Close()
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Skipf("another program has port %s", port)
}

// startPool starts a pool, which is ended with the test.
func startPool(t *testing.T, pool *exec.Cmd) {
	t.Helper()
	waitForPort(t)
	if pool.SysProcAttr == nil {
		pool.SysProcAttr = &syscall.SysProcAttr{}
	}
	pool.SysProcAttr.Setpgid = true
	var said bytes.Buffer
	pool.Stdout, pool.Stderr = &said, &said
	if err := pool.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		syscall.Kill(-pool.Process.Pid, syscall.SIGKILL)
		pool.Wait()
		if t.Failed() {
			t.Logf("the pool said:\n%s", said.Bytes())
		}
	})
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if c, err := net.Dial("tcp", poolAddress); err == nil {
			c.Close()
			return
		}
	}
	t.Fatal("the pool does not listen")
}
