package signature

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/signature/imatch"
	"example.org/diagonal/transforms/signature/shingle"
	"example.org/diagonal/transforms/signature/simjoin"
	"example.org/diagonal/transforms/signature/spotsigs"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, "prism") }

func init() {
	register.Function2x0(analysedFn)
	register.Function1x1(tableLineFn)
	register.Emitter1[string]()
}

// analysed is a document of sentences, apart by dots, of words of one letter each.
func analysed(key uint64, text string) record.Analysed {
	a := record.Analysed{Key: key}
	for _, sentence := range strings.Split(text, ".") {
		a.Words = append(a.Words, letters(sentence)...)
		a.Ends = append(a.Ends, uint32(len(a.Words)))
	}
	return a
}

func letters(text string) []uint32 {
	var words []uint32
	for _, r := range text {
		words = append(words, uint32(r))
	}
	return words
}

func analysedFn(line string, emit func(record.Analysed)) {
	if line != "" {
		emit(analysed(uint64(len(line)), line))
	}
}

// tableLineFn is the kind of a table and its words.
func tableLineFn(table []byte) string {
	var words []rune
	for i := 1; i+4 <= len(table); i += 4 {
		words = append(words, rune(table[i])|rune(table[i+1])<<8|rune(table[i+2])<<16)
	}
	slices.Sort(words)
	return fmt.Sprint(table[0], " ", string(words))
}

// defaults is Defaults with a shuffle.
func defaults() Params {
	p := Defaults()
	p.Shuffle = shuffle.Params{Shards: 1}
	return p
}

// Five documents: a is in 4, b in 3, the others in 1. idf = ln(5/df)/ln 5 is .139 for
// a, .317 for b, 1 for the others. Of 14 uses a has 5, b 4, the others 1.
var collection = []string{"abc.a", "abdb", "ae", "abf", "中"}

func TestCount(t *testing.T) {
	idf := func(lo, hi float64) Params {
		p := defaults()
		p.Idf = imatch.Range{Lo: lo, Hi: hi}
		return p
	}
	spots := func(a Antecedents) Params {
		p := defaults()
		p.Method, p.Antecedents = SpotSigs, a
		if a.Share == 0 {
			p.Antecedents.Share = DefaultShare
		}
		return p
	}
	for _, tc := range []struct {
		name      string
		p         Params
		documents []string
		want      string
	}{
		{"idf: nothing is too frequent", idf(0.1, 1), collection, "0 "},
		{"idf: a is", idf(0.2, 1), collection, "0 a"},
		{"idf: a and b are", idf(0.4, 1), collection, "0 ab"},
		{"idf: only b is in the range", idf(0.2, 0.9), collection, "1 b"},
		{"idf: two documents say nothing", idf(0.9, 1), collection[:2], "0 "},
		{"idf: no document", idf(0.1, 1), []string{""}, "0 "},
		{"idf: no document, rare words dropped", idf(0.1, 0.9), []string{""}, "1 "},
		{"spots: the two most frequent", spots(Antecedents{Count: 2}), collection, "1 ab"},
		{"spots: more than there are", spots(Antecedents{Count: 99}), collection, "1 abcdef中"},
		{"spots: 5 of 14 are a share of .35", spots(Antecedents{Share: 0.35}), collection, "1 a"},
		{"spots: .4 of 14 are 5.6, which takes a and b", spots(Antecedents{Share: 0.4}), collection, "1 ab"},
		{"spots: given", spots(Antecedents{Words: letters("z中")}), collection, "1 z中"},
		{"spots: no document", spots(Antecedents{}), []string{""}, "1 "},
	} {
		pl, s := beam.NewPipelineWithRoot()
		col := beam.ParDo(s, analysedFn, beam.CreateList(s, tc.documents))
		for _, sh := range []shuffle.Params{{Shards: 1}, {Shards: 3}, {Shards: 64}} {
			p := tc.p
			p.Shuffle = sh
			passert.EqualsList(s, beam.ParDo(s, tableLineFn, Count(s, p, col).Collection()), []string{tc.want})
		}
		if err := ptest.Run(pl); err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
}

// emitted runs Emit without Beam, and returns postings as "DOCUMENT.SENTENCE SIGNATURE".
func emitted(t *testing.T, p Params, table []byte, documents ...record.Analysed) ([]string, map[string]int64) {
	t.Helper()
	out, ledger := []string{}, map[string]int64{}
	add := func(_ int, b []byte) {
		err := shuffle.Each(b, func(key uint64, payload []byte) error {
			x, err := ReadPosting(payload)
			out = append(out, fmt.Sprintf("%d.%d %016x %x", x.Document, x.Sentence, key, x.Set))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	count := func(name string, n int64) {
		if n != 0 {
			ledger[name] += n
		}
	}
	st, err := emit{Params: p, Poster: Poster{Tau: p.Tau, MaxDocuments: p.MaxDocuments}}, error(nil)
	if p.NeedsTable() {
		var by counting
		if err := by.Read(table); err != nil {
			t.Fatal(err)
		}
		err = engine.RunMap(t.Context(), p.Shuffle, &emitByTable{emit: st, Table: engine.SideWith(by)}, documents,
			add, count)
	} else {
		err = engine.RunMap(t.Context(), p.Shuffle, &st, documents, add, count)
	}
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out, ledger
}

// line is a posting; set is given for methods with sets.
func line(document, sentence int, signature uint64, set ...uint64) string {
	return fmt.Sprintf("%d.%d %016x %x", document, sentence, signature, simjoin.AppendSet(nil, set))
}

func hash(text string) uint64 { return shingle.Hash(letters(text)) }

func TestEmit(t *testing.T) {
	sorted, spots, shingles := defaults(), defaults(), defaults()
	sorted.Sorted = true
	spots.Method, spots.Spots = SpotSigs, spotsigs.Params{Distance: 1, Length: 2}
	shingles.Method, shingles.N = Shingle, 2
	notA, onlyB := appendTable(nil, letters("a"), false), appendTable(nil, letters("b"), true)
	two := simjoin.Set([]uint64{hash("xy"), hash("yz")}) // at τ = .9 the prefix of 2 is 1
	for _, tc := range []struct {
		name   string
		p      Params
		table  []byte
		in     string
		want   []string
		ledger map[string]int64
	}{
		{"imatch: the words but a, in their order", defaults(), notA, "bac.cab..aa",
			[]string{line(7, 0, hash("bc")), line(7, 1, hash("cb"))},
			map[string]int64{Signatures: 2, Postings: 2, NoSignature: 2}},
		{"imatch: only b counts", defaults(), onlyB, "bab.ac", []string{line(7, 0, hash("bb"))},
			map[string]int64{Signatures: 1, Postings: 1, NoSignature: 1}},
		{"imatch: sorted", sorted, notA, "cbb", []string{line(7, 0, hash("bc"))},
			map[string]int64{Signatures: 1, Postings: 1}},
		{"imatch: an empty document", defaults(), notA, "", nil, map[string]int64{NoSignature: 1}},
		{"shingles", shingles, nil, "xyz.中", []string{line(7, 0, two[0], two...), line(7, 1, hash("中"), hash("中"))},
			map[string]int64{Signatures: 3, Postings: 2}},
		{"shingles: repeats are one", shingles, nil, "xxxx", []string{line(7, 0, hash("xx"), hash("xx"))},
			map[string]int64{Signatures: 1, Postings: 1}},
		{"spots: a with the two words behind it", spots, appendTable(nil, letters("a"), true), "xabc.bc.ab",
			[]string{line(7, 0, hash("abc"), hash("abc"))},
			map[string]int64{Signatures: 1, Postings: 1, NoSignature: 2}},
		{"spots: an antecedent in between is passed over", spots, appendTable(nil, letters("ad"), true), "abdc",
			[]string{line(7, 0, hash("abc"), hash("abc"))}, map[string]int64{Signatures: 1, Postings: 1}},
	} {
		for _, shards := range []int{1, 3, 64} {
			p := tc.p
			p.Shuffle.Shards = shards
			got, ledger := emitted(t, p, tc.table, analysed(7, tc.in))
			if diff := cmp.Diff(slices.Sorted(slices.Values(tc.want)), got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s, %d shards: postings (-want +got):\n%s", tc.name, shards, diff)
			}
			if diff := cmp.Diff(tc.ledger, ledger, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s: ledger (-want +got):\n%s", tc.name, diff)
			}
		}
	}
	if got, ledger := emitted(t, defaults(), notA); len(got)+len(ledger) != 0 {
		t.Errorf("no document makes %v, %v", got, ledger)
	}
}

// A sentence of more than maxSet signatures is compared as a whole.
func TestEmitOfALongSentence(t *testing.T) {
	p := defaults()
	p.Method, p.N = Shingle, 1
	a := record.Analysed{Key: 7}
	for w := range uint32(maxSet + 1) {
		a.Words = append(a.Words, w)
	}
	a.Ends = []uint32{maxSet + 1}
	got, ledger := emitted(t, p, nil, a)
	again, _ := emitted(t, p, nil, a)
	if len(got) != 1 || !slices.Equal(got, again) || ledger[Whole] != 1 || ledger[Postings] != 1 {
		t.Errorf("%v, then %v; ledger %v", got, again, ledger)
	}
	a.Words, a.Ends[0] = a.Words[:maxSet], maxSet
	if got, ledger := emitted(t, p, nil, a); len(got) != simjoin.Prefix(maxSet, p.Tau) || ledger[Whole] != 0 {
		t.Errorf("a sentence of %d signatures makes %d postings, ledger %v", maxSet, len(got), ledger)
	}
}
