package partial

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/candidate"
)

// With a condition the job finds the passages that it finds without one, of the pairs for which the
// condition holds, and counts what it did not compare.
func TestPairsWhere(t *testing.T) {
	var docs []testDocument
	for i, d := range mixed(t) {
		if i%3 == 0 {
			docs = append(docs, d)
		}
	}
	series := func(id string) int { return int(id[len(id)-1]) % 3 }
	file := func(docs []testDocument) string {
		var b strings.Builder
		for _, d := range docs {
			text, err := record.JSON(d.Text)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, `{"id":%q,"text":%s,"in":{"series":"s%d"},"when":"%d-06"}`+"\n", d.ID, text, series(d.ID),
				1890+series(d.ID))
		}
		return filetest.Write(t, filepath.Join(t.TempDir(), "in.jsonl"), []byte(b.String()))
	}
	all, half := "--input="+file(docs), file(docs[:len(docs)/2])
	source := []string{"--input=" + half, "--source=" + file(docs[len(docs)/2:]), "--compare=all"}
	across := func(a, b int, _ bool) bool { return a != b }
	for _, tc := range []struct {
		flags []string
		where string
		holds func(a, b int, source bool) bool
	}{
		{[]string{all}, "a.in.series != b.in.series", across},
		{[]string{all, "--candidates=chains"}, "a.in.series != b.in.series", across},
		{[]string{all}, "a.in.series == 's1'", func(a, b int, _ bool) bool { return a == 1 || b == 1 }},
		{[]string{all, "--matching=diagonal", "--max_documents=6"}, "a.in.series != b.in.series", across},
		{[]string{all, "--preset=fast"}, "a.in.series == b.in.series", func(a, b int, _ bool) bool { return a == b }},
		{[]string{all, "--signature=shingle", "--max_documents=4"}, "a.in.series != b.in.series", across},
		{source, "a.in.series == 's1'", func(a, b int, source bool) bool { return a == 1 || b == 1 && !source }},
		{append(source, "--signature=shingle"), "a.in.series != b.in.series", across},
		{[]string{all}, "year(a.when) <= 1890 && 1891 < b.when", func(a, b int, _ bool) bool {
			return (a == 0) != (b == 0)
		}},
		{source, "a.when > b.when", func(a, b int, source bool) bool { return a > b || a < b && !source }},
	} {
		t.Run(strings.Join(append(tc.flags[1:], tc.where), " "), func(t *testing.T) {
			kept := "in.series"
			if strings.Contains(tc.where, "when") {
				kept = "when"
			}
			plain := runWith(t, one, append(slices.Clone(tc.flags), "--keep_fields="+kept)...)
			where := runWith(t, shuffle.Params{Shards: 3, Workers: 2},
				append(slices.Clone(tc.flags), "--pairs_where="+tc.where)...)
			found, left := 0, 0
			for _, stream := range []string{"passages", "within"} {
				var want []record.Passage
				for _, p := range jobtest.Decode[record.Passage](t, plain.stream(stream)) {
					if tc.holds(series(p.A), series(p.B), p.Source) {
						want = append(want, p)
					} else {
						left++
					}
				}
				found += len(want)
				if diff := cmp.Diff(want, jobtest.Decode[record.Passage](t, where.stream(stream))); diff != "" {
					t.Errorf("%s (-filtered +job):\n%s", stream, diff[:min(len(diff), 2000)])
				}
			}
			s := where.summary(t)
			if found < 5 || left < 5 || s.Ledger[candidate.Excluded[len("not_compared."):]] < int64(left)/2 {
				t.Errorf("%d passages, %d left out, ledger %v", found, left, s.Ledger)
			}
			for _, stream := range []string{"hot", "hot-occurrences"} {
				if diff := cmp.Diff(plain.stream(stream), where.stream(stream)); diff != "" {
					t.Errorf("%s (-without +with):\n%s", stream, diff[:min(len(diff), 2000)])
				}
			}
		})
	}
}
