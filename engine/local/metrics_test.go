package local

import (
	"context"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/google/go-cmp/cmp"
)

func init() {
	register.DoFn2x1[context.Context, int, int](&meterFn{})
}

// meterFn has metrics of each kind.
type meterFn struct{}

var (
	metered = beam.NewCounter("test", "metered")
	sizes   = beam.NewDistribution("test", "sizes")
	last    = beam.NewGauge("test", "last")
)

func (*meterFn) ProcessElement(ctx context.Context, v int) int {
	metered.Inc(ctx, int64(v))
	sizes.Update(ctx, int64(v))
	last.Set(ctx, 7)
	return v
}

// The result has the metrics of all workers, and of a function that is in the graph twice.
func TestMetrics(t *testing.T) {
	for _, workers := range []int{1, 5} {
		p, s := beam.NewPipelineWithRoot()
		numbers := beam.Reshuffle(s, beam.CreateList(s, []int{5, 1, 9, 30, 2, 4}))
		beam.ParDo(s, &meterFn{}, beam.ParDo(s, &meterFn{}, numbers))
		r, err := Execute(WithWorkers(t.Context(), workers), p)
		if err != nil {
			t.Fatal(err)
		}
		got := r.Metrics().Query(func(m beam.MetricResult) bool { return m.Namespace() == "test" })
		if len(got.Counters()) != 1 || len(got.Distributions()) != 1 || len(got.Gauges()) != 1 {
			t.Fatalf("%d workers: %+v", workers, got)
		}
		if c := got.Counters()[0]; c.Result() != 102 || c.Name() != "metered" || c.Transform() != "local.meterFn" {
			t.Errorf("%d workers: the counter %+v, want 102", workers, c)
		}
		want := metrics.DistributionValue{Count: 12, Sum: 102, Min: 1, Max: 30}
		if diff := cmp.Diff(want, got.Distributions()[0].Result()); diff != "" {
			t.Errorf("%d workers, distribution (-want +got):\n%s", workers, diff)
		}
		if g := got.Gauges()[0].Result(); g.Value != 7 || g.Timestamp.IsZero() {
			t.Errorf("%d workers: the gauge %+v, want 7", workers, g)
		}
	}
}
