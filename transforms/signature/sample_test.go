package signature

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/analysis/unit"
	"example.org/diagonal/transforms/signature/chain"
	"example.org/diagonal/transforms/signature/gram"
	"example.org/diagonal/transforms/signature/shingle"
)

func init() {
	register.Function1x1(documentFn)
	register.Function1x1(tableHexFn)
}

func documentFn(line string) record.Analysed {
	id, text, _ := strings.Cut(line, "|")
	return analysedOf(record.Document{ID: id, Text: []byte(text)})
}

// analysedOf returns a document with the places of its words.
func analysedOf(d record.Document) record.Analysed {
	an := analysis.Analyser{Places: true}
	a, _ := an.Analyse(&d)
	return a
}

func tableHexFn(table []byte) string { return fmt.Sprintf("%x", table) }

// wordOf is the hash of one word, or character, of a text.
func wordOf(text string) uint32 { return token.Append(nil, []byte(text))[0].Hash }

func TestSample(t *testing.T) {
	for _, tc := range []struct {
		name  string
		lines []string
		words uint64
		more  map[string]uint64 // words that stand more than once
	}{
		{"nothing", nil, 0, nil},
		{"no word", []string{"a|", "b|!\xff"}, 0, nil},
		{"words", []string{"a|The cat, the dog.", "b|A cat"}, 6, map[string]uint64{"the": 2, "cat": 2}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p, s, lines := ptest.CreateList(append([]string{"x|"}, tc.lines...))
			var counts []vocabulary.Count
			for w, n := range tc.more {
				counts = append(counts, vocabulary.Count{Word: wordOf(w), N: n})
			}
			want := tableHexFn(chain.AppendTable(nil, chain.NewTable(tc.words, tc.words, counts)))
			table := Sample(s, shuffle.Params{Shards: 3}, 0, beam.ParDo(s, documentFn, lines))
			passert.Equals(s, beam.ParDo(s, tableHexFn, table.Collection()), want)
			ptest.RunAndValidate(t, p)
		})
	}
}

// sampleOf runs the stages of Sample without Beam, on documents dealt to bundles.
func sampleOf(t *testing.T, shards int, min uint64, bundles ...[]record.Document) string {
	t.Helper()
	return tableHexFn(tableOfSample(t, shards, min, 0, bundles...))
}

func tableOfSample(t *testing.T, shards int, min uint64, share float64, bundles ...[]record.Document) []byte {
	t.Helper()
	p, blocks := engine.Params{Shards: shards}, map[int][][]byte{}
	for _, documents := range bundles {
		var analysed []record.Analysed
		for _, d := range documents {
			analysed = append(analysed, analysedOf(d))
		}
		emit := func(shard int, b []byte) { blocks[shard] = append(blocks[shard], b) }
		if err := engine.RunMap(t.Context(), p, &sample{Words: min}, analysed, emit); err != nil {
			t.Fatal(err)
		}
	}
	var parts []*tally.Part
	for shard, all := range blocks {
		emit := func(_ int, part tally.Part) { parts = append(parts, &part) }
		if err := engine.RunReduce(t.Context(), p, &sampleCounts{Words: min, Share: share}, shard,
			shuffletest.Iterate(all...), emit); err != nil {
			t.Fatal(err)
		}
	}
	table, err := chainTable{}.Table(slices.Values(parts))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// sampledPlainly takes the documents of the highest level that are enough.
func sampledPlainly(documents []record.Document, min uint64) string {
	var text []byte
	for k := levels; k >= 0; k-- {
		n, sum, all := map[uint32]uint64{}, uint64(0), uint64(0)
		for _, d := range documents {
			words := token.Append(nil, d.Text)
			all += uint64(len(words))
			if levelOf(record.NameOf(record.Key(d.Side, d.ID, 0))) < k {
				continue
			}
			for _, w := range words {
				n[w.Hash]++
				sum++
			}
		}
		if sum < min && k > 0 {
			continue
		}
		var counts []vocabulary.Count
		for w, c := range n {
			counts = append(counts, vocabulary.Count{Word: w, N: c})
		}
		text = chain.AppendTable(nil, chain.NewTable(all, sum, counts))
		break
	}
	return tableHexFn(text)
}

// A sample does not depend on order, bundles and shards, and is that of its twin.
func TestSampleIsItsTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	var documents []record.Document
	for d := range 300 {
		var text []byte
		for range rng.IntN(60) {
			text = fmt.Appendf(text, "w%d ", rng.IntN(1+rng.IntN(500)))
		}
		documents = append(documents, record.Document{Side: record.Side(d % 2), ID: fmt.Sprint(d), Text: text})
	}
	documents[7].Text = []byte(strings.Repeat("long ", 3000))
	sizes := map[string]bool{}
	for _, min := range []uint64{1, 100, 1000, 5000, 1 << 40} {
		want := sampledPlainly(documents, min)
		sizes[want] = true
		for _, shape := range [][2]int{{1, 1}, {7, 3}, {2, 20}} {
			rng.Shuffle(len(documents), func(i, j int) { documents[i], documents[j] = documents[j], documents[i] })
			bundles := slices.Collect(slices.Chunk(documents, (len(documents)+shape[1]-1)/shape[1]))
			if got := sampleOf(t, shape[0], min, bundles...); got != want {
				t.Errorf("a sample of %d words, %v: a table of %d bytes, want %d", min, shape, len(got)/2,
					len(want)/2)
			}
		}
	}
	if len(sizes) < 4 {
		t.Errorf("%d different samples, want at least 4", len(sizes))
	}
}

// In Chinese the words are pairs of neighbouring characters, as EmitUnits has them: also over
// the end of a line.
func TestSampleOfChinese(t *testing.T) {
	a := analysedOf(record.Document{ID: "a", Text: []byte("中国中国。中\n国")})
	spans, err := record.ReadSpans(a.Spans, len(a.Words))
	if err != nil {
		t.Fatal(err)
	}
	terms := unit.Terms(nil, a.Words, spans.From, spans.To, spans.Joined)
	if terms[0] != terms[2] || terms[0] != terms[4] || terms[0] == terms[1] {
		t.Fatalf("terms %x", terms)
	}
	want := tableHexFn(chain.AppendTable(nil,
		chain.NewTable(6, 6, []vocabulary.Count{{Word: terms[0], N: 3}, {Word: terms[3], N: 2}})))
	if got := sampleOf(t, 2, 100, []record.Document{{ID: "a", Text: []byte("中国中国。中\n国")}}); got != want {
		t.Errorf("the table %s, want %s", got, want)
	}
}

// emittedUnits runs EmitUnits without Beam; the result is "PLACE HASH" by shard, sorted.
func emittedUnits(
	t *testing.T, p UnitParams, a record.Analysed, table []byte,
) (kind Kind, all []string, ledger map[string]int64, err error) {
	t.Helper()
	ledger = map[string]int64{}
	var blocks [][]byte
	emit := func(_ int, b []byte) { blocks = append(blocks, b) }
	count := func(name string, n int64) { ledger[name] += n }
	if p.NeedsTable() {
		var by rarity
		if err = by.Read(table); err == nil {
			st := &emitUnitsByTable{emitUnits: emitUnits{Params: p}, Table: engine.SideWith(by)}
			err = engine.RunMap(t.Context(), p.Shuffle, st, []record.Analysed{a}, emit, count)
		}
	} else {
		err = engine.RunMap(t.Context(), p.Shuffle, &emitUnits{Params: p}, []record.Analysed{a}, emit, count)
	}
	for _, b := range blocks {
		if e := shuffle.Each(b, func(key uint64, payload []byte) error {
			if key != a.Key {
				t.Errorf("a posting of document %d, want %d", key, a.Key)
			}
			postings, k, e := AppendUnitPostings(nil, payload)
			kind = k
			for _, p := range postings {
				all = append(all, fmt.Sprintf("%04d %012x", p.Place, p.Signature))
			}
			return e
		}); e != nil {
			t.Fatal(e)
		}
	}
	slices.Sort(all)
	return kind, all, ledger, err
}

func TestEmitUnits(t *testing.T) {
	words := []uint32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10} // two units, of four words and of six
	spans := &record.Spans{}
	for i := range words {
		at := uint32(i * 5)
		spans.From, spans.To = append(spans.From, at), append(spans.To, at+4)
		spans.ByteFrom, spans.ByteTo = spans.From, spans.To
	}
	a := record.Analysed{Key: 77, Words: words, Ends: []uint32{4, 10}, Spans: record.AppendSpans(nil, spans)}
	table := func(collection uint64) []byte {
		// All but 2, 6 and 9 are no content words; each pair of those is a chain.
		var counts []vocabulary.Count
		for _, w := range words {
			if w != 2 && w != 6 && w != 9 {
				counts = append(counts, vocabulary.Count{Word: w, N: 100})
			}
		}
		return chain.AppendTable(nil, chain.NewTable(collection, 100_000, counts))
	}
	var grams, chains []string
	for i := range len(words) - 2 {
		grams = append(grams, fmt.Sprintf("%04d %012x", []int{0, 1}[i/4], gram.Of(words[i:])))
	}
	var scratch chain.Scratch
	encoded, err := chain.ReadTable(table(20_000_000))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range encoded.Append(nil, words, words, encoded.Weights(nil, words), &scratch) {
		unit, first := 0, uint32(0)
		if c.Start >= 4 {
			unit, first = 1, 4
		}
		chains = append(chains, fmt.Sprintf("%04d %012x", unit*64+int(c.Start-first), c.Hash))
	}
	if len(chains) != 3 {
		t.Fatalf("%d chains, want those of words 2, 6 and of 2, 9 and of 6, 9: %v", len(chains), chains)
	}
	for n, unit := range [][]uint32{words[:4], words[4:]} {
		chains = append(chains, fmt.Sprintf("%04d %012x", n*64+63, mix.Full(shingle.Hash(unit))>>16))
	}
	// The document as a whole is a copy.
	whole := fmt.Sprintf("%04d %012x", copyPlace(0, NoRun), mix.Full(shingle.Hash(words)^wholeDocument)>>16)
	grams, chains = append(grams, whole), append(chains, whole)
	slices.Sort(grams)
	slices.Sort(chains)
	// A sentence that a short one was joined to is a whole unit, too, if it is most of it.
	a.Ends = []uint32{1, 6, 9, 10}
	_, joined, _, err := emittedUnits(t, UnitParams{Candidates: ChainCandidates, Shuffle: shuffle.Params{Shards: 1}}, a,
		table(20_000_000))
	for _, unit := range []struct {
		n     int
		words []uint32
	}{{0, words[:6]}, {0, words[1:6]}, {1, words[6:]}} {
		want := fmt.Sprintf("%04d %012x", unit.n*64+63, mix.Full(shingle.Hash(unit.words))>>16)
		if n := len(joined); !slices.Contains(joined, want) || n != 7 || err != nil {
			t.Errorf("unit %d: no %s among the %d signatures %v, want 7; %v", unit.n, want, n, joined, err)
		}
	}
	a.Ends = []uint32{4, 10}
	// A longer one has fingerprints.
	long := a
	long.Words, long.Ends = slices.Repeat(words, 10), []uint32{4, 10, 100}
	for i := range long.Words {
		long.Words[i] += uint32(i) / 10 * 100
		at := uint32(i * 5)
		spans.From, spans.To = append(spans.From[:i], at), append(spans.To[:i], at+4)
	}
	spans.ByteFrom, spans.ByteTo = spans.From, spans.To
	long.Spans = record.AppendSpans(nil, spans)
	for _, candidates := range []string{GramCandidates, ChainCandidates} {
		_, all, _, err := emittedUnits(t, UnitParams{Candidates: candidates, Shuffle: shuffle.Params{Shards: 3}}, long,
			map[string][]byte{ChainCandidates: table(20_000_000)}[candidates])
		copies := slices.DeleteFunc(all, func(s string) bool { return len(s) != len(whole) })
		if len(copies) < 100/30 || len(copies) > 100/7 || err != nil {
			t.Errorf("%s: %d fingerprints of 500 characters: %v; %v", candidates, len(copies), copies, err)
		}
	}
	for _, tc := range []struct {
		candidates string
		table      []byte
		kind       Kind
		want       []string
	}{
		{GramCandidates, nil, GramKind, grams},
		{ChainCandidates, table(20_000_000), ChainKind, chains},
		{AutoCandidates, table(chainsFrom - 1), GramKind, grams},
		{AutoCandidates, table(20_000_000), ChainKind, chains},
	} {
		for _, shards := range []int{1, 5} {
			kind, got, ledger, err := emittedUnits(t,
				UnitParams{Candidates: tc.candidates, Shuffle: shuffle.Params{Shards: shards}}, a, tc.table)
			if diff := cmp.Diff(tc.want, got); diff != "" || err != nil || kind != tc.kind {
				t.Errorf("%s: kind %d, %v (-want +got):\n%s", tc.candidates, kind, err, diff)
			}
			if n := ledger[Grams] + ledger[Chains]; int(n) != len(tc.want)-1 {
				t.Errorf("%s: the ledger %v, want %d", tc.candidates, ledger, len(tc.want)-1)
			}
		}
	}
	sh := shuffle.Params{Shards: 1}
	for _, table := range [][]byte{nil, {9}} {
		if _, _, _, err := emittedUnits(t, UnitParams{Candidates: AutoCandidates, Shuffle: sh}, a, table); err == nil {
			t.Errorf("the table %v is taken", table)
		}
	}
	if err := (UnitParams{Candidates: "some", Shuffle: sh}).Validate(); err == nil ||
		!strings.Contains(err.Error(), "Candidates is some") {
		t.Errorf("Validate: %v", err)
	}
}

// The table of a sample is for a collection that has more words. The two documents of a pair do not
// count for the weight of their words.
func TestTableOfShare(t *testing.T) {
	var text strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&text, "w%d ", i%4000) // each five times
	}
	document := record.Document{ID: "d", Text: []byte(text.String())}
	counted := func(share float64) *chain.Table {
		table, err := chain.ReadTable(tableOfSample(t, 1, 1<<40, share, []record.Document{document}))
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	all, sample := counted(0), counted(.01)
	if all.Words != 20_000 || sample.Words != 2_000_000 {
		t.Errorf("collections of %d and %d words", all.Words, sample.Words)
	}
	if w := func(c *chain.Table) uint32 {
		return c.Weights(nil, []uint32{wordOf("w9")})[0]
	}; w(all) != 0 || w(sample) == 0 {
		t.Errorf("weights %d and %d: five of 20,000 are too many for a content word, three are not", w(all), w(sample))
	}
}
