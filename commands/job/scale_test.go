package job

import (
	"slices"
	"testing"

	"example.org/diagonal/transforms/candidate"
)

func TestScaleDocuments(t *testing.T) {
	for _, tc := range []struct {
		given     int
		documents int64
		share     float64
		flag      []string
		most      int64
	}{
		{0, 1e6, .1, nil, 0}, // no cap
		{candidate.AutoDocuments, 1e6, .04, []string{"--max_documents=6"}, 100},
		{candidate.AutoDocuments, 500, .2, []string{"--max_documents=6"}, 20},
		{candidate.AutoDocuments, 1e6, .0001, []string{"--max_documents=2"}, 100}, // with one no text would be compared
		{400, 1e6, .25, []string{"--max_documents=110"}, 400},
	} {
		if flag, most := ScaleDocuments(tc.given, tc.documents, tc.share); !slices.Equal(flag, tc.flag) || most != tc.most {
			t.Errorf("ScaleDocuments(%d, %d, %v) = %q, %d, want %q, %d", tc.given, tc.documents, tc.share, flag, most, tc.flag, tc.most)
		}
	}
}
