package partial

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
)

// letters spells n as letters, always of the same length.
func letters(n int) string {
	b := []byte("bbbb")
	for i := range b {
		b[len(b)-1-i] = "bcdfghjklmnpqrst"[n>>(4*i)&15]
	}
	return string(b)
}

// garden makes groups of small documents out of few sentences each, so that repeats,
// reorderings, runs of equal sentences and sentences in many documents abound. Groups
// share no word but "the", which nearly every document has.
func garden(r *rand.Rand, groups int, source bool) []*twinDocument {
	var docs []*twinDocument
	for g := range groups {
		alphabet := makeAlphabet(r, g)
		for d := range 2 + r.IntN(5) {
			doc := &twinDocument{id: fmt.Sprintf("%s-%d", letters(r.IntN(1<<16)), len(docs)), group: g,
				source: source && d%2 == 1}
			for len(doc.sentences) < 3+r.IntN(14) {
				s := alphabet[min(r.IntN(len(alphabet)), r.IntN(len(alphabet)))]
				for range 1 + r.IntN(4)*r.IntN(2)*r.IntN(2) {
					doc.sentences = append(doc.sentences, s)
				}
				if len(docs) > 0 && r.IntN(3) == 0 { // a piece of another document of the group, or of this one
					other := docs[len(docs)-1]
					if other.group != g || r.IntN(4) == 0 {
						other = doc
					}
					from := r.IntN(len(other.sentences))
					piece := slices.Clone(other.sentences[from:min(len(other.sentences), from+2+r.IntN(5))])
					doc.sentences = append(doc.sentences, piece...)
				}
			}
			docs = append(docs, doc)
		}
	}
	return docs
}

// makeAlphabet makes a few sentences, some of them alike.
func makeAlphabet(r *rand.Rand, group int) [][]string {
	var alphabet [][]string
	for range 2 + r.IntN(4) {
		var s []string
		if r.IntN(3) > 0 {
			s = append(s, "the")
		}
		for range 1 + r.IntN(9) {
			s = append(s, "q"+letters(group)+"z"+letters(r.IntN(20)))
		}
		alphabet = append(alphabet, s)
		for range r.IntN(3) {
			edited := slices.Clone(s)
			edited[r.IntN(len(s))] = "q" + letters(group) + "z" + letters(r.IntN(20))
			alphabet = append(alphabet, edited)
		}
	}
	return append(alphabet, []string{"the", "q" + letters(group) + "zero"})
}

// write is the document as text: each sentence with a capital and a stop.
func (d *twinDocument) write() testDocument {
	var b strings.Builder
	for i, s := range d.sentences {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strings.ToUpper(s[0][:1]) + strings.Join(s, " ")[1:] + ".")
	}
	return testDocument{d.id, b.String()}
}

// TestBruteForce compares the whole job with its twin.
func TestBruteForce(t *testing.T) {
	const groups = 250
	type method struct {
		shingles int
		tau      float64
	}
	seed := uint64(0)
	for _, m := range []method{{0, 1}, {2, .9}, {2, .5}, {4, .5}} {
		for _, gap := range []int{0, 1, 2} {
			for _, maxDocuments := range []int{0, 2, 3} {
				seed++
				if m.shingles > 0 && gap == 2 || testing.Short() && seed%3 > 0 {
					continue
				}
				for _, sides := range []string{"", "source", "all"} {
					source := sides != ""
					tw := &twin{shingles: m.shingles, tau: m.tau, maxDocuments: maxDocuments,
						gamma: int(1 + seed*7%11%3), gap: gap, source: source, also: sides == "all"}
					name := fmt.Sprintf("n=%d tau=%g gap=%d gamma=%d max=%d compare=%s", m.shingles, m.tau, gap,
						tw.gamma, maxDocuments, sides)
					t.Run(name, func(t *testing.T) {
						r := rand.New(rand.NewPCG(seed, 8))
						tw.docs = garden(r, groups, source)
						checkTwin(t, tw, shuffle.Params{Shards: 1 + r.IntN(9), Workers: r.IntN(3)})
					})
				}
			}
		}
	}
}

func checkTwin(t *testing.T, tw *twin, sh shuffle.Params) {
	var an analysis.Analyser
	var sides [2][]testDocument
	texts := map[string]string{}
	for _, d := range tw.docs {
		doc := d.write()
		if a, _ := an.Analyse(&record.Document{Text: []byte(doc.Text)}); len(a.Ends) != len(d.sentences) {
			t.Fatalf("%q has %d sentences, the test wants %d", doc.Text, len(a.Ends), len(d.sentences))
		}
		side := 0
		if d.source {
			side = 1
		}
		sides[side] = append(sides[side], doc)
		texts[d.id] = doc.Text
	}
	dir := t.TempDir()
	flags := []string{
		"--input=" + filetest.Write(t, filepath.Join(dir, "a.jsonl"), jobtest.Lines(sides[0])),
		fmt.Sprintf("--gamma=%d", tw.gamma), fmt.Sprintf("--gap=%d", tw.gap),
		fmt.Sprintf("--max_documents=%d", tw.maxDocuments),
	}
	if tw.source {
		flags = append(flags, "--source="+filetest.Write(t, filepath.Join(dir, "b.jsonl"), jobtest.Lines(sides[1])))
	}
	if tw.also {
		flags = append(flags, "--compare=all")
	}
	if tw.shingles > 0 {
		flags = append(flags, "--signature=shingle", fmt.Sprintf("--n=%d", tw.shingles),
			fmt.Sprintf("--tau=%g", tw.tau))
	}
	result := runWith(t, sh, flags...)
	var got []comparedPassage
	for _, p := range result.passages(t) {
		got = append(got, comparedPassage{
			p.A, int(p.ASentence), int(p.ASentences), p.B, int(p.BSentence), int(p.BSentences), p.Kind, int(p.Matched),
			p.Similarity,
		})
	}
	slices.SortFunc(got, comparePassages)
	want := tw.passages()
	if len(want) < 20 {
		t.Errorf("the twin finds only %d passages", len(want))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		if len(diff) > 3000 {
			diff = diff[:3000] + "..."
		}
		t.Errorf("passages (-twin +job):\n%s", diff)
		first := firstDifference(want, got)
		t.Logf("%s: %s\n%s: %s", first.A, texts[first.A], first.B, texts[first.B])
	}
	var gotHot []comparedHot
	for _, h := range jobtest.Decode[record.HotPassage](t, result.stream("hot")) {
		s := h.Samples[0]
		text := texts[s.ID][s.Start:s.End]
		want := text
		if len(text) > record.ExcerptRunes { // all of it is ASCII
			want = text[:record.ExcerptRunes] + record.CutMark
		}
		if h.Text != want {
			t.Errorf("hot passage %s: text %q, its first sample is %q", h.Hash, h.Text, text)
		}
		words := strings.ToLower(strings.ReplaceAll(text, ".", ""))
		gotHot = append(gotHot, comparedHot{words, int(h.Documents), int(h.Occurrences)})
	}
	slices.SortFunc(gotHot, func(x, y comparedHot) int { return strings.Compare(x.Words, y.Words) })
	if diff := cmp.Diff(tw.hotPassages(), gotHot); diff != "" {
		t.Errorf("hot passages (-twin +job):\n%s", diff)
	}
	if n := result.counts(t)["documents"]; n != int64(len(tw.docs)) {
		t.Errorf("%d documents, want %d", n, len(tw.docs))
	}
}

func firstDifference(want, got []comparedPassage) comparedPassage {
	for i, w := range want {
		if i >= len(got) || got[i] != w {
			return w
		}
	}
	if len(got) > len(want) {
		return got[len(want)]
	}
	return comparedPassage{}
}
