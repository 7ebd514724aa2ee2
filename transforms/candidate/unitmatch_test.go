package candidate

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/condition"
	"example.org/diagonal/transforms/signature"
)

// Shards that are larger than memory make the same as whole ones.
func TestNearInParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	for _, chains := range []bool{false, true} {
		documents := nearGarden(rng, 200)
		for i := range documents {
			documents[i].chains = chains
		}
		documents = append(documents, documents[3], documents[8]) // twice under one key
		for _, p := range []NearParams{{MaxDocuments: 20}, {MaxDocuments: 0},
			{MaxDocuments: 20, Choice: Choice{Directed: true}}, {MaxDocuments: 20, Choice: allChoices[2]}} {
			p.Shuffle = shuffle.Params{Shards: 2}
			want := near(t, p, documents)
			if len(want.Pairs) < 50 || p.MaxDocuments > 0 && len(want.Hot) == 0 {
				t.Fatalf("too little to compare: %d pairs, %d hot units", len(want.Pairs), len(want.Hot))
			}
			for _, memory := range []int64{25_000, 5_000} {
				parts := shuffle.Progress.Parts.Load()
				p.Shuffle = shuffle.Params{Shards: 2, Spool: t.TempDir(), Memory: memory}
				if diff := gocmp.Diff(want, near(t, p, documents)); diff != "" {
					t.Fatalf("%+v (-whole +parts):\n%.3000s", p, diff)
				}
				if n := shuffle.Progress.Parts.Load() - parts; n < 4 {
					t.Errorf("%d bytes of memory: shards came in %d parts, want several", memory, n)
				}
			}
		}
	}
}

// Postings that do not fit in memory are unpacked in portions of their signatures, which make the
// same as all together.
func TestNearInPortions(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for _, chains := range []bool{false, true} {
		documents := nearGarden(rng, 200)
		for i := range documents {
			documents[i].chains = chains
		}
		documents = append(documents, documents[3], documents[8]) // twice under one key
		for _, census := range []bool{false, true} {
			for _, max := range []MaxDocuments{20, 0} {
				p := NearParams{MaxDocuments: max, Census: census, Shuffle: shuffle.Params{Shards: 2}}
				want := near(t, p, documents)
				portions := shuffle.Progress.Portions.Load()
				p.Shuffle.Memory = 20_000 // without a spool there are no parts
				if diff := gocmp.Diff(want, near(t, p, documents)); diff != "" {
					t.Fatalf("%+v (-whole +portions):\n%.3000s", p, diff)
				}
				if n := shuffle.Progress.Portions.Load() - portions; n < 4 {
					t.Errorf("the postings came in %d portions, want several", n)
				}
			}
		}
	}
}

// Ten documents have a hundred n-grams four times each: 78,000 matches of one shard. With
// little memory they are sent in portions.
func TestMatchesInPortions(t *testing.T) {
	var documents []nearDocument
	for d := range uint64(10) {
		doc := nearDocument{key: (d + 1) << 32}
		for range 4 {
			for g := range uint64(100) {
				doc.units = append(doc.units, []uint64{g + 1})
			}
		}
		documents = append(documents, doc)
	}
	// send returns the matches of each document, sorted, and the largest number of records of one document.
	send := func(sh shuffle.Params) (matches map[uint64][]unitMatch, most int) {
		in, out := shards{}, shards{}
		packer := shuffle.NewPacker(sh)
		for _, d := range documents {
			payload := []byte{byte(signature.GramKind)}
			for unit, grams := range d.units {
				payload = signature.AppendUnitPosting(payload, grams[0], uint32(unit))
			}
			packer.Add(d.key, payload, in.emit)
		}
		packer.Flush(in.emit)
		none, count := func(int, []byte) {}, func(string, int64) {}
		if err := matchUnits(t, NearParams{Shuffle: sh}, in, nearSize, out.emit, none, count); err != nil {
			t.Fatal(err)
		}
		matches, records := map[uint64][]unitMatch{}, map[uint64]int{}
		out.records(t, func(a uint64, payload []byte) {
			var err error
			if _, matches[a], err = readUnitMatches(matches[a], payload); err != nil {
				t.Fatal(err)
			}
			records[a]++
			most = max(most, records[a])
		})
		for _, m := range matches {
			slices.SortFunc(m, func(x, y unitMatch) int {
				return cmp.Or(cmp.Compare(x.B, y.B), cmp.Compare(x.key(), y.key()))
			})
		}
		return matches, most
	}
	want, whole := send(shuffle.Params{Shards: 1})
	got, portions := send(shuffle.Params{Shards: 1, Memory: 1 << 20})
	if whole != 1 || portions < 2 {
		t.Errorf("a document has %d records with enough memory and %d with little, want 1 and more", whole, portions)
	}
	if n := len(want[1<<32]); n < 10_000 {
		t.Errorf("%d matches of the first document, want many", n)
	}
	if diff := gocmp.Diff(fmt.Sprint(want), fmt.Sprint(got)); diff != "" {
		t.Error("the matches of a document are not the same in portions")
	}
	p := NearParams{Shuffle: shuffle.Params{Shards: 1}}
	joined := near(t, p, documents)
	p.Shuffle.Memory = 1 << 20
	if diff := gocmp.Diff(joined, near(t, p, documents)); diff != "" {
		t.Errorf("(-whole +portions):\n%.3000s", diff)
	}
}

// A damaged record is an error in parts, too.
func TestSplitDamaged(t *testing.T) {
	var s Splitter
	if err := s.Split(1, []byte{0, 1, 2}, 2, func(int, uint64, []byte) error { return nil }); err == nil {
		t.Error("no error")
	}
}

// A damaged record is an error, whether signatures of one posting are left out or not.
func TestUnitMatchDamaged(t *testing.T) {
	for _, p := range []NearParams{{}, {Census: true}} {
		p.Shuffle = shuffle.Params{Shards: 1}
		in := shards{}
		packer := shuffle.NewPacker(p.Shuffle)
		packer.Add(1<<32, signature.AppendUnitPosting([]byte{byte(signature.GramKind)}, 5, 1), in.emit)
		packer.Add(2<<32, []byte{byte(signature.GramKind), 1, 2}, in.emit)
		packer.Flush(in.emit)
		none := func(int, []byte) {}
		err := matchUnits(t, p, in, nearSize, none, none, func(string, int64) {})
		if !errors.Is(err, wire.ErrShort) {
			t.Errorf("census %t: %v, want %v", p.Census, err, wire.ErrShort)
		}
	}
}

// A document that was given twice under one id, with other traits, makes the same whatever the order of the blocks.
func TestTwiceWithOtherTraits(t *testing.T) {
	where, err := condition.Parse("a.series != b.series", record.NumberBits)
	if err != nil {
		t.Fatal(err)
	}
	record := func(series string) (payload []byte) {
		payload = signature.AppendUnitHead(nil, where.AppendTraits(nil, map[string]string{"series": series},
			record.NumberBits))
		for g := range uint64(20) {
			payload = signature.AppendUnitPosting(payload, (g+1)<<20, uint32(g))
		}
		return payload
	}
	sh := shuffle.Params{Shards: 1}
	matched := func(twice ...string) string {
		in, out, ledger := shards{}, shards{}, map[string]int64{}
		packer := shuffle.NewPacker(sh)
		for _, series := range twice {
			packer.Add(1<<32, record(series), in.emit)
		}
		packer.Add(2<<32, record("one"), in.emit)
		packer.Flush(in.emit)
		none, count := func(int, []byte) {}, func(name string, n int64) { ledger[name] += n }
		if err := matchUnits(t, NearParams{Shuffle: sh, Choice: Choice{Where: where}}, in, nearSize,
			out.emit, none, count); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(out, ledger)
	}
	if diff := gocmp.Diff(matched("one", "two"), matched("two", "one")); diff != "" {
		t.Errorf("(-one order +the other):\n%.2000s", diff)
	}
}

// 60 documents, each given twice under one id, have one signature. When the second ones are signed, it is in too
// many documents, so only the first ones have it in this shard. Their blocks come in any order.
func TestTwiceInAnyOrder(t *testing.T) {
	p := NearParams{MaxDocuments: 20, Shuffle: shuffle.Params{Shards: 64}}
	const shard, documents = 0, 60
	next := func(s uint64) uint64 { // the next signature of the shard
		for s++; shuffle.ShardOf(shardKey(s), p.Shuffle.Shards) != shard; s++ {
		}
		return s
	}
	common := next(0)
	spread := shuffle.NewSpreader(p.Shuffle, int(p.MaxDocuments))
	var first, second [][]byte // blocks of one record
	for _, blocks := range []*[][]byte{&first, &second} {
		for d := range uint64(documents) {
			key := (d + 1) << 32
			payload := signature.AppendUnitHead(nil, nil)
			for unit, s := range []uint64{common, next(common + 1000*(d+1))} {
				if spread.Shard(shardKey(s), key) == shard {
					payload = signature.AppendUnitPosting(payload, s, uint32(unit))
				}
			}
			*blocks = append(*blocks, shuffle.Append(nil, key, payload))
		}
	}
	for name, blocks := range map[string][][]byte{
		"the first ones come first":   slices.Concat(first, second),
		"the second ones come first":  slices.Concat(second, first),
		"most second ones come first": slices.Concat(first[:11], second[11:], first[11:], second[:11]),
	} {
		ledger := map[string]int64{}
		count := func(name string, n int64) { ledger[name] += n }
		none := func(int, []byte) {}
		if err := matchUnits(t, p, shards{shard: blocks}, documents, none, none, count); err != nil {
			t.Fatal(err)
		}
		if n := ledger[UnitMatches]; n != 0 {
			t.Errorf("%s: %d matches of a hot signature", name, n)
		}
	}
}
