package candidate

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"diagonal/io/record"
	"diagonal/transforms/alignment/seedextend"
	"diagonal/transforms/candidate/gram"
	"diagonal/transforms/shuffle"
	"diagonal/transforms/shuffle/block"
)

func init() {
	register.DoFn5x1[int, func(*[]byte) bool, func(int, []byte), func(int, []byte), func(string, int64), error](&unitMatchFn{})
	register.DoFn5x1[int, func(*[]byte) bool, func(int, []byte), func(int, []byte), func(string, int64), error](&denseFn{})
}

// Names of the ledger.
const (
	// HotGrams is distinct n-grams in more documents than the cap.
	HotGrams = "hot_ngrams"
	// HotGramPairs is document pairs not compared on a hot n-gram; another one may
	// have found them. So may for ThinnedPairs.
	HotGramPairs = "not_compared.document_pairs_on_a_hot_ngram"
	// ThinnedPairs is document pairs not compared on an n-gram that was thinned out.
	ThinnedPairs = "not_compared.document_pairs_on_a_thinned_ngram"
	// GramRepeats is n-grams beyond the fourth of one kind in a document.
	GramRepeats = "not_compared.ngrams_repeated_in_a_document"
	// UnitMatches is pairs of units that share an n-gram.
	UnitMatches = "unit_matches"
	// SparsePairs is document pairs whose shared n-grams do not lie near each other.
	SparsePairs = "not_compared.document_pairs_without_near_ngrams"
	// NearPairs is document pairs to be aligned, if their words touch.
	NearPairs = "document_pairs_near"
)

// NearParams configures Near.
type NearParams struct {
	// MaxDocuments is the number of documents above which an n-gram pairs nothing.
	// Units made of such n-grams are boilerplate. 0 is no cap.
	MaxDocuments int
	// Directed compares documents of the input side with those of the source side only.
	Directed bool
	// Groups is the number of groups that documents are dealt to. Two documents are
	// aligned in the cell of their groups, which holds every document that a pair
	// in it needs, once: a document travels at most Groups times, in however many
	// pairs it is. It never changes the result.
	//
	// Required.
	Groups int
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Validate reports the first field that holds an impossible value.
func (p NearParams) Validate() error {
	switch {
	case p.MaxDocuments < 0:
		return fmt.Errorf("max_documents is %d, must be at least 0", p.MaxDocuments)
	case p.Groups < 1:
		return fmt.Errorf("candidate.NearParams: Groups is %d, must be at least 1", p.Groups)
	}
	return p.Shuffle.Validate()
}

// groupBytes is how much input a group answers for: two groups of documents with all
// that alignment needs of them, some 6 bytes for each of input, are in memory at once.
const groupBytes = 48 << 20

// GroupsFor is the number of groups for an input of so many bytes.
func GroupsFor(input int64, branches int) int { return max(branches, int(input/groupBytes)) }

// The rule of near: two shared n-grams within four units of each other on both sides.
const (
	nearHits   = 2
	nearWindow = 4
)

// NearResult is what Near makes. Each field but the last is one or more
// PCollection<KV<int,[]byte>> of blocks.
type NearResult struct {
	// Pairs is record.Pair by cell.
	Pairs []beam.PCollection
	// Needs is the cells that need a document (record.AppendNeed), by document.
	Needs []beam.PCollection
	// HotUnits is hot n-grams by unit (record.AppendHotUnit), by document.
	HotUnits []beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Near finds the pairs of documents, and the documents with themselves, that share
// n-grams near each other: candidates for fine alignment. grams is one or more
// collections of signature.EmitGrams. Near panics if p is not valid.
func Near(s beam.Scope, p NearParams, grams ...beam.PCollection) NearResult {
	s = s.Scope("candidate.Near")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	matched := shuffle.ParDoEach(s, &unitMatchFn{Params: p}, 3, shuffle.Group(s, p.Shuffle, grams...))
	dense := shuffle.ParDoEach(s, &denseFn{Params: p}, 3, shuffle.Group(s, p.Shuffle, matched[0]...))
	return NearResult{
		Pairs: dense[0], Needs: dense[1], HotUnits: matched[1],
		Ledger: shuffle.Flatten(s, append(matched[2], dense[2]...)),
	}
}

// unitMatchFn pairs the units that share an n-gram.
type unitMatchFn struct {
	Params NearParams

	matches, hot *shuffle.Packer
	ledger       shuffle.Ledger

	payload []byte // scratch, never emitted
}

func (fn *unitMatchFn) StartBundle(_, _ func(int, []byte), _ func(string, int64)) {
	fn.matches = shuffle.NewPacker(fn.Params.Shuffle.Shards)
	fn.hot = shuffle.NewPacker(fn.Params.Shuffle.Shards)
	fn.ledger = shuffle.Ledger{}
}

func (fn *unitMatchFn) ProcessElement(_ int, blocks func(*[]byte) bool, matches, hot func(int, []byte), _ func(string, int64)) error {
	sorted, err := shuffle.Receive("candidate.Near", blocks)
	if err != nil {
		return err
	}
	documents, postings, err := gramPostings(sorted)
	if err != nil {
		return err
	}
	count := int64(0)
	hotUnits := map[uint64]uint32{} // document and unit
	c := gram.Groups(postings, gram.Params{Cap: fn.Params.MaxDocuments, Keep: keepDocuments, Repeats: maxRepeats}, func(group []gram.Posting) {
		for x, a := range group {
			for _, b := range group[x+1:] {
				if fn.pair(documents, a, b, matches) {
					count++
				}
			}
		}
	}, func(group []gram.Posting) {
		for _, g := range group {
			hotUnits[uint64(g.Document)<<32|uint64(g.Unit)]++
		}
	})
	for at, n := range hotUnits {
		fn.payload = record.AppendHotUnit(fn.payload[:0], uint32(at), n)
		fn.hot.Add(documents[at>>32], fn.payload, hot)
	}
	fn.ledger.Add(HotGrams, c.Hot)
	fn.ledger.Add(HotGramPairs, c.HotPairs)
	fn.ledger.Add(ThinnedPairs, c.ThinnedPairs)
	fn.ledger.Add(GramRepeats, c.Repeats)
	fn.ledger.Add(UnitMatches, count)
	return nil
}

// How n-grams in many documents, or often in one, are thinned: see package gram.
const (
	keepDocuments = 10
	maxRepeats    = 4
)

// gramPostings unpacks the n-grams of a shard. Documents are numbered by their keys.
func gramPostings(sorted *block.Sorted) (documents []uint64, postings []gram.Posting, err error) {
	for i := range sorted.Len() {
		if i > 0 && sorted.Key(i) == sorted.Key(i-1) {
			continue // the same document under the same id again: its n-grams are there
		}
		documents = append(documents, sorted.Key(i))
		number := uint32(len(documents) - 1)
		if err := record.EachGram(sorted.Payload(i), func(g uint64, unit uint32) {
			postings = append(postings, gram.Posting{Gram: g, Document: number, Unit: unit})
		}); err != nil {
			return nil, nil, err
		}
	}
	return documents, postings, nil
}

// pair emits a match of two units, if they are to be compared: a comes before b.
func (fn *unitMatchFn) pair(documents []uint64, a, b gram.Posting, emit func(int, []byte)) bool {
	m := record.UnitMatch{A: documents[a.Document], B: documents[b.Document], I: a.Unit, K: b.Unit}
	if m.A == m.B && m.K-m.I < leastDistance {
		return false
	}
	if fn.Params.Directed {
		switch sa, sb := record.SideOf(m.A), record.SideOf(m.B); {
		case sa == sb:
			return false
		case sa == record.Source:
			m.A, m.B, m.I, m.K = m.B, m.A, m.K, m.I
		}
	}
	fn.payload = record.AppendUnitMatch(fn.payload[:0], m)
	fn.matches.Add(record.PairKey(m.A, m.B), fn.payload, emit)
	return true
}

// leastDistance is the distance in units of what is compared inside one document.
const leastDistance = 2

func (fn *unitMatchFn) FinishBundle(matches, hot func(int, []byte), ledger func(string, int64)) {
	fn.matches.Flush(matches)
	fn.hot.Flush(hot)
	fn.ledger.Flush(ledger)
}

// denseFn keeps the pairs of documents whose matches lie near each other, and sends
// them to their cells.
type denseFn struct {
	Params NearParams

	pairs, needs *shuffle.Packer
	ledger       shuffle.Ledger

	// scratch, never emitted
	hits    []seedextend.Hit
	payload []byte
}

func (fn *denseFn) StartBundle(_, _ func(int, []byte), _ func(string, int64)) {
	fn.pairs = shuffle.NewPacker(fn.Params.Shuffle.Shards)
	fn.needs = shuffle.NewPacker(fn.Params.Shuffle.Shards)
	fn.ledger = shuffle.Ledger{}
}

func (fn *denseFn) ProcessElement(_ int, blocks func(*[]byte) bool, pairs, needs func(int, []byte), _ func(string, int64)) error {
	sorted, err := shuffle.Receive("candidate.Near", blocks)
	if err != nil {
		return err
	}
	asked := map[[2]uint64]bool{} // document and cell
	need := func(document, cell uint64) {
		if k := [2]uint64{document, cell}; !asked[k] {
			asked[k] = true
			fn.needs.Add(document, record.AppendNeed(nil, cell), needs)
		}
	}
	for i := 0; i < sorted.Len(); {
		first, err := record.ReadUnitMatch(sorted.Payload(i))
		if err != nil {
			return err
		}
		fn.hits = fn.hits[:0]
		j := i
		for ; j < sorted.Len(); j++ {
			m, err := record.ReadUnitMatch(sorted.Payload(j))
			if err != nil {
				return err
			}
			if m.A != first.A || m.B != first.B {
				break
			}
			fn.hits = append(fn.hits, seedextend.Hit{A: m.I, B: m.K})
		}
		i = j
		seedextend.SortHits(fn.hits)
		if !seedextend.Dense(fn.hits, nearHits, nearWindow) {
			fn.ledger.Add(SparsePairs, 1)
			continue
		}
		fn.ledger.Add(NearPairs, 1)
		cell := fn.Params.cell(first.A, first.B)
		p := record.Pair{A: first.A, B: first.B}
		for _, h := range fn.hits {
			p.Units = append(p.Units, h.A, h.B)
		}
		fn.payload = record.AppendPair(fn.payload[:0], &p)
		fn.pairs.Add(cell, fn.payload, pairs)
		need(p.A, cell)
		need(p.B, cell)
	}
	return nil
}

// cell is the key of the cell of a pair.
func (p NearParams) cell(a, b uint64) uint64 {
	x, y := uint64(shuffle.ShardOf(a, p.Groups)), uint64(shuffle.ShardOf(b, p.Groups))
	if !p.Directed {
		x, y = min(x, y), max(x, y)
	}
	return (x*uint64(p.Groups) + y) << 32
}

func (fn *denseFn) FinishBundle(pairs, needs func(int, []byte), ledger func(string, int64)) {
	fn.pairs.Flush(pairs)
	fn.needs.Flush(needs)
	fn.ledger.Flush(ledger)
}
