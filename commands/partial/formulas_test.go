package partial

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/signature/winnow"
)

// formulist writes documents of formulas, which most of them have, of runs that a few have, and of
// words of their own. A run may consist of formulas and of other words, in any mixture.
type formulist struct {
	r        *rand.Rand
	kind     int // of text
	formulas [][]string
}

// chunk returns what is between two spaces, or a Han character.
func (f *formulist) chunk() string {
	word := func(max int) string {
		var s strings.Builder
		for range 1 + f.r.IntN(max) {
			s.WriteByte('a' + byte(f.r.IntN(26)))
		}
		return s.String()
	}
	end := []string{" ", " ", " ", " ", " ", ", ", ". ", "\n"}[f.r.IntN(8)]
	switch {
	case f.kind == 1 || f.kind == 2 && f.r.IntN(2) == 0:
		return string(rune(0x4e00+f.r.IntN(3000))) + []string{"", "", "", "", "", "", "，", "。", "\n"}[f.r.IntN(9)]
	case f.kind == 3: // a table
		return fmt.Sprint(f.r.IntN(300)) + []string{"\t", "\t", "\n"}[f.r.IntN(3)]
	case f.kind == 4: // code
		return []string{word(9) + "(" + word(6) + ")", "if " + word(5) + " != nil {", "return " + word(4), "}",
			word(8) + "." + word(8)}[f.r.IntN(5)] + []string{" ", "\n"}[f.r.IntN(2)]
	}
	return word(10) + end
}

func (f *formulist) chunks(n int) (out []string) {
	for range n {
		out = append(out, f.chunk())
	}
	return out
}

// run returns a run of formulas, or their parts, and other words.
func (f *formulist) run() (out []string) {
	for range 1 + f.r.IntN(6) {
		if f.r.IntN(3) == 0 {
			out = append(out, f.chunks(1+f.r.IntN(30))...)
			continue
		}
		formula := f.formulas[f.r.IntN(len(f.formulas))]
		from := f.r.IntN(2) * f.r.IntN(len(formula))
		out = append(out, formula[from:]...)
	}
	return out
}

// hotAbove is the number of documents above which text of these collections is hot.
const hotAbove = 5

// documents returns a collection.
func (f *formulist) documents() (docs [][]string) {
	for range 3 + f.r.IntN(6) {
		f.formulas = append(f.formulas, f.chunks(4+f.r.IntN(40)))
	}
	docs = make([][]string, 14)
	add := func(d int, chunks ...string) { docs[d] = append(docs[d], chunks...) }
	for d := range docs {
		for _, formula := range f.formulas {
			if f.r.IntN(4) > 0 {
				add(d, f.chunks(f.r.IntN(12))...)
				add(d, formula...)
			}
		}
	}
	for range 10 {
		run := f.run()
		for _, d := range f.r.Perm(len(docs))[:2+f.r.IntN(hotAbove)] {
			for range 1 + f.r.IntN(4)/3 {
				add(d, f.chunks(f.r.IntN(20)*f.r.IntN(2))...)
				add(d, run...)
			}
		}
	}
	return docs
}

// placed is a document as chunks, with their places.
type placed struct {
	text   string
	chunks []string
	from   []int // of each chunk, and the end: code points
	shown  []int // visible characters of each chunk
}

// inner returns the chunks from one to before another without winnow.Run visible characters at each end.
func (p *placed) inner(from, end int) (int, int) {
	for n := 0; from < end && n < winnow.Run; from++ {
		n += p.shown[from]
	}
	for n := 0; from < end && n < winnow.Run; end-- {
		n += p.shown[end-1]
	}
	return from, end
}

func placedOf(chunks []string) (p placed) {
	at, touched := 0, false
	for _, c := range chunks {
		p.chunks, p.from = append(p.chunks, strings.TrimSpace(c)), append(p.from, at)
		at += utf8.RuneCountInString(c)
		shown, before := 0, false
		for _, r := range c {
			if unicode.Is(unicode.Han, r) {
				shown += 2
				if touched || !strings.ContainsAny(c, " \n") {
					shown++ // it touches another one
				}
			} else if is := unicode.IsLetter(r) || unicode.IsDigit(r); is {
				shown++
				if !before {
					shown++ // what is behind the word
				}
			}
			before = unicode.IsLetter(r) || unicode.IsDigit(r)
		}
		p.shown = append(p.shown, shown)
		touched = !strings.ContainsAny(c, " \n")
	}
	p.text, p.from = strings.Join(chunks, ""), append(p.from, at)
	return p
}

// windows returns, for each chunk, the end of the fewest chunks from there on that have so many visible
// characters, or 0, and calls f with their hash.
func (p *placed) windows(min int, f func(hash uint64)) (ends []int, hashes []uint64) {
	for x := range p.chunks {
		shown, end, h := 0, x, fnv.New64a()
		for end < len(p.chunks) && shown < min {
			fmt.Fprintf(h, "%s\x00", p.chunks[end])
			shown += p.shown[end]
			end++
		}
		if shown < min {
			end = 0
		} else {
			f(h.Sum64())
		}
		ends, hashes = append(ends, end), append(hashes, h.Sum64())
	}
	return ends, hashes
}

// sharedRuns returns the runs of the collection: rows of windows of 150 visible characters that two
// documents have and no more than hotAbove. With plain, nothing in them that is as long as a
// fingerprint is in more.
func sharedRuns(docs []placed, plain bool, found func(a, b int, fromA, endA, fromB, endB int)) {
	count := func(min int) (ends [][]int, hashes [][]uint64, in map[uint64]int) {
		in = map[uint64]int{}
		for x := range docs {
			seen := map[uint64]bool{}
			e, h := docs[x].windows(min, func(hash uint64) { seen[hash] = true })
			ends, hashes = append(ends, e), append(hashes, h)
			for hash := range seen {
				in[hash]++
			}
		}
		return ends, hashes, in
	}
	ends, hashes, in := count(winnow.Run)
	gramEnds, gramHashes, gramsIn := count(winnow.Gram - 25) // here, less is visible than there
	rare := make([][]bool, len(docs))
	for d := range docs {
		rare[d] = make([]bool, len(docs[d].chunks))
		for x, end := range ends[d] {
			rare[d][x] = end > 0 && in[hashes[d][x]] <= hotAbove
			for g := x; plain && g < end && gramEnds[d][g] > 0 && gramEnds[d][g] <= end; g++ {
				rare[d][x] = rare[d][x] && gramsIn[gramHashes[d][g]] <= hotAbove
			}
		}
	}
	for a := range docs {
		for b := a + 1; b < len(docs); b++ {
			for offset := 1 - len(rare[b]); offset < len(rare[a]); offset++ {
				for x := max(0, offset); x < len(rare[a]) && x-offset < len(rare[b]); x++ {
					from, end := x, 0
					for x < len(rare[a]) && x-offset < len(rare[b]) && rare[a][x] &&
						hashes[a][x] == hashes[b][x-offset] {
						end = ends[a][x]
						x++
					}
					if end > 0 {
						found(a, b, from, end, from-offset, end-offset)
					}
				}
			}
		}
	}
}

// lostRuns runs the job on a collection and returns the number of runs, and those that passages of the
// two documents and hot passages do not cover.
func lostRuns(t *testing.T, seed uint64, kind int, plain bool, flags ...string) (runs int, lost []string) {
	f := &formulist{r: rand.New(rand.NewPCG(seed, uint64(kind))), kind: kind}
	var texts []placed
	var docs []testDocument
	number := map[string]int{}
	for d, chunks := range f.documents() {
		texts = append(texts, placedOf(chunks))
		docs = append(docs, testDocument{fmt.Sprintf("d%02d", d), texts[d].text})
		number[docs[d].ID] = d
	}
	input := jobtest.Input(t, docs)
	result := runWith(t, shuffle.Params{Shards: 2},
		append(flags, "--input="+input, "--within=false", fmt.Sprintf("--max_documents=%d", hotAbove))...)
	covered := map[[2]int][]bool{} // code points of the first document; -1: hot passages
	cover := func(a, b int, from, end int64) {
		k := [2]int{a, b}
		if covered[k] == nil {
			covered[k] = make([]bool, len(texts[a].text))
		}
		for x := from; x < end; x++ {
			covered[k][x] = true
		}
	}
	for _, p := range result.passages(t) {
		a, b := number[p.A], number[p.B]
		cover(a, b, p.AStart, p.AEnd)
		cover(b, a, p.BStart, p.BEnd)
	}
	for _, h := range jobtest.Decode[record.HotOccurrence](t, result.stream("hot-occurrences")) {
		cover(number[h.ID], -1, h.Start, h.End)
	}
	share := func(a, b, from, end int) float64 {
		hot, pair, in, all := covered[[2]int{a, -1}], covered[[2]int{a, b}], 0, 0
		for x, r := range []rune(texts[a].text)[texts[a].from[from]:texts[a].from[end]] {
			if x += texts[a].from[from]; unicode.IsLetter(r) || unicode.IsDigit(r) {
				all++
				if x < len(hot) && hot[x] || x < len(pair) && pair[x] {
					in++
				}
			}
		}
		return float64(in) / float64(max(1, all))
	}
	sharedRuns(texts, plain, func(a, b int, fromA, endA, fromB, endB int) {
		// At the ends of hot text it cannot be known what is in few documents.
		less, cut := texts[a].inner(fromA, endA)
		if less >= cut {
			return
		}
		fromA, endA, fromB, endB = less, cut, fromB+less-fromA, endB-(endA-cut)
		runs++
		if inA, inB := share(a, b, fromA, endA), share(b, a, fromB, endB); min(inA, inB) < .9 {
			lost = append(lost, fmt.Sprintf("%s and %s: %.2f, %.2f of %q", docs[a].ID, docs[b].ID, inA, inB,
				strings.Join(texts[a].chunks[fromA:endA], " ")))
		}
	})
	return runs, lost
}

// A run that a few documents have is covered, but for a window at each end, also where the words around it, and parts
// of it, are formulas that most documents have: words, Han characters, both, tables and code. The seeds of the fuzz
// test are a few collections of each kind; go test -fuzz=FuzzFormulas ./commands/partial looks for more.
func FuzzFormulas(f *testing.F) {
	for seed := range uint64(4) {
		for kind := range 5 {
			f.Add(seed, kind)
		}
	}
	f.Fuzz(func(t *testing.T, seed uint64, kind int) {
		flags := []string{"--candidates=grams", "--candidates=chains"}[seed&1:]
		if kind = max(0, kind%5); kind == 3 {
			flags = append(flags[:1], "--candidates=grams") // a table has no rare words, and no chains
		}
		if runs, lost := lostRuns(t, seed, kind, true, flags[0]); len(lost) > 0 {
			t.Errorf("kind %d: %d of %d runs are lost:\n%s", kind, len(lost), runs, strings.Join(lost, "\n"))
		}
	})
}
