package partial

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
)

// copyist writes documents that share runs of words and nothing else.
type copyist struct {
	r   *rand.Rand
	han func() bool
}

// text returns text of about so many visible characters: words, Han characters that count
// three, or both.
func (c *copyist) text(chars int) string {
	var s strings.Builder
	for chars > 0 {
		if c.han() {
			s.WriteRune(rune(0x4e00 + c.r.IntN(5000)))
			chars -= 3
			continue
		}
		n := 2 + c.r.IntN(9)
		for range n {
			s.WriteByte('a' + byte(c.r.IntN(26)))
		}
		s.WriteString([]string{" ", " ", " ", ", ", ". ", "\n"}[c.r.IntN(6)])
		chars -= n + 1
	}
	return s.String()
}

// A run of 150 visible characters that no more than --max_documents documents have is
// covered in each of them, however many these are, whatever is around it, and however often
// it is repeated: English, Chinese and mixed text, few documents and many.
func TestNoCopyIsLost(t *testing.T) {
	for seed, flags := range [][]string{{"--max_documents=100"}, {"--max_documents=100", "--candidates=chains"},
		{"--max_documents=40"}, {"--max_documents=40", "--candidates=chains"}} {
		t.Run(strings.Join(flags, " "), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(seed), 12))
			c := &copyist{r, nil}
			c.han = func() bool { return false }
			notice := c.text(400) // in all documents: with 40 it is hot
			type run struct {
				text string
				in   []int
			}
			const documents = 60
			texts := make([]strings.Builder, documents)
			var runs []run
			for n := range 24 {
				kind := n % 3
				c.han = func() bool { return kind == 1 || kind == 2 && r.IntN(2) == 0 }
				run := run{text: strings.TrimSpace(c.text(190))}
				if kind == 2 && n > 12 {
					run.text = notice[:200] + run.text // one end is hot
				}
				for d := range documents {
					// In 2 to 40 documents.
					if (d+n)%documents >= []int{2, 3, 12, 40}[n%4] {
						continue
					}
					run.in = append(run.in, d)
					for range 1 + r.IntN(3)*r.IntN(2) {
						texts[d].WriteString(c.text(r.IntN(300)) + " \n\n" + run.text + "\n\n")
					}
				}
				runs = append(runs, run)
			}
			var docs []testDocument
			for d := range texts {
				docs = append(docs, testDocument{fmt.Sprintf("d%02d", d), texts[d].String() + notice})
			}
			input := jobtest.Input(t, docs)
			result := runWith(t, shuffle.Params{Shards: 3}, append(flags, "--input="+input)...)
			covered := map[[2]string][]bool{} // code points of the first document, in passages with the second
			cover := func(a, b string, text string, start, end int64) {
				k := [2]string{a, b}
				if covered[k] == nil {
					covered[k] = make([]bool, len([]rune(text)))
				}
				for x := start; x < end; x++ {
					covered[k][x] = true
				}
			}
			text := map[string]string{}
			for _, d := range docs {
				text[d.ID] = d.Text
			}
			for _, p := range result.passages(t) {
				cover(p.A, p.B, text[p.A], p.AStart, p.AEnd)
				cover(p.B, p.A, text[p.B], p.BStart, p.BEnd)
			}
			lost := 0
			for n, run := range runs {
				for _, a := range run.in {
					for _, b := range run.in {
						if a == b {
							continue
						}
						if share := coveredShare(docs[a].Text, run.text,
							covered[[2]string{docs[a].ID, docs[b].ID}]); share < .9 &&
							!strings.HasPrefix(run.text, notice[:20]) || share < .4 {
							if lost++; lost < 5 {
								t.Errorf("run %d of %d documents: %.2f of it is covered in %s with %s", n, len(run.in),
									share, docs[a].ID, docs[b].ID)
							}
						}
					}
				}
			}
			if lost > 0 {
				t.Errorf("%d lost", lost)
			}
		})
	}
}

// coveredShare returns the share of the letters of the places of run in text that are
// covered: of the place where it is least.
func coveredShare(text, run string, covered []bool) float64 {
	least := 1.0
	for from := 0; ; {
		at := strings.Index(text[from:], run)
		if at < 0 {
			return least
		}
		from += at
		start, in, all := len([]rune(text[:from])), 0, 0
		for x, c := range []rune(run) {
			if unicode.IsLetter(c) {
				all++
				if start+x < len(covered) && covered[start+x] {
					in++
				}
			}
		}
		least = min(least, float64(in)/float64(all))
		from += len(run)
	}
}

// Identical documents are reported, however short they are and however many, up to
// --max_documents.
func TestIdenticalDocuments(t *testing.T) {
	for _, flag := range []string{"--candidates=grams", "--candidates=chains"} {
		var docs []testDocument
		texts := []string{"Yes.", "有限公司", "A notice of one line, and no more than that.",
			strings.Repeat("One line that is there again and again. ", 9)}
		for n, text := range texts {
			for k := range 30 {
				docs = append(docs, testDocument{fmt.Sprintf("d%d-%02d", n, k), text})
			}
		}
		input := jobtest.Input(t, docs)
		found := map[byte]int{}
		for _, p := range runWith(t, shuffle.Params{Shards: 3}, flag, "--max_documents=30",
			"--input="+input).passages(t) {
			if p.A == p.B {
				continue
			}
			if p.A[1] != p.B[1] || p.Kind != "verbatim" || p.AStart != 0 || p.BStart != 0 {
				t.Errorf("%s: %+v", flag, p)
			}
			found[p.A[1]]++
		}
		if want := 30 * 29 / 2; !slices.Equal([]int{found['0'], found['1'], found['2'], found['3']},
			[]int{want, want, want, want}) {
			t.Errorf("%s: %v, want %d of each", flag, found, want)
		}
	}
}
