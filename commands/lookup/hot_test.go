package lookup_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/commands/index"
	"example.org/diagonal/commands/lookup"
	"example.org/diagonal/commands/partial"
	"example.org/diagonal/io/record"
)

// essays are texts that all begin with the header of one assignment, and two queries with the same header: one copies
// from an essay, one is an essay as it is. A third one has no header.
func essays(rng *rand.Rand, n int) (documents, queries map[string]string) {
	header := "Department of History, spring term. Assignment four: explain in your own words how the canal changed the trade of the two towns. " +
		"Hand in no more than twelve hundred words by the end of the week. Late work is not marked unless the office has a note from a doctor. "
	documents, queries = map[string]string{}, map[string]string{}
	for i := range n {
		documents[fmt.Sprintf("essay%03d", i)] = header + prose(rng, 300)
	}
	copied := []rune(documents["essay007"])[len(header)+300 : len(header)+900]
	queries["copies"] = header + prose(rng, 100) + string(copied) + prose(rng, 100)
	queries["same"] = documents["essay003"]
	queries["bare"] = prose(rng, 100) + string(copied) + prose(rng, 50)
	return documents, queries
}

// What most documents of an index have is reported once, as partial --source reports it, and the passages are the
// others.
func TestHot(t *testing.T) {
	for _, n := range []int{15, 60, 300} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			documents, asked := essays(rand.New(rand.NewPCG(35, 7)), n)
			dir := t.TempDir()
			source, ix := write(t, filepath.Join(dir, "documents.jsonl"), documents), filepath.Join(dir, "ix")
			must(t, index.Command(), "--input="+source, "--index="+ix, "--quiet")
			for id, text := range asked { // partial counts the documents of all queries together
				query := write(t, filepath.Join(dir, "query.jsonl"), map[string]string{id: text})
				looked, compared := filepath.Join(dir, id+".lookup"), filepath.Join(dir, id+".partial")
				must(t, lookup.Command(), "--index="+ix, "--input="+query, "--output="+looked, "--quiet")
				must(t, partial.Command(), "--input="+query, "--source="+source, "--output="+compared,
					"--within=false", "--quiet")
				want, got := recordsOf[record.Passage](t, compared, "passages"),
					recordsOf[record.Passage](t, looked, "passages")
				for i := range want {
					want[i].Evidence, want[i].Prose, want[i].AShare, want[i].BShare = 0, 0, 0, 0 // lookup has none
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s: passages (-partial +lookup):\n%s", id, diff)
				}
				hot := recordsOf[record.HotPassage](t, looked, "hot")
				wantHot, gotPlaces := recordsOf[record.HotPassage](t, compared, "hot"),
					recordsOf[record.HotOccurrence](t, looked, "hot-occurrences")
				wantPlaces := recordsOf[record.HotOccurrence](t, compared, "hot-occurrences")
				if id == "bare" { // partial reports what most documents of the source have, too
					wantHot, wantPlaces = nil, nil
				}
				var ignored cmp.Options
				if n > 200 { // not all are read
					wantPlaces, gotPlaces = nil, nil
					ignored = append(ignored, cmpopts.IgnoreFields(record.HotPassage{}, "Occurrences", "Samples"))
				}
				if diff := cmp.Diff(wantHot, hot, ignored...); diff != "" {
					t.Errorf("%s: hot passages (-partial +lookup):\n%s", id, diff)
				}
				if diff := cmp.Diff(wantPlaces, gotPlaces); diff != "" {
					t.Errorf("%s: places of hot passages (-partial +lookup):\n%s", id, diff)
				}
				if few := n == 15 || id == "bare"; few != (len(hot) == 0) {
					t.Errorf("%s: %d hot passages", id, len(hot))
				}
				if n > 15 && len(got) != 1 {
					t.Errorf("%s: %d passages", id, len(got))
				}
				if all := filepath.Join(dir, id+".all"); n == 60 {
					must(t, lookup.Command(), "--index="+ix, "--input="+query, "--output="+all,
						"--max_documents=0", "--quiet")
					if p, h := recordsOf[record.Passage](t, all, "passages"),
						recordsOf[record.HotPassage](t, all, "hot"); len(h) > 0 || id != "bare" && len(p) < 10 {
						t.Errorf("%s: without a cap %d passages and %d hot ones", id, len(p), len(h))
					}
				}
			}
			if n == 60 {
				out := must(t, lookup.Command(), "--index="+ix, write(t, filepath.Join(dir, "queries.jsonl"), asked))
				if want := "copies: hot text, in 61 documents: 0 to 2"; !strings.Contains(out, want) ||
					!strings.Contains(out, "copies: 1 passage") {
					t.Errorf("the terminal shows no %q:\n%s", want, out)
				}
				found := filepath.Join(dir, "found")
				if out := must(t, lookup.Command(), "--index="+ix, "--input="+filepath.Join(dir, "queries.jsonl"),
					"--output="+found); !strings.Contains(out, "Hot text: 1 passage in more than 30 documents") {
					t.Errorf("the closing lines are\n%s", out)
				}
				if hot := recordsOf[record.HotPassage](t, found, "hot"); len(hot) != 1 || hot[0].Documents != 62 ||
					hot[0].Occurrences != 62 {
					t.Errorf("hot passages of three queries: %+v", hot)
				}
			}
		})
	}
}
