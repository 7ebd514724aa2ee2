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

// What essays quote in marks, and the list of references that two of them share, make no passages and no shares with
// --skip. What one copies from another without marks stays, and its ends are those of the copy.
func TestSkip(t *testing.T) {
	for _, han := range []bool{false, true} {
		w := &author{rand.New(rand.NewPCG(41, 5)), han}
		quoted, copied := w.text(w.sentences(8)), w.text(w.sentences(8))
		var references strings.Builder
		for n := range 12 {
			fmt.Fprintf(&references, "Miller, A. (%d). %s Oxford University Press, %d(3), %d–%d.\n", 1900+n,
				w.text(w.sentences(1)), n, 10*n, 10*n+7)
		}
		var docs []testDocument
		for n := range 5 {
			text := w.text(w.sentences(20)) + "\n“" + quoted + "”\n" + w.text(w.sentences(20))
			if n > 2 {
				text += copied + w.text(w.sentences(10)) + "\n\nReferences\n" + references.String()
			}
			docs = append(docs, testDocument{fmt.Sprintf("d%02d", n), text})
		}
		input := "--input=" + jobtest.Input(t, docs)
		for _, how := range []string{"--matching=refine", "--noise=on", "--signature=shingle"} {
			t.Run(fmt.Sprint(how, han), func(t *testing.T) {
				flags := append(strings.Fields(how), input)
				all := runWith(t, one, flags...)
				if n := len(all.passages(t)); n < 5*4/2+1 {
					t.Errorf("%d passages without --skip, want the quotation of each pair and the copy", n)
				}
				flags = append(flags, "--skip=quotes,references")
				got := runWith(t, one, flags...)
				ps := got.passages(t)
				if len(ps) != 1 || ps[0].A != "d03" || ps[0].B != "d04" {
					t.Fatalf("%d passages, %+v, want one, of d03 and d04", len(ps), ps)
				}
				passage := string([]rune(docs[3].Text)[ps[0].AStart:ps[0].AEnd])
				// letters may go on by chance
				if at := strings.Index(passage, copied[:30]); at < 0 || at > 15 || len(passage) > len(copied)+30 {
					t.Errorf("the passage is %q, want %q", passage, copied)
				}
				if shares := jobtest.Decode[record.DocumentShare](t, got.stream("documents")); len(shares) != 2 {
					t.Errorf("%d documents have a share, want the two with the copy", len(shares))
				}
				ledger := got.ledger(t)
				if quotes, lists := ledger["words_of_quotations"], ledger["words_of_references"]; quotes < 5*60 ||
					lists < 2*60 {
					t.Errorf("%d words of quotations and %d of references in the ledger, want those of five and of two",
						quotes, lists)
				}
				same(t, got, runWith(t, shuffle.Params{Shards: 7, Workers: 3}, flags...))
			})
		}
	}
}

// No passage holds a word that does not count, of --ignore and of --skip: what is copied before and behind it is two
// passages. Names in quotation marks count.
func TestNoPassageHoldsIgnored(t *testing.T) {
	for _, han := range []bool{false, true} {
		w := &author{rand.New(rand.NewPCG(41, 7)), han}
		known := w.sentences(6)
		quoted := w.sentences(6)
		name := "“" + w.word() + "”"
		copied := w.sentences(60)
		shared := w.text(copied[:8])
		var without []string // that no passage may hold
		for n := range 6 {
			without = append(without, known[n], quoted[n])
			shared += known[n] + w.text(copied[8*n+8:8*n+12]) + "“" + quoted[n] + "”" + w.text(copied[8*n+12:8*n+16])
		}
		shared += w.text(copied[56:58]) + name + w.text(copied[58:])
		var docs []testDocument
		for n := range 3 {
			docs = append(docs, testDocument{fmt.Sprintf("d%d", n), w.text(w.sentences(10)) + "\n\n" + shared + "\n\n" +
				w.text(w.sentences(10))})
		}
		dir := t.TempDir()
		input := "--input=" + filetest.Write(t, filepath.Join(dir, "in.jsonl"), jobtest.Lines(docs))
		ignore := "--ignore=" + filetest.Write(t, filepath.Join(dir, "known.txt"), []byte(w.text(known)))
		for _, how := range []string{"--matching=refine", "--noise=on"} {
			t.Run(fmt.Sprint(how, han), func(t *testing.T) {
				got := runIgnoring(t, one, append(strings.Fields(how), input, ignore, "--skip=quotes")...)
				pieces, named := 0, 0
				for _, p := range got.passages(t) {
					for _, side := range []struct {
						id         string
						start, end int64
					}{{p.A, p.AStart, p.AEnd}, {p.B, p.BStart, p.BEnd}} {
						runes := []rune(docs[side.id[1]-'0'].Text)
						text := string(runes[side.start:side.end])
						for _, s := range without {
							if part := string([]rune(s)[5:20]); strings.Contains(text, part) {
								t.Errorf("%s: the passage %d to %d holds %q", side.id, side.start, side.end, part)
							}
						}
						named += strings.Count(text, name)
					}
					pieces++
				}
				if pieces < 3*8 || named != 3*2 {
					t.Errorf("%d passages, %d sides with the name, want the pieces of each pair, and the name in one of each", pieces, named)
				}
			})
		}
	}
}

// TestSkipElements: what two editions share in their notes and prefaces makes no passage, and the text that they share
// is one passage over the notes in it. A name that no document has is said.
func TestSkipElements(t *testing.T) {
	w := &author{rand.New(rand.NewPCG(41, 9)), false}
	notes, text := w.sentences(12), w.sentences(8)
	edition := func(noted int) string {
		var b strings.Builder
		b.WriteString("<TEI><text><front><p>" + w.text(w.sentences(3)) + w.text(notes[6:]) + "</p></front><body><p>" +
			w.text(w.sentences(40)))
		for i, sentence := range text {
			b.WriteString(sentence)
			if i == noted {
				b.WriteString(`<note place="foot">` + w.text(notes[:6]) + "</note>")
			}
		}
		return b.String() + "</p></body></text></TEI>"
	}
	files := map[string]string{"a.xml": edition(3), "b.xml": edition(7)}
	dir := t.TempDir()
	filetest.Put(t, dir, files)
	find := func(flags ...string) (passages []record.Passage, ledger map[string]int64, printed string) {
		flags = append(flags, "--input="+dir)
		got, p := runWith(t, one, flags...), params(t, flags...)
		return got.passages(t), got.ledger(t), p.reportIgnored(got.ledger(t))
	}
	if all, _, _ := find(); len(all) < 2 {
		t.Errorf("%d passages without --skip, want the text with its notes, and the prefaces", len(all))
	}
	if ps, _, _ := find("--skip=note,front", "--noise=on"); len(ps) != 1 {
		t.Errorf("%d passages by letters, want one", len(ps))
	}
	ps, ledger, printed := find("--skip=Note,front")
	if len(ps) != 1 || ledger["elements_of_xml"] != 4 ||
		!strings.Contains(printed, "4 elements of XML named Note or front") {
		t.Fatalf("%d passages, %d elements, %s", len(ps), ledger["elements_of_xml"], printed)
	}
	passage := string([]rune(files["a.xml"])[ps[0].AStart:ps[0].AEnd])
	if !strings.HasPrefix(passage, strings.TrimSpace(text[0])) || !strings.Contains(passage, "<note") ||
		!strings.HasSuffix(passage, strings.TrimSpace(text[7])) {
		t.Errorf("the passage is %q", passage)
	}
	if _, _, printed := find("--skip=foot"); !strings.Contains(printed, "0 elements of XML named foot") {
		t.Errorf("nothing says that no document has the element: %s", printed)
	}
}
