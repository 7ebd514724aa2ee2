package shardio

import (
	"context"
	"strings"
	"testing"
	"time"

	"example.org/diagonal/engine"
)

// A span that fails leaves no file; summary.json is not written without the spans.
func TestSpanFails(t *testing.T) {
	dir := t.TempDir()
	write := func(sp span) error {
		return engine.RunJoin(t.Context(), &spanWriter{Dir: dir, Streams: []string{"s"}}, 0, []span{sp},
			func(int, done) { t.Error("it is reported as written") })
	}
	err := write(span{Sink: JSONL, Files: 1, Parts: []part{{Run: "none"}}})
	if err == nil || !strings.HasPrefix(err.Error(), "writing s: ") || len(names(t, dir)) > 0 {
		t.Errorf("a run that is not there: %v, left %v", err, names(t, dir))
	}
	if err := write(span{Sink: "none", Files: 1}); err == nil || !strings.Contains(err.Error(), `no sink "none"`) {
		t.Errorf("a sink that is not there: %v", err)
	}
	if err := engine.RunJoin(t.Context(), &finish{Dir: dir}, 0, []done{{}}); err == nil || len(names(t, dir)) > 0 {
		t.Errorf("without a summary: %v", err)
	}
}

// The runs that are open at once are bounded, and a merge of more than the bound still begins.
func TestTakeFiles(t *testing.T) {
	_, max := openRuns()
	give, err := takeFiles(t.Context(), max+1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := takeFiles(ctx, 1); err == nil {
		t.Error("more runs than the bound are open")
	}
	give()
	give, err = takeFiles(t.Context(), max)
	if err != nil {
		t.Fatal(err)
	}
	give()
}
