package rewrite

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/filetest"
)

// The documents of a sample that is one piece inside a file are in that piece.
func TestPartingOfPiece(t *testing.T) {
	name := filepath.Join(t.TempDir(), "in.jsonl")
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "{\"id\":\"%d\",\"text\":\"%s\"}\n", i, strings.Repeat("word ", 200))
	}
	filetest.Write(t, name, b.String())
	docs := docio.Defaults()
	docs.Input, docs.Share, docs.Piece = []string{name}, .2, 64<<10
	plan, err := docio.NewPlan(t.Context(), docs)
	if err != nil {
		t.Fatal(err)
	}
	ranges := plan.Ranges()
	if len(ranges) != 1 || ranges[0].Start == 0 {
		t.Fatalf("the sample is %+v, want one piece inside the file", ranges)
	}
	if got := PartingOf(plan).Of(ranges[0].Path, ranges[0].Start+10); got != ranges[0].Start {
		t.Errorf("a document of the piece at %d is in the part at %d", ranges[0].Start, got)
	}
}
