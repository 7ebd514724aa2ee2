package partial

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// Hot text is found elsewhere only as far as another document has it that is compared with the document.
// Documents of x have the hot text "own", which no other author has. Those of both authors have "both". Each
// document of y has a text of its own behind it, and some of x have own and both, one behind the other: they
// are one hot passage there.
func TestHotTextElsewhere(t *testing.T) {
	w := &author{rand.New(rand.NewPCG(35, 10)), false}
	own, both := w.sentences(9), w.sentences(5)
	alone := func() []string { return w.sentences(4) }
	var in, old strings.Builder
	write := func(to *strings.Builder, id, author string, parts ...[]string) {
		text, err := record.JSON(w.text(parts...))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(to, `{"id":%q,"author":%q,"text":%s}`+"\n", id, author, text)
	}
	for i := range 25 {
		write(&in, fmt.Sprintf("d%02d", i), "x", alone(), own, alone())
		write(&in, fmt.Sprintf("e%02d", i), "x", alone(), both)
		write(&in, fmt.Sprintf("f%02d", i), "y", alone(), both, alone())
		write(&in, fmt.Sprintf("g%02d", i), "x", alone(), own, both)
	}
	write(&old, "s", "y", alone(), both)
	dir := t.TempDir()
	input := "--input=" + filetest.Write(t, filepath.Join(dir, "in.jsonl"), []byte(in.String()))
	source := "--source=" + filetest.Write(t, filepath.Join(dir, "old.jsonl"), []byte(old.String()))
	const all, some, none = "all", "some", "none"
	for _, tc := range []struct {
		flags      []string
		g, d, e, f string // the hot text that counts: of g01 and so on
	}{
		{[]string{input}, all, all, all, all},
		{[]string{input, "--pairs_where=a.author != b.author"}, some, none, all, all},
		{[]string{input, "--pairs_where=a.author == 'y' && b.author != 'z'"}, some, none, all, all},
		{[]string{input, "--pairs_where=a.author == b.author"}, all, all, all, all},
		{[]string{input, "--pairs_where=a.author == 'z'"}, none, none, none, none},
		{[]string{input, source}, some, none, all, all},
		{[]string{input, source, "--compare=all"}, all, all, all, all},
		{[]string{input, source, "--pairs_where=a.author != b.author"}, some, none, all, none},
		{[]string{input, source, "--compare=all", "--pairs_where=a.author != b.author"}, some, none, all, all},
	} {
		for _, matching := range []string{"refine", "diagonal"} {
			for _, sh := range []shuffle.Params{one, {Shards: 5, Workers: 2}} {
				t.Run(fmt.Sprint(tc.flags[1:], matching, sh.Shards), func(t *testing.T) {
					flags := append([]string{"--max_documents=20", "--matching=" + matching}, tc.flags...)
					if matching == "diagonal" {
						flags = append(flags, "--idf=0,1") // the words of both are frequent
					}
					r := runWith(t, sh, flags...)
					got, want := map[string]string{}, map[string]string{}
					for id, counts := range map[string]string{"g01": tc.g, "d01": tc.d, "e01": tc.e, "f01": tc.f} {
						if want[id] = counts; counts == none {
							delete(want, id)
						}
					}
					for _, d := range jobtest.Decode[record.DocumentShare](t, r.stream("documents")) {
						if d.HotShare == 0 || d.Share < d.HotShare {
							t.Errorf("%+v", d)
						}
						switch whole := hotShareOf(t, r, d.ID, d.Characters); {
						case !strings.HasSuffix(d.ID, "01"):
						case whole-d.HotShare < .02 && d.HotShare-whole < .005:
							got[d.ID] = all
						case whole-d.HotShare > .2:
							got[d.ID] = some
						default:
							t.Errorf("%+v of %.4f", d, whole)
						}
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("hot text that counts (-want +got):\n%s", diff)
					}
					if n := r.summary(t).Counts["documents_with_hot_passages"]; n != 4*25 {
						t.Errorf("%d documents with hot passages", n)
					}
				})
			}
		}
	}
}

// hotShareOf is the share of a document in its hot passages.
func hotShareOf(t *testing.T, r result, id string, characters int64) float64 {
	sum := int64(0)
	for _, o := range jobtest.Decode[record.HotOccurrence](t, r.stream("hot-occurrences")) {
		if o.ID == id && !o.Source {
			sum += o.End - o.Start
		}
	}
	return float64(sum) / float64(characters)
}
