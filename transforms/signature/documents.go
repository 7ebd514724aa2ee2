package signature

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/signature/simjoin"
)

func init() {
	dofn.Plain(&documentsFn{})
	dofn.Plain(&postingsFn{})
}

// CountUnits counts the documents that have each signature: those of own (OwnOf), or all if own is
// empty. The result is a PCollection<[]byte> of counts, which ReadCounts adds. The postings should
// be in one shard, in which those of a document are together. A document that was read twice under
// one id counts twice.
func CountUnits(s beam.Scope, own []byte, postings shuffle.Blocks[UnitPostings]) beam.PCollection {
	return beam.ParDo(s.Scope("signature.CountUnits"), &documentsFn{counter: counter{Own: own}}, postings.Collection())
}

// CountSentences is CountUnits for signatures of sentences. It also counts the documents that have a
// sentence with a set of signatures, by SetKey.
func CountSentences(s beam.Scope, own []byte, postings shuffle.Blocks[Posting]) beam.PCollection {
	return beam.ParDo(s.Scope("signature.CountSentences"), &postingsFn{counter{Own: own}}, postings.Collection())
}

// SetKey returns the number by which CountSentences has sentences with equal sets of signatures, of
// which set is the packed form.
func SetKey(set []byte) uint64 { return ^xxhash.Sum64(set) }

// ReadCounts adds the counts of an element of CountUnits or CountSentences to counts. The error is wire.ErrShort.
func ReadCounts(counts map[uint64]int64, b []byte) error {
	r := wire.NewReader(b)
	for r.More() {
		s := r.Uint64()
		counts[s] += int64(r.Uvarint())
	}
	return r.Err()
}

// OwnOf returns the parameter own for these signatures.
func OwnOf(counts map[uint64]int64) []byte {
	own := make([]byte, 0, 8*len(counts))
	for _, s := range slices.Sorted(maps.Keys(counts)) {
		own = binary.BigEndian.AppendUint64(own, s)
	}
	return own
}

// counter counts the documents of each signature in a bundle. The postings of a document come
// together.
type counter struct {
	Own []byte

	counts map[uint64]count
	known  []uint64 // a bit for the low bits of each signature in Own: most others end here
}

// count is the number of documents, and the last one.
type count struct {
	last uint64
	n    int64
}

// knownBits is the logarithm of the number of bits in counter.known.
const knownBits = 23

func (c *counter) StartBundle(_ func([]byte)) {
	c.counts = map[uint64]count{}
	if len(c.Own) == 0 {
		return
	}
	c.known = make([]uint64, 1<<(knownBits-6))
	for b := c.Own; len(b) >= 8; b = b[8:] {
		s := binary.BigEndian.Uint64(b)
		c.counts[s] = count{}
		c.known[s>>6&(1<<(knownBits-6)-1)] |= 1 << (s & 63)
	}
}

// add counts a posting.
func (c *counter) add(signature, document uint64) {
	if c.known != nil && c.known[signature>>6&(1<<(knownBits-6)-1)]>>(signature&63)&1 == 0 {
		return
	}
	n, ok := c.counts[signature]
	if c.known != nil && !ok || n.n > 0 && n.last == document {
		return
	}
	c.counts[signature] = count{document, n.n + 1}
}

func (c *counter) FinishBundle(emit func([]byte)) {
	var b []byte
	for s, n := range c.counts {
		if n.n > 0 {
			b = binary.AppendUvarint(binary.BigEndian.AppendUint64(b, s), uint64(n.n))
		}
	}
	emit(b)
	c.counts = nil
}

// documentsFn counts the signatures of units.
type documentsFn struct {
	counter
	postings []UnitPosting // scratch, never emitted
}

func (fn *documentsFn) ProcessElement(_ int, block []byte, _ func([]byte)) error {
	return shuffle.Each(block, func(document uint64, payload []byte) (err error) {
		if fn.postings, _, err = AppendUnitPostings(fn.postings[:0], payload); err != nil {
			return err
		}
		for _, p := range fn.postings {
			fn.add(p.Signature, document)
		}
		return nil
	})
}

// postingsFn counts the signatures of sentences, and under SetKey equal sets of them.
type postingsFn struct{ counter }

func (fn *postingsFn) ProcessElement(_ int, block []byte, _ func([]byte)) error {
	return shuffle.Each(block, func(s uint64, payload []byte) error {
		p, err := ReadPosting(payload)
		if err != nil {
			return err
		}
		fn.add(s, p.Document)
		if len(p.Set) > 0 && simjoin.First(p.Set, s) {
			fn.add(SetKey(p.Set), p.Document)
		}
		return nil
	})
}
