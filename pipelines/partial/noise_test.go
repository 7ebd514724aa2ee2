package partial_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/local"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/misread"
)

// script is a kind of text.
type script struct {
	first    rune // of its letters
	letters  int
	between  string // words
	stop     rune
	longest  int // word, in letters
	misreads int // one of so many letters is misread
}

var (
	latin = script{'a', 26, " ", '.', 9, 7}
	han   = script{'一', 3000, "", '。', 3, 6}
)

func (s *script) letter(rng *rand.Rand) rune { return s.first + rune(rng.IntN(s.letters)) }

// prose makes words that no other prose has in common.
func (s *script) prose(rng *rand.Rand, words int) string {
	var b strings.Builder
	for w := range words {
		if w > 0 {
			b.WriteString(s.between)
		}
		for range 2 + rng.IntN(s.longest-1) {
			b.WriteRune(s.letter(rng))
		}
		if w%12 == 11 {
			b.WriteRune(s.stop)
		}
	}
	return b.String()
}

// misread changes and drops letters, and adds spaces, as a reader of scans does.
func (s *script) misread(rng *rand.Rand, text string) string {
	var b strings.Builder
	all := []rune(text)
	for i, c := range all {
		if c == s.stop || i == 0 || i == len(all)-1 || rng.IntN(s.misreads) > 0 {
			b.WriteRune(c)
			continue
		}
		switch rng.IntN(3) {
		case 0:
			b.WriteRune(s.letter(rng))
		case 1:
			b.WriteRune(c)
			b.WriteString(s.between)
		}
	}
	return b.String()
}

// scans are documents that have the same text with reading errors, and others. Places are in code points.
func (s *script) scans() (documents []record.Document, places map[string][2]int) {
	rng := rand.New(rand.NewPCG(1, 2))
	text, places := s.prose(rng, 100), map[string][2]int{}
	for _, id := range []string{"a", "b", "c"} {
		host, copy := s.prose(rng, 80)+string(s.stop)+" ", s.misread(rng, text)
		at := utf8.RuneCountInString(host)
		places[id] = [2]int{at, at + utf8.RuneCountInString(copy)}
		documents = append(documents, record.Document{ID: id, Text: []byte(host + copy + " " + s.prose(rng, 60))})
	}
	for i := range 20 {
		documents = append(documents, record.Document{ID: fmt.Sprint("other", i), Text: []byte(s.prose(rng, 200))})
	}
	return documents, places
}

var collected struct {
	sync.Mutex
	passages []record.Passage
}

func collectFn(p record.Passage) {
	collected.Lock()
	defer collected.Unlock()
	collected.passages = append(collected.passages, p)
}

func init() { register.Function1x0(collectFn) }

// passagesOf returns the passages that Find finds, in order.
func passagesOf(t *testing.T, p partial.Params, documents []record.Document) []record.Passage {
	t.Helper()
	collected.passages = nil
	pipeline, s := beam.NewPipelineWithRoot()
	beam.ParDo0(s, collectFn, partial.Find(s, p, beam.CreateList(s, documents)).Passages)
	if _, err := beam.Run(t.Context(), local.Name, pipeline); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(collected.passages, func(x, y record.Passage) int {
		return strings.Compare(fmt.Sprint(x.A, x.B, x.AStart), fmt.Sprint(y.A, y.B, y.AStart))
	})
	return collected.passages
}

// A text with a reading error in each second word is found in every two of its documents with NoiseOn, from its
// first word to its last one, whatever the shards and the memory are.
func TestNoise(t *testing.T) {
	t.Run("latin", func(t *testing.T) { testNoise(t, latin) })
	t.Run("han", func(t *testing.T) { testNoise(t, han) })
}

func testNoise(t *testing.T, of script) {
	documents, places := of.scans()
	p := partial.Defaults()
	p.Shuffle = shuffle.Size(10_000, 0, 0)
	byWords := passagesOf(t, p, documents)
	p.Noise = partial.NoiseOn
	found := passagesOf(t, p, documents)
	if len(found) != 3 {
		t.Fatalf("%d passages, want one for each two of three documents: %+v", len(found), found)
	}
	if d := cmp.Diff(byWords, found); d == "" {
		t.Error("words alone find the same: the test says nothing")
	}
	near := func(x int64, y int) bool { return max(x-int64(y), int64(y)-x) <= 20 } // two words, which may be misread
	for _, f := range found {
		a, b := places[f.A], places[f.B]
		if !near(f.AStart, a[0]) || !near(f.AEnd, a[1]) || !near(f.BStart, b[0]) || !near(f.BEnd, b[1]) {
			t.Errorf("%s %d to %d, %s %d to %d, want %v and %v", f.A, f.AStart, f.AEnd, f.B, f.BStart, f.BEnd, a, b)
		}
		if f.Kind != record.Reworded || f.Similarity < .6 || f.Similarity > .95 {
			t.Errorf("a passage with %d letters between errors is %s, similarity %v", of.misreads, f.Kind, f.Similarity)
		}
	}
	for _, shards := range []int{1, 7} {
		p.Shuffle = shuffle.Params{Shards: shards, Spool: t.TempDir(), Memory: 20_000, TextBytes: 10_000}
		backwards := slices.Clone(documents)
		slices.Reverse(backwards)
		if d := cmp.Diff(found, passagesOf(t, p, append(backwards, documents[0]))); d != "" {
			t.Errorf("%d shards, little memory, documents in another order and one twice (-want +got):\n%s", shards, d)
		}
	}
}

// What decides whether letters are compared is known before any pair is made, so that a job can end there.
func TestMisreadIsKnownEarly(t *testing.T) {
	documents, _ := latin.scans()
	p := partial.Defaults()
	p.Shuffle, p.Noise = shuffle.Size(10_000, 0, 0), partial.NoiseAuto
	progress, known := &local.Progress{}, -1
	ctx := local.WithProgress(t.Context(), progress)
	ctx = analysis.OnMisread(ctx, func(misread.Counts) { known = progress.At().Stage })
	pipeline, s := beam.NewPipelineWithRoot()
	beam.ParDo0(s, collectFn, partial.Find(s, p, beam.CreateList(s, documents)).Passages)
	if _, err := beam.Run(ctx, local.Name, pipeline); err != nil {
		t.Fatal(err)
	}
	pairs := slices.IndexFunc(progress.Stages(), func(name string) bool { return name == "candidate.unitMatcher" })
	if known < 0 || pairs < 0 || known > pairs {
		t.Errorf("known at stage %d, and pairs are made from stage %d on of %q", known, pairs, progress.Stages())
	}
}

// A copy without errors is one passage, whether letters are compared or not.
func TestNoiseOfCopies(t *testing.T) {
	p := partial.Defaults()
	p.Shuffle = shuffle.Size(1000, 0, 0)
	want := passagesOf(t, p, documents())
	p.Noise = partial.NoiseOn
	if d := cmp.Diff(want, passagesOf(t, p, documents())); d != "" || len(want) != 1 {
		t.Errorf("%d passages by words; by letters, too (-want +got):\n%s", len(want), d)
	}
}

// The sides and the condition decide which documents are compared by letters, too.
func TestNoiseChoice(t *testing.T) {
	documents, _ := latin.scans()
	for i := range documents {
		documents[i].Side = record.Source
		documents[i].Fields = record.Fields(fmt.Sprintf(`{"paper":"%d"}`, i%2))
	}
	documents[1].Side = record.Input // b
	p := partial.Defaults()
	p.Shuffle, p.Noise, p.Directed = shuffle.Size(10_000, 0, 0), partial.NoiseOn, true
	pairs := func() (out []string) {
		for _, f := range passagesOf(t, p, documents) {
			out = append(out, f.A+f.B)
		}
		return out
	}
	if d := cmp.Diff([]string{"ba", "bc"}, pairs()); d != "" {
		t.Errorf("input b (-want +got):\n%s", d)
	}
	p.Directed, p.PairsWhere = false, "a.paper == b.paper"
	if d := cmp.Diff([]string{"ac"}, pairs()[len(pairs())-1:]); d != "" {
		t.Errorf("of one paper (-want +got):\n%s", d)
	}
}

// A text in more documents than the cap, with reading errors of its own in each, is found in all of them: each
// document has a passage with one of two others, and together they are connected. They are not all pairs.
func TestNoiseInManyDocuments(t *testing.T) {
	const copies, max = 40, 4
	rng := rand.New(rand.NewPCG(3, 6))
	text := latin.prose(rng, 100)
	var documents []record.Document
	for i := range copies {
		documents = append(documents, record.Document{
			ID:     fmt.Sprint("copy", i),
			Text:   []byte(latin.prose(rng, 40) + ". " + latin.misread(rng, text) + " " + latin.prose(rng, 40)),
			Fields: record.Fields(fmt.Sprintf(`{"paper":"%d"}`, i%3)),
		})
	}
	p := partial.Defaults()
	p.Shuffle, p.Noise, p.MaxDocuments = shuffle.Size(100_000, 0, 0), partial.NoiseOn, max
	for _, where := range []string{"", "a.paper != b.paper"} {
		p.PairsWhere = where
		found := passagesOf(t, p, documents)
		together := map[string]string{} // the first document of those that are connected
		first := func(id string) string {
			for together[id] != "" {
				id = together[id]
			}
			return id
		}
		for _, f := range found {
			if a, b := first(f.A), first(f.B); a != b {
				together[a] = b
			}
		}
		if len(together) != copies-1 {
			t.Errorf("where %q: %d of %d documents are connected by %d passages", where, len(together)+1, copies,
				len(found))
		}
		if all := copies * (copies - 1) / 2; len(found) > all/2 {
			t.Errorf("where %q: %d passages, as many as half of all %d pairs", where, len(found), all)
		}
	}
}
