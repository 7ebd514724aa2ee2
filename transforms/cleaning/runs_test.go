package cleaning

import (
	"bytes"
	"runtime"
	"testing"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
)

// A long document takes a few times its size where its runs are looked for: places are found of the ends of the runs,
// not of every word.
func TestRunsOfALongDocument(t *testing.T) {
	text := bytes.Repeat([]byte("word "), 1_000_000)
	sent := func(_ int, _ []byte) {}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	documents := []record.Document{{ID: "a", Text: text}}
	if err := engine.RunMap(t.Context(), shuffle.Params{Shards: 1}, &runs{Words: 50}, documents, sent); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if times := float64(after.TotalAlloc-before.TotalAlloc) / float64(len(text)); times > 10 {
		t.Errorf("a document of one word a million times takes %.1f times its size, want 10 at most", times)
	}
}
