package runners

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// Every runner gives the bytes of the embedded one, at any parallelism, with workers in the
// process that submits or in processes that the runner starts, and whether the runner carries the
// blocks of the shuffle or not.
func TestSameBytes(t *testing.T) {
	needRunners(t)
	commands := maps.Clone(ways)
	commands["clean"] = cleaning(t)
	commands["lookup"] = asking(t)
	want := map[string]map[string]string{}
	for way, flags := range commands {
		want[way] = embedded(t, append(flags, corpora())...)
	}
	compare := func(t *testing.T, e *server, parallelism, workers string, more ...string) {
		for way, flags := range commands {
			t.Run(strings.Join(slices.Concat([]string{way, parallelism, workers}, more), "/"), func(t *testing.T) {
				same(t, want[way], must(t, slices.Concat(flags, e.flags, more, []string{corpora(),
					"--parallelism=" + parallelism, "--environment_type=" + workers})...))
			})
		}
	}
	t.Run("flink", func(t *testing.T) { // the job says how many tasks it has
		e := start(t, "flink", "4")
		compare(t, e, "1", "LOOPBACK")
		compare(t, e, "2", "PROCESS")
		compare(t, e, "4", "LOOPBACK")
	})
	t.Run("spark", func(t *testing.T) { // the runner does
		compare(t, start(t, "spark", "1"), "1", "PROCESS", "--spool=none")
		compare(t, start(t, "spark", "2"), "2", "LOOPBACK")
		compare(t, start(t, "spark", "4"), "4", "LOOPBACK")
	})
}

// asking makes an index of the corpora in this process, and returns how to look them up in it.
func asking(t *testing.T) []string {
	t.Helper()
	ix := filepath.Join(t.TempDir(), "index")
	if out, err := exec.CommandContext(t.Context(), binary, "index", "--index="+ix,
		corpora()).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return []string{"lookup", "--index=" + ix}
}

// One command starts a runner, runs a job on it, and leaves no process and no file.
func TestOneCommand(t *testing.T) {
	needRunners(t)
	want := embedded(t, append(ways["fast"], corpora())...)
	dir := t.TempDir()
	args := slices.Concat(ways["fast"], []string{"--runner=spark", corpora(), "--output=" + filepath.Join(dir, "out")})
	if *cluster {
		args = append(args, "--cluster")
	}
	cmd := exec.Command("./run.sh", args...)
	cmd.Dir = project
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	noProcess(t, cmd.Process.Pid)
	same(t, want, result(t, filepath.Join(dir, "out")))
	if !strings.Contains(string(out), "493 passages of two documents, 5 inside one document, 0 rejected records") {
		t.Errorf("it does not say what came of it:\n%s", out)
	}
	if left, _ := filepath.Glob(filepath.Join(project, ".runners", "run-"+strconv.Itoa(cmd.Process.Pid)+
		"-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("beside the result: %v", entries)
	}
}
