package partial_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/runners/local"
	"example.org/diagonal/transforms/shuffle"
)

// prose makes words, which no other prose of another rng has in common.
func prose(rng *rand.Rand, words int) string {
	var b strings.Builder
	for w := range words {
		if w > 0 {
			b.WriteByte(' ')
		}
		for range 2 + rng.IntN(8) {
			b.WriteByte('a' + byte(rng.IntN(26)))
		}
		if w%12 == 11 {
			b.WriteByte('.')
		}
	}
	return b.String()
}

// misread changes, drops and adds one letter of each so many, and some spaces, as a reader of scans does.
func misread(rng *rand.Rand, text string, each int) string {
	var b strings.Builder
	for i, c := range []byte(text) {
		if c == '.' || i == 0 || i == len(text)-1 || rng.IntN(each) > 0 {
			b.WriteByte(c)
			continue
		}
		switch rng.IntN(3) {
		case 0:
			b.WriteByte('a' + byte(rng.IntN(26)))
		case 1:
			b.WriteByte(c)
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// scans are documents that have the same text with reading errors, and others.
func scans() (documents []record.Document, places map[string][2]int) {
	rng := rand.New(rand.NewPCG(1, 2))
	text, places := prose(rng, 100), map[string][2]int{}
	for _, id := range []string{"a", "b", "c"} {
		host, copy := prose(rng, 80)+". ", misread(rng, text, 7)
		places[id] = [2]int{len(host), len(host) + len(copy)}
		documents = append(documents, record.Document{ID: id, Text: []byte(host + copy + " " + prose(rng, 60))})
	}
	for i := range 20 {
		documents = append(documents, record.Document{ID: fmt.Sprint("other", i), Text: []byte(prose(rng, 200))})
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
	documents, places := scans()
	p := partial.Defaults()
	p.Shuffle = shuffle.Size(10_000, 0, 0)
	if found := passagesOf(t, p, documents); len(found) > 0 {
		t.Errorf("words alone find %d passages: the test says nothing", len(found))
	}
	p.Noise = partial.NoiseOn
	found := passagesOf(t, p, documents)
	if len(found) != 3 {
		t.Fatalf("%d passages, want one for each two of three documents: %+v", len(found), found)
	}
	near := func(x int64, y int) bool { return max(x-int64(y), int64(y)-x) <= 20 } // two words, which may be misread
	for _, f := range found {
		a, b := places[f.A], places[f.B]
		if !near(f.AStart, a[0]) || !near(f.AEnd, a[1]) || !near(f.BStart, b[0]) || !near(f.BEnd, b[1]) {
			t.Errorf("%s %d to %d, %s %d to %d, want %v and %v", f.A, f.AStart, f.AEnd, f.B, f.BStart, f.BEnd, a, b)
		}
		if f.Kind != record.Reworded || f.Similarity < .6 || f.Similarity > .9 {
			t.Errorf("a passage with %d letters between errors is %s, similarity %v", 7, f.Kind, f.Similarity)
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
	documents, _ := scans()
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
