package neartext

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/transforms/analysis/normal"
	"example.org/diagonal/transforms/lookup/frequency"
	"example.org/diagonal/transforms/lookup/winnow"
)

func read(text string) *normal.Text {
	t := &normal.Text{}
	t.Read([]byte(text))
	return t
}

func TestRuns(t *testing.T) {
	p := winnow.Params{Signature: winnow.Frequency, Q: 4, W: 10}
	for _, tc := range []struct {
		places []uint32
		length uint32
		query  uint32
		want   []Run
	}{
		{nil, 100, 20, nil},
		{[]uint32{50}, 100, 20, []Run{{41, 63, 1}}},
		{[]uint32{3}, 100, 20, []Run{{0, 16, 1}}},
		{[]uint32{95}, 100, 20, []Run{{86, 100, 1}}},
		{[]uint32{20, 42}, 100, 20, []Run{{11, 55, 2}}}, // 2w+q-2 = 22 apart
		{[]uint32{20, 43}, 100, 20, []Run{{11, 33, 1}, {34, 56, 1}}},
		{[]uint32{20, 43}, 100, 26, []Run{{11, 33, 1}, {34, 56, 1}}},
		// 27 places from the first signature to the end of the last one
		{[]uint32{20, 43}, 100, 27, []Run{{11, 56, 2}}},
		{[]uint32{20, 42, 60, 90}, 100, 20, []Run{{11, 73, 3}, {81, 100, 1}}},
		{[]uint32{20, 42, 60, 90}, 100, 74, []Run{{11, 100, 4}}},
		{[]uint32{0, 30, 60, 90}, 100, 64, []Run{{0, 73, 3}, {81, 100, 1}}},
	} {
		if diff := cmp.Diff(tc.want, Runs(nil, p, tc.places, tc.length, tc.query)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tc.places, diff)
		}
	}
}

// plainSimilarity counts q-grams in maps of strings.
func plainSimilarity(query, text *normal.Text, q int, f *frequency.Table) float64 {
	weights := map[string]int{}
	grams := func(t *normal.Text) (map[string]int, int) {
		counts, all := map[string]int{}, 0
		named := winnow.AppendGrams(nil, t, q)
		for i := range t.Chars {
			width := 0
			for j := i; j < len(t.Chars); j++ {
				if width += int(t.Chars[j].Width()); width >= q {
					g := fmt.Sprint(t.Chars[i : j+1])
					weights[g] = int(weightOf(named[i], f))
					counts[g] += int(t.Chars[i].Width())
					all += int(t.Chars[i].Width()) * weights[g]
					break
				}
			}
		}
		return counts, all
	}
	inQuery, all := grams(query)
	inText, _ := grams(text)
	shared := 0
	for g, n := range inQuery {
		shared += min(n, inText[g]) * weights[g]
	}
	if all == 0 {
		return 0
	}
	return float64(shared) / float64(all)
}

// documents is a Source of texts. The name of document n is the n-th of names.
type documents struct {
	texts []*normal.Text
	names []string
}

func (d documents) ID(n uint64) (string, bool, error) {
	if n >= uint64(len(d.names)) {
		return "", false, nil
	}
	return d.names[n], true, nil
}
func (d documents) Text(n uint64) (*normal.Text, error) { return d.texts[n], nil }

// plainBest computes every similarity.
func plainBest(
	query *normal.Text, q int, f *frequency.Table, p Params, candidates []Candidate, d documents,
) (found []Found) {
	for _, c := range candidates {
		id, ok, _ := d.ID(c.Document)
		if !ok {
			continue
		}
		text := d.texts[c.Document]
		part := text.Part(text.Within(c.Start, c.End))
		if s := plainSimilarity(query, &part, q, f); s > 0 && s >= p.Threshold {
			found = append(found, Found{c, id, s})
		}
	}
	slices.SortFunc(found, compare)
	if p.Top > 0 && len(found) > p.Top {
		found = found[:p.Top]
	}
	return found
}

func garden(rng *rand.Rand, n int) string {
	letters := []rune([]string{"abc ", "ab天地 ", "天地玄黄", "éa b"}[rng.IntN(4)])
	var b strings.Builder
	for range n {
		b.WriteRune(letters[rng.IntN(len(letters))])
	}
	return b.String()
}

// FuzzBest holds the heap and the early stop to the plain version: the same texts, in the same
// order, with the same similarities.
func FuzzBest(f *testing.F) {
	for seed := range uint64(80) {
		f.Add(seed, uint8(1+seed%6), uint8(seed%7), uint8(seed*3))
	}
	f.Fuzz(func(t *testing.T, seed uint64, q, top, threshold uint8) {
		rng := rand.New(rand.NewPCG(seed, 3))
		length := 1 + int(q%8)
		queryText := garden(rng, rng.IntN(80))
		query := read(queryText)
		var d documents
		var candidates []Candidate
		for i := range 1 + rng.IntN(30) {
			text := garden(rng, rng.IntN(120))
			if rng.IntN(2) == 0 { // a copy, or one with a change
				text = queryText
				if cut := rng.IntN(len(text) + 1); rng.IntN(2) == 0 {
					text = strings.ToValidUTF8(text[:cut], "") + garden(rng, rng.IntN(30))
				}
			}
			n := read(text)
			d.texts, d.names = append(d.texts, n), append(d.names, fmt.Sprint(rng.IntN(100), "-", i))
			for range 1 + rng.IntN(3) {
				start := rng.Uint32N(n.Length() + 1)
				candidates = append(candidates,
					Candidate{uint64(i), Run{Start: start, End: start + rng.Uint32N(n.Length()-start+1)}})
			}
		}
		candidates = append(candidates, Candidate{1000, Run{Start: 0, End: 50}}) // a document that is not there
		slices.SortFunc(candidates, func(a, b Candidate) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		candidates = slices.Compact(candidates)
		rng.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
		p := Params{Top: int(top % 8), Threshold: float64(threshold%128) / 100}
		var f *frequency.Table
		if rng.IntN(2) == 0 { // of half of the texts, so that some q-grams were never counted
			counts := &frequency.Counts{}
			for _, text := range d.texts[len(d.texts)/2:] {
				for _, g := range winnow.AppendGrams(nil, text, length) {
					counts.Add(uint64(g))
				}
			}
			f = counts.Table()
		}
		want := plainBest(query, length, f, p, candidates, d)
		got, work, err := Best(NewQuery(query, length, f), p, candidates, d)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%+v (-plain +got):\n%s", p, diff)
		}
		if work.Candidates != int64(len(candidates)) || work.Computed > work.Candidates {
			t.Fatalf("%+v for %d candidates", work, len(candidates))
		}
	})
}

// The limit of the source would stop here: the text is twice as long as the query and has all of
// it, so err is the half of the text.
func TestLongText(t *testing.T) {
	q := NewQuery(read("abcdefghijklmnop"), 4, nil)
	if got, ok := q.Similarity(read(strings.Repeat("z", 40)+"abcdefghijklmnop"), .9); got != 1 || !ok {
		t.Errorf("similarity %v, %v", got, ok)
	}
}

// A text with the rare words of the query is nearer than one with as much of its frequent ones.
func TestRareIsNearer(t *testing.T) {
	counts := &frequency.Counts{}
	for range 50 {
		for _, g := range winnow.AppendGrams(nil, read("and it came to pass"), 4) {
			counts.Add(uint64(g))
		}
	}
	d := documents{[]*normal.Text{read("and it came to pass"), read("calcaneum levavit xx")},
		[]string{"frequent", "rare"}}
	var candidates []Candidate
	for i, text := range d.texts {
		candidates = append(candidates, Candidate{uint64(i), Run{End: text.Length()}})
	}
	query := read("and it came to pass calcaneum levavit")
	for _, tc := range []struct {
		f    *frequency.Table
		want string
	}{{nil, "frequent"}, {counts.Table(), "rare"}} {
		found, _, err := Best(NewQuery(query, 4, tc.f), Params{Top: 1}, candidates, d)
		if err != nil || len(found) != 1 || found[0].ID != tc.want {
			t.Errorf("%+v, error %v, want %s", found, err, tc.want)
		}
	}
}

// Most similarities are never computed: their number is known, not only the answer.
func TestWork(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	query := read("the whole text of the query that is copied once")
	d := documents{texts: []*normal.Text{query}, names: []string{"copy"}}
	candidates := []Candidate{{0, Run{Start: 0, End: query.Length()}}}
	for i := 1; i < 100; i++ {
		n := read(garden(rng, 30) + "x")
		d.texts, d.names = append(d.texts, n), append(d.names, fmt.Sprint(i))
		candidates = append(candidates, Candidate{uint64(i), Run{Start: 0, End: min(n.Length(), 40)}})
	}
	found, work, err := Best(NewQuery(query, 4, nil), Params{Top: 1}, candidates, d)
	if err != nil || len(found) != 1 || found[0].ID != "copy" || found[0].Similarity != 1 {
		t.Fatalf("%+v, error %v", found, err)
	}
	if work.Candidates != 100 || work.Computed > 3 || work.ComputedLength >= work.Length/10 {
		t.Errorf("%+v", work)
	}
}

func TestEmptyQuery(t *testing.T) {
	for _, text := range []string{"", "abc", "..."} {
		found, _, err := Best(NewQuery(read(text), 4, nil), Params{Top: 1}, []Candidate{{0, Run{0, 10, 1}}},
			documents{[]*normal.Text{read("abcdefghij")}, []string{"a"}})
		if err != nil || len(found) > 0 {
			t.Errorf("%q: %v, error %v", text, found, err)
		}
	}
}
