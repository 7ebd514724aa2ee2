package candidate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/candidate/nearby"
	"example.org/diagonal/transforms/candidate/thin"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/chain"
)

// nearDocument is a document as n-grams by unit. An n-gram is a small number.
type nearDocument struct {
	key   uint64
	units [][]uint64
	// chains says that the signatures are chains: number n of a unit begins with word n,
	// number 7 is that of the whole unit.
	chains bool
	// spaceless says that it is in a script without spaces.
	spaceless bool
}

// place is that of signature n of a unit.
func (d *nearDocument) place(unit, n int) uint32 {
	switch {
	case !d.chains:
		return uint32(unit)
	case n == 7:
		return chain.PlaceOf(unit, chain.WholeUnit)
	}
	return chain.PlaceOf(unit, uint32(n))
}

// nearResult is what Near makes, in lines that do not depend on shards.
type nearResult struct {
	Pairs, Needs, Hot []string
	Ledger            map[string]int64
}

// nearPostings makes the postings of the documents of a bundle. after is called after each document.
func nearPostings(
	p NearParams, documents []nearDocument, packer *shuffle.Packer, emit func(int, []byte), after func(),
) {
	way := spreader{p.MaxDocuments.Paired(), map[uint64]map[uint64]bool{}}
	for _, d := range documents {
		open := make([][]byte, p.Shuffle.Shards)
		for unit, all := range d.units {
			for n, g := range all {
				shard := shuffle.ShardOf(g<<16, len(open))
				if way.spread(g, d.key) {
					shard = shuffle.ShardOf(d.key, len(open))
				}
				if open[shard] == nil {
					kind := signature.GramKind
					if d.chains {
						kind = signature.ChainKind
					}
					open[shard] = []byte{0}
					signature.SetUnitKind(open[shard], kind, d.spaceless)
				}
				open[shard] = signature.AppendUnitPosting(open[shard], g, d.place(unit, n))
			}
		}
		for shard, payload := range open {
			if payload != nil {
				packer.AddTo(shard, d.key, payload, emit)
			}
		}
		after()
	}
}

// near runs the stages of Near without Beam.
func near(t testing.TB, p NearParams, documents []nearDocument) nearResult {
	t.Helper()
	grams := shards{}
	packer := shuffle.NewPacker(p.Shuffle)
	nearPostings(p, documents, packer, grams.emit, func() {})
	packer.Flush(grams.emit)
	return nearOf(t, p, grams, len(documents) > 0 && documents[0].chains)
}

// matchUnits runs a unitMatcher on shards of postings.
func matchUnits(
	t testing.TB, p NearParams, postings shards, size int64, matches, hot func(int, []byte), count func(string, int64),
) error {
	st := newUnitMatcher(p)
	st.Size = engine.SideWith(size)
	return postings.each(func(i int, b func(*[]byte) bool) error {
		return engine.RunReduce(t.Context(), p.Shuffle.Postings(), st, i, b, matches, hot, count)
	})
}

// nearOf is near for postings in shards. chains says that they are of chains.
func nearOf(t testing.TB, p NearParams, postings shards, chains bool) nearResult {
	t.Helper()
	matches, pairs, needs, places, hot := shards{}, shards{}, shards{}, shards{}, shards{}
	r := nearResult{Ledger: map[string]int64{}}
	count := func(name string, n int64) { r.Ledger[name] += n }
	if err := matchUnits(t, p, postings, nearSize, matches.emit, places.emit, count); err != nil {
		t.Fatal(err)
	}
	runHot(t, p.Shuffle, p.Choice, p.MaxDocuments.Paired(), places, hot, shards{}, count)
	if err := matches.each(func(i int, b func(*[]byte) bool) error {
		st := &dense{Params: p, Pairs: engine.To[delivery.Pair](delivery.ByCell(p.Shuffle))}
		return engine.RunReduce(t.Context(), p.Shuffle, st, i, b, pairs.emit, needs.emit, count)
	}); err != nil {
		t.Fatal(err)
	}

	cells := map[uint64][]uint64{} // what each document was sent to
	needs.records(t, func(document uint64, payload []byte) {
		cell, err := delivery.ReadNeed(payload)
		if err != nil {
			t.Fatal(err)
		}
		cells[document] = append(cells[document], cell)
	})
	needed := map[uint64][]uint64{} // where its pairs are
	pairs.records(t, func(cell uint64, payload []byte) {
		q, err := delivery.ReadPair(payload)
		if err != nil {
			t.Fatal(err)
		}
		var shared NearPair
		if err := shared.Read(q.Carried); err != nil {
			t.Fatal(err)
		}
		r.Pairs = append(r.Pairs, fmt.Sprint(q.A, q.B, shared.Units, shared.Rare, shared.Few))
		for _, d := range []uint64{q.A, q.B} {
			needed[d] = append(needed[d], cell)
			if !slices.Contains(cells[d], cell) {
				t.Errorf("document %d is not sent to cell %x, where a pair of it is", d, cell)
			}
		}
	})
	for d := range cells {
		r.Needs = append(r.Needs, fmt.Sprint(d))
		for _, cell := range cells[d] {
			if !slices.Contains(needed[d], cell) {
				t.Errorf("document %d goes to cell %x, without a pair of it", d, cell)
			}
		}
	}
	n := map[string]uint32{} // shards count apart what is in one unit
	hot.records(t, func(document uint64, payload []byte) {
		h, err := engine.Read[HotUnit](payload)
		if err != nil {
			t.Fatal(err)
		}
		if at := fmt.Sprint(document, " ", h.Unit); chains {
			n[at] = h.N
		} else {
			n[at] += h.N
		}
	})
	for unit, k := range n {
		r.Hot = append(r.Hot, fmt.Sprint(unit, " ", k))
	}
	r.sort()
	return r
}

func (r *nearResult) sort() {
	slices.Sort(r.Pairs)
	slices.Sort(r.Needs)
	slices.Sort(r.Hot)
	for name, n := range r.Ledger {
		if n == 0 {
			delete(r.Ledger, name)
		}
	}
}

// nearPlainly compares all units of all documents with each other.
func nearPlainly(p NearParams, documents []nearDocument) nearResult {
	r := nearResult{Ledger: map[string]int64{}}
	documents = slices.Clone(documents)
	slices.SortFunc(documents, func(x, y nearDocument) int {
		return strings.Compare(fmt.Sprintf("%020d", x.key), fmt.Sprintf("%020d", y.key))
	})
	var postings []thin.Posting
	for n, d := range documents {
		for u, all := range d.units {
			for x, g := range all {
				postings = append(postings, thin.Posting{Signature: g, Document: uint32(n), Unit: d.place(u, x)})
			}
		}
	}
	chains := len(documents) > 0 && documents[0].chains
	unit := func(place uint32) uint32 {
		if chains {
			return place >> 6
		}
		return place
	}
	hot := map[[2]uint64]int{}
	hits, rare := map[[2]uint64][]nearby.Hit{}, map[[2]uint64][]unitMatch{}
	c := thin.Groups(postings, thin.Params{Hot: int(p.MaxDocuments), Cap: p.MaxDocuments.Paired(),
		Keep: KeepDocuments, Repeats: maxRepeats}, &thin.Scratch{}, func(group []thin.Posting, in int) {
		for x := range group {
			for y := range group {
				a, b := group[x], group[y]
				da, db := documents[a.Document].key, documents[b.Document].key
				if chains && documents[a.Document].spaceless && documents[b.Document].spaceless && in > nearRare &&
					!thin.Kept(a.Signature, in, spacelessKeep) {
					if x < y && (x == 0 || group[x-1].Document != a.Document) && group[y-1].Document != b.Document {
						r.Ledger[ThinnedPairs]++
					}
					continue
				}
				if first(p.Choice, da, db) || da == db && p.Compares(da, da) && unit(a.Unit)+1 < unit(b.Unit) {
					hits[[2]uint64{da, db}] = append(hits[[2]uint64{da, db}], nearby.Hit{A: a.Unit, B: b.Unit})
					rare[[2]uint64{da, db}] = append(rare[[2]uint64{da, db}],
						unitMatch{I: unit(a.Unit), K: unit(b.Unit), Rare: in <= nearRare, Few: in <= FewDocuments})
					r.Ledger[UnitMatches]++
				}
			}
		}
	}, func(group []thin.Posting, _ int) {
		in := map[uint32]bool{}
		for _, g := range group {
			in[g.Document] = true
			at := [2]uint64{documents[g.Document].key, uint64(unit(g.Unit))}
			if !chains {
				hot[at]++
			} else if g.Unit&63 == chain.WholeUnit {
				hot[at] = WholeUnitHot
			}
		}
		r.Ledger[HotGrams]++
		if len(in) > p.MaxDocuments.Paired() {
			r.Ledger[HotGramPairs] += int64(len(in)) * int64(len(in)-1) / 2
		}
	})
	r.Ledger[ThinnedPairs] += c.ThinnedPairs
	r.Ledger[GramRepeats] = c.Repeats
	needed, spaceless := map[uint64]bool{}, map[uint64]bool{}
	for _, d := range documents {
		spaceless[d.key] = d.spaceless
	}
	for ab, all := range hits {
		isNear, most := false, 0 // most: the hits near one
		for x, h := range all {
			n := 0
			for _, k := range all {
				h, k := nearby.Hit{A: unit(h.A), B: unit(h.B)}, nearby.Hit{A: unit(k.A), B: unit(k.B)}
				if max(h.A, k.A)-min(h.A, k.A) <= nearWindow && max(h.B, k.B)-min(h.B, k.B) <= nearWindow {
					n++
				}
			}
			most = max(most, n)
			for y, k := range all {
				if chains && (h.A>>6 == k.A>>6 && max(h.A, k.A)-min(h.A, k.A) < 4 ||
					h.B>>6 == k.B>>6 && max(h.B, k.B)-min(h.B, k.B) < 4) {
					continue // not apart
				}
				h, k := nearby.Hit{A: unit(h.A), B: unit(h.B)}, nearby.Hit{A: unit(k.A), B: unit(k.B)}
				isNear = isNear || x != y && max(h.A, k.A)-min(h.A, k.A) <= nearWindow && max(h.B, k.B)-min(h.B,
					k.B) <= nearWindow
			}
		}
		if !isNear || chains && spaceless[ab[0]] && spaceless[ab[1]] && most < spacelessHits {
			r.Ledger[SparsePairs]++
			continue
		}
		r.Ledger[NearPairs]++
		matches := rare[ab]
		slices.SortFunc(matches, func(x, y unitMatch) int {
			return strings.Compare(fmt.Sprintf("%9d %9d %5t %5t", x.I, x.K, x.Rare, x.Few),
				fmt.Sprintf("%9d %9d %5t %5t", y.I, y.K, y.Rare, y.Few))
		})
		var units []uint32
		var isRare, isFew []bool
		for _, m := range matches {
			units, isRare, isFew = append(units, m.I, m.K), append(isRare, m.Rare), append(isFew, m.Few)
		}
		r.Pairs = append(r.Pairs, fmt.Sprint(ab[0], ab[1], units, isRare, isFew))
		needed[ab[0]], needed[ab[1]] = true, true
	}
	for d := range needed {
		r.Needs = append(r.Needs, fmt.Sprint(d))
	}
	for at, n := range hot {
		r.Hot = append(r.Hot, fmt.Sprint(at[0], " ", at[1], " ", n))
	}
	r.sort()
	return r
}

// nearSize is the size that the tests say their collections have, so that nearRare
// documents are few.
const (
	nearSize = 10_000
	nearRare = 4
)

func TestRareDocuments(t *testing.T) {
	for size, want := range map[int64]int{0: 10, 1: 10, 2_000: 10, 2_300: 9, nearSize: nearRare, 16_000: 4, 16_001: 3,
		1 << 40: 3} {
		for _, tc := range []struct {
			kind      signature.Kind
			spaceless bool
			want      int
		}{{signature.GramKind, false, want}, {signature.GramKind, true, min(want, 6)}, {signature.ChainKind, false,
			min(want, 4)}, {signature.ChainKind, true, min(want, 4)}} {
			if got := rareDocuments(tc.kind, size, tc.spaceless); got != tc.want {
				t.Errorf("rareDocuments(%d, %d, %v) = %d, want %d", tc.kind, size, tc.spaceless, got, tc.want)
			}
		}
	}
}

func TestNearByHand(t *testing.T) {
	const a, b, c = 1 << 40, 2 << 40, 3 << 40
	documents := []nearDocument{
		// 5 next door is not compared, two away is
		{a, [][]uint64{{1}, {2}, {3}, {4}, {5}, {5}, {5, 9}, {9}}, false, false},
		// 1 and 2 are within 1 unit in a, 5 units in b
		{b, [][]uint64{{1}, {8}, {8}, {8}, {8}, {2}}, false, false},
		{c, [][]uint64{{7}, {3}, {7}, {7}, {7}, {4}}, false, false}, // 3 and 4 are 4 units apart in c
	}
	p := NearParams{MaxDocuments: 100, Shuffle: shuffle.Params{Shards: 3}}
	got := near(t, p, documents)
	yes := func(n int) []bool { return slices.Repeat([]bool{true}, n) }
	want := []string{fmt.Sprint(a, c, []uint32{2, 1, 3, 5}, yes(2), yes(2)),
		fmt.Sprint(b, b, []uint32{1, 3, 1, 4, 2, 4}, yes(3), yes(3)),
		fmt.Sprint(c, c, []uint32{0, 2, 0, 3, 0, 4, 2, 4}, yes(4), yes(4))}
	slices.Sort(want)
	if diff := gocmp.Diff(want, got.Pairs); diff != "" {
		t.Errorf("pairs (-want +got):\n%s", diff)
	}
	if got.Ledger[SparsePairs] != 2 { // a with b, and a with itself on one n-gram
		t.Errorf("%d sparse pairs, want 2: %v", got.Ledger[SparsePairs], got.Ledger)
	}
}

// nearGarden is documents with common and rare n-grams, some on the source side.
func nearGarden(rng *rand.Rand, n int) []nearDocument {
	var documents []nearDocument
	for d := range n {
		doc := nearDocument{key: record.Key(record.Side(d%2), fmt.Sprint(d/2), uint64(d))}
		for range 1 + rng.IntN(12) {
			var unit []uint64
			for range rng.IntN(5) {
				unit = append(unit, 1+rng.Uint64N(1+rng.Uint64N(1+rng.Uint64N(400)))*0x123456789%(1<<48))
			}
			for len(unit) == 4 && rng.IntN(2) == 0 { // words that begin apart, and a whole unit
				unit = append(unit, unit...)
			}
			doc.units = append(doc.units, unit)
		}
		documents = append(documents, doc)
	}
	return documents
}

// Near is its twin, for any number of shards and cells and any order of documents.
func TestNearIsItsTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for _, n := range []int{0, 1, 2, 30, 400, -60} { // below 0: with chains
		documents, spaceless := nearGarden(rng, max(n, -n)), map[string]bool{}
		for i := range documents {
			documents[i].chains, documents[i].spaceless = n < 0, i%4 > 0
			spaceless[fmt.Sprint(documents[i].key)] = n < 0 && i%4 > 0
		}
		n := max(n, -n)
		for _, p := range []NearParams{{MaxDocuments: 20}, {MaxDocuments: 0},
			{MaxDocuments: 20, Choice: Choice{Directed: true}}, {MaxDocuments: 20, Choice: allChoices[2]}} {
			want := nearPlainly(p, documents)
			pairs := 0 // of two documents without spaces
			for _, pair := range want.Pairs {
				if ab := strings.Fields(pair); spaceless[ab[0]] && spaceless[ab[1]] {
					pairs++
				}
			}
			if n < 0 && (pairs < 3 || pairs > len(want.Pairs)/2) {
				t.Fatalf("%d of %d pairs are without spaces", pairs, len(want.Pairs))
			}
			if n == 400 &&
				(len(want.Pairs) < 50 || p.MaxDocuments > 0 && (len(want.Hot) == 0 || want.Ledger[HotGramPairs] == 0)) {
				t.Fatalf("too little to compare: %d pairs, %d hot units", len(want.Pairs), len(want.Hot))
			}
			for _, shape := range [][2]int{{1, 0}, {7, 3}, {64, 2}} {
				p.Shuffle = shuffle.Params{Shards: shape[0], Workers: shape[1]}
				rng.Shuffle(len(documents), func(i, j int) { documents[i], documents[j] = documents[j], documents[i] })
				if diff := gocmp.Diff(want, near(t, p, documents)); diff != "" {
					t.Fatalf("%d documents, %+v (-want +got):\n%.3000s", n, p, diff)
				}
			}
		}
	}
}

// A document given twice under one key is one document.
func TestNearTakesADocumentOnce(t *testing.T) {
	documents := nearGarden(rand.New(rand.NewPCG(3, 3)), 20)
	p := NearParams{MaxDocuments: 100, Shuffle: shuffle.Params{Shards: 5}}
	want := near(t, p, documents)
	if diff := gocmp.Diff(want, near(t, p, append(documents, documents[3], documents[8]))); diff != "" {
		t.Errorf("(-once +twice):\n%s", diff)
	}
}

// Documents given several times under one key are one document each, whichever of their signatures are in too many
// documents when they are signed, in however many bundles, and in whatever order their blocks come.
func TestNearTakesADocumentOnceInAnyOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 9))
	for _, chains := range []bool{false, true} {
		documents := nearGarden(rng, 400)
		for i := range documents {
			documents[i].chains = chains
		}
		for _, p := range []NearParams{{MaxDocuments: 20}, {MaxDocuments: 12},
			{MaxDocuments: 12, Choice: Choice{Directed: true}}} {
			p.Shuffle = shuffle.Params{Shards: 5}
			want := nearPlainly(p, documents)
			if len(want.Pairs) < 50 || len(want.Hot) < 10 || want.Ledger[HotGramPairs] == 0 {
				t.Fatalf("too little to compare: %d pairs, %d hot units", len(want.Pairs), len(want.Hot))
			}
			for _, memory := range []int64{0, 0, 0, 10_000, 10_000} { // with little, in portions
				p.Shuffle.Memory = memory
				grams := shards{}
				given := slices.Clone(documents)
				for range 1 + rng.IntN(3) { // bundles
					given = append(given, documents[rng.IntN(40):40+rng.IntN(40)]...)
					rng.Shuffle(len(given), func(i, j int) { given[i], given[j] = given[j], given[i] })
					packer := shuffle.NewPacker(p.Shuffle)
					nearPostings(p, given, packer, grams.emit, func() { packer.Flush(grams.emit) })
					given = given[:0]
				}
				for _, blocks := range grams {
					rng.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
				}
				if diff := gocmp.Diff(want, nearOf(t, p, grams, chains)); diff != "" {
					t.Fatalf("%+v (-want +got):\n%.3000s", p, diff)
				}
			}
		}
	}
}

func TestNearValidate(t *testing.T) {
	sh := shuffle.Params{Shards: 1}
	for _, tc := range []struct {
		p    NearParams
		want string // empty: valid
	}{
		{NearParams{Shuffle: sh}, ""},
		{NearParams{MaxDocuments: -2, Shuffle: sh}, "MaxDocuments is -2"},
		{NearParams{}, "Shards is 0"},
	} {
		err := tc.p.Validate()
		if (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%+v.Validate() = %v, want %q", tc.p, err, tc.want)
		}
	}
}
