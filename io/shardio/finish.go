package shardio

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.org/diagonal/io/result"
	"example.org/diagonal/io/store"
)

// LedgerPrefix begins the name of a count that belongs to the ledger.
const LedgerPrefix = "not_compared."

// finishFn merges the runs, gives the lines to the sinks and writes summary.json, the last
// file that workers write.
type finishFn struct {
	Dir        string
	Streams    []string
	Sinks      [][]string // of each stream
	Parameters string
}

func (fn *finishFn) ProcessElement(ctx context.Context, _ int, items func(*[]byte) bool) error {
	runs := make([][]string, len(fn.Streams))
	sum := result.Summary{Parameters: json.RawMessage(fn.Parameters), Counts: map[string]int64{}, Ledger: map[string]int64{}, Lines: map[string]int64{}}
	if len(sum.Parameters) == 0 {
		sum.Parameters = json.RawMessage("{}")
	}
	var b []byte
	for items(&b) {
		var it item
		if err := json.Unmarshal(b, &it); err != nil {
			return fmt.Errorf("shardio: %w", err)
		}
		switch {
		case it.Run != "":
			runs[it.Stream] = append(runs[it.Stream], store.Join(fn.Dir, runsDir+"/"+it.Run))
			sum.Lines[fn.Streams[it.Stream]] += it.Lines
		case it.Count != "":
			if reason, ok := strings.CutPrefix(it.Count, LedgerPrefix); ok {
				sum.Ledger[reason] += it.N
			} else {
				sum.Counts[it.Count] += it.N
			}
		}
	}
	for i, stream := range fn.Streams {
		sum.Lines[stream] += 0 // streams without a line are listed, too
		slices.Sort(runs[i])
		lines := merged(ctx, slices.Compact(runs[i]))
		for _, sink := range fn.Sinks[i] {
			if err := write(ctx, sink, fn.Dir, stream, lines); err != nil {
				return fmt.Errorf("writing %s: %w", stream, err)
			}
		}
	}
	return WriteSummary(ctx, fn.Dir, &sum)
}

// merged returns the lines of runs, in order. It can be called again.
func merged(ctx context.Context, runs []string) Lines {
	return func(write func(line []byte) error) error { return merge(ctx, runs, write) }
}

// WriteSummary writes summary.json into the folder dir.
func WriteSummary(ctx context.Context, dir string, s *result.Summary) error {
	return store.WriteFile(ctx, store.Join(dir, result.SummaryFile), func(f io.Writer) error {
		e := json.NewEncoder(f)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(s)
	})
}
