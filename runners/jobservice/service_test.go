package jobservice

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	"google.golang.org/grpc"

	"example.org/diagonal/runners/target"
)

// fakeService is a job service with some jobs. Cancel takes a few looks to be done.
type fakeService struct {
	jobpb.UnimplementedJobServiceServer
	mu        sync.Mutex
	jobs      []*jobpb.JobInfo
	cancelled []string
	looks     int
}

func (s *fakeService) GetJobs(context.Context, *jobpb.GetJobsRequest) (*jobpb.GetJobsResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, j := range s.jobs {
		if s.looks--; s.looks <= 0 && slices.Contains(s.cancelled, j.JobId) {
			j.State = jobpb.JobState_CANCELLED
		}
	}
	return &jobpb.GetJobsResponse{JobInfo: s.jobs}, nil
}

func (s *fakeService) Cancel(_ context.Context, r *jobpb.CancelJobRequest) (*jobpb.CancelJobResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancelled, s.looks = append(s.cancelled, r.JobId), 6
	return &jobpb.CancelJobResponse{State: jobpb.JobState_CANCELLING}, nil
}

// serve starts a gRPC server and returns its endpoint.
func serve(t *testing.T, register func(*grpc.Server)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	register(server)
	go server.Serve(l)
	t.Cleanup(server.Stop)
	return l.Addr().String()
}

func open(t *testing.T, fake *fakeService) *service {
	t.Helper()
	s, err := openService(t.Context(), "flink", serve(t, func(g *grpc.Server) {
		jobpb.RegisterJobServiceServer(g, fake)
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	return s
}

func info(id, name string, state jobpb.JobState_Enum) *jobpb.JobInfo {
	return &jobpb.JobInfo{JobId: id, JobName: name, State: state}
}

func TestWrongEndpoints(t *testing.T) {
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone.Close()
	web := httptest.NewServer(http.NotFoundHandler())
	defer web.Close()
	for endpoint, want := range map[string]string{
		"":                              "want HOST:PORT",
		"localhost":                     "want HOST:PORT",
		gone.Addr().String():            "no job server answers there (connect: connection refused); `./run.sh serve --runner=flink` starts one",
		web.Listener.Addr().String():    "is not a Beam job server (it does not speak gRPC); give the port of the Beam job server, not that of flink itself",
		serve(t, func(*grpc.Server) {}): "is not a Beam job server (Unimplemented)",
	} {
		_, err := openService(t.Context(), "flink", endpoint)
		if err == nil || !strings.HasPrefix(err.Error(), "--endpoint="+endpoint+": ") ||
			!strings.Contains(err.Error(), want) || !errors.As(err, new(*target.UsageError)) {
			t.Errorf("openService(%q) = %v (%T), want %q", endpoint, err, err, want)
		}
	}
}

// Cancel ends the one job of the name, to which runners add, and waits until it has ended.
func TestCancel(t *testing.T) {
	fake := &fakeService{jobs: []*jobpb.JobInfo{
		info("1", "diagonalpartialxother-root-1", jobpb.JobState_RUNNING),
		info("2", "diagonalpartialxabc-root-1", jobpb.JobState_RUNNING),
		info("3", "diagonalpartialxdone-root-1", jobpb.JobState_DONE),
	}}
	s := open(t, fake)
	for _, name := range []string{"diagonalpartialxabc", "diagonalpartialxdone", "diagonalpartialxabsent"} {
		if err := s.cancel(t.Context(), name); err != nil {
			t.Errorf("cancel(%s): %v", name, err)
		}
	}
	if want := []string{"2"}; !slices.Equal(fake.cancelled, want) {
		t.Errorf("cancelled %v, want %v", fake.cancelled, want)
	}
	if state := fake.jobs[1].State; state != jobpb.JobState_CANCELLED {
		t.Errorf("cancel returned while the job was %s", state)
	}
}

// Beam returns no error for a job that was cancelled; what the runner calls the job decides.
func TestOutcome(t *testing.T) {
	failed := errors.New("job failed: disk full")
	for _, tc := range []struct {
		state jobpb.JobState_Enum
		err   error
		want  string // empty: success
	}{
		{jobpb.JobState_DONE, nil, ""},
		{jobpb.JobState_CANCELLED, nil, "the job was cancelled on flink"},
		{jobpb.JobState_CANCELLED, failed, "the job was cancelled on flink"},
		{jobpb.JobState_FAILED, failed, "disk full"},
		{jobpb.JobState_FAILED, nil, "the job ended as FAILED"},
		{jobpb.JobState_RUNNING, nil, "the job ended as RUNNING"},
	} {
		e := &job{runner: "flink", name: "diagonalx",
			service: open(t, &fakeService{jobs: []*jobpb.JobInfo{info("1", "diagonalx", tc.state)}})}
		err := e.outcome(t.Context(), tc.err)
		if (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s, %v: %v, want %q", tc.state, tc.err, err, tc.want)
		}
	}
	var server *grpc.Server
	endpoint := serve(t, func(g *grpc.Server) { server = g; jobpb.RegisterJobServiceServer(g, &fakeService{}) })
	s, err := openService(t.Context(), "flink", endpoint)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	server.Stop()
	if err := (&job{service: s}).outcome(t.Context(), nil); err == nil ||
		!strings.Contains(err.Error(), "the job server at "+endpoint+" is gone") {
		t.Errorf("after the end of the job server: %v", err)
	}
}
