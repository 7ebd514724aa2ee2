package partial

import (
	"testing"

	"example.org/diagonal/commands/job"
	summaries "example.org/diagonal/io/result"
	"example.org/diagonal/pipelines/partial"
)

// The closing line about hot text says how many documents are too many, and whether the collection chose that.
func TestHotText(t *testing.T) {
	const flags = " Such text makes no pairs: --max_documents=N changes the number, 0 reports all pairs"
	for _, tc := range []struct {
		max                       partial.MaxDocuments
		used, passages, documents int64
		want                      string
	}{
		{20, 20, 0, 0, ""},
		{7, 7, 1, 8, "Hot text: 1 passage in more than 7 documents; 8 documents contain one." + flags},
		{partial.AutoDocuments, 50, 3, 60, "Hot text: 3 passages in more than 50 documents, a number that depends on the collection; 60 documents contain one." + flags},
	} {
		var p Params
		p.Find.MaxDocuments = tc.max
		r := &job.Result{Summary: &summaries.Summary{Lines: map[string]int64{"hot": tc.passages},
			Counts: map[string]int64{partial.UsedMaxDocuments: tc.used, "documents_with_hot_passages": tc.documents}}}
		if got := hotText(p, r); got != tc.want {
			t.Errorf("%+v: %q, want %q", tc, got, tc.want)
		}
	}
}
