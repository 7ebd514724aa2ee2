// Package jobservice runs jobs on Flink, Spark or another runner, through a Beam job service.
package jobservice

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
	"github.com/dustin/go-humanize"

	"example.org/diagonal/runners/target"
	"example.org/diagonal/runners/worker"
)

// job is a job that is submitted to a runner.
type job struct {
	runner  string
	name    string // of the job, in no other
	service *service
	restore func() // undoes setOptions
	heard   target.Heard
}

// Open checks what the flags of Beam say about a runner and its workers, and
// fills in what they leave out:
//
//   - LOOPBACK, the default where the runner is on this machine: this process is the worker;
//   - PROCESS: the runner starts this binary, which is in the same place on every
//     machine, or the one that --worker_binary names;
//   - EXTERNAL, DOCKER, and PROCESS with Beam's boot program in --environment_config:
//     the binary is sent to them.
//
// Files of the submission go to the folder temp.
func Open(ctx context.Context, command, runner, temp string) (target.Target, error) {
	endpoint := *jobopts.Endpoint
	local := isLocal(endpoint)
	if *jobopts.EnvironmentType == "" {
		if !local {
			return nil, usage(fmt.Errorf("--endpoint=%s is on another machine: add --environment_type=PROCESS and put this binary in the same place on its workers, or add --environment_type=EXTERNAL and --environment_config=HOST:PORT of a worker pool", endpoint))
		}
		*jobopts.EnvironmentType = "LOOPBACK"
	}
	*jobopts.EnvironmentType = strings.ToUpper(*jobopts.EnvironmentType)
	if err := checkWorkers(*jobopts.EnvironmentType, *jobopts.EnvironmentConfig, *jobopts.WorkerBinary,
		local); err != nil {
		return nil, usage(err)
	}
	s, err := openService(ctx, runner, endpoint)
	if err != nil {
		return nil, err
	}
	e := &job{runner: runner, service: s}
	e.name = target.JobName(cmp.Or(*jobopts.JobName, "diagonal"+command))
	if err := e.setOptions(temp); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// setOptions gives Beam the options of the job, until Close: a command may run several jobs.
func (e *job) setOptions(temp string) error {
	name, config, given := *jobopts.JobName, *jobopts.EnvironmentConfig, *jobopts.WorkerBinary
	e.restore = func() {
		*jobopts.JobName, *jobopts.EnvironmentConfig, *jobopts.WorkerBinary = name, config, given
	}
	*jobopts.JobName = e.name
	print, err := worker.Fingerprint()
	if err != nil {
		return err
	}
	beam.PipelineOptions.Set(worker.Option, print)
	binary := given
	if binary == "" {
		if binary, err = os.Executable(); err != nil {
			return err
		}
	}
	if *jobopts.EnvironmentType == "PROCESS" && *jobopts.EnvironmentConfig == "" {
		command, err := filepath.Abs(binary)
		if err != nil {
			return err
		}
		config, err := json.Marshal(map[string]string{"command": command})
		if err != nil {
			return err
		}
		*jobopts.EnvironmentConfig = string(config)
		// The binary is there already. What is sent in its stead is not read.
		binary = filepath.Join(temp, "worker")
		if err := os.WriteFile(binary, nil, 0o644); err != nil {
			return err
		}
	}
	*jobopts.WorkerBinary = binary
	return nil
}

// Close is part of target.Target.
func (e *job) Close() {
	if e.restore != nil {
		e.restore()
	}
	e.service.close()
}

// isLocal reports whether an endpoint is on this machine.
func isLocal(endpoint string) bool {
	host, _, err := net.SplitHostPort(endpoint)
	if err != nil {
		return true // openService returns the error
	}
	ip := net.ParseIP(host)
	return host == "" || host == "localhost" || ip != nil && ip.IsLoopback()
}

// InProcess is part of target.Target.
func (e *job) InProcess() bool { return *jobopts.EnvironmentType == "LOOPBACK" }

// OnThisMachine is part of target.Target. A runner starts the workers of type PROCESS where it
// runs.
func (e *job) OnThisMachine() bool {
	return e.InProcess() || *jobopts.EnvironmentType == "PROCESS" && isLocal(*jobopts.Endpoint)
}

// shardBytes is how much memory of the embedded runner makes a shard of another one. What
// a shuffle carries is a tenth of that memory or so: 3 MB. Flink sorts all that a
// task has of one key as one record, which must fit its sort buffer, of which there is
// one for each of some twenty sorts in each task: 8 MB where a task has 192 MB for them.
const shardBytes = 32 << 20

// minShards is for small collections of near copies, of which a shuffle carries more
// than others: 205 licences and statutes, 16 bytes for each byte, did not fit 8 shards
// and the buffers of a cluster of four slots.
const minShards = 32

// Shards is the number of shards on a runner: enough for their size, and to keep its
// workers busy, as far as that pays.
func (e *job) Shards(textBytes int64, memoryPerByte float64) int {
	return max(4*e.Workers(), minShards, int(memoryPerByte*float64(textBytes)/shardBytes))
}

// Workers is part of target.Target. A runner whose parallelism is not given has at least that of this
// machine.
func (e *job) Workers() int { return max(*jobopts.Parallelism, runtime.GOMAXPROCS(0)) }

// What a task of a stage may send on. Beam's Flink and Spark runners read nothing of it
// before the task has ended, and stop, without a word, at the 101st message of 4 MB.
// Messages are not all full. 5 GB of text stalled in 2 tasks, and went through in 5.
const taskOutput = 350_000_000

// Fits returns an error if the tasks of the job would send too much. What they send is at
// most a twelfth of what the embedded runner needs in memory.
func (e *job) Fits(textBytes int64, memoryPerByte float64) error {
	if e.runner != "flink" && e.runner != "spark" {
		return nil
	}
	tasks := max(*jobopts.Parallelism, 1)
	if need := int(memoryPerByte/12*float64(textBytes)/taskOutput) + 1; need > tasks {
		return usage(fmt.Errorf("the input is about %s of text: each of %d parallel tasks would send more than Beam's runner for %s accepts from one task; add --spool=FOLDER, a folder that every worker sees, or --parallelism=%d or more",
			humanize.Bytes(uint64(textBytes)), tasks, e.runner, need))
	}
	return nil
}

// Progress is part of target.Target.
func (e *job) Progress() target.Progress { return e.heard.Progress() }

// Run submits the pipeline and waits for it. Where the context ends first the job is cancelled
// on the runner. The error is nil if the runner reports that the job is done.
func (e *job) Run(ctx context.Context, p *beam.Pipeline) error {
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan error, 1)
	go func() {
		_, err := beamx.RunWithMetrics(running, p)
		done <- err
	}()
	var watching sync.WaitGroup
	watching.Go(func() { e.service.watch(running, e.name, &e.heard) })
	defer watching.Wait()
	defer stop() // before it waits
	select {
	case err := <-done:
		return e.outcome(ctx, err)
	case <-ctx.Done():
	}
	err := e.service.cancel(running, e.name)
	stop()
	<-done
	if err == nil { // the submission may have been on its way
		err = e.service.cancel(context.WithoutCancel(ctx), e.name)
	}
	if err != nil {
		return err
	}
	return ctx.Err()
}

// outcome returns the error of a job, given what its submission returned: Beam returns no
// error for a job that was cancelled.
func (e *job) outcome(ctx context.Context, err error) error {
	j, lost := e.service.find(ctx, e.name)
	switch {
	case lost != nil:
		return fmt.Errorf("the job server at %s is gone: %w", e.service.endpoint, lost)
	case j != nil && j.GetState() == jobpb.JobState_CANCELLED:
		return fmt.Errorf("the job was cancelled on %s", e.runner)
	case err != nil:
		return withSlots(ctx, err)
	case j != nil && j.GetState() != jobpb.JobState_DONE:
		return fmt.Errorf("the job ended as %s", j.GetState())
	}
	return nil
}

// usage marks an error as one in the flags.
func usage(err error) error { return &target.UsageError{Err: err} }
