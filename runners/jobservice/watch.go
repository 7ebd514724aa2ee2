package jobservice

import (
	"context"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/metricsx"
	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	pipepb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/pipeline_v1"
	"google.golang.org/protobuf/encoding/protowire"

	"example.org/diagonal/runners/target"
)

// watchTick is how often a job service is asked how far a job is.
const watchTick = time.Second

// watch tells h the state and the counters of the job of a name until ctx ends. A job service that does not answer is
// asked again: only the line of progress needs it. The job servers of Flink and Spark (2.62.0) send the state while the
// job runs, and counters after its end.
func (s *service) watch(ctx context.Context, name string, h *target.Heard) {
	for {
		s.look(ctx, name, h)
		select {
		case <-time.After(watchTick):
		case <-ctx.Done():
			return
		}
	}
}

// look asks for the state and the counters once.
func (s *service) look(ctx context.Context, name string, h *target.Heard) {
	ctx, stop := context.WithTimeout(ctx, answerTimeout)
	defer stop()
	j, err := s.find(ctx, name)
	if err != nil || j == nil {
		return
	}
	counters := target.Counters{}
	if r, err := s.jobs.GetJobMetrics(ctx, &jobpb.GetJobMetricsRequest{JobId: j.GetJobId()}); err == nil {
		counters.Raise(countersOf(r.GetMetrics().GetAttempted()))
		counters.Raise(countersOf(r.GetMetrics().GetCommitted()))
	}
	h.Set(target.StateOf(j.GetState().String()), counters)
}

// countersOf returns the counters of a program among what was monitored. A payload is a varint, with the coder
// beam:coder:varint:v1.
func countersOf(monitored []*pipepb.MonitoringInfo) target.Counters {
	counters := target.Counters{}
	for _, m := range monitored {
		if m.GetUrn() != metricsx.UrnToString(metricsx.UrnUserSumInt64) {
			continue
		}
		value, n := protowire.ConsumeVarint(m.GetPayload())
		if n < 0 {
			continue
		}
		labels := m.GetLabels()
		counters.Add(labels["NAMESPACE"], labels["NAME"], int64(value))
	}
	return counters
}
