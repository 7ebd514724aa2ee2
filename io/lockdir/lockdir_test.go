package lockdir

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"example.org/diagonal/io/filetest"
)

// TestMain is the other process of a test: it makes a folder in the folder named, with a
// file in it, says its path and waits.
func TestMain(m *testing.M) {
	if parent := os.Getenv("LOCKDIR_TEST_MAKE"); parent != "" {
		d, err := Make(parent, "x-", 0o755)
		if err != nil {
			panic(err)
		}
		if err := os.WriteFile(filepath.Join(d.Path(), "file"), nil, 0o644); err != nil {
			panic(err)
		}
		os.Stdout.WriteString(d.Path() + "\n")
		os.Stdin.Read(make([]byte, 1))
		d.Remove()
		return
	}
	os.Exit(m.Run())
}

// other starts another process that makes a folder in parent.
func other(t *testing.T, parent string) (path string, kill func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "LOCKDIR_TEST_MAKE="+parent)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); cmd.Wait() })
	path, err = bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(path), func() { cmd.Process.Kill(); cmd.Wait() }
}

func there(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// A folder lives as long as its process, in this one and in another one.
func TestRemoveStale(t *testing.T) {
	parent := t.TempDir()
	own, err := Make(parent, "x-", 0o700)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(own.Path()); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("permissions %v, %v", info.Mode(), err)
	}
	theirs, kill := other(t, parent)
	RemoveStale(parent, "x-", nil)
	if !there(own.Path()) || !there(filepath.Join(theirs, "file")) {
		t.Fatal("the folder of a living process is gone")
	}
	kill()
	RemoveStale(parent, "y-", nil)
	RemoveStale(parent, "x-", func(dir string) error {
		if dir != theirs {
			t.Errorf("rescue of %s", dir)
		}
		return errors.New("keep it")
	})
	if !there(filepath.Join(theirs, "file")) {
		t.Fatal("a folder with another prefix, or one to keep, is gone")
	}
	RemoveStale(parent, "x-", func(string) error { return nil })
	if there(theirs) || !there(own.Path()) {
		t.Errorf("the folder of a killed process is there: %v, of this one: %v", there(theirs), there(own.Path()))
	}
	if err := own.Remove(); err != nil || there(own.Path()) {
		t.Errorf("Remove: %v", err)
	}
}

// What Make has not made stays, whatever it is called.
func TestRemoveStaleKeepsStrangers(t *testing.T) {
	parent := t.TempDir()
	name := strings.Repeat("A", 26)
	for _, folder := range []string{"x-1234", "x-", "x-" + name + "B", "x-" + strings.ToLower(name), "x-" + name} {
		filetest.Folder(t, filepath.Join(parent, folder))
		filetest.Write(t, filepath.Join(parent, folder, "mine"), "")
	}
	target := t.TempDir()
	filetest.Write(t, filepath.Join(target, lockFile), "")
	if err := os.Symlink(target, filepath.Join(parent, "x-"+strings.Repeat("B", 26))); err != nil {
		t.Fatal(err)
	}
	filetest.Folder(t, filepath.Join(parent, "x-"+strings.Repeat("C", 26)))
	RemoveStale(parent, "x-", nil)
	RemoveStale(filepath.Join(parent, "none"), "x-", nil)
	entries, err := os.ReadDir(parent)
	if err != nil || len(entries) != 6 || !there(filepath.Join(target, lockFile)) {
		t.Errorf("%v %v; want all but the empty folder", entries, err)
	}
}

// Whoever is faster: a folder that Make returns stays, while others clear folders away.
func TestMakeAndRemoveStaleAtOnce(t *testing.T) {
	parent := t.TempDir()
	done := make(chan struct{})
	var cleaners, makers sync.WaitGroup
	for range 4 {
		cleaners.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					RemoveStale(parent, "x-", nil)
				}
			}
		})
	}
	for range 8 {
		makers.Go(func() {
			for range 50 {
				d, err := Make(parent, "x-", 0o755)
				if err != nil {
					t.Error(err)
					return
				}
				if err := os.WriteFile(filepath.Join(d.Path(), "file"), nil, 0o644); err != nil {
					t.Error(err)
				}
				if err := d.Remove(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	makers.Wait()
	close(done)
	cleaners.Wait()
	RemoveStale(parent, "x-", nil)
	if entries, err := os.ReadDir(parent); err != nil || len(entries) > 0 {
		t.Errorf("left: %v %v", entries, err)
	}
}

// Only one holder has the lock of a folder with a name for good, and it can be taken again.
func TestHold(t *testing.T) {
	dir := t.TempDir()
	lock, err := Hold(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Hold(dir); !Held(err) {
		t.Errorf("a second one: %v", err)
	}
	lock.Release()
	again, err := Hold(dir)
	if err != nil {
		t.Fatal(err)
	}
	again.Release()
	if _, err := Hold(dir + "/none"); err == nil || Held(err) {
		t.Errorf("a folder that there is not: %v", err)
	}
}
