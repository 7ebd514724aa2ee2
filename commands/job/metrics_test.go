package job

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/result"
)

// TestGauges: what is written about a run that made a result, skipped it, or failed.
func TestGauges(t *testing.T) {
	made := &Result{Run: RunInfo{Seconds: 2.5, CPUSeconds: 4, PeakMemory: 1 << 20, Allocated: 5e6, InputFiles: 3,
		InputBytes: 99},
		Summary: &result.Summary{Counts: map[string]int64{"documents": 7},
			Lines: map[string]int64{"passages": 5, Rejected: 1}}}
	for _, tc := range []struct {
		r    *Result
		err  error
		want string
	}{
		{made, nil, "exit_code 0, end_timestamp_seconds 1.25, skipped 0, seconds 2.5, cpu_seconds 4, peak_memory_bytes 1.048576e+06, allocated_bytes 5e+06, input_files 3, input_bytes 99, documents 7, records passages 5, records rejected 1"},
		{nil, nil, "exit_code 0, end_timestamp_seconds 1.25, skipped 1"},
		{nil, errors.New("x"), "exit_code 1, end_timestamp_seconds 1.25, skipped 0"},
		{nil, line.Interrupted, "exit_code 130, end_timestamp_seconds 1.25, skipped 0"},
	} {
		var got []string
		for _, g := range gauges("partial", "gs://b/found", Ended{tc.r, tc.r == nil && tc.err == nil}, tc.err,
			time.UnixMilli(1250)) {
			if diff := cmp.Diff([]string{"command", "partial", "output", "gs://b/found"}, g.Labels[:4]); diff != "" ||
				g.Help == "" {
				t.Errorf("%s: %q: labels (-want +got):\n%s", g.Name, g.Help, diff)
			}
			name := strings.TrimPrefix(g.Name, "diagonal_run_")
			if len(g.Labels) > 4 {
				name += " " + g.Labels[5]
			}
			got = append(got, fmt.Sprint(name, " ", g.Value))
		}
		if got := strings.Join(got, ", "); got != tc.want {
			t.Errorf("%v: %s, want %s", tc.err, got, tc.want)
		}
	}
}
