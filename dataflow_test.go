package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/store"
	"example.org/diagonal/io/store/storetest"
	"example.org/diagonal/runners/dataflow/dataflowtest"
)

const staging = "--staging_location=gs://staged/here"

// cloud is a Dataflow and buckets for it: in, out and staged.
func cloud(t *testing.T) (*storetest.Server, *dataflowtest.Server) {
	t.Helper()
	s := storetest.Start(t, "in", "out", "staged")
	return s, dataflowtest.Start(t, s)
}

// onDataflow is a command with the flags that lead to a fake.
func onDataflow(dir string, d *dataflowtest.Server, args ...string) *exec.Cmd {
	return program(dir, slices.Concat(args[:1], d.Flags(), []string{staging}, args[1:])...)
}

// nothingLeft checks that the buckets of the result and of what was staged are empty.
func nothingLeft(t *testing.T, s *storetest.Server, buckets ...string) {
	t.Helper()
	for _, b := range buckets {
		for name := range s.Objects(t, b, "") {
			t.Errorf("left: gs://%s/%s", b, name)
		}
	}
}

// The job that was submitted is run as Dataflow would, by the binary and on the graph
// that were staged: the result is that of the embedded runner, byte for byte.
func TestDataflow(t *testing.T) {
	s, d := cloud(t)
	d.Become(func(j *dataflowtest.Job) { j.Run(t) })
	dir := t.TempDir()
	licencesIn(t, s, dir)
	workers := []string{"--max_num_workers=7", "--worker_machine_type=n2-highmem-4",
		"--service_account_email=w@example.com",
		"--subnetwork=regions/r/subnetworks/n", "--use_public_ips=false", "--temp_location=gs://staged/tmp"}
	workers = append(workers, "--runner=DataFlow") // in any letters
	for i, tc := range []struct {
		command string
		flags   []string
		steps   []string // composites of the graph
	}{
		{"partial", nil, []string{"docio.Read", "analysis.Split", "candidate.", "alignment.Refine", "locate.Locate",
			"shardio.Write"}},
		{"partial", []string{"--preset=fast", "--output_format=parquet"},
			[]string{"docio.Read", "analysis.Split", "signature.Emit", "candidate.Pair", "alignment.Extend",
				"locate.Locate", "shardio.Write"}},
		{"resemblance", nil, []string{"docio.Read", "shardio.Write"}},
	} {
		out := fmt.Sprintf("found%d", i)
		here := finish(t, dir,
			program(dir, append([]string{tc.command, "--input=gs://in/texts", "--output=gs://out/here/" + out},
				tc.flags...)...))
		there := finish(t, dir,
			onDataflow(dir, d, append([]string{tc.command, "--input=gs://in/texts", "--output=gs://out/there/" + out},
				slices.Concat(tc.flags, workers)...)...))
		if here.code != 0 || there.code != 0 {
			t.Fatalf("here: exit %d, %s\nthere: exit %d, %s", here.code, here.stderr, there.code, there.stderr)
		}
		want, got := resultIn(t, s, "out", "here/"+out), resultIn(t, s, "out", "there/"+out)
		delete(want, "run.json")
		for name := range want { // the bucket has those of both
			if strings.Contains(name, "/") {
				delete(want, name)
			}
		}
		for name := range got {
			if strings.Contains(name, "/") {
				delete(got, name)
			}
		}
		if _, ok := got["_SUCCESS"]; !ok || len(want) < 5 {
			t.Fatalf("%d files here, there %v", len(want), got)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s %v (-prism +dataflow):\n%s", tc.command, tc.flags, diff)
		}
		jobs := d.Jobs()
		j := jobs[len(jobs)-1]
		page := "https://console.cloud.google.com/dataflow/jobs/" + dataflowtest.Region + "/" + j.Id + "?project=" +
			dataflowtest.Project
		if !strings.Contains(there.stderr, "the job is "+page+"\n") {
			t.Errorf("%s: the address of the job is not told:\n%s", tc.command, there.stderr)
		}
		checkSubmitted(t, j, tc.command, tc.steps)
		nothingLeft(t, s, "staged")
	}
}

// checkSubmitted checks what Dataflow was told of a job.
func checkSubmitted(t *testing.T, j *dataflowtest.Job, command string, steps []string) {
	t.Helper()
	if own, err := os.ReadFile(binary); err != nil || !bytes.Equal(own, j.Binary) {
		t.Errorf("%s: the staged worker is not this binary: %d bytes, %d, error %v", command, len(j.Binary),
			len(own), err)
	}
	graph, err := j.Pipeline()
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range steps {
		found := false
		for _, transform := range graph.Components.Transforms {
			found = found || strings.Contains("/"+transform.UniqueName, "/"+step) // below the step of a pipeline
		}
		if !found {
			t.Errorf("%s: no step %s in the graph", command, step)
		}
	}
	for name, e := range graph.Components.Environments {
		if len(e.Dependencies) != 1 || !bytes.Contains(e.Dependencies[0].TypePayload, []byte("gs://staged/here/")) {
			t.Errorf("%s: environment %s does not name the staged binary: %v", command, name, e.Dependencies)
		}
	}
	o, err := j.ReadOptions()
	if err != nil {
		t.Fatal(err)
	}
	w := j.Environment.WorkerPools[0]
	type told struct {
		Type, Machine, Account, Subnetwork, Addresses, Temp string
		Max                                                 int64
	}
	want := told{"JOB_TYPE_BATCH", "n2-highmem-4", "w@example.com", "regions/r/subnetworks/n", "WORKER_IP_PRIVATE",
		"gs://staged/tmp", 7}
	got := told{j.Type, w.MachineType, j.Environment.ServiceAccountEmail, w.Subnetwork, w.IpConfiguration,
		o.Options.TempLocation, w.AutoscalingSettings.MaxNumWorkers}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: the job (-want +got):\n%s", command, diff)
	}
	if !strings.HasPrefix(j.Name, "diagonal"+command+"x") {
		t.Errorf("the job has the name %s", j.Name)
	}
	if hooks := o.Go.Options["hooks"]; !strings.Contains(hooks, "logging") {
		t.Errorf("%s: workers would not log: hooks are %q", command, hooks)
	}
}

// What becomes of a run by what becomes of its job.
func TestDataflowEnds(t *testing.T) {
	for _, tc := range []struct {
		name   string
		become func(*storetest.Server, *dataflowtest.Job)
		want   string // of the one line
	}{
		{"failed", func(_ *storetest.Server, j *dataflowtest.Job) {
			j.Break("Startup of the worker pool in zone z failed.",
				"Error message from worker: generic::unknown: process bundle failed for instruction 7: \n"+
					"\tcaused by:\nDoFn[UID:3, Name: x] failed:\n"+
					"writing the sorted run of shard 4: gs://out/x: no permission",
				"Workflow failed. Causes: S03 failed.")
		},
			"diagonal: partial failed on dataflow: writing the sorted run of shard 4: gs://out/x: no permission\n" +
				"see https://console.cloud.google.com/dataflow/jobs/" + dataflowtest.Region + "/2026-01-01_0?project=" +
				dataflowtest.Project + "\n"},
		{"failed without a worker", func(_ *storetest.Server, j *dataflowtest.Job) {
			j.Break("The zone has no machine left.", "Workflow failed. Causes: quota exceeded.")
		}, "diagonal: partial failed on dataflow: Workflow failed. Causes: quota exceeded.\nsee https:"},
		{"failed, nobody knows why", func(_ *storetest.Server, j *dataflowtest.Job) {
			j.Break()
		}, "diagonal: partial failed on dataflow: the job failed\nsee https:"},
		{"cancelled by another", func(_ *storetest.Server, j *dataflowtest.Job) {
			j.End()
		}, "diagonal: partial failed on dataflow: the job was cancelled on dataflow\n"},
		{"done, without a result", func(_ *storetest.Server, j *dataflowtest.Job) {
			j.Succeed()
		}, "diagonal: the job ended without its result: "},
		{"run, on a bucket that is gone", func(s *storetest.Server, j *dataflowtest.Job) {
			s.Vanish(t, "in")
			j.Run(t)
		}, "there is no bucket in; check the name"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, d := cloud(t)
			s.Put("in", "a.jsonl", lineA+lineB)
			d.Become(func(j *dataflowtest.Job) { tc.become(s, j) })
			dir := t.TempDir()
			o := finish(t, dir, onDataflow(dir, d, "partial", "--input=gs://in/a.jsonl", "--output=gs://out/x",
				"--quiet"))
			if o.code != 1 || !strings.Contains(o.stderr, tc.want) || strings.Count(o.stderr, "\n") > 2 {
				t.Errorf("exit %d, %s, want %q", o.code, o.stderr, tc.want)
			}
			nothingLeft(t, s, "out", "staged")
		})
	}
}

// Ctrl-C cancels the job, and waits until it has ended.
func TestDataflowInterrupted(t *testing.T) {
	s, d := cloud(t)
	s.Put("in", "a.jsonl", lineA+lineB)
	dir := t.TempDir()
	cmd := onDataflow(dir, d, "partial", "--input=gs://in/a.jsonl", "--output=gs://out/x")
	var ended atomic.Bool
	d.Become(func(j *dataflowtest.Job) {
		cmd.Process.Signal(os.Interrupt)
		<-j.Cancelled()
		ended.Store(true)
		j.End()
	})
	o := finish(t, dir, cmd)
	if o.code != 130 ||
		!strings.HasSuffix(o.stderr,
			"cancelling the job; its workers end within minutes\ndiagonal: interrupted; no result was written\n") ||
		!ended.Load() {
		t.Errorf("exit %d, the job was cancelled: %v, %s", o.code, ended.Load(), o.stderr)
	}
	nothingLeft(t, s, "out", "staged")
}

// Ctrl-C while the binary is on its way: there is no job.
func TestDataflowInterruptedEarly(t *testing.T) {
	s, d := cloud(t)
	s.Put("in", "a.jsonl", lineA+lineB)
	dir := t.TempDir()
	cmd := onDataflow(dir, d, "partial", "--input=gs://in/a.jsonl", "--output=gs://out/x", "--quiet")
	var once sync.Once
	s.After(func(r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/upload/") && strings.Contains(r.URL.Path, "/staged/") ||
			strings.Contains(r.URL.Path, "/b/staged") && r.Method != http.MethodGet {
			once.Do(func() { cmd.Process.Signal(os.Interrupt) })
		}
	})
	o := finish(t, dir, cmd)
	if o.code != 130 || o.stderr != "diagonal: interrupted; no result was written\n" || len(d.Jobs()) > 0 {
		t.Errorf("exit %d, %d jobs, %s", o.code, len(d.Jobs()), o.stderr)
	}
	nothingLeft(t, s, "out", "staged")
}

// What the service refuses, or cannot do for a while.
func TestDataflowRefuses(t *testing.T) {
	for _, tc := range []struct {
		name   string
		fault  func(r *http.Request, n int) int // n: requests with this method and path so far
		code   int
		stderr string
	}{
		{"no permission to look", func(r *http.Request, _ int) int { return when(r.Method == "GET", 403) }, 2,
			"diagonal: --runner=dataflow --project=paid-by-none --region=europe-test1: the caller does not have permission: forbidden (403); the account of this run needs the role roles/dataflow.developer in the project paid-by-none\n"},
		{"no such region", func(r *http.Request, _ int) int { return when(r.Method == "GET", 404) }, 2,
			"diagonal: --runner=dataflow --project=paid-by-none --region=europe-test1: the caller does not have permission: not found (404); check --project and --region\n"},
		{"no permission to submit", func(r *http.Request, _ int) int {
			return when(strings.HasSuffix(r.URL.Path, "/jobs") && r.Method == "POST", 403)
		}, 1,
			"diagonal: partial failed on dataflow: submitting the job: the caller does not have permission: forbidden (403); the account of this run needs the role roles/dataflow.developer in the project paid-by-none\n"},
		{"down for a while", func(r *http.Request, n int) int {
			return when(strings.Contains(r.URL.Path, "/jobs/") && n < 3, 503)
		}, 0, ""},
		{"an answer that is lost", func(r *http.Request, _ int) int {
			return when(strings.HasSuffix(r.URL.Path, "/jobs") && r.Method == "POST", -502)
		}, 0, ""},
		{"no permission any more", func(r *http.Request, _ int) int {
			return when(strings.Contains(r.URL.Path, "/jobs/"), 403)
		}, 1,
			"diagonal: partial failed on dataflow: the job does not answer, and may still run: the caller does not have permission: forbidden (403); the account of this run needs the role roles/dataflow.developer in the project paid-by-none\n" +
				"see https://console.cloud.google.com/dataflow/jobs/europe-test1/2026-01-01_0?project=paid-by-none\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, d := cloud(t)
			s.Put("in", "a.jsonl", lineA+lineB)
			d.Become(func(j *dataflowtest.Job) { j.Run(t) })
			seen := map[string]int{}
			d.Fail(func(r *http.Request) int {
				if r.URL.Path == "/token" {
					return 0
				}
				seen[r.Method+r.URL.Path]++
				return tc.fault(r, seen[r.Method+r.URL.Path])
			})
			dir := t.TempDir()
			o := finish(t, dir, onDataflow(dir, d, "partial", "--input=gs://in/a.jsonl", "--output=gs://out/x",
				"--quiet"))
			if o.code != tc.code || o.stderr != tc.stderr {
				t.Errorf("exit %d, %s\nwant %d, %s", o.code, o.stderr, tc.code, tc.stderr)
			}
			if _, ok := s.Objects(t, "out", "")["x/_SUCCESS"]; ok != (tc.code == 0) {
				t.Errorf("exit %d, _SUCCESS: %v", o.code, ok)
			}
		})
	}
}

func when(ok bool, status int) int {
	if ok {
		return status
	}
	return 0
}

// What is wrong with the flags is told in one line, before anything is asked or made.
func TestDataflowUsage(t *testing.T) {
	s, d := cloud(t)
	s.Put("in", "a.jsonl", lineA+lineB)
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "a.jsonl"), lineA+lineB)
	os.WriteFile(filepath.Join(dir, "script"), []byte("#!/bin/sh\n"), 0o755)
	good := []string{"--input=gs://in/a.jsonl", "--output=gs://out/x", staging}
	for _, tc := range []struct {
		args []string
		want string
	}{
		{good[:2], "--runner=dataflow needs --staging_location=gs://BUCKET/FOLDER for the binary of the workers"},
		{append(good, "--region="), "--runner=dataflow needs --region=NAME, as in europe-west1"},
		{append(good[:2:2], "--staging_location=/tmp/x"), "--staging_location=/tmp/x: want gs://BUCKET/FOLDER"},
		{append(good[:2:2], "--staging_location=gs://none/x"), "--staging_location=gs://none/x: there is no bucket none; check the name, or make it: gcloud storage buckets create gs://none"},
		{append(good, "--temp_location=tmp"), "--temp_location=tmp: want gs://BUCKET/FOLDER"},
		{append(good[:2:2], "--staging_location=s3://a/b"), "--staging_location=s3://a/b: want gs://BUCKET/FOLDER"},
		{append(good, "--input=s3://in/a"), "--input=s3://in/a: workers on Dataflow have no credentials for S3; copy it into a bucket: gcloud storage cp -r s3://in/a gs://BUCKET/"},
		{append(good, "--output=s3://out/a"), "--output=s3://out/a: workers on Dataflow have no credentials to write there; give a folder in a bucket of Google Cloud: --output=gs://BUCKET/FOLDER"},
		{append(good, "--input=a.jsonl"), "--input=a.jsonl is on this machine, and workers on Dataflow cannot read it; copy it into a bucket: gcloud storage cp -r a.jsonl gs://BUCKET/"},
		{append(good, "--source=a.jsonl"), "--source=a.jsonl is on this machine, and workers on Dataflow cannot read it; copy it into a bucket: gcloud storage cp -r a.jsonl gs://BUCKET/"},
		{append(good, "--output=x"), "--output=x is on this machine, and workers on Dataflow cannot write there; give a folder in a bucket: --output=gs://BUCKET/FOLDER"},
		{append(good, "--async"),
			"--async: this program waits for the job, and only then gives the result its name: leave the flag out"},
		{append(good, "--template_location=gs://a/b"), "--template_location: this program waits for the job, and only then gives the result its name: leave the flag out"},
		{append(good, "--environment_type=LOOPBACK"),
			"--environment_type=LOOPBACK: workers on Dataflow are always containers; leave the flag out"},
		{append(good, "--worker_binary=script"),
			"--worker_binary=script: is not a program for Linux; build it with GOOS=linux"},
		{append(good, "--input=gs://in/none"), "gs://in/none: no such file or folder"},
	} {
		o := finish(t, dir, program(dir, slices.Concat([]string{"partial"}, d.Flags(), tc.args)...))
		if o.code != 2 || o.stderr != "diagonal: "+tc.want+"\n" {
			t.Errorf("%v: exit %d, %s", tc.args, o.code, o.stderr)
		}
	}
	cmd := program(dir, slices.Concat([]string{"partial"}, d.Flags(), good)...)
	cmd.Env = append(os.Environ(), "GOOGLE_APPLICATION_CREDENTIALS=", "HOME="+dir, "GCE_METADATA_HOST=")
	if o := finish(t, dir, cmd); o.code != 2 || o.stderr != "diagonal: --runner=dataflow: "+store.NoCredentials+"\n" {
		t.Errorf("without credentials: exit %d, %s", o.code, o.stderr)
	}
	if len(d.Jobs()) > 0 {
		t.Error("a job was submitted")
	}
	nothingLeft(t, s, "out", "staged")
}
