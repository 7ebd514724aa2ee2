package partial

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// runIgnoring is runWith with --ignore.
func runIgnoring(t *testing.T, sh shuffle.Params, flags ...string) result {
	t.Helper()
	p := params(t, flags...)
	if err := p.readIgnored(t.Context()); err != nil {
		t.Fatal(err)
	}
	return readResult(t, jobtest.Run(t, p.Job.Docs, sh, p.parameters(), func(s beam.Scope, g job.Graph) {
		build(s, p, g)
	}))
}

// The task sheet of fifteen essays makes no passages and no shares, also where a student changed its date. A copy
// stays, and one that goes on from the sheet is cut to what is no text of it.
func TestIgnore(t *testing.T) {
	for _, han := range []bool{false, true} {
		w := &author{rand.New(rand.NewPCG(41, 4)), han}
		sheet := w.sentences(10)
		copied := w.sentences(8)
		var docs []testDocument
		for n := range 15 {
			given := append([]string{}, sheet...)
			given[3] = w.edit(sheet[3:4], 1)[0]
			text := w.text(given)
			if n == 3 || n == 11 {
				text = w.text(given, copied)
			}
			docs = append(docs, testDocument{fmt.Sprintf("d%02d", n), text + w.text([]string{" "}, w.sentences(30))})
		}
		dir := t.TempDir()
		input := "--input=" + filetest.Write(t, filepath.Join(dir, "in.jsonl"), jobtest.Lines(docs))
		ignore := "--ignore=" + filetest.Write(t, filepath.Join(dir, "sheet.txt"), []byte(w.text(sheet)))
		for _, how := range []string{"--matching=refine", "--candidates=chains", "--noise=on", "--signature=shingle",
			"--signature=imatch --idf=0,1"} {
			t.Run(fmt.Sprint(how, han), func(t *testing.T) {
				if n := len(runWith(t, one, append(strings.Fields(how), input)...).passages(t)); n < 15*14/2 {
					t.Errorf("%d passages without --ignore, want one of each pair", n)
				}
				flags := append(strings.Fields(how), input, ignore)
				got := runIgnoring(t, one, flags...)
				ps := got.passages(t)
				if len(ps) != 1 || ps[0].A != "d03" || ps[0].B != "d11" {
					t.Fatalf("%d passages, %+v, want one, of d03 and d11", len(ps), ps)
				}
				runes := []rune(docs[3].Text)
				passage, want := string(runes[ps[0].AStart:ps[0].AEnd]), w.text(copied)
				if !strings.HasPrefix(strings.TrimSpace(passage), want[:30]) || len(passage) > len(want)+30 {
					t.Errorf("the passage is %q, want %q", passage, want)
				}
				if shares := jobtest.Decode[record.DocumentShare](t, got.stream("documents")); len(shares) != 2 {
					t.Errorf("%d documents have a share, want the two with the copy", len(shares))
				}
				if n := got.ledger(t)["words_of_ignored_texts"]; n < 15*60 {
					t.Errorf("%d ignored words in the ledger, want those of 15 sheets", n)
				}
				same(t, got, runIgnoring(t, shuffle.Params{Shards: 7, Workers: 3}, flags...))
			})
		}
	}
}

// An ignored text that cannot be read, or is none, is an error of the user: the result would not be what was asked for.
func TestIgnoreErrors(t *testing.T) {
	dir := t.TempDir()
	input := "--input=" + filetest.Write(t, filepath.Join(dir, "in.txt"), []byte("A text."))
	for file, content := range map[string]string{"short.txt": "Four words are little.", "broken.jsonl": "{"} {
		p := params(t, input, "--ignore="+filetest.Write(t, filepath.Join(dir, file), []byte(content)))
		if err := p.readIgnored(t.Context()); err == nil || !strings.Contains(err.Error(), "--ignore: ") {
			t.Errorf("%s: error %v", file, err)
		}
	}
	p := params(t, input, "--ignore="+filepath.Join(dir, "none.txt"))
	if err := p.readIgnored(t.Context()); err == nil || !strings.Contains(err.Error(), "none.txt") {
		t.Errorf("error %v, want one about none.txt", err)
	}
	p.ignore = []string{"-"}
	if err := p.checkIgnored(); err == nil {
		t.Error("--ignore=- is read")
	}
}
