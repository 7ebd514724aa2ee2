package candidate

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/condition"
	"example.org/diagonal/transforms/candidate/pairs"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/simjoin"
)

// count returns the number of records in all shards, and in the largest one.
func (s shards) count(t testing.TB) (all, largest int) {
	for _, blocks := range s {
		n := 0
		shards{0: blocks}.records(t, func(uint64, []byte) { n++ })
		all, largest = all+n, max(largest, n)
	}
	return all, largest
}

// A sentence with several signatures that most documents have is in no shard of its own: neither its
// postings, nor what is made of them.
func TestEqualSentencesAreSpread(t *testing.T) {
	const documents = 4_000
	p := jaccard(.5, 5)
	p.Shuffle.Shards = 8
	everywhere := set(1, 2, 3)
	in := shards{}
	packer, spreader := shuffle.NewPacker(p.Shuffle), shuffle.NewSpreader(p.Shuffle, int(p.MaxDocuments))
	for d := range uint64(documents) {
		for _, x := range indexed(p.Tau, []sentence{{d << 32, 7, everywhere}}) {
			packer.AddTo(spreader.Shard(x.signature, x.Document), x.signature,
				signature.AppendPosting(nil, x.Posting), in.emit)
		}
	}
	packer.Flush(in.emit)
	out, stages := pairShards(t, p, in)
	if len(out.hot) != documents || out.ledger[HotOccurrences] != documents || out.ledger[HotSignaturePairs] != 0 ||
		len(out.matches) > 0 {
		t.Errorf("%d hot sentences, %d matches, %v", len(out.hot), len(out.matches), out.ledger)
	}
	for name, stage := range stages {
		all, largest := stage.count(t)
		if all < documents {
			t.Errorf("%s: %d places of %d documents", name, all, documents)
		}
		if mean := all / p.Shuffle.Shards; largest > mean*5/4 {
			t.Errorf("%s: the largest shard has %d places, the mean is %d", name, largest, mean)
		}
	}
}

// The result is the same whichever way the places of hot signatures come, and if documents are read
// twice.
func TestHotSignaturesComeEitherWay(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 3))
		var all []sentence
		for d := range uint64(30) {
			for i := range 1 + rng.Uint32N(5) {
				numbers := []int{1 + rng.IntN(3)}
				for range rng.IntN(3) {
					numbers = append(numbers, 4+rng.IntN(6))
				}
				all = append(all, sentence{d << 32, i, set(numbers...)})
			}
		}
		p := jaccard([]float64{.5, .9}[seed%2], 4)
		p.Choice = allChoices[seed%3]
		p.Shuffle.Shards = 5
		postings := indexed(p.Tau, all)
		documents := map[uint64]map[uint64]bool{}
		for _, x := range postings {
			add(documents, x.signature, x.Document)
		}
		direct := shards{}
		packer := shuffle.NewPacker(p.Shuffle)
		for _, x := range postings {
			packer.Add(x.signature, signature.AppendPosting(nil, x.Posting), direct.emit)
		}
		packer.Flush(direct.emit)
		want, _ := pairShards(t, p, direct)
		if ledger := plainLedger(p, all); ledger[HotSignaturePairs] != want.ledger[HotSignaturePairs] ||
			ledger[HotSentences] != want.ledger[HotSentences] {
			t.Fatalf("seed %d: the ledger is %v, want %v", seed, want.ledger, ledger)
		}

		in := shards{}
		packer = shuffle.NewPacker(p.Shuffle)
		for range 2 {
			first := map[uint64]map[uint64]bool{}
			for _, x := range postings {
				shard := shuffle.ShardOf(x.signature, p.Shuffle.Shards)
				if len(documents[x.signature]) > int(p.MaxDocuments) && len(first[x.signature]) > int(p.MaxDocuments) &&
					!first[x.signature][x.Document] {
					shard = shuffle.ShardOf(x.Document, p.Shuffle.Shards)
				} else {
					add(first, x.signature, x.Document)
				}
				packer.AddTo(shard, x.signature, signature.AppendPosting(nil, x.Posting), in.emit)
			}
			slices.Reverse(postings) // other documents are the first ones of their signatures
		}
		packer.Flush(in.emit)
		got, _ := pairShards(t, p, in)
		if diff := cmp.Diff(want.matches, got.matches); diff != "" {
			t.Fatalf("seed %d: matches (-want +got):\n%s", seed, diff)
		}
		if diff := cmp.Diff(want.hot, got.hot); diff != "" {
			t.Fatalf("seed %d: hot (-want +got):\n%s", seed, diff)
		}
		if diff := cmp.Diff(want.ledger, got.ledger); diff != "" {
			t.Fatalf("seed %d: ledger (-want +got):\n%s", seed, diff)
		}
	}
}

// plainLedger counts what a hot signature leaves out by going through all runs of each signature.
func plainLedger(p Params, all []sentence) map[string]int64 {
	type place struct {
		document uint64
		number   uint32
	}
	bySignature, bySet := map[uint64]map[place]string{}, map[string]map[uint64]bool{}
	for _, s := range all {
		key := string(simjoin.AppendSet(nil, s.set))
		add(bySet, key, s.document)
		for _, g := range s.set[:simjoin.Prefix(len(s.set), p.Tau)] {
			if bySignature[g] == nil {
				bySignature[g] = map[place]string{}
			}
			bySignature[g][place{s.document, s.number}] = key
		}
	}
	ledger := map[string]int64{}
	for _, at := range bySignature {
		documents := map[uint64]bool{}
		runs, n := map[string]int64{}, int64(0)
		for x, key := range at {
			documents[x.document] = true
			if x.number == 0 || at[place{x.document, x.number - 1}] != key {
				runs[key]++
				n++
			}
		}
		if p.hot(len(documents)) {
			ledger[HotSignaturePairs] += pairs.Of(n)
			for m := range maps.Values(runs) {
				ledger[HotSignaturePairs] -= pairs.Of(m)
			}
		}
	}
	for _, documents := range bySet {
		if p.hot(len(documents)) {
			ledger[HotSentences]++
		}
	}
	return ledger
}

// A document that was given twice under one id, with other traits, makes the same whichever way the places of a
// hot signature come.
func TestHotTwiceWithOtherTraits(t *testing.T) {
	where, err := condition.Parse("a.series != b.series", record.NumberBits)
	if err != nil {
		t.Fatal(err)
	}
	p := jaccard(.5, 4)
	p.Where, p.Shuffle.Shards = where, 64
	traits := func(series string) []byte {
		return where.AppendTraits(nil, map[string]string{"series": series}, record.NumberBits)
	}
	// spread are the series of a document that go to its shard
	made := func(first, second string, spread ...string) outcome {
		in := shards{}
		packer := shuffle.NewPacker(p.Shuffle)
		send := func(d uint64, series string, away bool, numbers ...int) {
			for _, x := range indexed(p.Tau, []sentence{{d << 32, 3, set(numbers...)}}) {
				shard := shuffle.ShardOf(x.signature, p.Shuffle.Shards)
				if away && x.signature == set(1)[0] {
					shard = shuffle.ShardOf(x.Document, p.Shuffle.Shards)
				}
				x.Traits = traits(series)
				packer.AddTo(shard, x.signature, signature.AppendPosting(nil, x.Posting), in.emit)
			}
		}
		for d := range uint64(10) { // signature 1 is hot
			send(10+d, "three", false, 1, 20+3*int(d), 21+3*int(d), 22+3*int(d))
		}
		send(1, "one", false, 1, 5, 6, 7)
		for _, series := range []string{first, second} {
			send(2, series, slices.Contains(spread, series), 1, 5, 6, 7)
		}
		packer.Flush(in.emit)
		out, _ := pairShards(t, p, in)
		return out
	}
	want := made("one", "two")
	for _, tc := range []struct {
		name string
		got  outcome
	}{
		{"the other order", made("two", "one")},
		{"one is spread", made("one", "two", "one")},
		{"two is spread", made("one", "two", "two")},
		{"both are spread", made("one", "two", "one", "two")},
	} {
		if diff := cmp.Diff(want, tc.got, cmp.AllowUnexported(outcome{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}
