// Package trace records what the stages of partial do with one pair of documents, so that it can be
// explained.
//
// The stages run on the two documents alone, in one process, and ask the Pair in how many documents
// of the whole collection a signature is. A stage has the number of a Pair in its Params, because
// they travel as JSON; the number 0 is no Pair, which costs one comparison for each signature or
// cluster.
package trace

import (
	"sync"
	"sync/atomic"
)

// Pair is what is known of a pair of documents of a collection, and what the stages have recorded.
// The documents may be one. The methods may be called by several workers; the fields may be read when
// the stages are done.
type Pair struct {
	// A and B are the keys of the documents.
	A, B uint64
	// Counts is the number of documents of the collection that have a signature. A signature that
	// is not there is in the documents of the pair only.
	Counts map[uint64]int64

	// Signatures is each signature that both documents have, or that one has at two places if they
	// are one document.
	Signatures []Signature
	// Hot is how many units of each document are hot.
	Hot map[uint64]int
	// Near is what became of the shared signatures; nil if none was used.
	Near *Near
	// Compared is the pairs of sentences whose sets of signatures were compared.
	Compared []Compared
	// Runs is the runs of sentence pairs, those that are too short for a passage included.
	Runs []Run
	// Alignment is the steps of the alignment.
	Alignment Alignment

	mu sync.Mutex
}

// Signature is a signature that both documents have.
type Signature struct {
	Signature uint64
	// Documents is the number of documents of the collection that have it.
	Documents int64
	// Fate is what became of it: "used", "thinned" or "hot" (thin.Fate).
	Fate string
	// Rare says that few documents have it, Copy that it is the fingerprint of a copy.
	Rare, Copy bool
	// A and B are the units, places or sentences of the two documents that have it.
	A, B []uint32
}

// Near is the decision whether two documents are aligned.
type Near struct {
	// Matches is the number of pairs of units that share a signature, Copies that of those that
	// share the fingerprint of a copy.
	Matches, Copies int
	// Enough says that so many matches as Need are near each other.
	Enough bool
	Need   int
}

// Compared is a pair of sentences that share a signature.
type Compared struct {
	A, B uint32
	// Similarity is their Jaccard similarity, Need the least one of duplicates, both 0 to 1.
	Similarity, Need float64
}

// Run is a run of pairs of duplicate sentences: the sentences from A to AEnd, and from B to BEnd.
type Run struct {
	A, AEnd, B, BEnd uint32
	// Matched is the number of pairs; a passage has more than Gamma.
	Matched, Gamma int
}

var (
	pairs sync.Map // *Pair by number
	last  atomic.Int64
)

// Register makes p known to the stages of this process by a number, until end is called.
func Register(p *Pair) (number int64, end func()) {
	number = last.Add(1)
	pairs.Store(number, p)
	return number, func() { pairs.Delete(number) }
}

// Of returns the Pair with a number, or nil if there is none.
func Of(number int64) *Pair {
	if number == 0 {
		return nil
	}
	p, ok := pairs.Load(number)
	if !ok {
		return nil
	}
	return p.(*Pair)
}

// Documents returns the number of documents of the collection that have a signature, as far as it is
// known.
func (p *Pair) Documents(signature uint64) int { return int(p.Counts[signature]) }

// AddSignature records a signature.
func (p *Pair) AddSignature(s Signature) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Signatures = append(p.Signatures, s)
}

// SetNear records whether the documents are aligned.
func (p *Pair) SetNear(n Near) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Near = &n
}

// SetHot records how many units of a document are hot.
func (p *Pair) SetHot(document uint64, units int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Hot == nil {
		p.Hot = map[uint64]int{}
	}
	p.Hot[document] = units
}

// AddCompared records that two sentences were compared.
func (p *Pair) AddCompared(c Compared) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Compared = append(p.Compared, c)
}

// AddRun records a run.
func (p *Pair) AddRun(r Run) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Runs = append(p.Runs, r)
}
