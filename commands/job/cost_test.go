package job

import (
	"testing"
	"time"

	"example.org/diagonal/io/result"
)

func TestDocuments(t *testing.T) {
	for twice, want := range map[int64]string{0: "414 documents",
		1: "414 documents (1 of them rejected: duplicate id)"} {
		r := Result{Summary: &result.Summary{Counts: map[string]int64{"documents": 414,
			"rejected_duplicate_id": twice}}}
		if got := r.Documents(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Documents of the source are counted apart: what is counted first is what --input names.
func TestDocumentsOfTheSource(t *testing.T) {
	r := Result{Summary: &result.Summary{Counts: map[string]int64{"documents": 1260, "documents_source": 1215,
		"rejected_duplicate_id": 1}}}
	if got, want := r.Documents(),
		"45 documents and 1,215 of the source (1 of them rejected: duplicate id)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestSkipped(t *testing.T) {
	r := Result{Summary: &result.Summary{Counts: map[string]int64{"documents": 4, "skipped_revisit": 3,
		"skipped_image": 1200, "skipped_font": 0, "rejected_duplicate_id": 1}}}
	if got, want := r.Documents(), "4 documents (1 of them rejected: duplicate id; 1,203 records of archives and mail skipped: 1,200 image, 3 revisit)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The rate is that of text, however small the files are in which it is stored.
func TestCost(t *testing.T) {
	for _, tc := range []struct {
		text int64
		took time.Duration
		rate float64 // MB/s
		want string
	}{
		{2_900_000, 7100 * time.Millisecond, 0.41, "2.9 MB of text, in 7.1 s (408 kB/s, peak memory 1.2 GB)"},
		{1_000_000_000, 13 * time.Second, 76.92, "1.0 GB of text, in 13.0 s (77 MB/s, peak memory 1.2 GB)"},
		{30_000, time.Second, 0.03, "30 kB of text, in 1.0 s (30 kB/s, peak memory 1.2 GB)"},
		{0, 100 * time.Microsecond, 0, "0 B of text, in 0.0 s (0 B/s, peak memory 1.2 GB)"},
	} {
		r := Result{Summary: &result.Summary{Counts: map[string]int64{"bytes": tc.text}},
			Run: RunInfo{InputBytes: tc.text / 5, PeakMemory: 1_200_000_000}}
		r.Run.Took(tc.took, tc.text)
		if got := r.Cost(); got != tc.want || r.Run.MBPerSec != tc.rate {
			t.Errorf("%d bytes in %v: %s, %g MB/s; want %s, %g MB/s", tc.text, tc.took, got, r.Run.MBPerSec,
				tc.want, tc.rate)
		}
	}
}
