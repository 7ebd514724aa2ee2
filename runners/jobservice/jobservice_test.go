package jobservice

import (
	"errors"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"

	"example.org/diagonal/runners/target"
)

// A job whose tasks would send more than the runner takes is an error, which says how much
// parallelism it needs.
func TestEngineFits(t *testing.T) {
	saved := *jobopts.Parallelism
	defer func() { *jobopts.Parallelism = saved }()
	for _, tc := range []struct {
		runner      string
		parallelism int
		text        int64
		perByte     float64
		want        string // empty: it fits
	}{
		{"flink", -1, 800_000_000, 4, ""},
		{"flink", -1, 1_100_000_000, 4, "each of 1 parallel tasks would send more than Beam's runner for flink accepts from one task; add --spool=FOLDER, a folder that every worker sees, or --parallelism=2 or more"},
		{"spark", 2, 5_000_000_000, 4, "or --parallelism=5 or more"},
		{"spark", 5, 5_000_000_000, 4, ""},
		{"flink", 6, 5_000_000_000, 64, "or --parallelism=77 or more"},
		{"universal", 1, 5_000_000_000, 64, ""},
	} {
		*jobopts.Parallelism = tc.parallelism
		err := (&job{runner: tc.runner}).Fits(tc.text, tc.perByte)
		if (err == nil) != (tc.want == "") || err != nil && (!strings.Contains(err.Error(), tc.want) ||
			!errors.As(err, new(*target.UsageError))) {
			t.Errorf("%+v: %v", tc, err)
		}
	}
}

func TestEngineShards(t *testing.T) {
	saved := *jobopts.Parallelism
	defer func() { *jobopts.Parallelism = saved }()
	*jobopts.Parallelism = 1000
	e := &job{}
	if got := e.Shards(1<<20, 4); got != 4000 {
		t.Errorf("a small input: %d shards, want 4 for each of 1000 tasks", got)
	}
	*jobopts.Parallelism = 1
	if got := e.Shards(1<<20, 4); got < minShards {
		t.Errorf("a small input and one task: %d shards, want %d at least", got, minShards)
	}
	if got := e.Shards(1<<38, 4); got != 1<<15 {
		t.Errorf("256 GB: %d shards, want %d", got, 1<<15)
	}
}

func TestIsLocal(t *testing.T) {
	for endpoint, want := range map[string]bool{
		"localhost:8099": true, "127.0.0.1:8099": true, "127.8.8.8:1": true, "[::1]:8099": true, ":8099": true,
		"flink.example.org:8099": false, "10.0.0.7:8099": false,
	} {
		if got := isLocal(endpoint); got != want {
			t.Errorf("isLocal(%q) = %v, want %v", endpoint, got, want)
		}
	}
}
