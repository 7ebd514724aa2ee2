package partial

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// A text in which every second word has another spelling is a copy with --spelling, from end to end, and none without
// it. Offsets are those of the texts as they are.
func TestSpelling(t *testing.T) {
	for _, han := range []bool{false, true} {
		w := &author{rand.New(rand.NewPCG(41, 9)), han}
		var table, copied, spelled []string
		given := map[string]bool{}
		for len(copied) < 120 {
			word := w.word()
			if given[word] {
				continue
			}
			given[word] = true
			copied, spelled = append(copied, word), append(spelled, word)
			if n := len(copied); n%2 == 0 {
				variant := word + "ye"
				if han {
					variant = string(rune(0x3400 + n))
				}
				spelled[n-1] = variant
				table = append(table, variant+"\t"+word)
			}
		}
		text := func(words []string) string {
			var sentences []string
			for n := 0; n < len(words); n += 12 {
				sentences = append(sentences, w.sentence(words[n:n+12]))
			}
			return w.text(sentences)
		}
		a, b := text(copied), text(spelled)
		docs := []testDocument{
			{"a", "Né. " + w.text(w.sentences(20)) + "\n\n" + a + "\n\n" + w.text(w.sentences(20))},
			{"b", w.text(w.sentences(25)) + "\n\n" + b + "\n\n" + w.text(w.sentences(15))},
		}
		dir := t.TempDir()
		input := "--input=" + filetest.Write(t, filepath.Join(dir, "in.jsonl"), jobtest.Lines(docs))
		spelling := "--spelling=" + filetest.Write(t, filepath.Join(dir, "table.tsv"),
			[]byte("# a comment\n"+strings.Join(table, "\n")))
		for _, how := range []string{"--matching=refine", "--noise=on", "--signature=shingle"} {
			t.Run(fmt.Sprint(how, han), func(t *testing.T) {
				flags := append(strings.Fields(how), input)
				for _, p := range runWith(t, one, flags...).passages(t) {
					if p.Kind == record.Verbatim {
						t.Errorf("without --spelling: %+v", p)
					}
				}
				got := runWith(t, one, append(flags, spelling)...)
				ps := got.passages(t)
				if len(ps) != 1 || ps[0].Kind != record.Verbatim {
					t.Fatalf("%+v, want one verbatim passage", ps)
				}
				p := ps[0]
				if text := string([]rune(docs[0].Text)[p.AStart:p.AEnd]); text != a {
					t.Errorf("a has %q, want %q", text, a)
				}
				if text := docs[1].Text[p.BByteStart:p.BByteEnd]; text != b {
					t.Errorf("b has %q, want %q", text, b)
				}
				same(t, got, runWith(t, shuffle.Params{Shards: 7, Workers: 3}, append(flags, spelling)...))
			})
		}
	}
}

// A table with an error is a usage error that names its line.
func TestSpellingErrors(t *testing.T) {
	dir := t.TempDir()
	input := filetest.Write(t, filepath.Join(dir, "in.txt"), []byte("A text."))
	table := filetest.Write(t, filepath.Join(dir, "table.csv"), "vertue,virtue\nto day,today\n")
	for file, want := range map[string]string{table: `table.csv: line 2: "to day" is not one word`,
		filepath.Join(dir, "none"): "no such file"} {
		cmd := Command()
		cmd.SetArgs([]string{"--input=" + input, "--output=" + filepath.Join(dir, "out"), "--spelling=" + file})
		cmd.SilenceUsage, cmd.SilenceErrors = true, true
		if err := cmd.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", file, err, want)
		}
	}
}
