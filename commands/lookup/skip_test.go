package lookup_test

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/commands/index"
	"example.org/diagonal/commands/lookup"
	"example.org/diagonal/io/record"
)

// With --skip an answer has no passage of what stands in quotation marks or in a list of references, on either side,
// and the copy beside it is as without the flag. An index that was made before knows the flag, too: texts are read
// again.
func TestSkip(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 8))
	copied, quoted := prose(r, 80), prose(r, 60)
	list := "\n\nReferences\n\n"
	for range 10 {
		list += "- Miller, A. (1987). " + prose(r, 8) + " Oxford University Press, 12(3), 31–45.\n"
	}
	documents := map[string]string{
		"copy":   prose(r, 200) + copied + prose(r, 100),
		"quotes": prose(r, 200) + "“" + strings.TrimSpace(quoted) + "” " + prose(r, 100),
		"quoted": prose(r, 100) + quoted + prose(r, 100),
		"list":   prose(r, 200) + list,
	}
	dir := t.TempDir()
	ix := filepath.Join(dir, "ix")
	must(t, index.Command(), "--input="+write(t, filepath.Join(dir, "in.jsonl"), documents), "--index="+ix, "--quiet")
	for _, tc := range []struct{ query, skip, want string }{
		{prose(r, 50) + copied + quoted + list, "", "copy list quoted quotes"},
		{prose(r, 50) + copied + quoted + list, "quotes", "copy list quoted"},
		{prose(r, 50) + copied + quoted + list, "quotes,references", "copy quoted"},
		{prose(r, 50) + copied + "“" + quoted + "”" + list, "quotes", "copy list"},
		{prose(r, 50) + copied + "“" + quoted + "”" + list, "references", "copy quoted quotes"},
	} {
		query, out := write(t, filepath.Join(dir, "query.jsonl"), map[string]string{"query": tc.query}),
			filepath.Join(t.TempDir(), "out")
		flags := []string{"--index=" + ix, "--input=" + query, "--output=" + out, "--quiet"}
		if tc.skip != "" {
			flags = append(flags, "--skip="+tc.skip)
		}
		must(t, lookup.Command(), flags...)
		var found []string
		for _, p := range recordsOf[record.Passage](t, out, "passages") {
			found = append(found, p.B)
			text := string([]rune(tc.query)[p.AStart:p.AEnd])
			if p.B == "copy" && (!strings.HasPrefix(text, copied[:20]) || len(text) > len(copied)+20) {
				t.Errorf("--skip=%s: the copy is %q", tc.skip, text)
			}
		}
		slices.Sort(found)
		if got := strings.Join(slices.Compact(found), " "); got != tc.want {
			t.Errorf("--skip=%s: passages with %s, want %s", tc.skip, got, tc.want)
		}
	}
}
