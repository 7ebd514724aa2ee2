package candidate

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/wire/wiretest"
	"example.org/diagonal/transforms/candidate/occurrence"
	"example.org/diagonal/transforms/candidate/pairs"
	"example.org/diagonal/transforms/signature"
)

// spreader chooses the way of postings as package frequent may: once more than max documents
// have a signature, its other places go to the shards of their documents.
type spreader struct {
	max  int
	seen map[uint64]map[uint64]bool // documents by signature
}

func (s spreader) spread(signature, document uint64) bool {
	in := s.seen[signature]
	if in == nil {
		in = map[uint64]bool{}
		s.seen[signature] = in
	}
	if s.max > 0 && len(in) > s.max && !in[document] {
		return true
	}
	in[document] = true
	return false
}

// runHot runs the stages of hotPlaces without Beam. counts are those of other stages.
func runHot(
	t testing.TB, sh shuffle.Params, choice Choice, paired int, places, found, counts shards, count func(string, int64),
) {
	t.Helper()
	own := shards{}
	if err := places.each(func(i int, b func(*[]byte) bool) error {
		return engine.RunReduce(t.Context(), sh, &hot{}, i, b, found.emit, found.emit, own.emit)
	}); err != nil {
		t.Fatal(err)
	}
	if err := own.each(func(i int, b func(*[]byte) bool) error {
		return engine.RunReduce(t.Context(), sh, &addEqual{}, i, b, counts.emit)
	}); err != nil {
		t.Fatal(err)
	}
	if err := counts.each(func(i int, b func(*[]byte) bool) error {
		return engine.RunReduce(t.Context(), sh, &addCounts{Choice: choice, Paired: paired}, i, b, count)
	}); err != nil {
		t.Fatal(err)
	}
}

// The bytes that go through the shuffles, field by field.
func TestHotBytes(t *testing.T) {
	place, count := appendHotPlace(nil, hotPlace{Kind: gramPlace, Signature: 0x0102030405060708, First: 9, Count: 10}),
		appendHotCount(nil, hotCount{Kind: chainPlace, Documents: [2]int64{1, 2}, Places: 300})
	wiretest.Golden(t, "hotPlace", place, "01"+"0102030405060708"+"00000009"+"0000000a")
	part := appendHotPlace(nil, hotPlace{partPlace, 0x0102030405060708, 11, 9, 10})
	wiretest.Golden(t, "hotPlace of a part", part, "03"+"0102030405060708"+"000000000000000b"+"00000009"+"0000000a")
	wiretest.Prefixes(t, "hotPlace of a part", part, func(b []byte) error { _, err := readHotPlace(b); return err })
	wiretest.Golden(t, "hotCount", count, "02"+"01"+"02"+"ac02")
	for want, c := range map[string]hotCount{
		"03" + "00" + "00" + "ac02" + "ad02": {Kind: partPlace, Places: 300, Equal: 301},
		"04" + "0102030405060708" + "00" + "00" + "ac02": {Kind: equalParts, Signature: 0x0102030405060708,
			Places: 300},
	} {
		b := appendHotCount(nil, c)
		wiretest.Golden(t, "hotCount of parts", b, want)
		wiretest.Prefixes(t, "hotCount of parts", b, func(b []byte) error { _, err := readHotCount(b); return err })
		if got, err := readHotCount(b); err != nil || got != c {
			t.Errorf("read %+v (%v), want %+v", got, err, c)
		}
	}
	wiretest.Prefixes(t, "hotPlace", place, func(b []byte) error { _, err := readHotPlace(b); return err })
	wiretest.Prefixes(t, "hotCount", count, func(b []byte) error { _, err := readHotCount(b); return err })
}

// A document that is read twice has each of its hot places once, whichever way they came.
func TestHotPlacesCountOnce(t *testing.T) {
	var once []posting
	for d := range uint64(20) {
		for sentence := range uint32(3) { // a run of two, and one more
			once = append(once, posting{7, signature.Posting{Document: 2 * d, Sentence: sentence + sentence/2}})
		}
	}
	p := Params{Tau: 1, Exact: true, Sequence: 1, MaxDocuments: 4, Repeats: occurrence.DefaultRepeats,
		Shuffle: shuffle.Params{Shards: 5}}
	want := pair(t, p, once)
	if want.ledger[HotOccurrences] != 60 || want.ledger[HotSentences] != 1 || want.ledger[HotPairs] != 190 ||
		len(want.hot) != 40 {
		t.Fatalf("%+v", want)
	}
	twice := slices.Concat(once, once[30:], once[:30])
	slices.Reverse(twice)
	// The spreader sends one document one way. Here the same documents come the other way, too.
	for _, all := range [][]posting{twice, slices.Concat(once, twice)} {
		in, places, hot, ledger := shards{}, shards{}, shards{}, map[string]int64{}
		packer := shuffle.NewPacker(p.Shuffle)
		for i, x := range all {
			shard := shuffle.ShardOf(x.signature, p.Shuffle.Shards)
			if i >= len(once) {
				shard = shuffle.ShardOf(x.Document, p.Shuffle.Shards)
			}
			packer.AddTo(shard, x.signature, signature.AppendPosting(nil, x.Posting), in.emit)
		}
		packer.Flush(in.emit)
		count := func(name string, n int64) { ledger[name] += n }
		st := &pairExact{signed: signed{Params: p, Size: engine.SideWith(int64(pairSize))}}
		if err := in.each(func(i int, b func(*[]byte) bool) error {
			return engine.RunReduce(t.Context(), p.Shuffle, st, i, b, func(int, []byte) {}, places.emit, count)
		}); err != nil {
			t.Fatal(err)
		}
		runHot(t, p.Shuffle, Choice{}, 0, places, hot, shards{}, count)
		got := 0
		hot.records(t, func(uint64, []byte) { got++ })
		for _, name := range []string{HotOccurrences, HotSentences, HotPairs} {
			if ledger[name] != want.ledger[name] {
				t.Errorf("%s: %d, want %d", name, ledger[name], want.ledger[name])
			}
		}
		if diff := cmp.Diff(len(want.hot), got); diff != "" {
			t.Errorf("hot runs (-want +got):\n%s", diff)
		}
	}
}

// A count of pairs that does not fit in an int64 is the largest one, in whatever order its parts come; pairs of equal
// sentences are taken off before.
func TestHotPairsOfBillions(t *testing.T) {
	const documents = 1_000_000_000
	sh := shuffle.Params{Shards: 3}
	// ledgerOf counts what 40 bundles counted, each of a signature of its own.
	ledgerOf := func(choice Choice, count hotCount) map[string]int64 {
		counts, ledger := shards{}, shuffle.Ledger{}
		for bundle := range uint64(40) {
			packer := shuffle.NewPacker(sh)
			key := mix.Full(bundle)
			if count.Kind == equalParts {
				packer.Add(key, appendHotCount(nil, hotCount{Kind: partPlace, Places: count.Places}), counts.emit)
				count.Signature, key = key, mix.Full(key)
			}
			packer.Add(key, appendHotCount(nil, count), counts.emit)
			packer.Flush(counts.emit)
		}
		all := shards{}
		if err := counts.each(func(i int, b func(*[]byte) bool) error {
			return engine.RunReduce(t.Context(), sh, &addEqual{}, i, b, all.emit)
		}); err != nil {
			t.Fatal(err)
		}
		if err := all.each(func(i int, b func(*[]byte) bool) error {
			return engine.RunReduce(t.Context(), sh, &addCounts{Choice: choice}, i, b, ledger.Add)
		}); err != nil {
			t.Fatal(err)
		}
		return ledger
	}
	both := hotCount{Kind: sentencePlace, Documents: [2]int64{documents, documents}, Places: 2 * documents}
	for _, tc := range []struct {
		choice Choice
		count  hotCount
		name   string
		want   int64
	}{
		{Choice{}, hotCount{Kind: gramPlace, Documents: [2]int64{documents}}, HotGramPairs, math.MaxInt64},
		{Choice{}, hotCount{Kind: gramPlace, Documents: [2]int64{math.MaxInt64}}, HotGramPairs, math.MaxInt64},
		{Choice{}, hotCount{Kind: gramPlace, Documents: [2]int64{documents / 10}}, HotGramPairs,
			40 * 4_999_999_950_000_000},
		{Choice{}, both, HotPairs, math.MaxInt64},
		{Choice{}, both, HotOccurrences, 80 * documents},
		{allChoices[1], both, HotPairs, math.MaxInt64},
		{allChoices[2], both, HotPairs, math.MaxInt64},
		{Choice{}, hotCount{Kind: partPlace, Places: documents}, HotSignaturePairs, math.MaxInt64},
		{Choice{}, hotCount{Kind: partPlace, Places: documents, Equal: pairs.Of(documents) - 7},
			HotSignaturePairs, 40 * 7},
		{Choice{}, hotCount{Kind: equalParts, Places: documents}, HotSignaturePairs, 0},
	} {
		if got := ledgerOf(tc.choice, tc.count)[tc.name]; got != tc.want {
			t.Errorf("%+v, %+v: %s is %d, want %d", tc.choice, tc.count, tc.name, got, tc.want)
		}
	}
}
