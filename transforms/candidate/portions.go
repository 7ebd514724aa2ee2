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
	// Shared are the signatures of the part at hand that See has seen more than once.
	Shared thin.Seen

	max        int64    // bytes of memory of what is unpacked together
	postings   int      // of the part at hand, without those that are not unpacked
	records    int      // of the part at hand
	signatures []uint64 // scratch
}

// The memory of what is unpacked. A posting is in a slice, and sorted in another one (thin.Scratch). So is what a
// record leaves (source), and beside it are the key of its document and its number.
const (
	postingBytes = 2 * 16
	recordBytes  = 2*16 + 8 + 4
)

// unpackedShare is the share, as 1/unpackedShare, of the memory of a worker that takes what is unpacked together.
const unpackedShare = 4

// aboutPostingBytes is the size of a posting in a block, with its share of what comes before the postings of
// a document.
const aboutPostingBytes = 9

// Start begins a bundle of a worker with so many bytes of memory, 0 for no bound.
func (p *Portions) Start(memory int64) {
	p.max = math.MaxInt64
	if memory > 0 {
		p.max = max(memory/unpackedShare, postingBytes+recordBytes) // one posting
	}
}

// See begins a part of a shard: it adds its signatures to Shared. With all, those that come once are unpacked, too, and
// they are only counted. The error is that of the records.
func (p *Portions) See(records shuffle.Records, all bool) error {
	p.postings, p.records = 0, 0
	if !all {
		p.Shared.Reset(int(records.Size() / aboutPostingBytes))
	}
	err := records.Each(func(_ uint64, payload []byte) error {
		p.signatures = signature.AppendUnitSignatures(p.signatures[:0], payload)
		if !all {
			p.Shared.Add(p.signatures)
		}
		p.postings += len(p.signatures)
		p.records++
		return nil // what is damaged is seen when the postings are unpacked
	})
	if !all {
		p.Shared.Find()
		p.postings = p.Shared.Count()
	}
	return err
}

// Each calls unpack for the postings of all signatures, which are portion 0 of 1, or for those of each of several
// portions (PortionOf). It calls use after each. The error is that of unpack.
func (p *Portions) Each(unpack func(portion, portions int) error, use func()) error {
	portions := p.portions()
	for portion := range portions {
		if portions > 1 {
			shuffle.Progress.Portions.Add(1)
		}
		if err := unpack(portion, portions); err != nil {
			return err
		}
		use()
	}
	return nil
}

// portions returns in how many portions the postings of the part at hand are unpacked. A record is in each with one of
// its postings: short documents have few in a shard, and their records take more memory than the postings.
func (p *Portions) portions() int {
	takes := func(portions int) int64 {
		postings := (p.postings + portions - 1) / portions
		return int64(postings)*postingBytes + int64(min(p.records, postings))*recordBytes
	}
	portions := 1
	for takes(portions) > p.max {
		portions++
	}
	return portions
}

// Room returns the memory for the postings of one of several portions: that of used, or what is made for them.
func (p *Portions) Room(used []thin.Posting, portions int) []thin.Posting {
	need := p.postings / portions
	if cap(used) < need { // append would make up to a quarter more
		return make([]thin.Posting, 0, need+need/16)
	}
	return used[:0]
}
