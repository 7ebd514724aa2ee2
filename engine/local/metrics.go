package local

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"sync"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
)

// tally has the metrics of the user of a run: those of all bundles that have ended. Each bundle counts for
// itself, so that nothing is shared while it works.
type tally struct {
	mu            sync.Mutex
	counters      map[metrics.StepKey]int64
	distributions map[metrics.StepKey]metrics.DistributionValue
	gauges        map[metrics.StepKey]metrics.GaugeValue
}

func newTally() *tally {
	return &tally{
		counters: map[metrics.StepKey]int64{}, distributions: map[metrics.StepKey]metrics.DistributionValue{},
		gauges: map[metrics.StepKey]metrics.GaugeValue{},
	}
}

// step returns the name of a function for its metrics. Two edges of one function have two of them, because a
// bundle keeps one metric of a name for each.
func step(function string, e *graph.MultiEdge) string {
	return fmt.Sprintf("%s#%d", function, e.ID())
}

// key returns the key of a metric: that of the function, for all of its edges.
func key(l metrics.Labels) metrics.StepKey {
	function, _, _ := strings.Cut(l.Transform(), "#")
	return metrics.StepKey{Step: function, Name: l.Name(), Namespace: l.Namespace()}
}

// add adds the metrics of the bundle with this context.
func (t *tally) add(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return metrics.Extractor{
		SumInt64: func(l metrics.Labels, v int64) { t.counters[key(l)] += v },
		DistributionInt64: func(l metrics.Labels, count, sum, low, high int64) {
			d, ok := t.distributions[key(l)]
			if !ok {
				d.Min, d.Max = low, high
			}
			t.distributions[key(l)] = metrics.DistributionValue{
				Count: d.Count + count, Sum: d.Sum + sum, Min: min(d.Min, low), Max: max(d.Max, high),
			}
		},
		GaugeInt64: func(l metrics.Labels, v int64, at time.Time) { // the last one that was set
			if g, ok := t.gauges[key(l)]; !ok || at.After(g.Timestamp) {
				t.gauges[key(l)] = metrics.GaugeValue{Value: v, Timestamp: at}
			}
		},
	}.ExtractFrom(metrics.GetStore(ctx))
}

// results returns the metrics for the user.
func (t *tally) results() metrics.Results {
	t.mu.Lock()
	defer t.mu.Unlock()
	return *metrics.NewResults(
		metrics.MergeCounters(maps.Clone(t.counters), t.counters),
		metrics.MergeDistributions(maps.Clone(t.distributions), t.distributions),
		metrics.MergeGauges(maps.Clone(t.gauges), t.gauges), nil, nil)
}
