package partial

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/signature/shingle"
)

// twin is the whole job in plain Go, as the contract and the package comments define
// it: every sentence with every other one, a matrix for each pair of documents.
type twin struct {
	shingles     int // words in a shingle; 0 is I-Match
	tau          float64
	maxDocuments int
	gamma, gap   int
	source       bool
	also         bool // with a source: the input is compared with itself, too

	docs []*twinDocument
	// reach[g] is how many documents have the signature g.
	reach map[string]map[*twinDocument]bool
	// equals[s] is how many documents have a sentence with the set s.
	equals map[string]map[*twinDocument]bool
}

// twinDocument is a document whose sentences are known: each is its words.
type twinDocument struct {
	id        string
	group     int // documents of two groups have no word in common that counts
	source    bool
	sentences [][]string
	runs      []*twinRun // filled by the twin, in order
}

// twinRun is count equal sentences that follow each other.
type twinRun struct {
	doc          *twinDocument
	first, count int
	set          []string // sorted signatures
	prefix       []string // those under which the sentence is looked for
	key          string   // of the set
}

// comparedPassage contains the fields of a passage that are compared.
type comparedPassage struct {
	A                     string
	ASentence, ASentences int
	B                     string
	BSentence, BSentences int
	Kind                  string
	Matched               int
	Similarity            float64
}

func comparePassages(x, y comparedPassage) int {
	return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B), cmp.Compare(x.ASentence, y.ASentence),
		cmp.Compare(x.BSentence, y.BSentence),
		cmp.Compare(x.ASentences, y.ASentences), cmp.Compare(x.BSentences, y.BSentences))
}

// passages is what the job finds.
func (tw *twin) passages() []comparedPassage {
	tw.sign()
	var all []comparedPassage
	for x, a := range tw.docs {
		for _, b := range tw.docs[x:] {
			switch {
			case a.group != b.group:
			case tw.source && a.source && b.source:
			case tw.source && !tw.also && a.source == b.source:
			case a.source && !b.source, a.source == b.source && b.id < a.id:
				all = append(all, tw.compare(b, a)...)
			default:
				all = append(all, tw.compare(a, b)...)
			}
		}
	}
	slices.SortFunc(all, comparePassages)
	return all
}

// sign takes the signatures of all sentences and counts their documents.
func (tw *twin) sign() {
	df := map[string]int{}
	for _, d := range tw.docs {
		seen := map[string]bool{}
		for _, s := range d.sentences {
			for _, w := range s {
				seen[w] = true
			}
		}
		for w := range seen {
			df[w]++
		}
	}
	tw.reach, tw.equals = map[string]map[*twinDocument]bool{}, map[string]map[*twinDocument]bool{}
	for _, d := range tw.docs {
		d.runs = nil
		for i, words := range d.sentences {
			set, prefix := tw.signatures(words, df)
			if len(set) == 0 {
				continue
			}
			key := strings.Join(set, "|")
			if n := len(d.runs); n > 0 && d.runs[n-1].key == key && d.runs[n-1].first+d.runs[n-1].count == i {
				d.runs[n-1].count++
				continue
			}
			d.runs = append(d.runs, &twinRun{d, i, 1, set, prefix, key})
			add(tw.equals, key, d)
			for _, g := range prefix {
				add(tw.reach, g, d)
			}
		}
	}
}

func add(m map[string]map[*twinDocument]bool, key string, d *twinDocument) {
	if m[key] == nil {
		m[key] = map[*twinDocument]bool{}
	}
	m[key][d] = true
}

// signatures is the set of a sentence, and its prefix: all but the last ⌈τn⌉-1
// signatures, in the order of their hashes.
func (tw *twin) signatures(words []string, df map[string]int) (set, prefix []string) {
	if tw.shingles == 0 {
		var kept []string
		n := float64(len(tw.docs))
		for _, w := range words {
			if idf := math.Log(n/float64(df[w])) / math.Log(n); idf >= 0.1 {
				kept = append(kept, w)
			}
		}
		if len(kept) == 0 {
			return nil, nil
		}
		one := []string{strings.Join(kept, " ")}
		return one, one
	}
	hashes := map[string]uint64{}
	for i := range max(1, len(words)-tw.shingles+1) {
		gram := words[i:min(len(words), i+tw.shingles)]
		var h []uint32
		for _, w := range gram {
			one, _ := token.HashWord(w)
			h = append(h, one)
		}
		hashes[strings.Join(gram, " ")] = shingle.Hash(h)
	}
	for g := range hashes {
		set = append(set, g)
	}
	slices.SortFunc(set, func(x, y string) int { return cmp.Compare(hashes[x], hashes[y]) })
	needed := 1
	for float64(needed) < tw.tau*float64(len(set))-1e-9 {
		needed++
	}
	return set, set[:len(set)-needed+1]
}

func (tw *twin) hot(documents map[*twinDocument]bool) bool {
	return tw.maxDocuments > 0 && len(documents) > tw.maxDocuments
}

// met reports whether the sentences of two runs are brought together: at a signature of both
// prefixes that is not hot and that neither document has used up; if they are equal, also at
// their first signature where that one is hot and they are not.
func (tw *twin) met(a, b *twinRun) bool {
	for _, g := range a.prefix {
		has := func(r *twinRun) bool { return slices.Contains(r.prefix, g) }
		if has(b) && !tw.hot(tw.reach[g]) && place(a, has) < 4 && place(b, has) < 4 {
			return true
		}
	}
	equal := func(r *twinRun) bool { return r.key == a.key }
	return a.key == b.key && tw.hot(tw.reach[a.prefix[0]]) && !tw.hot(tw.equals[a.key]) && place(a, equal) < 4 &&
		place(b, equal) < 4
}

// place is how many runs of r's document for which is holds come before r.
func place(r *twinRun, is func(*twinRun) bool) int {
	n := 0
	for _, other := range r.doc.runs {
		if other.first < r.first && is(other) {
			n++
		}
	}
	return n
}

func jaccard(a, b []string) float64 {
	shared := 0
	for _, g := range a {
		if slices.Contains(b, g) {
			shared++
		}
	}
	return float64(shared) / float64(len(a)+len(b)-shared)
}

// at is a point of the matrix of two documents.
type at struct{ i, k int }

// compare is the passages of two documents, or of one with itself.
func (tw *twin) compare(a, b *twinDocument) []comparedPassage {
	points := map[at]float64{}
	for _, x := range a.runs {
		for _, y := range b.runs {
			if a == b && x.first >= y.first {
				continue
			}
			similarity := jaccard(x.set, y.set)
			if similarity < tw.tau-1e-9 || !tw.met(x, y) {
				continue
			}
			n := min(x.count, y.count)
			for m := range n { // aligned at the starts, and at the ends
				points[at{x.first + m, y.first + m}] = similarity
				points[at{x.first + x.count - n + m, y.first + y.count - n + m}] = similarity
			}
		}
	}
	var all []comparedPassage
	for _, path := range tw.diagonals(points) {
		first, last := path[0], path[len(path)-1]
		sum, passed := 0.0, 0
		for n, p := range path {
			sum += float64(float32(points[p]))
			if n > 0 {
				passed += p.i - path[n-1].i - 1 + p.k - path[n-1].k - 1
			}
		}
		f := comparedPassage{
			A: a.id, ASentence: first.i, ASentences: last.i - first.i + 1,
			B: b.id, BSentence: first.k, BSentences: last.k - first.k + 1,
			Kind: record.Reworded, Matched: len(path), Similarity: record.Round(sum / float64(len(path)+passed)),
		}
		if slices.Equal(slices.Concat(a.sentences[first.i:last.i+1]...),
			slices.Concat(b.sentences[first.k:last.k+1]...)) {
			f.Kind = record.Verbatim
		}
		all = append(all, f)
	}
	return all
}

// diagonals walks the matrix as the contract says.
func (tw *twin) diagonals(points map[at]float64) [][]at {
	var order []at
	for p := range points {
		order = append(order, p)
	}
	slices.SortFunc(order, func(x, y at) int { return cmp.Or(cmp.Compare(x.i, y.i), cmp.Compare(x.k, y.k)) })
	used := map[at]bool{}
	var all [][]at
	for _, start := range order {
		if used[start] {
			continue
		}
		path := []at{start}
		for {
			p := path[len(path)-1]
			best, cost := at{-1, -1}, [3]int{math.MaxInt, 0, 0}
			for di := range tw.gap + 1 {
				for dk := range tw.gap + 1 {
					next := at{p.i + 1 + di, p.k + 1 + dk}
					c := [3]int{di + dk, max(di-dk, dk-di), di}
					if _, ok := points[next]; ok && !used[next] && slices.Compare(c[:], cost[:]) < 0 {
						best, cost = next, c
					}
				}
			}
			if best.i < 0 {
				break
			}
			path = append(path, best)
		}
		if len(path) <= tw.gamma {
			continue
		}
		for _, p := range path {
			used[p] = true
		}
		all = append(all, path)
	}
	return all
}

// comparedHot contains the fields of a hot passage that are compared.
type comparedHot struct {
	Words       string
	Documents   int
	Occurrences int
}

// hotPassages are the maximal runs of hot sentences, by their words.
func (tw *twin) hotPassages() []comparedHot {
	tw.sign()
	documents, occurrences := map[string]map[*twinDocument]bool{}, map[string]int{}
	for _, d := range tw.docs {
		var words []string
		end := -1
		flush := func() {
			if len(words) > 0 {
				w := strings.Join(words, " ")
				add(documents, w, d)
				occurrences[w]++
			}
			words = nil
		}
		for _, r := range d.runs {
			if !tw.hot(tw.equals[r.key]) {
				continue
			}
			if r.first != end {
				flush()
			}
			end = r.first + r.count
			words = append(words, slices.Concat(d.sentences[r.first:end]...)...)
		}
		flush()
	}
	var all []comparedHot
	for w, d := range documents {
		all = append(all, comparedHot{w, len(d), occurrences[w]})
	}
	slices.SortFunc(all, func(x, y comparedHot) int { return cmp.Compare(x.Words, y.Words) })
	return all
}
