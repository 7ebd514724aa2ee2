package partition_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"

	"example.org/diagonal/engine/local"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/partition"
	"example.org/diagonal/transforms/partition/similar"
)

func TestMain(m *testing.M) {
	beamlog.SetupLogging("error", "text")
	beam.Init()
	os.Exit(m.Run())
}

func init() {
	beam.RegisterDoFn(&countFn{})
	beam.RegisterFunction(withoutWords)
}

// withoutWords takes the fingerprint of a document out of its line.
func withoutWords(v record.InSet) record.InSet {
	v.Words = ""
	return v
}

// countFn selects the counts of one name.
type countFn struct{ Name string }

func (fn *countFn) ProcessElement(name string, n int64, emit func(int64)) {
	if name == fn.Name {
		emit(n)
	}
}

// counts checks the sum of a name of the ledger.
func counts(s beam.Scope, ledger beam.PCollection, name string, want int64) {
	got := beam.ParDo(s, &countFn{name}, ledger)
	passert.Equals(s, stats.Sum(s, beam.Flatten(s, got, beam.Create(s, int64(0)))), want)
}

// prose returns sentences of made-up words; in Chinese without spaces.
func prose(seed uint64, sentences int, chinese bool) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for range sentences {
		for i := range 12 {
			switch {
			case chinese:
				b.WriteRune(rune(0x4e00 + r.IntN(2000)))
			case i > 0:
				fmt.Fprintf(&b, " w%c%c", 'a'+r.IntN(26), 'a'+r.IntN(26))
			default:
				fmt.Fprintf(&b, "W%c%c", 'a'+r.IntN(26), 'a'+r.IntN(26))
			}
		}
		if chinese {
			b.WriteString("。")
		} else {
			b.WriteString(". ")
		}
	}
	return b.String()
}

func page(site, path, article string, template uint64) record.Document {
	return record.Document{ID: "http://" + site + "/" + path,
		Text: []byte(prose(template, 40, false) + article + prose(template+1, 40, false))}
}

// web is a small web: three sites with templates that are longer than the articles. One article is on
// all sites.
func web() (documents []record.Document, want []record.InSet) {
	shared := prose(1, 30, false)
	for s, site := range []string{"a.example", "www.b.example", "c.example:8080"} {
		template := uint64(1000 * (s + 1))
		documents = append(documents, page(site, "shared", shared, template))
		for i := range 6 {
			d := page(site, fmt.Sprint(i), prose(uint64(10*s+i+100), 30, false), template)
			documents = append(documents, d)
			want = append(want, record.InSet{ID: d.ID, Set: d.ID, Representative: d.ID, R: 1})
		}
	}
	const first = "http://a.example/shared"
	for _, d := range documents {
		if strings.HasSuffix(d.ID, "/shared") {
			want = append(want, record.InSet{ID: d.ID, Set: first, Representative: first, R: 1})
		}
	}
	return documents, want
}

// find checks the sets of documents, with two numbers of shards, with and without a spool, and in another order.
func find(
	t *testing.T, set func(*partition.Params), documents []record.Document, want []record.InSet,
	ledger map[string]int64,
) {
	t.Helper()
	for i, sh := range []shuffle.Params{{Shards: 1}, {Shards: 40}, {Shards: 3, Spool: t.TempDir()}} {
		p := partition.Defaults()
		p.Shuffle = sh
		if set != nil {
			set(&p)
		}
		if i > 0 {
			documents = slices.Clone(documents)
			slices.Reverse(documents)
		}
		pipeline, s := beam.NewPipelineWithRoot()
		found := partition.Find(s, p, beam.CreateList(s, documents))
		sets := beam.ParDo(s, withoutWords, found.Sets)
		if len(want) == 0 {
			passert.Empty(s, sets)
		} else {
			passert.EqualsList(s, sets, want)
		}
		for name, n := range ledger {
			counts(s, found.Ledger, name, n)
		}
		if _, err := beam.Run(t.Context(), local.Name, pipeline); err != nil {
			t.Fatalf("%d shards: %v", sh.Shards, err)
		}
	}
}

// The article that three sites have is one set, and the articles of a site are none, though their
// templates are longer than they are.
func TestSites(t *testing.T) {
	documents, want := web()
	find(t, nil, documents, want, map[string]int64{
		"documents": 21, "pages": 21, "sets": 19, "sets_of_1": 18, "sets_of_3_to_5": 1, "singletons": 18,
		"template_sentences": 21 * 80,
	})
}

// With templates, all pages of a site are similar to each other.
func TestTemplatesOff(t *testing.T) {
	documents, _ := web()
	documents = documents[:7]
	var want []record.InSet
	for _, d := range documents {
		want = append(want, record.InSet{ID: d.ID, Set: d.ID, Representative: d.ID, R: 1})
	}
	find(t, nil, documents, want, nil)
	for i := range want {
		want[i] = record.InSet{ID: want[i].ID, Set: "http://a.example/0", Representative: "http://a.example/0"}
	}
	find(t, func(p *partition.Params) {
		p.Templates, p.Similar.Method = false, similar.None
	}, documents, func() []record.InSet {
		w := slices.Clone(want)
		for i := range w {
			if w[i].ID == w[i].Representative {
				w[i].R = 1
			}
		}
		return w
	}(), nil)
}

// Documents with the same words are one page. Empty documents are sets of their own. Of two documents
// with one id, one is rejected.
func TestCopies(t *testing.T) {
	text := prose(7, 20, true)
	near := strings.Replace(text, "。", "兮。", 1)
	documents := []record.Document{
		{ID: "b", Text: []byte(text)},
		{ID: "c", Text: []byte(strings.ReplaceAll(text, "。", "！"))}, // the same words
		{ID: "a", Text: []byte(near)},
		{ID: "alone", Text: []byte(prose(8, 20, true))},
		{ID: "empty 1"}, {ID: "empty 2", Text: []byte(" … \n")},
		{ID: "short", Text: []byte("月")},
		{ID: "short too", Text: []byte("月！")},
		{ID: "invalid", Text: []byte("\xff\xfe 雪 \xff")},
		{ID: "alone", Record: 1, Text: []byte("an id that is taken"), File: "z"},
	}
	alone := func(id string) record.InSet { return record.InSet{ID: id, Set: id, Representative: id, R: 1} }
	r := record.Round(240. / 241)
	find(t, nil, documents, []record.InSet{
		{ID: "a", Set: "a", Representative: "a", R: 1}, {ID: "b", Set: "a", Representative: "a", R: r},
		{ID: "c", Set: "a", Representative: "a", R: r},
		alone("alone"), alone("empty 1"), alone("empty 2"), alone("invalid"),
		{ID: "short", Set: "short", Representative: "short", R: 1},
		{ID: "short too", Set: "short", Representative: "short", R: 1},
	}, map[string]int64{"documents": 10, "pages": 7, "sets": 6, "sets_of_2": 1, "sets_of_3_to_5": 1, "sets_of_1": 4,
		"singletons": 4, "rejected_duplicate_id": 1})
}

func TestNothing(t *testing.T) { find(t, nil, nil, nil, nil) }

// A set of more similar documents than the bound falls into several, which are nearly full, and the ledger says
// so. No document is lost from all of them.
func TestBound(t *testing.T) {
	const n, max = 400, 50
	r := rand.New(rand.NewPCG(9, 9))
	base := strings.Fields(prose(9, 12, false))
	var documents []record.Document
	for i := range n {
		words := slices.Clone(base)
		for range 3 {
			words[r.IntN(len(words))] = fmt.Sprint("x", r.IntN(1000))
		}
		documents = append(documents, record.Document{ID: fmt.Sprint(i), Text: []byte(strings.Join(words, " "))})
	}
	for _, shards := range []int{1, 5, 60} {
		p := partition.Defaults()
		p.MaxPages, p.Shuffle = max, shuffle.Params{Shards: shards}
		pipeline, s := beam.NewPipelineWithRoot()
		found := partition.Find(s, p, beam.CreateList(s, documents))
		passert.Count(s, found.Sets, "sets", n)
		counts(s, found.Ledger, "perhaps_similar_pages", n)
		counts(s, found.Ledger, "perhaps_similar_sets", 9)
		counts(s, found.Ledger, "not_compared.links_after_the_last_round", 0)
		if _, err := beam.Run(t.Context(), local.Name, pipeline); err != nil {
			t.Fatal(err)
		}
	}
}

// Every method makes a partition.
func TestMethods(t *testing.T) {
	text := prose(3, 40, false)
	documents := []record.Document{
		{ID: "a", Text: []byte(text)}, {ID: "b", Text: []byte(text + "More.")},
		{ID: "c", Text: []byte(prose(4, 40, false))}, {ID: "d"},
	}
	for _, method := range similar.Methods {
		p := partition.Defaults()
		p.Similar.Method, p.Shuffle = method, shuffle.Params{Shards: 2}
		pipeline, s := beam.NewPipelineWithRoot()
		found := partition.Find(s, p, beam.CreateList(s, documents))
		passert.Count(s, found.Sets, method, 4)
		passert.Count(s, found.Sizes, method, 1)
		if _, err := beam.Run(t.Context(), local.Name, pipeline); err != nil {
			t.Errorf("%s: %v", method, err)
		}
	}
}
