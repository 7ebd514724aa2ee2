package candidate

import (
	"math"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/candidate/thin"
	"example.org/diagonal/transforms/signature"
)

// Portions unpacks the postings of a shard, or of a part of it: all at a time, or those of some signatures, as many
// as fit in the memory of a worker.
type Portions struct {
	// Most is the number of postings that are unpacked together.
	Most int
	// Shared are the signatures of the part at hand that See has seen more than once.
	Shared thin.Seen

	signatures []uint64 // scratch
}

// postingBytes is the memory of a posting: it is in a slice, and sorted in another one (thin.Scratch).
const postingBytes = 2 * 16

// unpackedShare is the share, as 1/unpackedShare, of the memory of a worker that postings take which
// are unpacked together.
const unpackedShare = 4

// aboutPostingBytes is the size of a posting in a block, with its share of what comes before the postings of
// a document.
const aboutPostingBytes = 9

// Start sets Most by the memory of a worker in bytes, 0 for no bound.
func (p *Portions) Start(memory int64) {
	p.Most = math.MaxInt
	if memory > 0 {
		p.Most = int(memory/unpackedShare/postingBytes) + 1
	}
}

// See adds the signatures of a part of a shard to Shared. The error is that of the records.
func (p *Portions) See(records shuffle.Records) error {
	p.Shared.Reset(int(records.Size() / aboutPostingBytes))
	err := records.Each(func(_ uint64, payload []byte) error {
		p.signatures = signature.AppendUnitSignatures(p.signatures[:0], payload)
		p.Shared.Add(p.signatures)
		return nil // what is damaged is seen when the postings are unpacked
	})
	p.Shared.Find()
	return err
}

// Each calls unpack for the postings of all signatures, which are portion 0 of 1, and returns their number. If they are
// more than Most, it calls unpack for each of several portions instead (PortionOf). It calls use after each, unless
// what was unpacked is too much. The error is that of unpack.
func (p *Portions) Each(unpack func(portion, portions int) (n int, err error), use func()) error {
	n, err := unpack(0, 1)
	if err != nil {
		return err
	}
	if n <= p.Most {
		use()
		return nil
	}
	for portion, portions := 0, n/p.Most+1; portion < portions; portion++ {
		shuffle.Progress.Portions.Add(1)
		if _, err := unpack(portion, portions); err != nil {
			return err
		}
		use()
	}
	return nil
}
