package letters

import (
	"cmp"
	"context"
	"slices"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/bucket"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/candidate/thin"
	"example.org/diagonal/transforms/letters/chain"
	"example.org/diagonal/transforms/signature"
)

// maxRepeats is how many places of a q-gram in one document are used.
const maxRepeats = 4

// The memory of a hit, which is there twice while hits are sorted, and of those that are sent together.
const (
	hitBytes  = 2 * 20
	hitMemory = 16 << 20
)

// meet pairs the documents of each q-gram.
type meet struct {
	Params Params

	Postings  engine.In[signature.UnitPostings]
	Documents engine.Side[int64]
	Letters   engine.Side[int64]
	Hits      engine.Out[sharedHits]
	Ledger    engine.Ledger

	portion  int   // hits that are sent together
	excluded int64 // hits of the portion at hand that the condition on fields excludes

	// scratch
	candidate.Splitter
	portions  candidate.Portions
	read      []signature.UnitPosting
	postings  []thin.Posting
	thin      thin.Scratch
	sources   []uint64 // the keys of the records
	documents []document
	hits      []met
	free      []met // memory of send
	unsorted  []chain.Hit
	shared    []chain.Hit
}

// document is a document of postings, whose number is its place in the order of keys.
type document struct {
	key    uint64
	traits []byte
}

// met is a hit of documents a and b, which are numbers.
type met struct {
	a, b uint32
	chain.Hit
}

// compare compares the documents of two hits.
func (m met) compare(n met) int {
	return cmp.Compare(uint64(m.a)<<32|uint64(m.b), uint64(n.a)<<32|uint64(n.b))
}

func (st *meet) StartBundle() {
	st.portions.Start(st.Params.Shuffle.Memory)
	st.portion = int(st.Params.Shuffle.Scaled(hitMemory) / hitBytes)
}

// Gather pairs the documents of a shard, or of a part of it: all postings at a time, or as many as there is memory
// for.
func (st *meet) Gather(_ context.Context, records shuffle.Records) error {
	if err := st.portions.See(records, false); err != nil {
		return err
	}
	return st.portions.Each(func(portion, portions int) error {
		return st.unpack(records, portion, portions)
	}, st.pairAll)
}

// unpack unpacks the postings of one of several portions of the q-grams, without most of those that come once.
func (st *meet) unpack(records shuffle.Records, portion, portions int) error {
	st.postings, st.sources, st.documents = st.portions.Room(st.postings, portions), st.sources[:0], st.documents[:0]
	st.portions.Shared.Begin()
	err := records.Each(func(key uint64, payload []byte) (err error) {
		if st.read, _, err = signature.AppendUnitPostings(st.read[:0], payload); err != nil {
			return err
		}
		before := len(st.postings)
		for _, p := range st.read {
			if st.portions.Shared.Shared(p.Signature) == 0 || portions > 1 && candidate.PortionOf(p.Signature,
				portions) != portion {
				continue
			}
			st.postings = append(st.postings, thin.Posting{
				Signature: p.Signature, Document: uint32(len(st.sources)), Unit: p.Place,
			})
		}
		if len(st.postings) > before {
			st.sources = append(st.sources, key)
			st.documents = append(st.documents, document{key, slices.Clone(signature.TraitsOf(payload))})
		}
		return nil
	})
	st.number()
	return err
}

// number gives the documents their numbers in the order of their keys. A document given twice has one number.
func (st *meet) number() {
	slices.SortFunc(st.documents, func(x, y document) int { return cmp.Compare(x.key, y.key) })
	st.documents = slices.CompactFunc(st.documents, func(x, y document) bool { return x.key == y.key })
	numbers := make([]uint32, len(st.sources))
	for source, key := range st.sources {
		n, _ := slices.BinarySearchFunc(st.documents, key, func(d document, key uint64) int {
			return cmp.Compare(d.key, key)
		})
		numbers[source] = uint32(n)
	}
	for i := range st.postings {
		st.postings[i].Document = numbers[st.postings[i].Document]
	}
}

// pairAll makes hits of the postings.
func (st *meet) pairAll() {
	st.excluded = 0
	st.makeRoom()
	how := thin.Params{
		Hot: st.Params.MaxDocuments.In(st.Documents.Value()), Keep: candidate.KeepDocuments,
		Repeats: maxRepeats,
	}
	c := thin.Groups(st.postings, how, &st.thin, func(group []thin.Posting, in int) {
		bits := chain.Bits(int64(in), st.Letters.Value())
		for x, a := range group {
			for _, b := range group[x+1:] {
				if a.Document == b.Document {
					continue
				}
				st.pair(a, b, bits)
			}
			if len(st.hits) >= st.portion {
				st.send()
			}
		}
	}, func(group []thin.Posting, in int) {
		st.Ledger.Add(HotGrams, 1)
		st.star(group, chain.Bits(int64(in), st.Letters.Value()))
	})
	st.send()
	st.Ledger.Add(ThinnedPairs, c.ThinnedPairs)
	if !st.Params.Where.None() {
		st.Ledger.Add(Excluded, st.excluded)
	}
}

// hitsPerPosting is how many hits a posting has in text of which several versions are there.
const hitsPerPosting = 4

// makeRoom makes memory for the hits that are sent together, or for those of so many postings. append would make some
// of it too large, and leave all that was too small.
func (st *meet) makeRoom() {
	need := min(st.portion, hitsPerPosting*len(st.postings))
	for _, room := range []*[]met{&st.hits, &st.free} {
		if cap(*room) < need {
			*room = make([]met, 0, need+need/16)
		}
	}
}

// star makes hits of a hot q-gram: each document meets the first one that it is compared with, of two: the first of
// all, and the first of those that are compared with that one. So a text that very many documents have, each with
// errors of its own, costs as many pairs as documents, and not their square. Documents are in the order of their keys
// for all q-grams, so that those of one text meet the same one.
func (st *meet) star(group []thin.Posting, bits uint8) {
	group, _ = thin.FirstRepeats(group, maxRepeats)
	first := ofOne(group)
	second := group[:0]
	for rest := group[len(first):]; len(rest) > 0; {
		other := ofOne(rest)
		rest = rest[len(other):]
		switch {
		case st.pairs(first, other, bits):
			if len(second) == 0 {
				second = other
			}
		case len(second) > 0:
			st.pairs(second, other, bits)
		}
		if len(st.hits) >= st.portion {
			st.send()
		}
	}
}

// ofOne returns the postings of the first document of a group.
func ofOne(group []thin.Posting) []thin.Posting {
	n := 1
	for n < len(group) && group[n].Document == group[0].Document {
		n++
	}
	return group[:n]
}

// pairs adds the hits of a q-gram in two documents, and reports whether they are compared.
func (st *meet) pairs(first, other []thin.Posting, bits uint8) bool {
	for _, a := range first {
		for _, b := range other {
			if !st.pair(a, b, bits) {
				return false // as all others of the two
			}
		}
	}
	return true
}

// pair adds a hit and returns true, if its documents are compared.
func (st *meet) pair(a, b thin.Posting, bits uint8) bool {
	x, y := &st.documents[a.Document], &st.documents[b.Document]
	if !st.Params.Compares(x.key, y.key) {
		return false
	}
	if !st.Params.Holds(x.key, y.key, x.traits, y.traits) {
		st.excluded++
		return false
	}
	if st.Params.Turned(x.key) {
		a, b = b, a
	}
	st.hits = append(st.hits,
		met{a.Document, b.Document, chain.Hit{I: letterOf(a.Unit), K: letterOf(b.Unit), N: lengthOf(a.Unit),
			Bits: bits}})
	return true
}

// send emits one record for each pair of documents, and drops the hits.
func (st *meet) send() {
	st.eachPair(func(a, b uint32, hits []chain.Hit) {
		st.Hits.Add(st.documents[a].key, sharedHits{st.documents[b].key, hits})
	})
	st.hits = st.hits[:0]
}

// eachPair calls f for each pair of documents, with its hits in order. They are sorted twice, by documents and then by
// places, because pairs differ much in how many hits they have.
func (st *meet) eachPair(f func(a, b uint32, hits []chain.Hit)) {
	documents := uint64(len(st.documents))
	st.hits, st.free = bucket.By(st.hits, st.free, func(m *met) uint64 {
		return uint64(m.a)*documents + uint64(m.b)
	}, sortPairs)
	for i, end := 0, 0; i < len(st.hits); i = end {
		a, b := st.hits[i].a, st.hits[i].b
		st.unsorted = st.unsorted[:0]
		for end = i; end < len(st.hits) && st.hits[end].a == a && st.hits[end].b == b; end++ {
			st.unsorted = append(st.unsorted, st.hits[end].Hit)
		}
		st.shared, st.unsorted = chain.Sort(st.unsorted, st.shared)
		f(a, b, st.shared)
	}
}

// sortPairs sorts the hits of a bucket by their documents. Most are of the same two.
func sortPairs(hits []met) {
	if !slices.IsSortedFunc(hits, met.compare) {
		slices.SortFunc(hits, met.compare)
	}
}
