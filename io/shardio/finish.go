package shardio

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"

	"example.org/diagonal/io/result"
	"example.org/diagonal/io/store"
)

// LedgerPrefix begins the name of a count that belongs to the ledger.
const LedgerPrefix = "not_compared."

// done is the fact that a span is written, or the summary.
type done struct{ Summary *result.Summary }

func (d *done) Append(dst []byte) []byte {
	if d.Summary == nil {
		return dst
	}
	return append(dst, asJSON(d.Summary)...)
}

func (d *done) Read(payload []byte) error {
	if len(payload) == 0 {
		d.Summary = nil
		return nil
	}
	d.Summary = &result.Summary{}
	return fromJSON(payload, d.Summary)
}

// finish writes summary.json, the last file that workers write: all spans are written when
// it receives them.
type finish struct{ Dir string }

func (st *finish) Join(ctx context.Context, _ int, all iter.Seq[*done]) error {
	for d := range all {
		if d.Summary != nil {
			return WriteSummary(ctx, st.Dir, d.Summary)
		}
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
