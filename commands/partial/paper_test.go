package partial

import (
	"cmp"
	"fmt"
	"math"
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
)

// pairOfSentences is ⟨d_i s_j, d_k s_l⟩ of Algorithm 1.
type pairOfSentences struct{ a, i, b, k int }

// algorithm1 is that of Zhang et al. (SIGIR 2010), as printed: sets[d][s] are the signatures of a sentence.
func algorithm1(sets [][][]string, tau float64) map[[2]int]map[at]bool {
	postings := map[string][][2]int{}
	for d := range sets {
		for s := range sets[d] {
			for _, signature := range sets[d][s] {
				postings[signature] = append(postings[signature], [2]int{d, s})
			}
		}
	}
	shared := map[pairOfSentences]int{}
	for _, list := range postings {
		for _, x := range list {
			for _, y := range list {
				if x == y {
					continue
				}
				m, n := float64(len(sets[x[0]][x[1]])), float64(len(sets[y[0]][y[1]]))
				if min(m, n)/max(m, n) >= tau-1e-9 {
					shared[pairOfSentences{x[0], x[1], y[0], y[1]}]++
				}
			}
		}
	}
	points := map[[2]int]map[at]bool{}
	for p, n := range shared {
		union := len(sets[p.a][p.i]) + len(sets[p.b][p.k]) - n
		if float64(n)/float64(union) < tau-1e-9 { // the paper prints the complement
			continue
		}
		pair := [2]int{p.a, p.b}
		if points[pair] == nil {
			points[pair] = map[at]bool{}
		}
		points[pair][at{p.i, p.k}] = true
	}
	return points
}

// algorithm2 is that of the paper: the start of each diagonal, and its length.
func algorithm2(points map[at]bool, gamma int) map[at]int {
	var order []at
	for p := range points {
		order = append(order, p)
	}
	slices.SortFunc(order, func(x, y at) int { return cmp.Or(cmp.Compare(x.i, y.i), cmp.Compare(x.k, y.k)) })
	found := map[at]int{}
	for _, start := range order {
		n := 0
		for points[at{start.i + n, start.k + n}] {
			n++
		}
		if n <= gamma {
			continue
		}
		for m := range n {
			delete(points, at{start.i + m, start.k + m})
		}
		found[start] = n
	}
	return found
}

// paperSets returns the signatures of the sentences: n-shingles, or with n = 0 those of I-Match.
func paperSets(docs []*twinDocument, n int) [][][]string {
	df := map[string]int{}
	for _, d := range docs {
		for _, w := range distinct(slices.Concat(d.sentences...)) {
			df[w]++
		}
	}
	sets := make([][][]string, len(docs))
	for x, d := range docs {
		for _, words := range d.sentences {
			var set []string
			if n == 0 {
				var kept []string
				for _, w := range words {
					all := float64(len(docs))
					if math.Log(all/float64(df[w]))/math.Log(all) >= .1 {
						kept = append(kept, w)
					}
				}
				if len(kept) > 0 {
					set = []string{strings.Join(kept, " ")}
				}
			} else {
				for i := range max(1, len(words)-n+1) {
					set = append(set, strings.Join(words[i:min(len(words), i+n)], " "))
				}
			}
			sets[x] = append(sets[x], distinct(set))
		}
	}
	return sets
}

func distinct(words []string) []string {
	out := slices.Clone(words)
	slices.Sort(out)
	return slices.Compact(out)
}

// paperPassages is what the paper's two algorithms find. Of the two orders of a pair of documents, and of a document
// with itself, it has one.
func paperPassages(docs []*twinDocument, n int, tau float64, gamma int) []string {
	var out []string
	for pair, points := range algorithm1(paperSets(docs, n), tau) {
		a, b := docs[pair[0]], docs[pair[1]]
		if a.id > b.id {
			continue
		}
		for start, length := range algorithm2(points, gamma) {
			if a != b || start.i < start.k {
				out = append(out, fmt.Sprintf("%s %d, %s %d, length %d", a.id, start.i, b.id, start.k, length))
			}
		}
	}
	slices.Sort(out)
	return out
}

// TestPaper holds --preset=paper to brute force of the algorithms of the paper, on collections that
// repeat sentences within documents and in many of them.
func TestPaper(t *testing.T) {
	for seed := range uint64(2) {
		for _, m := range []struct {
			n     int // of shingles; 0: I-Match
			tau   float64
			flags []string
		}{
			{0, 1, nil},
			{4, .9, []string{"--signature=shingle"}},
			{2, .5, []string{"--signature=shingle", "--n=2", "--tau=.5"}},
			{0, 1, []string{"--gamma=1"}},
		} {
			r := rand.New(rand.NewPCG(seed, 38))
			docs := garden(r, 40, false)
			docs = append(docs, turns(r, docs[0].sentences[0])...)
			var in []testDocument
			for _, d := range docs {
				in = append(in, d.write())
			}
			gamma := 3
			if slices.Contains(m.flags, "--gamma=1") {
				gamma = 1
			}
			want := paperPassages(docs, m.n, m.tau, gamma)
			input := jobtest.Input(t, in)
			result := runWith(t, shuffle.Params{Shards: 1 + r.IntN(9), Workers: r.IntN(3)},
				append(m.flags, "--preset=paper", "--clusters=false", "--input="+input)...)
			var got []string
			within := 0
			for _, p := range result.passages(t) {
				if p.ASentences != p.BSentences || p.Matched != p.ASentences {
					t.Errorf("a passage of %d and %d sentences with %d pairs", p.ASentences, p.BSentences, p.Matched)
				}
				if p.A == p.B {
					within++
				}
				got = append(got, fmt.Sprintf("%s %d, %s %d, length %d", p.A, p.ASentence, p.B, p.BSentence,
					p.ASentences))
			}
			slices.Sort(got)
			if len(want) < 1000 || within < 20 {
				t.Errorf("%v: the collection has only %d passages, %d of them inside documents", m.flags,
					len(want), within)
			}
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Errorf("seed %d, %v: passages (-paper +job):\n%.2000s", seed, m.flags, diff)
			}
			for name, n := range result.summary(t).Ledger {
				if strings.HasPrefix(name, "not_compared.") && n > 0 &&
					name != "not_compared.sentence_pairs_by_length_ratio" &&
					name != "not_compared.sentences_without_signature" {
					t.Errorf("seed %d, %v: %d %s", seed, m.flags, n, name)
				}
			}
		}
	}
}

// turns makes 110 documents that share one sentence four times, and ten of them sixteen times, in runs and
// alone.
func turns(r *rand.Rand, sentence []string) []*twinDocument {
	var docs []*twinDocument
	for d := range 110 {
		doc := &twinDocument{id: fmt.Sprintf("turn-%d", d)}
		runs := []int{4}
		if d < 10 {
			runs = []int{1, 4, 1, 5, 1, 4}
		}
		for _, n := range runs {
			for range n {
				doc.sentences = append(doc.sentences, sentence)
			}
			doc.sentences = append(doc.sentences, []string{"the", "qturn" + letters(r.IntN(4))})
		}
		docs = append(docs, doc)
	}
	return docs
}

// TestPaperPages: --preset=paper compares all text of pages, and --preset=fast their main text.
func TestPaperPages(t *testing.T) {
	menu := "<nav><p>Read all news of the town.</p><p>See the harbour and the sea.</p><p>Stay at home today.</p><p>Walk on the road.</p><p>Write us a letter.</p></nav>"
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		page := menu + "<p>" + strings.Repeat("A storm named "+name+" came over the hills of "+name+
			", and took two roofs with it. ", 4) + "</p>"
		filetest.Write(t, filepath.Join(dir, name+".html"), []byte(page))
	}
	for preset, want := range map[string]int{"paper": 1, "fast": 0} {
		r := runWith(t, one, "--preset="+preset, "--input="+dir)
		between := slices.DeleteFunc(r.passages(t), func(p record.Passage) bool { return p.A == p.B })
		if len(between) != want {
			t.Errorf("--preset=%s: %d passages of the pages, want %d", preset, len(between), want)
		}
	}
}
