package partial

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// Each passage has the texts of its ranges, from files of any kind, and nothing else changes.
func TestWithText(t *testing.T) {
	w := &author{rand.New(rand.NewPCG(12, 15)), false}
	han := &author{rand.New(rand.NewPCG(12, 16)), true}
	shared, twice, chinese := w.sentences(8), w.sentences(8), han.sentences(12)
	texts := map[string]string{
		"a":     w.text(shared, w.sentences(5), twice, w.sentences(9), twice),
		"b":     w.text(w.sentences(5), shared) + han.text(chinese),
		"c.txt": han.text(han.sentences(3), chinese, han.sentences(5)) + "\xff",
		"d.htm": "<html><body><p>" + w.text(w.sentences(6), shared) + "</p></body></html>",
	}
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "c.txt"), []byte(texts["c.txt"]))
	filetest.Write(t, filepath.Join(dir, "d.htm"), []byte(texts["d.htm"]))
	var z bytes.Buffer
	g := gzip.NewWriter(&z)
	g.Write(jobtest.Lines([]testDocument{{"a", texts["a"]}, {"b", texts["b"]}}))
	g.Close()
	filetest.Write(t, filepath.Join(dir, "l.jsonl.gz"), z.Bytes())
	for _, flags := range [][]string{{"--input=" + dir}, {"--input=" + dir, "--source=" + dir, "--compare=all"},
		{"--input=" + dir, "--signature=shingle"}} {
		plain := runWith(t, one, flags...)
		for _, max := range []int{5, 100_000} {
			r := runWith(t, shuffle.Params{Shards: 3, Workers: 2},
				append(flags, fmt.Sprintf("--with_text=%d", max))...)
			for _, stream := range []string{"passages", "within"} {
				var without []record.Passage
				for _, p := range jobtest.Decode[record.Passage](t, r.stream(stream)) {
					piece := func(id string, start, end int64) (string, bool) {
						whole := texts[id][start:end]
						if runes := []rune(whole); len(runes) > max {
							return string(runes[:max]), true
						}
						return whole, false
					}
					a, aCut := piece(p.A, p.AByteStart, p.AByteEnd)
					b, bCut := piece(p.B, p.BByteStart, p.BByteEnd)
					if p.AText != a || p.BText != b || p.ATextCut != aCut || p.BTextCut != bCut {
						t.Errorf("%v %d: %+v\nwant %q %v\n%q %v", flags, max, p, a, aCut, b, bCut)
					}
					p.AText, p.BText, p.ATextCut, p.BTextCut = "", "", false, false
					without = append(without, p)
				}
				want := jobtest.Decode[record.Passage](t, plain.stream(stream))
				if diff := cmp.Diff(want, without); diff != "" || stream == "passages" && len(want) < 3 {
					t.Errorf("%v, %s (-without +with):\n%s", flags, stream, diff)
				}
			}
			for _, stream := range []string{"largest", "documents", "hot"} {
				if plain.stream(stream) != r.stream(stream) {
					t.Errorf("%v: %s differs", flags, stream)
				}
			}
			if n := r.summary(t).Counts[unread]; n != 0 {
				t.Errorf("%d texts were not read", n)
			}
		}
	}
}

// --with_text is 1000 characters, and CSV has the same passages.
func TestWithTextAsCSV(t *testing.T) {
	in := "--input=" + jobtest.Input(t, mixed(t)[:12])
	p := params(t, in, "--with_text", "--output_format=csv")
	dir := jobtest.Run(t, p.Job.Docs, one, p.parameters(), func(s beam.Scope, g job.Graph) { build(s, p, g) })
	r := readResult(t, dir)
	if !strings.Contains(string(r.summary(t).Parameters), `"with_text": 1000`) {
		t.Errorf("parameters %s", r.summary(t).Parameters)
	}
	files, err := filepath.Glob(filepath.Join(dir, "passages-*.csv"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, %v", files, err)
	}
	b, err := os.ReadFile(files[0])
	if err != nil || !bytes.HasPrefix(b, []byte("a,a_start,")) ||
		!bytes.Contains(b, []byte(",similarity,evidence,prose,a_share,b_share,a_text,a_text_cut,b_text,b_text_cut\n")) {
		t.Errorf("%.300s, %v", b, err)
	}
}

// --with_locs adds the places of TEI as one cites them, with and without texts, and changes nothing else.
func TestWithLocs(t *testing.T) {
	w := &author{rand.New(rand.NewPCG(12, 17)), false}
	shared, twice := w.sentences(8), w.sentences(8)
	dir := t.TempDir()
	tei := func(name, text string) {
		filetest.Write(t, filepath.Join(dir, name),
			[]byte("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n"+
				"<TEI><teiHeader><title>\xe4\xf6</title></teiHeader><text><body>"+text+"</body></text></TEI>"))
	}
	p := func(n, text string) string { return fmt.Sprintf("<p n=%q>%s</p>", n, text) }
	tei("a.xml", `<div type="book" n="2"><pb n="7"/>`+p("1", "\xe4\xf6\xfc. "+w.text(w.sentences(5)))+"<div>"+
		p("2", w.text(shared))+p("3", w.text(twice))+`</div></div>`)
	tei("b.xml", `<div1 type="act"><lg n="I"><l n="10">`+w.text(shared[:4])+`</l> <l n="11">`+w.text(shared[4:])+
		"</l></lg>"+w.text(w.sentences(6))+"</div1>")
	filetest.Write(t, filepath.Join(dir, "c.txt"), []byte(w.text(twice, w.sentences(7))))
	plain := runWith(t, one, "--input="+dir)
	for _, flags := range [][]string{{"--with_locs"}, {"--with_locs", "--with_text=20"}} {
		r := runWith(t, shuffle.Params{Shards: 3, Workers: 2}, append([]string{"--input=" + dir}, flags...)...)
		var locs []string
		var without []record.Passage
		for _, p := range jobtest.Decode[record.Passage](t, r.stream("passages")) {
			locs = append(locs, p.A+": "+p.ALoc, p.B+": "+p.BLoc)
			if (p.AText != "") != (len(flags) > 1) {
				t.Errorf("%v: %+v", flags, p)
			}
			p.ALoc, p.BLoc, p.AText, p.BText, p.ATextCut, p.BTextCut = "", "", "", "", false, false
			without = append(without, p)
		}
		want := []string{"a.xml: book 2, div 1, p. 7, par. 2", "b.xml: act 1, stanza I, l. 10 – l. 11",
			"a.xml: book 2, div 1, p. 7, par. 3", "c.txt: "}
		if diff := cmp.Diff(want, locs); diff != "" {
			t.Errorf("%v (-want +got):\n%s", flags, diff)
		}
		if diff := cmp.Diff(jobtest.Decode[record.Passage](t, plain.stream("passages")), without); diff != "" {
			t.Errorf("%v (-want +got):\n%s", flags, diff)
		}
	}
	sheet := params(t, "--input="+dir, "--with_locs", "--output_format=csv")
	out := jobtest.Run(t, sheet.Job.Docs, one, sheet.parameters(), func(s beam.Scope, g job.Graph) {
		build(s, sheet, g)
	})
	b, err := os.ReadFile(filepath.Join(out, "passages-00000-of-00001.csv"))
	if err != nil || !bytes.Contains(b, []byte(",prose,a_share,b_share,a_loc,b_loc\n")) ||
		!bytes.Contains(b, []byte(`"book 2, div 1, p. 7, par. 2","act 1, stanza I, l. 10 – l. 11"`)) {
		t.Errorf("%v, the sheet: %.600s", err, b)
	}
}

// Passages of recognised pages and the places of their clusters are cited by page, line and box, and those of TEI in
// clusters as in passages.
func TestLocsOfPages(t *testing.T) {
	w := &author{rand.New(rand.NewPCG(12, 18)), false}
	shared := w.sentences(8)
	dir := t.TempDir()
	var page strings.Builder
	page.WriteString(`<alto><Layout><Page PRINTED_IMG_NR="14"><PrintSpace><TextBlock>`)
	for i, s := range append(w.sentences(2), shared...) {
		fmt.Fprintf(&page, `<TextLine HPOS="10" VPOS="%d" WIDTH="500" HEIGHT="8"><String CONTENT=%q/></TextLine>`, 10*i,
			w.text([]string{s}))
	}
	page.WriteString("</TextBlock></PrintSpace></Page></Layout></alto>")
	filetest.Write(t, filepath.Join(dir, "a.xml"), []byte(page.String()))
	filetest.Write(t, filepath.Join(dir, "b.xml"),
		[]byte(`<TEI><text><div type="act" n="1"><p n="3">`+w.text(shared)+"</p></div></text></TEI>"))
	filetest.Write(t, filepath.Join(dir, "c.txt"), []byte(w.text(shared, w.sentences(5))))
	r := runWith(t, shuffle.Params{Shards: 3, Workers: 2}, "--input="+dir, "--with_locs")
	want := map[string]string{"a.xml": "p. 14, line 3 – line 10, xywh=10,20,500,78", "b.xml": "act 1, par. 3",
		"c.txt": ""}
	for _, p := range jobtest.Decode[record.Passage](t, r.stream("passages")) {
		if p.ALoc != want[p.A] || p.BLoc != want[p.B] {
			t.Errorf("%s: %q, %s: %q", p.A, p.ALoc, p.B, p.BLoc)
		}
	}
	places := jobtest.Decode[record.ClusterPlace](t, r.stream("cluster-places"))
	for _, p := range places {
		if p.Loc != want[p.ID] {
			t.Errorf("place %s: %q", p.ID, p.Loc)
		}
	}
	if len(places) != 3 {
		t.Errorf("%d places", len(places))
	}
}
