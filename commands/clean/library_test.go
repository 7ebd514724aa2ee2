package clean_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/local"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	pipeline "example.org/diagonal/pipelines/clean"
	"example.org/diagonal/transforms/cleaning"
)

func init() {
	dofn.Plain(&gatherFn{})
	dofn.Plain(&sumFn{})
}

// gathered is the elements that the pipelines of this process have gathered.
var gathered struct {
	sync.Mutex
	elements map[string][]any
	sums     map[string]map[string]int64
}

// gatherFn keeps the elements of a collection.
type gatherFn struct{ Name string }

func (fn *gatherFn) ProcessElement(v beam.T) {
	gathered.Lock()
	defer gathered.Unlock()
	gathered.elements[fn.Name] = append(gathered.elements[fn.Name], v)
}

// sumFn sums a ledger.
type sumFn struct{ Name string }

func (fn *sumFn) ProcessElement(name string, n int64) {
	gathered.Lock()
	defer gathered.Unlock()
	gathered.sums[fn.Name][name] += n
}

// cleaned is a Result, sorted.
type cleaned struct {
	texts            map[string]string
	removed, dropped []record.Removed
	cuts             []record.Cut
	rejected         []record.Rejected
	ledger           map[string]int64
}

// findings is what a search has found.
type findings struct {
	passages []record.Passage
	hot      []record.HotOccurrence
	groups   []record.Grouped
	removed  []record.Removed
	cuts     []record.Cut
}

// findAll runs the library.
func findAll(t *testing.T, p pipeline.Params, documents []record.Document, f findings) cleaned {
	t.Helper()
	gathered.Lock()
	gathered.elements, gathered.sums = map[string][]any{}, map[string]map[string]int64{"ledger": {}}
	gathered.Unlock()
	graph, s := beam.NewPipelineWithRoot()
	in := pipeline.Input{Documents: beam.Reshuffle(s, beam.CreateList(s, documents))}
	in.Passages, in.HotOccurrences, in.Groups = listOf(s, f.passages), listOf(s, f.hot), listOf(s, f.groups)
	in.EarlierRemoved, in.EarlierCuts = listOf(s, f.removed), listOf(s, f.cuts)
	r := pipeline.Find(s, p, in)
	for name, col := range map[string]beam.PCollection{
		"documents": r.Documents, "removed": r.Removed, "dropped": r.Dropped, "cuts": r.Cuts, "rejected": r.Rejected,
	} {
		beam.ParDo0(s, &gatherFn{name}, col)
	}
	beam.ParDo0(s, &sumFn{"ledger"}, r.Ledger)
	if _, err := local.Execute(context.Background(), graph); err != nil {
		t.Fatal(err)
	}
	c := cleaned{texts: map[string]string{}, ledger: gathered.sums["ledger"]}
	for _, v := range gathered.elements["documents"] {
		d := v.(record.Document)
		if _, ok := c.texts[d.ID]; ok {
			t.Errorf("%s is there twice", d.ID)
		}
		c.texts[d.ID] = string(d.Text)
	}
	c.removed, c.dropped = gatheredOf[record.Removed]("removed"), gatheredOf[record.Removed]("dropped")
	c.cuts, c.rejected = gatheredOf[record.Cut]("cuts"), gatheredOf[record.Rejected]("rejected")
	return c
}

func listOf[T any](s beam.Scope, list []T) (col beam.PCollection) {
	if list == nil {
		return col
	}
	return beam.CreateList(s, list)
}

// gatheredOf returns the elements of a collection, in the order of results.
func gatheredOf[T interface{ SortKey() []byte }](name string) (all []T) {
	for _, v := range gathered.elements[name] {
		all = append(all, v.(T))
	}
	slices.SortFunc(all, func(x, y T) int {
		return strings.Compare(string(x.SortKey())+fmt.Sprint(x), string(y.SortKey())+fmt.Sprint(y))
	})
	return all
}

// sorted returns lines in the order of gatheredOf.
func sorted[T interface{ SortKey() []byte }](all []T) []T {
	slices.SortFunc(all, func(x, y T) int {
		return strings.Compare(string(x.SortKey())+fmt.Sprint(x), string(y.SortKey())+fmt.Sprint(y))
	})
	return all
}

// documentsOf reads a file of JSON Lines, as the command does.
func documentsOf(t *testing.T, name string) (all []record.Document) {
	t.Helper()
	for i, d := range jobtest.Decode[struct{ ID, Text string }](t, string(read(t, name))) {
		all = append(all, record.Document{ID: d.ID, File: name, Record: int64(i), Text: []byte(d.Text)})
	}
	return all
}

// The library removes what the command removes, and leaves the same text.
func TestLibrary(t *testing.T) {
	for _, corpus := range []string{"licences", "statutes"} {
		input := corpora + corpus + "/corpus.jsonl.gz"
		for _, tc := range []struct {
			search, clean []string // flags of partial (nil: no search) and of clean
			params        pipeline.Params
		}{
			{[]string{}, nil, pipeline.Params{Policy: cleaning.KeepFirst}},
			{[]string{"--matching=diagonal"}, []string{"--policy=keep_longest", "--min_text=200"},
				pipeline.Params{Policy: cleaning.KeepLongest, MinText: 200,
					Passages: cleaning.PassageParams{Sentences: true}}},
			{[]string{}, []string{"--policy=drop_all", "--min_similarity=.9"},
				pipeline.Params{Policy: cleaning.DropAll, Passages: cleaning.PassageParams{MinSimilarity: .9}}},
			{nil, []string{"--exact=50"}, pipeline.Params{Policy: cleaning.KeepFirst, Runs: 50, Exact: true}},
		} {
			t.Run(corpus+strings.Join(slices.Concat(tc.search, tc.clean), " "), func(t *testing.T) {
				if testing.Short() && corpus == "licences" {
					t.Skip("long")
				}
				checkLibrary(t, input, tc.search, tc.clean, tc.params)
			})
		}
	}
}

// checkLibrary compares the command and the library on one input, and returns what the library
// made.
func checkLibrary(t *testing.T, input string, search, flags []string, p pipeline.Params) (got cleaned) {
	t.Helper()
	dir := t.TempDir()
	var f findings
	args := append([]string{"clean", "--input=" + input, "--output=" + dir + "/out", "--quiet"}, flags...)
	if search != nil {
		mustRun(t, append([]string{"partial", "--input=" + input, "--output=" + dir + "/found", "--quiet"},
			search...)...)
		args = append(args, "--result="+dir+"/found", "--passes=1")
		f.passages = append(jobtest.Stream[record.Passage](t, dir+"/found", "passages"),
			jobtest.Stream[record.Passage](t, dir+"/found", "within")...)
		f.hot = jobtest.Stream[record.HotOccurrence](t, dir+"/found", "hot-occurrences")
		if f.hot == nil {
			f.hot = []record.HotOccurrence{}
		}
	}
	mustRun(t, args...)
	p.MinCut = pipeline.Defaults().MinCut
	if p.MinText == 0 {
		p.MinText = 1
	}
	for _, shards := range []int{1, 7} {
		p.Shuffle = shuffle.Params{Shards: shards}
		got = findAll(t, p, documentsOf(t, input), f)
		want := cleaned{
			texts:    texts(t, dir+"/out/documents/"+filepath.Base(input)),
			removed:  sorted(jobtest.Stream[record.Removed](t, dir+"/out", "manifest")),
			dropped:  sorted(jobtest.Stream[record.Removed](t, dir+"/out", "dropped")),
			cuts:     sorted(jobtest.Stream[record.Cut](t, dir+"/out", "cuts")),
			rejected: sorted(jobtest.Stream[record.Rejected](t, dir+"/out", "rejected")),
		}
		for name, diff := range map[string]string{
			"documents": cmp.Diff(want.texts, got.texts), "removed": cmp.Diff(want.removed, got.removed),
			"dropped": cmp.Diff(want.dropped, got.dropped),
			"cuts":    cmp.Diff(want.cuts, got.cuts), "rejected": cmp.Diff(want.rejected, got.rejected),
		} {
			if diff != "" {
				t.Errorf("%d shards: %s (-command +library):\n%.3000s", shards, name, diff)
			}
		}
		s := summary(t, dir+"/out")
		for name, n := range got.ledger {
			if s.Counts[name]+s.Ledger[strings.TrimPrefix(name, "not_compared.")] != n {
				t.Errorf("%d shards: %s is %d, the summary says %v, %v", shards, name, n, s.Counts, s.Ledger)
			}
		}
		if len(want.removed) == 0 {
			t.Error("nothing is removed")
		}
	}
	return got
}

// garden makes documents of few sentences, so that repeats, equal documents and equal ids
// abound.
func garden(r *rand.Rand, documents int) []byte {
	var sentences []string
	for i := range 12 {
		var words []string
		for range 1 + r.IntN(14) {
			words = append(words, fmt.Sprintf("w%c%c", 'a'+r.IntN(26), 'a'+r.IntN(26)))
		}
		s := strings.Join(words, " ") + "."
		if i%4 == 0 {
			s = []string{"春天的河水淹没了低处的草地。", "农民在三月把羊群赶到山脊上。", "磨坊在大洪水之后关闭了。"}[i/4]
		}
		sentences = append(sentences, strings.ToUpper(s[:1])+s[1:])
	}
	var b []byte
	for i := range documents {
		var text []string
		for range r.IntN(9) {
			text = append(text, sentences[min(r.IntN(len(sentences)), r.IntN(len(sentences)))])
		}
		line, _ := json.Marshal(map[string]string{"id": fmt.Sprint("d", r.IntN(i+3)),
			"text": strings.Join(text, []string{" ", "\n\n"}[r.IntN(2)])})
		b = append(append(b, line...), '\n')
	}
	return b
}

// The two agree on generated documents. Some of these have one id, or one text.
func TestLibraryGenerated(t *testing.T) {
	dropped, rejected := 0, 0
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 5))
		input := write(t, t.TempDir()+"/in.jsonl", garden(r, 3+r.IntN(60)))
		policy := []string{cleaning.KeepFirst, cleaning.KeepLongest, cleaning.DropAll}[seed%3]
		p := pipeline.Params{Policy: policy, MinText: r.IntN(30)}
		p.Passages.Sentences = true
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			c := checkLibrary(t, input, []string{"--signature=shingle", "--gamma=0"},
				[]string{"--policy=" + policy, fmt.Sprint("--min_text=", max(1, p.MinText))}, p)
			dropped, rejected = dropped+len(c.dropped), rejected+len(c.rejected)
		})
	}
	if dropped == 0 || rejected == 0 {
		t.Errorf("%d documents are dropped, %d rejected", dropped, rejected)
	}
}
