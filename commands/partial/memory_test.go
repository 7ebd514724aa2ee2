package partial

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/filetest"
)

// minWorker is a quarter of what a worker of two has with --memory=256MiB, so that a small collection is read in parts.
const minWorker = 20 << 20

// The result is the same with the least memory: shards are read in parts, cells in tiles, and
// matches are sent in portions.
func TestSameBytesWithLeastMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("10 MB of text, each document four times")
	}
	w := &author{rand.New(rand.NewPCG(8, 8)), false}
	var docs []testDocument
	for n := range 300 {
		sentences := w.sentences(80)
		for copied := range 4 {
			docs = append(docs, testDocument{fmt.Sprintf("%d.%d", n, copied), w.text(w.edit(sentences, 10+10*copied))})
		}
	}
	// The copies of one text are compared in one cell, and are more than a worker holds.
	sentences := w.sentences(100)
	for copied := range 60 {
		docs = append(docs, testDocument{fmt.Sprintf("often.%d", copied), w.text(w.edit(sentences, 10+copied%4*10))})
	}
	text := jobtest.Lines(docs)
	if len(text) < 8_000_000 {
		t.Fatalf("%d bytes, want 8 MB", len(text))
	}
	input := filetest.Write(t, filepath.Join(t.TempDir(), "in.jsonl"), text)
	want := runWith(t, shuffle.Params{Shards: 5}, "--candidates=chains", "--input="+input)
	if n := len(want.passages(t)); n < 1000 {
		t.Fatalf("%d passages, want many", n)
	}
	used := func() [3]int64 {
		p := &shuffle.Progress
		return [...]int64{p.Parts.Load(), p.Tiles.Load(), p.Portions.Load()}
	}
	before := used()
	same(t, want, runWith(t, shuffle.Params{Shards: 1, Memory: minWorker}, "--candidates=chains", "--input="+input))
	after := used()
	for i, name := range []string{"parts", "tiles", "portions"} {
		if n := after[i] - before[i]; n < 2 {
			t.Errorf("%d %s, want several", n, name)
		}
	}
}
