package job

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/gcpopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"example.org/diagonal/io/store"
	"example.org/diagonal/io/visible"
)

// dataflow is Google Cloud Dataflow. Beam's runner makes the job of the graph, puts the
// binary and the graph into the bucket of --staging_location, and submits the job; what
// becomes of it, and its end, is ours: Beam's own waiting can not be interrupted, and
// takes a job that was cancelled for one that is done.
type dataflow struct {
	project, region string
	name            string // of the job, in no other
	staging         string // folder of this run alone
	api             *dataflowAPI
	w               io.Writer // for notes; nil: none
	state           progressState
}

// openDataflow checks what the flags say about Dataflow and the job, and asks the
// service something, so that what is wrong is told before anything is made.
func openDataflow(ctx context.Context, command string, p Params, w io.Writer) (*dataflow, error) {
	d := &dataflow{w: w}
	if p.Quiet {
		d.w = nil
	}
	if err := cmp.Or(d.place(ctx), d.settings(), onGoogle(p)); err != nil {
		return nil, Usage(err)
	}
	binary, err := dataflowWorker(*jobopts.WorkerBinary, machineType())
	if err != nil {
		return nil, Usage(err)
	}
	*jobopts.WorkerBinary = binary
	if d.api, err = openDataflowAPI(ctx, beamFlag("dataflow_endpoint"), d.project, d.region); err != nil {
		return nil, err
	}
	if err := reachable(ctx, d.staging); err != nil {
		return nil, err
	}
	d.name = jobName(cmp.Or(*jobopts.JobName, "diagonal"+command))
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
func (d *dataflow) place(ctx context.Context) error {
	var missing []string
	if d.project = gcpopts.GetProjectFromFlagOrEnvironment(ctx); d.project == "" {
		missing = append(missing, "--project=NAME of the Google Cloud project")
	}
	if d.region = gcpopts.GetRegion(ctx); d.region == "" {
		missing = append(missing, "--region=NAME, as in europe-west1")
	}
	if d.staging = strings.TrimRight(beamFlag("staging_location"), "/"); d.staging == "" {
		missing = append(missing, "--staging_location=gs://BUCKET/FOLDER for the binary of the workers")
	}
	if len(missing) > 0 {
		return fmt.Errorf("--runner=dataflow needs %s", strings.Join(missing, ", and "))
	}
	*gcpopts.Project, *gcpopts.Region = d.project, d.region
	for _, name := range []string{"staging_location", "temp_location"} {
		if v := beamFlag(name); v != "" && (store.IsLocal(v) || strings.TrimPrefix(v, "gs://") == "") {
			return fmt.Errorf("--%s=%s: want gs://BUCKET/FOLDER", name, v)
		}
	}
	return nil
}

// notHere are flags of Beam's runner that can not be taken: a result is named by the
// run that has submitted the job, when the job is done.
var notHere = []string{"async", "execute_async", "dry_run", "template_location", "update"}

// settings checks the flags about the job and its workers.
func (d *dataflow) settings() error {
	for _, name := range notHere {
		if v := beamFlag(name); v != "" && v != "false" {
			return fmt.Errorf("--%s: this program waits for the job, and only then gives the result its name: leave the flag out", name)
		}
	}
	if kind := *jobopts.EnvironmentType; kind != "" && !strings.EqualFold(kind, "DOCKER") {
		return fmt.Errorf("--environment_type=%s: workers on Dataflow are always containers; leave the flag out", kind)
	}
	if beamFlag("use_public_ips") == "false" { // which Beam only sees where it parses the flags itself
		return flag.Set("no_use_public_ips", "true")
	}
	return nil
}

// onGoogle says no to files that workers on Dataflow can not see.
func onGoogle(p Params) error {
	for _, arg := range p.Docs.Input {
		if store.IsLocal(arg) {
			return fmt.Errorf("--input=%s is on this machine, and workers on Dataflow cannot read it; copy it into a bucket: gcloud storage cp -r %[1]s gs://BUCKET/", arg)
		}
	}
	for _, arg := range p.Docs.Source {
		if store.IsLocal(arg) {
			return fmt.Errorf("--source=%s is on this machine, and workers on Dataflow cannot read it; copy it into a bucket: gcloud storage cp -r %[1]s gs://BUCKET/", arg)
		}
	}
	if store.IsLocal(p.Output) {
		return fmt.Errorf("--output=%s is on this machine, and workers on Dataflow cannot write there; give a folder in a bucket: --output=gs://BUCKET/FOLDER", p.Output)
	}
	return nil
}

// reachable says whether the bucket of a folder is there: Beam would make one.
func reachable(ctx context.Context, folder string) error {
	files, err := store.For(folder)
	if err == nil {
		_, err = files.Names(ctx, folder)
	}
	if err != nil && ctx.Err() == nil {
		return Usage(fmt.Errorf("--staging_location=%w", err))
	}
	return err
}

// machineType is the type of the machines of the workers; "" leaves it to Dataflow.
func machineType() string {
	return cmp.Or(beamFlag("worker_machine_type"), beamFlag("machine_type"))
}

var cpus = regexp.MustCompile(`-(\d+)(?:-\d+)?$`)

// shards keeps all workers busy. Their size is that of every job (shuffle.Size).
func (d *dataflow) shards(int64, float64) int {
	number := func(name string) int { n, _ := strconv.Atoi(beamFlag(name)); return n }
	workers, each := max(number("num_workers"), number("max_num_workers"), 1), 1
	if m := cpus.FindStringSubmatch(machineType()); m != nil {
		each, _ = strconv.Atoi(m[1])
	}
	return min(4*workers*max(each, 1), maxBusy)
}

// maxBusy bounds the shards of an input that is small for its workers.
const maxBusy = 4096

// fits is true: Dataflow spills to disk.
func (d *dataflow) fits(int64, float64) error { return nil }

func (d *dataflow) inProcess() bool { return false }

// where says what the job is doing.
func (d *dataflow) where() string { return "dataflow" + d.state.words() }

// note tells the user something while progress is shown.
func (d *dataflow) note(format string, a ...any) {
	if d.w == nil {
		return
	}
	if isTerminal(d.w) {
		fmt.Fprint(visible.Raw(d.w), "\r\x1b[K") // the line of progress comes again
	}
	fmt.Fprintln(d.w, visible.Text(fmt.Sprintf(format, a...)))
}

// closeTimeout bounds how long removing may take.
const closeTimeout = time.Minute

// close removes what was staged: nobody reads it any more.
func (d *dataflow) close() {
	if d.state.lost.Load() {
		return // the job may still run
	}
	ctx, stop := context.WithTimeout(context.Background(), closeTimeout)
	defer stop()
	if files, err := store.For(d.staging); err == nil {
		files.Remove(ctx, d.staging)
	}
}

// run submits the pipeline and waits for it. Where the context ends first the job is
// cancelled. A nil error says that Dataflow calls the job done.
func (d *dataflow) run(ctx context.Context, p *beam.Pipeline) error {
	id, err := d.submit(ctx, p)
	if id == "" {
		return err
	}
	d.note("the job is %s", d.api.page(id))
	state, err := d.api.wait(ctx, id, &d.state)
	switch {
	case ctx.Err() != nil:
		d.note("cancelling the job; its workers end within minutes")
		if err := d.api.cancel(context.WithoutCancel(ctx), id, &d.state); err != nil {
			return err
		}
		return ctx.Err()
	case err != nil:
		return err
	case state == stateDone:
		return nil
	case state == stateFailed:
		return told(visible.Lines(d.api.cause(ctx, id), "see "+visible.Text(d.api.page(id))))
	case state == stateCancelled:
		return errors.New("the job was cancelled on dataflow")
	}
	return fmt.Errorf("the job ended as %s", state)
}

// submit returns the id of the job, or says why there is none.
func (d *dataflow) submit(ctx context.Context, p *beam.Pipeline) (id string, err error) {
	r, err := beamx.RunWithMetrics(ctx, p)
	if err == nil {
		return r.JobID(), nil
	}
	if ctx.Err() != nil || passes(err) {
		// The job may be there, and its answer lost.
		if id := d.api.find(context.WithoutCancel(ctx), d.name); id != "" {
			return id, nil
		}
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	return "", told(fmt.Errorf("submitting the job: %w", d.api.explain(err)))
}
