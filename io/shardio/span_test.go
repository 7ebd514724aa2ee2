package shardio

import (
	"context"
	"strings"
	"testing"
	"time"
)

// A span that fails leaves no file; summary.json is not written without the spans.
func TestSpanFails(t *testing.T) {
	dir := t.TempDir()
	fn := &spanFn{Dir: dir, Streams: []string{"s"}}
	none := asJSON(span{Sink: JSONL, Files: 1, Parts: []part{{Run: "none"}}})
	err := fn.ProcessElement(t.Context(), 0, iterate([][]byte{none}), func(int, []byte) { t.Error("it is reported as written") })
	if err == nil || !strings.HasPrefix(err.Error(), "writing s: ") || len(names(t, dir)) > 0 {
		t.Errorf("ProcessElement: %v, left %v", err, names(t, dir))
	}
	unknown := asJSON(span{Sink: "none", Files: 1})
	if err := fn.ProcessElement(t.Context(), 0, iterate([][]byte{unknown}), nil); err == nil || !strings.Contains(err.Error(), `no sink "none"`) {
		t.Errorf("ProcessElement: %v", err)
	}
	if err := (&finishFn{Dir: dir}).ProcessElement(t.Context(), 0, iterate([][]byte{nil})); err == nil || len(names(t, dir)) > 0 {
		t.Errorf("without a summary: %v", err)
	}
}

// The runs that are open at once are bounded, and a merge of more than the bound still begins.
func TestTakeFiles(t *testing.T) {
	_, most := openRuns()
	give, err := takeFiles(t.Context(), most+1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := takeFiles(ctx, 1); err == nil {
		t.Error("more runs than the bound are open")
	}
	give()
	give, err = takeFiles(t.Context(), most)
	if err != nil {
		t.Fatal(err)
	}
	give()
}
