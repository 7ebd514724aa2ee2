// Package dataflow runs jobs on Google Cloud Dataflow.
package dataflow

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/gcpopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"example.org/diagonal/io/store"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/runners/target"
	"example.org/diagonal/runners/worker"
)

// job is a job on Dataflow. Beam's runner makes it from the graph, puts the binary and the
// graph into the bucket of --staging_location, and submits it. This package waits for it
// and ends it: Beam's own waiting cannot be interrupted, and takes a job that was
// cancelled for one that is done.
type job struct {
	project, region string
	name            string // of the job, in no other
	staging         string // folder of this run alone
	service         *api
	w               io.Writer // for notes; nil: none
	state           progressState
}

// Files are the arguments of a command that name files.
type Files struct {
	Input, Source []string
	Output        string
}

// Open checks the flags about Dataflow and the job, and sends the service a request, so
// that an error in them is reported before anything is made. Notes go to w; nil: none.
func Open(ctx context.Context, command string, files Files, w io.Writer) (target.Target, error) {
	d := &job{w: w}
	if err := d.place(ctx); err != nil {
		return nil, usage(err)
	}
	if err := d.settings(); err != nil {
		return nil, usage(err)
	}
	if err := files.inBuckets(); err != nil {
		return nil, usage(err)
	}
	binary, err := workerFor(*jobopts.WorkerBinary, machineType())
	if err != nil {
		return nil, usage(err)
	}
	*jobopts.WorkerBinary = binary
	if d.service, err = openAPI(ctx, target.BeamFlag("dataflow_endpoint"), d.project, d.region); err != nil {
		return nil, err
	}
	if err := reachable(ctx, d.staging); err != nil {
		return nil, err
	}
	d.name = target.JobName(cmp.Or(*jobopts.JobName, "diagonal"+command))
	if d.name[0] < 'a' { // a digit
		d.name = "diagonal" + d.name
	}
	*jobopts.JobName = d.name
	d.staging = store.Join(d.staging, d.name)
	*jobopts.Async = true // wait does not
	if err := flag.Set("staging_location", d.staging); err != nil {
		return nil, fmt.Errorf("--staging_location: %w", err)
	}
	return d, nil
}

// place finds out where the job is to run. Project and region have other sources than
// their flags, those of the tools of Google.
func (d *job) place(ctx context.Context) error {
	var missing []string
	if d.project = gcpopts.GetProjectFromFlagOrEnvironment(ctx); d.project == "" {
		missing = append(missing, "--project=NAME of the Google Cloud project")
	}
	if d.region = gcpopts.GetRegion(ctx); d.region == "" {
		missing = append(missing, "--region=NAME, as in europe-west1")
	}
	if d.staging = strings.TrimRight(target.BeamFlag("staging_location"), "/"); d.staging == "" {
		missing = append(missing, "--staging_location=gs://BUCKET/FOLDER for the binary of the workers")
	}
	if len(missing) > 0 {
		return fmt.Errorf("--runner=dataflow needs %s", strings.Join(missing, ", and "))
	}
	*gcpopts.Project, *gcpopts.Region = d.project, d.region
	for _, name := range []string{"staging_location", "temp_location"} {
		if v := target.BeamFlag(name); v != "" && (!inCloud(v) || strings.TrimPrefix(v, "gs://") == "") {
			return fmt.Errorf("--%s=%s: want gs://BUCKET/FOLDER", name, v)
		}
	}
	return nil
}

// excluded are flags of Beam's runner that have no place here: the run that has submitted
// the job gives the result its name when the job is done.
var excluded = []string{"async", "execute_async", "dry_run", "template_location", "update"}

// settings checks the flags about the job and its workers.
func (d *job) settings() error {
	for _, name := range excluded {
		if v := target.BeamFlag(name); v != "" && v != "false" {
			return fmt.Errorf("--%s: this program waits for the job, and only then gives the result its name: leave the flag out", name)
		}
	}
	if kind := *jobopts.EnvironmentType; kind != "" && !strings.EqualFold(kind, "DOCKER") {
		return fmt.Errorf("--environment_type=%s: workers on Dataflow are always containers; leave the flag out", kind)
	}
	if target.BeamFlag("use_public_ips") == "false" { // which Beam only sees where it parses the flags itself
		return flag.Set("no_use_public_ips", "true")
	}
	return nil
}

// inCloud reports whether a path is in a bucket of Google Cloud.
func inCloud(path string) bool { return strings.HasPrefix(path, "gs://") }

// inBuckets returns an error about files that workers on Dataflow cannot see.
func (f Files) inBuckets() error {
	for _, flag := range []struct {
		name string
		args []string
	}{{"input", f.Input}, {"source", f.Source}} {
		for _, arg := range flag.args {
			if store.IsLocal(arg) {
				return fmt.Errorf("--%s=%s is on this machine, and workers on Dataflow cannot read it; copy it into a bucket: gcloud storage cp -r %[2]s gs://BUCKET/", flag.name, arg)
			}
			if strings.HasPrefix(arg, "s3://") {
				return fmt.Errorf("--%s=%s: workers on Dataflow have no credentials for S3; copy it into a bucket: gcloud storage cp -r %[2]s gs://BUCKET/", flag.name, arg)
			}
		}
	}
	if store.IsLocal(f.Output) {
		return fmt.Errorf("--output=%s is on this machine, and workers on Dataflow cannot write there; give a folder in a bucket: --output=gs://BUCKET/FOLDER", f.Output)
	}
	if !inCloud(f.Output) {
		return fmt.Errorf("--output=%s: workers on Dataflow have no credentials to write there; give a folder in a bucket of Google Cloud: --output=gs://BUCKET/FOLDER", f.Output)
	}
	return nil
}

// reachable returns an error if the bucket of a folder cannot be read: Beam would make one.
func reachable(ctx context.Context, folder string) error {
	files, err := store.For(folder)
	if err == nil {
		_, err = files.Names(ctx, folder)
	}
	if err != nil && ctx.Err() == nil {
		return usage(fmt.Errorf("--staging_location=%w", err))
	}
	return err
}

// machineType is the type of the machines of the workers; "" leaves it to Dataflow.
func machineType() string {
	return cmp.Or(target.BeamFlag("worker_machine_type"), target.BeamFlag("machine_type"))
}

var cpus = regexp.MustCompile(`-(\d+)(?:-\d+)?$`)

// Shards keeps all workers busy. Their size is that of every job (shuffle.Size).
func (d *job) Shards(int64, float64) int {
	number := func(name string) int { n, _ := strconv.Atoi(target.BeamFlag(name)); return n }
	workers, each := max(number("num_workers"), number("max_num_workers"), 1), 1
	if m := cpus.FindStringSubmatch(machineType()); m != nil {
		each, _ = strconv.Atoi(m[1])
	}
	return min(4*workers*max(each, 1), maxBusy)
}

// Workers returns 0: Dataflow chooses them while the job runs.
func (d *job) Workers() int { return 0 }

// maxBusy bounds the shards of an input that is small for its workers.
const maxBusy = 4096

// Fits returns nil: Dataflow spills to disk.
func (d *job) Fits(int64, float64) error { return nil }

// InProcess is part of target.Target.
func (d *job) InProcess() bool { return false }

// OnThisMachine is part of target.Target.
func (d *job) OnThisMachine() bool { return false }

// Progress is part of target.Target.
func (d *job) Progress() target.Progress { return d.state.heard.Progress() }

// note prints a line for the user while progress is shown.
func (d *job) note(format string, a ...any) {
	if d.w == nil {
		return
	}
	if visible.IsTerminal(d.w) {
		fmt.Fprint(visible.Raw(d.w), "\r\x1b[K") // the line of progress comes again
	}
	fmt.Fprintln(d.w, visible.Text(fmt.Sprintf(format, a...)))
}

// closeTimeout bounds how long removing may take.
const closeTimeout = time.Minute

// Close removes the staged files, which are not read any more.
func (d *job) Close() {
	if d.state.lost.Load() {
		return // the job may still run
	}
	ctx, stop := context.WithTimeout(context.Background(), closeTimeout)
	defer stop()
	if files, err := store.For(d.staging); err == nil {
		files.Remove(ctx, d.staging)
	}
}

// Run submits the pipeline and waits for it. Where the context ends first the job is cancelled.
// The error is nil if Dataflow reports that the job is done.
func (d *job) Run(ctx context.Context, p *beam.Pipeline) error {
	id, err := d.submit(ctx, p)
	if id == "" {
		return err
	}
	d.note("the job is %s", d.service.page(id))
	state, err := d.service.wait(ctx, id, &d.state)
	switch {
	case ctx.Err() != nil:
		d.note("cancelling the job; its workers end within minutes")
		if err := d.service.cancel(context.WithoutCancel(ctx), id, &d.state); err != nil {
			return err
		}
		return ctx.Err()
	case err != nil:
		return err
	case state == stateDone:
		return nil
	case state == stateFailed:
		return d.service.cause(ctx, id)
	case state == stateCancelled:
		return errors.New("the job was cancelled on dataflow")
	}
	return fmt.Errorf("the job ended as %s", state)
}

// submit returns the id of the job, or an error.
func (d *job) submit(ctx context.Context, p *beam.Pipeline) (id string, err error) {
	r, err := beamx.RunWithMetrics(ctx, p)
	if err == nil {
		return r.JobID(), nil
	}
	if ctx.Err() != nil || passes(err) {
		// The job may be there, and its answer lost.
		if id := d.service.find(context.WithoutCancel(ctx), d.name); id != "" {
			return id, nil
		}
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	return "", &target.Failure{Err: fmt.Errorf("submitting the job: %w", d.service.explain(err))}
}

// usage marks an error as one in the flags.
func usage(err error) error { return &target.UsageError{Err: err} }

// machineFor is the architecture of the workers of a machine type of Google.
func machineFor(machineType string) string {
	for _, arm := range []string{"t2a-", "c4a-", "n4a-"} {
		if strings.HasPrefix(machineType, arm) {
			return "arm64"
		}
	}
	return "amd64"
}

// workerFor returns the program that workers of a machine type run: binary, or this
// one where that is "". It has to be a build of the same version for their machine.
func workerFor(binary, machineType string) (string, error) {
	want := machineFor(machineType)
	build := fmt.Sprintf("`CGO_ENABLED=0 GOOS=linux GOARCH=%s go build -o diagonal-%[1]s .`", want)
	if binary == "" {
		self, err := os.Executable()
		if err != nil {
			return "", err
		}
		if arch, err := worker.Machine(self); err != nil || arch != want {
			return "", fmt.Errorf("workers on Dataflow run linux/%s, and this program is for %s/%s; build one for them, %s, and add --worker_binary=diagonal-%[1]s", want, runtime.GOOS, runtime.GOARCH, build)
		}
		return self, nil
	}
	arch, err := worker.Machine(binary)
	if err == nil && arch != want {
		err = fmt.Errorf("is a program for %s, and workers on Dataflow run linux/%s; build it with %s", arch,
			want, build)
	}
	if err == nil {
		err = worker.SameBuild(binary)
	}
	if err != nil {
		return "", fmt.Errorf("--worker_binary=%s: %w", binary, err)
	}
	return binary, nil
}
