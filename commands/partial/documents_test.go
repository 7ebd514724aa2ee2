package partial

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/token"
)

// position is one code point of a document: whether it is text, and what is found there.
type position struct {
	text, hot, within bool
	holds             bool               // a passage that is most of another document
	by                map[string]float64 // the highest similarity of a passage, by other document
}

// positions lays out the text of a document: its sentences from the first word to the last.
func positions(d testDocument) []position {
	text := []byte(d.Text)
	out := make([]position, len([]rune(d.Text)))
	tokens := token.Append(nil, text)
	if len(tokens) == 0 {
		return out
	}
	from := len([]rune(string(text[:tokens[0].Start])))
	to := len([]rune(string(text[:tokens[len(tokens)-1].End])))
	var an analysis.Analyser
	_, entry := an.Analyse(&record.Document{ID: d.ID, Text: text})
	for _, s := range entry.Sentences {
		for i := max(from, int(s.Start)); i < min(to, int(s.End)) && s.Words > 0; i++ {
			out[i].text = true
		}
	}
	return out
}

// sharesOf makes the stream documents of the other streams of a result, code point by code
// point. Documents in docs are of the input.
func sharesOf(t *testing.T, r result, docs []testDocument) []record.DocumentShare {
	all := map[string][]position{}
	for _, d := range docs {
		all[d.ID] = positions(d)
	}
	has, inside := map[string]bool{}, map[string]map[string]bool{}
	mark := func(id string, start, end int64, set func(*position)) {
		if all[id] == nil {
			return // of the source
		}
		has[id] = true
		for i := start; i < end; i++ {
			set(&all[id][i])
		}
	}
	for _, p := range r.passages(t) {
		by := func(other string) func(*position) {
			return func(at *position) {
				if p.A == p.B {
					at.within = true
					return
				}
				if at.by == nil {
					at.by = map[string]float64{}
				}
				at.by[other] = max(at.by[other], p.Similarity)
			}
		}
		mark(p.A, p.AStart, p.AEnd, by(p.B))
		mark(p.B, p.BStart, p.BEnd, by(p.A))
		if got, want := p.AShare, shareOf(all[p.A], p.AStart, p.AEnd); all[p.A] != nil && got != want {
			t.Errorf("%s %d: a share of %v, want %v", p.A, p.AStart, got, want)
		}
		if got, want := p.BShare, shareOf(all[p.B], p.BStart, p.BEnd); all[p.B] != nil && got != want {
			t.Errorf("%s %d: a share of %v, want %v", p.B, p.BStart, got, want)
		}
		holds := func(id, other string, start, end int64) {
			mark(id, start, end, func(at *position) { at.holds = true })
			if inside[id] == nil {
				inside[id] = map[string]bool{}
			}
			inside[id][other] = true
		}
		switch { // most of one and not of the other
		case p.A == p.B || p.Prose.Below(record.MinProse):
		case p.AShare < .5 && p.BShare >= .5:
			holds(p.A, p.B, p.AStart, p.AEnd)
		case p.BShare < .5 && p.AShare >= .5:
			holds(p.B, p.A, p.BStart, p.BEnd)
		}
	}
	for _, h := range jobtest.Decode[record.HotOccurrence](t, r.stream("hot-occurrences")) {
		mark(h.ID, h.Start, h.End, func(at *position) { at.hot = true })
	}
	var out []record.DocumentShare
	for id := range has {
		d := record.DocumentShare{ID: id, Top: []record.OtherShare{}}
		var share, weighted, hot, within, holds float64
		others := map[string]*record.OtherShare{}
		for _, at := range all[id] {
			if !at.text {
				for other := range at.by { // a passage of no text is none, but its document counts
					if others[other] == nil {
						others[other] = &record.OtherShare{ID: other}
					}
				}
				continue
			}
			d.Characters++
			best := 0.0
			for other, similarity := range at.by {
				best = max(best, similarity)
				if others[other] == nil {
					others[other] = &record.OtherShare{ID: other}
				}
				others[other].Share++
				others[other].WeightedShare += similarity
			}
			if at.hot {
				hot, best = hot+1, 1
			}
			if at.within {
				within++
			}
			if at.holds {
				holds++
			}
			if len(at.by) > 0 || at.hot {
				share++
			}
			weighted += best
		}
		part := func(x float64) float64 { return record.Round(x / float64(max(1, d.Characters))) }
		d.Share, d.WeightedShare, d.HotShare, d.WithinShare = part(share), part(weighted), part(hot), part(within)
		d.Documents, d.Contains, d.ContainsShare = int64(len(others)), int64(len(inside[id])), part(holds)
		for _, o := range others {
			d.Top = append(d.Top,
				record.OtherShare{ID: o.ID, Share: part(o.Share), WeightedShare: part(o.WeightedShare),
					Source: all[o.ID] == nil})
		}
		slices.SortFunc(d.Top, func(x, y record.OtherShare) int {
			return cmp.Or(cmp.Compare(y.WeightedShare, x.WeightedShare), cmp.Compare(y.Share, x.Share),
				cmp.Compare(x.ID, y.ID))
		})
		d.Top = d.Top[:min(5, len(d.Top))]
		out = append(out, d)
	}
	slices.SortFunc(out, func(x, y record.DocumentShare) int { return bytes.Compare(x.SortKey(), y.SortKey()) })
	return out
}

// shareOf is the share of the text at some positions.
func shareOf(all []position, start, end int64) float64 {
	part, whole := 0, 0
	for i, at := range all {
		if at.text {
			whole++
			if int64(i) >= start && int64(i) < end {
				part++
			}
		}
	}
	return record.Round(float64(part) / float64(max(1, whole)))
}

// sharing is documents that share blocks of sentences in English and Chinese, some of them
// edited, some twice in one document, one in many documents; and two identical documents.
func sharing(r *rand.Rand, n int) []testDocument {
	word := func(han bool) string {
		if han {
			return string(rune(0x4e00 + r.IntN(2500)))
		}
		b := make([]byte, 3+r.IntN(6))
		for i := range b {
			b[i] = 'a' + byte(r.IntN(26))
		}
		return string(b)
	}
	block := func(han bool) (words []string) {
		for range 4 + r.IntN(4) {
			for range 12 {
				words = append(words, word(han))
			}
			words = append(words, map[bool]string{true: "。", false: "."}[han])
		}
		return words
	}
	write := func(words []string, han bool) string {
		if han {
			return strings.Join(words, "")
		}
		return "“" + strings.ReplaceAll(strings.Join(words, " "), " .", ". \n") + "”"
	}
	type of struct {
		words []string
		han   bool
	}
	var blocks []of
	for i := range n {
		han := i%3 == 0
		blocks = append(blocks, of{block(han), han})
	}
	var docs []testDocument
	for i := range n {
		var text strings.Builder
		text.WriteString("# * ")
		for range 1 + r.IntN(3) {
			b := blocks[r.IntN(len(blocks))]
			words := slices.Clone(b.words)
			for range r.IntN(3) * len(words) / 25 {
				if k := r.IntN(len(words)); len(words[k]) > 1 && words[k] != "。" {
					words[k] = word(b.han)
				}
			}
			fmt.Fprintf(&text, "%s\n\n", write(words, b.han))
			fmt.Fprintf(&text, "%s\n***\n", write(block(b.han), b.han))
		}
		if i%4 == 0 {
			text.WriteString(write(blocks[0].words, blocks[0].han))
		}
		docs = append(docs, testDocument{fmt.Sprintf("d%02d", i), text.String()})
	}
	return append(docs, testDocument{"same", docs[1].Text})
}

// The stream documents says what the other streams say, code point by code point.
func TestDocumentsTwin(t *testing.T) {
	for seed, flags := range [][]string{nil, {"--max_documents=6"},
		{"--matching=diagonal", "--max_documents=6", "--gamma=0"}, {"--matching=diagonal"}, {"--source"}} {
		t.Run(strings.Join(flags, " "), func(t *testing.T) {
			docs := sharing(rand.New(rand.NewPCG(uint64(seed), 9)), 40)
			dir, of := t.TempDir(), docs
			if slices.Contains(flags, "--source") {
				of = docs[20:]
				flags = []string{"--source=" + filetest.Write(t, filepath.Join(dir, "source.jsonl"),
					jobtest.Lines(docs[:20]))}
			}
			input := filetest.Write(t, filepath.Join(dir, "in.jsonl"), jobtest.Lines(of))
			r := runWith(t, shuffle.Params{Shards: 3}, append(flags, "--input="+input)...)
			got := jobtest.Decode[record.DocumentShare](t, r.stream("documents"))
			if diff := gocmp.Diff(sharesOf(t, r, of), got); diff != "" {
				t.Errorf("documents (-want +got):\n%s", diff)
			}
			if len(got) < 10 {
				t.Errorf("only %d documents", len(got))
			}
			whole := 0
			for _, d := range got {
				if d.WeightedShare > d.Share || d.HotShare > d.Share || d.Share > 1 || d.WithinShare > 1 {
					t.Errorf("impossible shares: %+v", d)
				}
				for _, o := range d.Top {
					if o.Share > d.Share || o.WeightedShare > min(o.Share, d.WeightedShare) || o.ID == d.ID {
						t.Errorf("impossible shares of %+v in %+v", o, d)
					}
				}
				if d.ID == "same" || d.ID == "d01" {
					// A diagonal counts its sentences without words as similarity 0.
					refine := !slices.Contains(flags, "--matching=diagonal")
					if whole++; d.Share != 1 || refine && d.WeightedShare != 1 {
						t.Errorf("a document that is there twice has %+v", d)
					}
				}
			}
			if whole == 0 {
				t.Error("identical documents have no line")
			}
		})
	}
}
