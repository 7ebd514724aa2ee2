package runners

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"example.org/diagonal/io/filetest"
)

// submission is a job that runs in the background.
type submission struct {
	cmd    *exec.Cmd
	dir    string // its result will be in dir/out
	output bytes.Buffer
}

func submit(t *testing.T, args ...string) *submission {
	t.Helper()
	s := &submission{dir: t.TempDir()}
	s.cmd = command(t.Context(), filepath.Join(s.dir, "out"), args...)
	s.cmd.Stdout, s.cmd.Stderr = &s.output, &s.output
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return s
}

// wait returns the exit code and the result, nil if there is none, and checks that
// nothing else is left.
func (s *submission) wait(t *testing.T) (int, map[string]string) {
	t.Helper()
	var e *exec.ExitError
	if err := s.cmd.Wait(); err != nil && !errors.As(err, &e) {
		t.Fatal(err)
	}
	code := s.cmd.ProcessState.ExitCode()
	files := result(t, filepath.Join(s.dir, "out"))
	if (code == 0) != (files != nil) {
		t.Errorf("exit code %d, a result: %v\n%s", code, files != nil, s.output.String())
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != "out" || code != 0 {
			t.Errorf("exit code %d, and %s is left", code, e.Name())
		}
	}
	return code, files
}

// jobs are the states of the jobs of a runner.
func (e *server) jobs(t *testing.T) []jobpb.JobState_Enum {
	t.Helper()
	_, endpoint, _ := strings.Cut(e.flags[1], "=")
	conn, err := grpc.NewClient("passthrough:///"+endpoint, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	r, err := jobpb.NewJobServiceClient(conn).GetJobs(t.Context(), &jobpb.GetJobsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	var states []jobpb.JobState_Enum
	for _, j := range r.GetJobInfo() {
		states = append(states, j.GetState())
	}
	return states
}

// eventually waits until something holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatalf("never: %s", what)
}

// Ctrl-C ends the job on the runner as well, whoever has its workers, and the runner
// takes the next one.
func TestInterrupt(t *testing.T) {
	needRunners(t)
	want := embedded(t, append(ways["refine"], corpora())...)
	for _, runner := range []string{"flink", "spark"} {
		t.Run(runner, func(t *testing.T) {
			e := start(t, runner, "2")
			for _, workers := range []string{"PROCESS", "LOOPBACK"} {
				flags := slices.Concat(ways["refine"], e.flags, []string{corpora(), "--environment_type=" + workers})
				before := len(e.jobs(t))
				s := submit(t, flags...)
				eventually(t, "the job runs", func() bool { return len(e.jobs(t)) > before })
				s.cmd.Process.Signal(os.Interrupt)
				code, _ := s.wait(t)
				if code != 130 || !strings.Contains(s.output.String(), "interrupted; no result was written") {
					t.Errorf("%s: exit code %d, want 130\n%s", workers, code, s.output.String())
				}
				if states := e.jobs(t); !slices.Contains(states, jobpb.JobState_CANCELLED) ||
					slices.Contains(states, jobpb.JobState_RUNNING) {
					t.Errorf("%s: the jobs of the runner are %v", workers, states)
				}
			}
			same(t, want, e.next(t, slices.Concat(ways["refine"], e.flags, []string{corpora()})...))
		})
	}
}

// next is the result of a job on a runner that may still be ending another one.
func (e *server) next(t *testing.T, args ...string) (files map[string]string) {
	t.Helper()
	eventually(t, "the runner takes the next job", func() bool {
		s := submit(t, args...)
		var code int
		if code, files = s.wait(t); code != 0 && !strings.Contains(s.output.String(),
			"another one has not ended yet") &&
			// it counts those of what was killed for a while
			!strings.Contains(s.output.String(), "Flink had no free slot") {
			t.Fatalf("the next job: exit code %d\n%s", code, s.output.String())
		}
		return code == 0
	})
	return files
}

// descendants are the processes below one, with their command lines.
func descendants(t *testing.T, root int) map[int]string {
	t.Helper()
	parents, commands := map[int]int{}, map[int]string{}
	names, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		pid, _ := strconv.Atoi(filepath.Base(name))
		stat, err := os.ReadFile(name + "/stat")
		if err != nil {
			continue // it has ended
		}
		// pid (name) state parent …
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		parents[pid], _ = strconv.Atoi(fields[1])
		command := filetest.Read(t, name+"/cmdline")
		commands[pid] = string(bytes.ReplaceAll(command, []byte{0}, []byte{' '}))
	}
	for pid := range commands {
		p := pid
		for p > 1 && p != root {
			p = parents[p]
		}
		if p != root || pid == root {
			delete(commands, pid)
		}
	}
	return commands
}

// kill kills a process below the runner whose command line has a word, once there is one.
func (e *server) kill(t *testing.T, word string) {
	t.Helper()
	eventually(t, "a process with "+word, func() bool {
		for pid, command := range descendants(t, e.cmd.Process.Pid) {
			if strings.Contains(command, word) && syscall.Kill(pid, syscall.SIGKILL) == nil {
				return true
			}
		}
		return false
	})
}

// Workers and machines that are killed in the middle of a job: it fails, says so and
// leaves nothing, or it recovers and gives the same bytes; the next job succeeds.
func TestKilled(t *testing.T) {
	needRunners(t)
	type fault struct {
		runner, word string
		env          []string
	}
	if !*cluster {
		t.Skip("add -cluster: what is killed is a part of a cluster")
	}
	restarts := []string{"TASK_MANAGERS=2", "RESTARTS=3"}
	// Each TaskManager has a slot here, and a job wants two: one more is left for the next job.
	spare := []string{"TASK_MANAGERS=3", "RESTARTS=0"}
	faults := []fault{
		{"flink", "provision_endpoint", nil},
		{"flink", "provision_endpoint", restarts},
		{"flink", "TaskManagerRunner", spare},
		{"flink", "TaskManagerRunner", []string{"TASK_MANAGERS=3", "RESTARTS=3"}},
		{"spark", "provision_endpoint", nil},
		{"spark", "CoarseGrainedExecutorBackend", nil},
	}
	want := embedded(t, append(ways["refine"], corpora())...)
	for _, f := range faults {
		t.Run(strings.Join(append([]string{f.runner, f.word}, f.env...), " "), func(t *testing.T) {
			e := start(t, f.runner, "2", f.env...)
			flags := slices.Concat(ways["refine"], e.flags, []string{corpora(), "--environment_type=PROCESS"})
			s := submit(t, flags...)
			eventually(t, "a worker", func() bool {
				for _, command := range descendants(t, e.cmd.Process.Pid) {
					if strings.Contains(command, "provision_endpoint") {
						return true
					}
				}
				return false
			})
			time.Sleep(time.Second)
			e.kill(t, f.word)
			code, files := s.wait(t)
			lines := strings.Split(strings.TrimSpace(s.output.String()), "\n")
			switch code {
			case 0:
				t.Log("the job recovered")
				same(t, want, files)
			case 1:
				t.Logf("the job failed: %s", lines[len(lines)-1])
				if !strings.Contains(s.output.String(), "diagonal: partial failed on "+f.runner+": ") {
					t.Errorf("it does not say what failed:\n%s", s.output.String())
				}
			default:
				t.Errorf("exit code %d\n%s", code, s.output.String())
			}
			same(t, want, e.next(t, flags...))
		})
	}
}
