package dataflowtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	fnpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/fnexecution_v1"
	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	pipepb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/pipeline_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// fetch reads the files that the job lists as staged, and compares it with the hashes.
func (j *Job) fetch(s *Server) error {
	o, err := j.ReadOptions()
	if err != nil {
		return err
	}
	worker := j.Environment.WorkerPools[0].Packages[0]
	for _, staged := range []struct {
		into      *[]byte
		url, hash string
	}{{&j.Graph, o.Options.PipelineURL, o.Options.PipelineProtoHash}, {&j.Binary, worker.Location, worker.Sha256}} {
		bucket, name, _ := strings.Cut(strings.TrimPrefix(staged.url, "gs://"), "/")
		content, ok := s.storage.Objects(s.t, bucket, name)[name]
		if !ok {
			return fmt.Errorf("%s is not there", staged.url)
		}
		if sum := sha256.Sum256([]byte(content)); hex.EncodeToString(sum[:]) != staged.hash {
			return fmt.Errorf("%s has another hash than %s", staged.url, staged.hash)
		}
		*staged.into = []byte(content)
	}
	return nil
}

// Pipeline is the graph that was staged.
func (j *Job) Pipeline() (*pipepb.Pipeline, error) {
	p := new(pipepb.Pipeline)
	return p, proto.Unmarshal(j.Graph, p)
}

// Run runs the job: its graph on an embedded runner, its binary as the worker. The job
// ends as that one does.
func (j *Job) Run(t testing.TB) {
	state, message, err := j.run(t.Context(), t.TempDir())
	switch {
	case t.Context().Err() != nil:
		j.End() // the test is over
	case err != nil:
		t.Error(err)
		j.Break(err.Error())
	case state == jobpb.JobState_DONE:
		j.Succeed()
	default:
		j.Break("Workflow failed.", fmt.Sprintf("Error message from worker: generic::unknown: %s", message),
			"S1 failed.")
	}
}

func (j *Job) run(ctx context.Context, dir string) (jobpb.JobState_Enum, string, error) {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // of the embedded runner
	graph, err := j.Pipeline()
	if err != nil {
		return 0, "", err
	}
	w := &pool{
		binary: filepath.Join(dir, "worker"), options: filepath.Join(dir, "options.json"), asked: make(chan struct{}),
	}
	if err := os.WriteFile(w.binary, j.Binary, 0o755); err != nil {
		return 0, "", err
	}
	if err := os.WriteFile(w.options, j.Environment.SdkPipelineOptions, 0o644); err != nil {
		return 0, "", err
	}
	endpoint, stop, err := w.serve()
	if err != nil {
		return 0, "", err
	}
	defer stop()
	external, err := proto.Marshal(&pipepb.ExternalPayload{Endpoint: &pipepb.ApiServiceDescriptor{Url: endpoint}})
	if err != nil {
		return 0, "", err
	}
	for _, e := range graph.Components.Environments {
		e.Urn, e.Payload, e.Dependencies = "beam:env:external:v1", external, nil
	}
	var options structpb.Struct
	if err := protojson.Unmarshal(j.Environment.SdkPipelineOptions, &options); err != nil {
		return 0, "", err
	}
	jobs, err := prism.CreateJobServer(ctx, prism.Options{})
	if err != nil {
		return 0, "", err
	}
	prepared, err := jobs.Prepare(ctx, &jobpb.PrepareJobRequest{
		Pipeline: graph, PipelineOptions: &options, JobName: j.Name,
	})
	if err != nil {
		return 0, "", err
	}
	running, err := jobs.Run(ctx, &jobpb.RunJobRequest{PreparationId: prepared.PreparationId})
	if err != nil {
		return 0, "", err
	}
	// The runner asks for a worker at any time, also when the job has already failed, and panics if
	// nobody answers.
	defer w.wait()
	messages, err := jobs.GetMessageStream(ctx, &jobpb.JobMessagesRequest{JobId: running.JobId})
	if err != nil {
		return 0, "", err
	}
	failed := false
	for {
		m, err := messages.Recv()
		if err != nil {
			return 0, "", fmt.Errorf("the stream of messages: %w", err)
		}
		switch state := m.GetStateResponse().GetState(); state {
		case jobpb.JobState_DONE, jobpb.JobState_CANCELLED:
			return state, "", nil
		case jobpb.JobState_FAILED:
			failed = true
		}
		// What it has failed with is said after that it has.
		if r := m.GetMessageResponse(); failed && r.GetImportance() >= jobpb.JobMessage_JOB_MESSAGE_ERROR {
			return jobpb.JobState_FAILED, r.GetMessageText(), nil
		}
	}
}

// pool starts workers.
type pool struct {
	fnpb.UnimplementedBeamFnExternalWorkerPoolServer
	binary, options string

	mu      sync.Mutex
	workers []*exec.Cmd
	asked   chan struct{} // closed when a worker is asked for
	once    sync.Once
}

// maxWait is how long a worker is waited for: a runner that has a job asks for one soon.
const maxWait = 10 * time.Second

// wait returns when a worker was asked for.
func (p *pool) wait() {
	select {
	case <-p.asked:
	case <-time.After(maxWait):
	}
}

func (p *pool) serve() (endpoint string, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	g := grpc.NewServer()
	fnpb.RegisterBeamFnExternalWorkerPoolServer(g, p)
	go g.Serve(l)
	return l.Addr().String(), func() { g.GracefulStop(); p.stop() }, nil
}

// StartWorker starts the binary with the flags and the environment that the program boot
// of Beam's containers gives it.
func (p *pool) StartWorker(_ context.Context, r *fnpb.StartWorkerRequest) (*fnpb.StartWorkerResponse, error) {
	defer p.once.Do(func() { close(p.asked) })
	cmd := exec.Command(p.binary, "--worker=true", "--id="+r.WorkerId, "--logging_endpoint="+r.LoggingEndpoint.Url,
		"--control_endpoint="+r.ControlEndpoint.Url, "--semi_persist_dir="+filepath.Dir(p.binary))
	cmd.Env = append(os.Environ(), "PIPELINE_OPTIONS_FILE="+p.options)
	cmd.Stdout, cmd.Stderr = io.Discard, io.Discard
	if err := cmd.Start(); err != nil {
		return &fnpb.StartWorkerResponse{Error: err.Error()}, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.workers = append(p.workers, cmd)
	return &fnpb.StartWorkerResponse{}, nil
}

// StopWorker lets workers go on until the job has ended.
func (p *pool) StopWorker(context.Context, *fnpb.StopWorkerRequest) (*fnpb.StopWorkerResponse, error) {
	return &fnpb.StopWorkerResponse{}, nil
}

func (p *pool) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, cmd := range p.workers {
		cmd.Process.Kill()
		cmd.Wait()
	}
}
