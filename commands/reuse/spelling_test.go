package reuse

import (
	"path/filepath"
	"testing"

	"example.org/diagonal/io/filetest"
)

// Sentences in which every second word has another spelling are pairs with --spelling, in their places, and none
// without it.
func TestSpelling(t *testing.T) {
	documents := []testDocument{
		{"a", "Nothing here. The good king went over the deep river at night. His love was always true."},
		{"b", "Þe goode kynge wente ouer þe depe ryuer at nyghte. His loue was alwey trewe. More of it follows."},
	}
	table := filepath.Join(t.TempDir(), "table.tsv")
	const spellings = "þe\tthe\ngoode\tgood\nkynge\tking\nwente\twent\nouer\tover\ndepe\tdeep\nryuer\triver\n" +
		"nyghte\tnight\nloue\tlove\nalwey\talways\ntrewe\ttrue\n"
	filetest.Write(t, table, spellings)
	if r := run(t, one, documents, "--theta_d=1"); len(r.sentences) > 0 {
		t.Errorf("without --spelling: %+v", r.sentences)
	}
	r := run(t, one, documents, "--theta_d=1", "--spelling="+table)
	if len(r.sentences) != 2 || r.sentences[0].ASentence != 1 || r.sentences[0].BSentence != 0 ||
		r.sentences[1].ASentence != 2 || r.sentences[1].BSentence != 1 {
		t.Errorf("with --spelling: %+v", r.sentences)
	}
}
