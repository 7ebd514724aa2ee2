package charfilter

import (
	"fmt"
	"math"

	"golang.org/x/text/unicode/norm"

	"example.org/diagonal/transforms/analysis/canonical"
)

// Canonical writes text in NFC, so that canonically equal texts are the same bytes. m is the map of the
// text, which may be nil: then the text is the page itself. Both are returned as they are if the text
// is in NFC, as most texts are. A character that is written in another way goes with its origin as a
// whole, with all its marks. It takes time in proportion to the text and panics if that is larger than
// MaxPage and not in NFC.
func Canonical(text []byte, m *Map) ([]byte, *Map) {
	return Rewritten(text, m, canonical.Next, func(dst, piece []byte) []byte {
		return canonical.Append(dst, norm.NFC, piece)
	})
}

// Rewritten writes pieces of a text in another way. next returns the range of the first one from at on, and an empty
// range at the end of the text; write appends a piece as it is written. Both results are the arguments if there is no
// piece.
func Rewritten(
	text []byte, m *Map, next func(text []byte, at int) (from, to int), write func(dst, piece []byte) []byte,
) ([]byte, *Map) {
	from, to := next(text, 0)
	if from == to {
		return text, m
	}
	if m == nil {
		m = &Map{text: uint32(len(text)), page: uint32(len(text)), segments: []segment{{}}}
	}
	written := &Map{page: m.page}
	out := make([]byte, 0, len(text))
	pieces, origin, at := pieces{of: m}, m.Cursor(), 0
	for {
		if at < from {
			pieces.add(written, len(out), at, from)
			out = append(out, text[at:from]...)
		}
		if from == to {
			break
		}
		written.atomic(len(out), origin.Start(from), origin.End(to))
		out = write(out, text[from:to])
		at = to
		from, to = next(text, at)
	}
	if len(text) > MaxPage || len(out) > math.MaxUint32 {
		panic(fmt.Sprintf("charfilter: the text has %d bytes and %d as it is compared, at most %d are possible",
			len(text), len(out), MaxPage))
	}
	written.text = uint32(len(out))
	return out, written
}
