// Package openmetrics writes numbers of a run that has ended as a file of metrics in the text format of OpenMetrics,
// such as the textfile collector of node_exporter reads. All of them are gauges, which are the same in that format and
// in the older one of Prometheus.
package openmetrics

import (
	"bufio"
	"context"
	"io"
	"slices"
	"strings"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"

	"example.org/diagonal/io/store"
)

// Gauge is a number with a name.
type Gauge struct {
	// Name is that of the metric: letters, digits and underscores, with its unit at the end.
	Name string
	// Help is what it means, the same wherever the name stands.
	Help string
	// Labels are names with values: name, value, name, value. Gauges of one name differ in a value.
	Labels []string
	Value  float64
}

// Write writes gauges to w. Those of one name follow each other.
func Write(w io.Writer, gauges []Gauge) error {
	out := bufio.NewWriter(w)
	for i := 0; i < len(gauges); {
		first := gauges[i]
		f := &dto.MetricFamily{Name: &first.Name, Help: &first.Help, Type: dto.MetricType_GAUGE.Enum()}
		for ; i < len(gauges) && gauges[i].Name == first.Name; i++ {
			g := gauges[i]
			m := &dto.Metric{Gauge: &dto.Gauge{Value: &g.Value}}
			for pair := range slices.Chunk(g.Labels, 2) {
				value := strings.ToValidUTF8(pair[1], "\ufffd")
				m.Label = append(m.Label, &dto.LabelPair{Name: &pair[0], Value: &value})
			}
			f.Metric = append(f.Metric, m)
		}
		if _, err := expfmt.MetricFamilyToOpenMetrics(out, f); err != nil {
			return err
		}
	}
	if _, err := expfmt.FinalizeOpenMetrics(out); err != nil {
		return err
	}
	return out.Flush()
}

// WriteFile writes gauges to a file, which appears whole, in place of an earlier one.
func WriteFile(ctx context.Context, path string, gauges []Gauge) error {
	return store.WriteFile(ctx, path, func(w io.Writer) error { return Write(w, gauges) })
}
