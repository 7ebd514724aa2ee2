package letters

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/letters/chain"
)

// sharedHits is some of the hits of two documents, in order. Its key is document a.
//
//	b [8]; for each: 2 (i - that of the hit before), + 1 if n and bits are those of the hit before, uvarint;
//	k - i - that of the hit before, varint; n, bits byte if they are others
//
// Hits that follow each other are often on one diagonal, and of q-grams that the same documents have.
type sharedHits struct {
	b    uint64
	hits []chain.Hit
}

func (s *sharedHits) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, s.b)
	last := chain.Hit{}
	for _, h := range s.hits {
		same := h.N == last.N && h.Bits == last.Bits
		dst = wire.AppendMarked(dst, h.I-last.I, same)
		dst = binary.AppendVarint(dst, (int64(h.K)-int64(h.I))-(int64(last.K)-int64(last.I)))
		if !same {
			dst = append(dst, h.N, h.Bits)
		}
		last = h
	}
	return dst
}

func (s *sharedHits) Read(payload []byte) (err error) {
	s.b, s.hits, err = appendHits(s.hits[:0], payload)
	return err
}

// appendHits reads a sharedHits, and appends its hits to dst.
func appendHits(dst []chain.Hit, payload []byte) (b uint64, hits []chain.Hit, err error) {
	r := wire.NewReader(payload)
	b = r.Uint64()
	last := chain.Hit{}
	for r.More() {
		further, same := r.Marked()
		last.I, last.K = last.I+further, uint32(int64(last.K)+int64(further)+r.Varint())
		if !same {
			last.N, last.Bits = r.Byte(), r.Byte()
		}
		dst = append(dst, last)
	}
	return b, dst, r.Err()
}

// A pair of documents carries its chains (delivery.Pair.Carried):
//
//	for each chain: number of runs, uvarint; for each run: i, k - those of the end of the run before, varint;
//	n uvarint
func appendChain(dst []byte, c *chain.Chain) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(c.Runs)))
	last := chain.Run{}
	for _, r := range c.Runs {
		dst = binary.AppendVarint(dst, int64(r.I)-int64(last.I+last.N))
		dst = binary.AppendVarint(dst, int64(r.K)-int64(last.K+last.N))
		dst = binary.AppendUvarint(dst, uint64(r.N))
		last = r
	}
	return dst
}

// readChains reads what a pair carries. The error is wire.ErrShort.
func readChains(b []byte) (chains []chain.Chain, err error) {
	r := wire.NewReader(b)
	for r.More() {
		var c chain.Chain
		last := chain.Run{}
		for n := r.Uvarint(); n > 0 && r.Err() == nil; n-- {
			i, k := int64(last.I+last.N)+r.Varint(), int64(last.K+last.N)+r.Varint()
			last = chain.Run{I: uint32(i), K: uint32(k), N: uint32(r.Uvarint())}
			c.Runs = append(c.Runs, last)
		}
		chains = append(chains, c)
	}
	return chains, r.Err()
}
