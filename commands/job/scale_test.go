package job

import (
	"slices"
	"testing"
)

func TestScaleDocuments(t *testing.T) {
	for _, tc := range []struct {
		max   int64
		share float64
		want  []string
	}{
		{0, .1, nil}, // no cap
		{100, .04, []string{"--max_documents=6"}},
		{20, .2, []string{"--max_documents=6"}},
		{100, .0001, []string{"--max_documents=2"}}, // with one no text would be compared
		{400, .25, []string{"--max_documents=110"}},
	} {
		if got := ScaleDocuments(tc.max, tc.share); !slices.Equal(got, tc.want) {
			t.Errorf("ScaleDocuments(%d, %v) = %q, want %q", tc.max, tc.share, got, tc.want)
		}
	}
}
