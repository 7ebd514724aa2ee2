package reuse

import (
	"context"
	"encoding/binary"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/reuse/score"
)

func init() { engine.RegisterReduce[*expand]() }

// Half is one of two wordings that are alike, with its sentences. Its key is that of the pair.
//
//	smaller, larger wording [8] each; side byte: 0 is the smaller one; shared, longest uvarint;
//	each Member
type Half struct {
	Wording uint64
	Like    Like // to the other wording
	Members []Member
}

// pairHead is the length of the two wordings in a Half.
const pairHead = 16

// pairKey returns the key of the pair of two wordings or documents.
func pairKey(a, b uint64) uint64 { return mix.Full(min(a, b) ^ mix.Full(max(a, b))) }

// Append appends the payload of h to dst.
func (h *Half) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, min(h.Wording, h.Like.Other))
	dst = binary.BigEndian.AppendUint64(dst, max(h.Wording, h.Like.Other))
	dst = wire.AppendBool(dst, h.Wording > h.Like.Other)
	dst = binary.AppendUvarint(dst, uint64(h.Like.Shared))
	dst = binary.AppendUvarint(dst, uint64(h.Like.Longest))
	for i := range h.Members {
		dst = h.Members[i].Append(dst)
	}
	return dst
}

// Read reads a payload. The error is wire.ErrShort.
func (h *Half) Read(payload []byte) error {
	r := wire.NewReader(payload)
	smaller, larger := r.Uint64(), r.Uint64()
	if h.Wording, h.Like.Other = smaller, larger; r.Bool() {
		h.Wording, h.Like.Other = larger, smaller
	}
	h.Like.Shared, h.Like.Longest = uint32(r.Uvarint()), uint32(r.Uvarint())
	for h.Members = h.Members[:0]; r.More(); {
		h.Members = append(h.Members, readMember(&r))
	}
	return r.Err()
}

// Expand makes the pairs of sentences of pairs of wordings of which neither is hot. halves is the result
// of Judge. ledger is a PCollection<KV<string,int64>>. Expand panics if p is not valid.
func Expand(
	s beam.Scope, p Params, halves engine.Blocks[Half],
) (matches engine.Blocks[Match], ledger beam.PCollection) {
	p.check()
	st := engine.Reduce(s, p.Shuffle, "reuse.Expand", &expand{Halves: engine.From(halves)})
	return st.Matches.Blocks(), st.Ledger.Collection()
}

// expand joins the halves of pairs.
type expand struct {
	Halves engine.In[Half]
	matcher

	a, b Half
}

func (st *expand) Reduce(ctx context.Context, _ uint64) error {
	for i := 0; i+1 < st.Halves.Len(); i++ {
		if string(st.Halves.Payload(i)[:pairHead]) != string(st.Halves.Payload(i + 1)[:pairHead]) {
			continue // of a hot wording, or of another pair with the same key
		}
		if err := st.Halves.Read(i, &st.a); err != nil {
			return err
		}
		if err := st.Halves.Read(i+1, &st.b); err != nil {
			return err
		}
		m := score.Match{Shared: st.a.Like.Shared, Longest: st.a.Like.Longest}
		for _, a := range st.a.Members {
			if ctx.Err() != nil { // two wordings may have very many sentences
				return context.Cause(ctx)
			}
			for _, b := range st.b.Members {
				st.match(a, b, m)
			}
		}
		i++
	}
	return nil
}
