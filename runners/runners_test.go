// Package runners has no code of its own: the scripts in this folder fetch and start
// Flink and Spark, and these tests run the program on them. The runners are embedded
// in Beam's job server, unless
//
//	go test ./runners -cluster -v -timeout=60m
//
// which starts standalone clusters, and kills parts of them as well.
package runners

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/indexio"
)

var cluster = flag.Bool("cluster", false, "start standalone clusters instead of embedded runners")

// The folder of the project, and the program under test, which is built once.
var project, binary string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	for _, variable := range os.Environ() { // those of the user are defaults of flags
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "DIAGONAL_") {
			os.Unsetenv(name)
		}
	}
	dir, err := os.MkdirTemp("", "diagonal-runners-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	syscall.Umask(0o022)
	if err := os.Chmod(dir, 0o755); err != nil { // a test runs the program as another user
		panic(err)
	}
	if project, err = filepath.Abs(".."); err != nil {
		panic(err)
	}
	if missing() == "" && !testing.Short() {
		binary = filepath.Join(dir, "diagonal")
		build := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, ".")
		// it runs in images without a C library, too
		build.Dir, build.Env = project, append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			panic(string(out))
		}
	}
	return m.Run()
}

// missing is what the runners need and this machine has not.
func missing() string {
	for _, program := range []string{"bash", "java", "mvn", "pip"} {
		if _, err := exec.LookPath(program); err != nil {
			return program
		}
	}
	return ""
}

// needRunners skips a test where there can be no runner.
func needRunners(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("runners take minutes")
	}
	if program := missing(); program != "" {
		t.Skipf("%s is not installed: nothing was tested on Flink and Spark, which need Java 17, Maven and pip",
			program)
	}
}

// server is a runner that run.sh has started.
type server struct {
	runner string
	flags  []string // that a command needs to run on it
	cmd    *exec.Cmd
}

// start starts a runner, which is ended with the test. env is added to the environment.
func start(t *testing.T, runner, parallelism string, env ...string) *server {
	t.Helper()
	args := []string{"serve", "--runner=" + runner, "--parallelism=" + parallelism}
	if *cluster {
		args = append(args, "--cluster")
	}
	cmd := exec.Command("./run.sh", args...)
	cmd.Dir = project
	cmd.Env = append(os.Environ(), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	e := &server{runner: runner, cmd: cmd}
	t.Cleanup(func() { e.stop(t) })
	buf := make([]byte, 1000)
	n, err := out.Read(buf)
	if err != nil {
		t.Fatalf("run.sh serve: %v\n%s", err, stderr.String())
	}
	e.flags = append(strings.Fields(string(buf[:n])), "--parallelism="+parallelism)
	return e
}

// stop ends the runner, and checks that no process of it is left.
func (e *server) stop(t *testing.T) {
	t.Helper()
	e.cmd.Process.Signal(syscall.SIGTERM)
	e.cmd.Wait()
	noProcess(t, e.cmd.Process.Pid)
}

// noProcess reports processes of a group that has ended.
func noProcess(t *testing.T, group int) {
	t.Helper()
	// what was killed may take a moment
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if errors.Is(syscall.Kill(-group, 0), syscall.ESRCH) {
			return
		}
	}
	t.Errorf("processes of group %d are left", group)
	syscall.Kill(-group, syscall.SIGKILL)
}

// ways are the commands whose results are compared. What clean needs is added by cleaning.
var ways = map[string][]string{
	"fast":        {"partial", "--matching=diagonal", "--preset=fast"},
	"shingle":     {"partial", "--preset=fast", "--signature=shingle", "--tau=.5", "--max_documents=5"},
	"spotsigs":    {"partial", "--preset=fast", "--signature=spotsigs", "--max_documents=5"},
	"refine":      {"partial", "--matching=refine"},
	"texts":       {"partial", "--with_text=50"},
	"resemblance": {"resemblance", "--threshold=0.3"},
	"minhash":     {"resemblance", "--method=minhash"},
	"partition":   {"partition"},
	"simhash":     {"partition", "--method=simhash", "--site_templates=off"},
	"reuse":       {"reuse"},
	"lsh":         {"reuse", "--method=lsh"},
	"index":       {"index"},
	"winnowing":   {"index", "--signature=winnowing"},
}

// cleaning makes a result on prism, and returns how to clean the corpora by it.
func cleaning(t *testing.T) []string {
	t.Helper()
	found := filepath.Join(t.TempDir(), "found")
	if out, err := command(t.Context(), found, append(ways["fast"], corpora())...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return []string{"clean", "--result=" + found}
}

// corpora is the input: English and Chinese.
func corpora() string {
	return "--input=" + filepath.Join(project, "testdata", "corpora", "*", "corpus.jsonl.gz")
}

// command is a run of a command.
func command(ctx context.Context, output string, args ...string) *exec.Cmd {
	flag := "--output="
	if args[0] == "index" {
		flag = "--index="
	}
	return exec.CommandContext(ctx, binary, append(args, flag+output)...)
}

// result is the files of a result or an index but run.json, by name; nil if there is none.
func result(t *testing.T, dir string) map[string]string {
	t.Helper()
	_, err := os.Stat(filepath.Join(dir, "_SUCCESS"))
	if _, indexed := os.Stat(filepath.Join(dir, indexio.ManifestFile)); err != nil && indexed != nil {
		return nil
	}
	files := filetest.Tree(t, dir)
	maps.DeleteFunc(files, func(name, _ string) bool { return path.Base(name) == "run.json" }) // a segment has one, too
	return files
}

// must runs a job that has to succeed, and returns its result.
func must(t *testing.T, args ...string) map[string]string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "out")
	if out, err := command(t.Context(), dir, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return result(t, dir)
}

// embedded returns the result of the embedded runner, which the others must give.
func embedded(t *testing.T, args ...string) map[string]string {
	t.Helper()
	want := must(t, args...)
	lines := 0
	for _, stream := range []string{"passages", "pairs", "sets", "manifest"} {
		lines += strings.Count(want[stream+"-00000-of-00001.jsonl"], "\n")
	}
	if table := want["segments/00001/postings-00000-of-00001.table"]; len(table) > 100_000 {
		lines += 50 // and more
	}
	if lines < 50 {
		t.Fatalf("%s: only %d lines to compare", args[0], lines)
	}
	return want
}

// same compares results.
func same(t *testing.T, want, got map[string]string) {
	t.Helper()
	for name := range want {
		if want[name] != got[name] {
			t.Errorf("%s: %d bytes, not the %d of the embedded runner", name, len(got[name]), len(want[name]))
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
}
