package analysis

import (
	"path/filepath"
	"testing"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// The words of WordsOf are those of Analyse, by the same sentences.
func TestWordsOf(t *testing.T) {
	texts := map[string]string{
		"empty": "", "no words": "... !!! ...", "han": "第一条 民事主体。The second one.\n\nA list:\n- one\n- two\n",
		"invalid": "a \xff b. C d\xfe.",
	}
	names, err := filepath.Glob("segment/testdata/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatalf("no texts: %v", err)
	}
	for _, name := range names {
		b := filetest.Read(t, name)
		texts[name] = string(b)
	}
	for name, text := range texts {
		for _, markup := range []record.Markup{record.Plain, record.HTML, record.MainHTML} {
			d := record.Document{ID: name, Date: "2020", Markup: markup, Text: []byte(text)}
			var an Analyser
			a, _ := an.Analyse(&d)
			key, sentences := WordsOf(&d)
			if key != a.Key || len(sentences) != len(a.Ends) {
				t.Fatalf("%s: key %x, %d sentences; want %x, %d", name, key, len(sentences), a.Key, len(a.Ends))
			}
			for i, words := range sentences {
				want := a.Sentence(i)
				if len(words) != len(want) {
					t.Fatalf("%s, sentence %d: %d words, want %d", name, i, len(words), len(want))
				}
				for n, w := range words {
					if w.Hash != want[n] || w.Text == "" {
						t.Errorf("%s, sentence %d: word %d is %+v, want the hash %x", name, i, n, w, want[n])
					}
				}
			}
		}
	}
}
