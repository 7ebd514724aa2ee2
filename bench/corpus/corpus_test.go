package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
)

func collection(t *testing.T, p params) []byte {
	t.Helper()
	var b bytes.Buffer
	g := newGarden(p)
	for i := range p.Files {
		if err := g.write(&b, i); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

var usual = params{MB: 2, Size: usualSize, Seed: 1, Copies: 0.1, Edited: 0.25, Files: 1}

type document struct{ ID, Text string }

func documents(t *testing.T, jsonl []byte) []document {
	t.Helper()
	var all []document
	seen := map[string]bool{}
	for line := range bytes.Lines(jsonl) {
		var d document
		if err := json.Unmarshal(line, &d); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if seen[d.ID] {
			t.Fatalf("id %s comes twice", d.ID)
		}
		seen[d.ID] = true
		all = append(all, d)
	}
	return all
}

func TestSameFlagsSameBytes(t *testing.T) {
	one := collection(t, usual)
	if !bytes.Equal(one, collection(t, usual)) {
		t.Error("two collections of the same flags differ")
	}
	cut := usual
	cut.Files = 3
	if !bytes.Equal(one, collection(t, cut)) {
		t.Error("three files end to end are not the one file")
	}
	other := usual
	other.Seed = 2
	if bytes.Equal(one, collection(t, other)) {
		t.Error("two seeds give the same collection")
	}
}

func TestShapeOfTheText(t *testing.T) {
	jsonl := collection(t, usual)
	if n := len(jsonl); n < 2e6 || n > 2e6+8000 {
		t.Errorf("%d bytes, want 2 MB and at most a document more", n)
	}
	docs := documents(t, jsonl)
	words, sentences, letters, size := 0, 0, 0, 0
	for _, d := range docs {
		size += len(d.Text)
		for _, w := range strings.Fields(d.Text) {
			words++
			letters += len(strings.Trim(w, ",.!?"))
			if strings.ContainsAny(w[len(w)-1:], ".!?") {
				sentences++
			}
		}
	}
	for _, m := range []struct {
		name       string
		value, min float64
		max        float64
	}{
		{"bytes a document", float64(size) / float64(len(docs)), 3000, 4000},
		{"words a sentence", float64(words) / float64(sentences), 18, 20},
		{"letters a word", float64(letters) / float64(words), 4.5, 5.5},
	} {
		if m.value < m.min || m.value > m.max {
			t.Errorf("%s: %.2f, want %g to %g", m.name, m.value, m.min, m.max)
		}
	}
}

// Short documents have one sentence of boilerplate, and copies of one sentence.
func TestShortDocuments(t *testing.T) {
	p := usual
	p.MB, p.Size = 1, 300
	docs := documents(t, collection(t, p))
	size, tails, seen, copied := 0, map[string]int{}, map[string]bool{}, 0
	for _, d := range docs {
		size += len(d.Text)
		s := sentencesOf(d)
		tails[s[len(s)-1]]++
		for _, one := range s[:len(s)-1] {
			if one = strings.TrimSpace(one); seen[one] {
				copied++
			} else {
				seen[one] = true
			}
		}
	}
	most := 0
	for _, n := range tails {
		most = max(most, n)
	}
	if mean := size / len(docs); mean < 300 || mean > 500 || most < len(docs)/4 || most > len(docs)/2 ||
		copied < len(docs)/50 || copied > len(docs)/8 {
		t.Errorf("%d documents of %d bytes, %d with one last sentence, %d copies", len(docs), mean, most, copied)
	}
}

// The most frequent word comes about as often as the law says: 1/(1+2.7) of the sum of
// 1/(r+2.7) over all ranks r, which is ln(65536.5+2.7) - ln(0.5+2.7) = 9.93.
func TestWordsFollowTheLaw(t *testing.T) {
	g := newGarden(usual)
	n, first := 400000, 0
	for range n {
		if g.words.pick(g.source.Uint64()) == g.words.words[0] {
			first++
		}
	}
	if share := float64(first) / float64(n); share < 0.0262 || share > 0.0282 {
		t.Errorf("the first word makes up %.4f, want 1/3.7/9.93 = 0.0272", share)
	}
}

func sentencesOf(d document) []string {
	return strings.FieldsFunc(d.Text, func(r rune) bool { return strings.ContainsRune(".!?", r) })
}

func TestCopiesAndBoilerplate(t *testing.T) {
	for _, tc := range []struct {
		copies   float64
		min, max float64 // share of documents with four sentences in a row from an earlier one
	}{{0, 0, 0}, {0.3, 0.18, 0.32}} {
		t.Run(fmt.Sprint(tc.copies), func(t *testing.T) {
			p := usual
			p.Copies, p.Edited = tc.copies, 0
			docs := documents(t, collection(t, p))
			seen := map[string]bool{}
			tails := map[string]int{}
			copied := 0
			for _, d := range docs {
				s := sentencesOf(d)
				tails[strings.Join(s[len(s)-3:], "|")]++
				var own []string
				found := false
				for i := 0; i+4 <= len(s)-3; i++ {
					run := strings.Join(s[i:i+4], "|")
					found = found || seen[strings.TrimSpace(run)]
					own = append(own, strings.TrimSpace(run))
				}
				for _, run := range own {
					seen[run] = true
				}
				if found {
					copied++
				}
			}
			if share := float64(copied) / float64(len(docs)); share < tc.min || share > tc.max {
				t.Errorf("%.3f of the documents hold a copy, want %g to %g", share, tc.min, tc.max)
			}
			most := 0
			for _, n := range tails {
				most = max(most, n)
			}
			if share := float64(most) / float64(len(docs)); share < 0.27 || share > 0.4 {
				t.Errorf("%.3f of the documents end in the boilerplate, want a third", share)
			}
		})
	}
}

func TestExchangeChangesOneInnerWord(t *testing.T) {
	g := newGarden(usual)
	changed := 0
	for range 1000 {
		before := g.appendSentence(nil)
		a, b := strings.Fields(string(before)), strings.Fields(string(g.exchange(nil, before)))
		if len(a) != len(b) || a[0] != b[0] || a[len(a)-1] != b[len(b)-1] {
			t.Fatalf("%q became %q", a, b)
		}
		n := 0
		for i := range a {
			if a[i] != b[i] {
				n++
			}
		}
		if n > 1 {
			t.Fatalf("%d words of %q changed: %q", n, a, b)
		}
		changed += n
	}
	if changed < 900 {
		t.Errorf("%d of 1000 sentences changed", changed)
	}
}

func TestBoilerplateOnly(t *testing.T) {
	p := usual
	p.BoilerplateOnly, p.Files = 1000, 2
	docs := documents(t, collection(t, p))
	if len(docs) != 1000 {
		t.Fatalf("%d documents, want 1000", len(docs))
	}
	_, want, _ := strings.Cut(docs[0].Text, "\n\n")
	for _, d := range docs {
		if _, got, _ := strings.Cut(d.Text, "\n\n"); got != want {
			t.Fatalf("%s ends in %q, want %q", d.ID, got, want)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, change := range []func(*params){
		func(p *params) { p.MB = 0 },
		func(p *params) { p.Copies = 1.5 },
		func(p *params) { p.Edited = -1 },
		func(p *params) { p.BoilerplateOnly = -1 },
		func(p *params) { p.Files = 0 },
	} {
		p := usual
		change(&p)
		if p.validate() == nil {
			t.Errorf("%+v is valid", p)
		}
	}
}

func BenchmarkGarden(b *testing.B) {
	g := newGarden(usual)
	b.ReportAllocs()
	size := int64(0)
	for b.Loop() {
		g.document()
		io.Discard.Write(g.line)
		g.made++
		size += int64(len(g.line))
	}
	b.SetBytes(size / int64(b.N))
}
