package shardio

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"example.org/diagonal/io/result"
	"example.org/diagonal/io/store"
)

// LedgerPrefix begins the name of a count that belongs to the ledger.
const LedgerPrefix = "not_compared."

// finishFn writes summary.json, the last file that workers write: all spans are written when
// it receives them.
type finishFn struct{ Dir string }

// ProcessElement receives the summary, and nothing for each span.
func (fn *finishFn) ProcessElement(ctx context.Context, _ int, items func(*[]byte) bool) error {
	var b []byte
	for items(&b) {
		if len(b) == 0 {
			continue
		}
		var sum result.Summary
		if err := json.Unmarshal(b, &sum); err != nil {
			return fmt.Errorf("shardio: %w", err)
		}
		return WriteSummary(ctx, fn.Dir, &sum)
	}
	return fmt.Errorf("shardio: the summary is missing")
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
