package jobservice

import (
	"context"
	"errors"
	"testing"

	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	pipepb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/pipeline_v1"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/encoding/protowire"

	"example.org/diagonal/runners/target"
)

// tellingService is a job service that tells metrics.
type tellingService struct {
	fakeService
	metrics *jobpb.MetricResults
	err     error
}

func (s *tellingService) GetJobMetrics(
	_ context.Context, r *jobpb.GetJobMetricsRequest,
) (*jobpb.GetJobMetricsResponse, error) {
	if r.JobId != "2" {
		return nil, errors.New("no such job")
	}
	return &jobpb.GetJobMetricsResponse{Metrics: s.metrics}, s.err
}

// monitored is what a runner tells of a counter in one step.
func monitored(step, name string, value uint64) *pipepb.MonitoringInfo {
	return &pipepb.MonitoringInfo{
		Urn: "beam:metric:user:sum_int64:v1", Type: "beam:metrics:sum_int64:v1",
		Payload: protowire.AppendVarint(nil, value),
		Labels:  map[string]string{"PTRANSFORM": step, "NAMESPACE": "docio", "NAME": name},
	}
}

// A job service tells counters while the job runs, or at its end, or not at all; the state is always there.
func TestWatch(t *testing.T) {
	fake := &tellingService{}
	endpoint := serve(t, func(g *grpc.Server) { jobpb.RegisterJobServiceServer(g, fake) })
	s, err := openService(t.Context(), "flink", endpoint)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	damaged := monitored("a", "documents", 1)
	damaged.Payload = []byte{0x80}
	other := monitored("a", "documents", 99)
	other.Urn = "beam:metric:element_count:v1"
	var h target.Heard
	for _, tc := range []struct {
		name    string
		state   jobpb.JobState_Enum
		metrics *jobpb.MetricResults
		err     error
		want    target.Progress
	}{
		{"starting, no metrics", jobpb.JobState_STARTING, nil, nil,
			target.Progress{State: "starting", Counters: target.Counters{}}},
		{"metrics are refused", jobpb.JobState_RUNNING, nil, errors.New("not implemented"),
			target.Progress{State: "running", Counters: target.Counters{}}},
		{"two steps", jobpb.JobState_RUNNING, &jobpb.MetricResults{Attempted: []*pipepb.MonitoringInfo{
			monitored("a", "documents", 300), monitored("b", "documents", 41), monitored("a", "bytes", 1<<40),
			damaged, other,
		}}, nil,
			target.Progress{State: "running",
				Counters: target.Counters{"docio.documents": 341, "docio.bytes": 1 << 40}}},
		{"what is certain is more", jobpb.JobState_DONE, &jobpb.MetricResults{
			Attempted: []*pipepb.MonitoringInfo{monitored("a", "documents", 300)},
			Committed: []*pipepb.MonitoringInfo{monitored("a", "documents", 500)},
		}, nil,
			target.Progress{State: "done", Counters: target.Counters{"docio.documents": 500, "docio.bytes": 1 << 40}}},
	} {
		fake.mu.Lock()
		fake.jobs = []*jobpb.JobInfo{info("1", "other", jobpb.JobState_FAILED), info("2", "diagonalx-root-1", tc.state)}
		fake.mu.Unlock()
		fake.metrics, fake.err = tc.metrics, tc.err
		ctx, stop := context.WithCancel(t.Context())
		stop()
		s.watch(ctx, "diagonalx", &h) // cancelled: it does nothing
		s.look(t.Context(), "diagonalx", &h)
		if diff := cmp.Diff(tc.want, h.Progress()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
	s.look(t.Context(), "absent", &h)
	if got := h.Progress().State; got != "done" {
		t.Errorf("a job that is not there makes the state %q", got)
	}
}
