package main

import (
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
)

// Of equal documents `clean` keeps one, by a result in which each is one of them and by
// one with all pairs; and the last words say what was not written.
func TestCleanOfEqualDocuments(t *testing.T) {
	dir := t.TempDir()
	named := func(id string) string { return strings.Replace(lineA, `"id":"a"`, `"id":"`+id+`"`, 1) }
	near := strings.Replace(named("near"), "Apples are", "Pears are", 1)
	filetest.Put(t, dir,
		map[string]string{"in.jsonl": named("d") + near + named("c") +
			`{"id":"x","text":"Something else that stands alone."}` + "\n" + named("b")})
	for _, tc := range []struct{ flag, want string }{
		{"--equal_pairs=false",
			"\n1 pair, 1 group of 4 documents, 1 document in no group, 0 rejected records\n" +
				"2 documents have the same words as another one: 3 pairs of equal documents and 2 pairs of such documents with others are not written; --equal_pairs writes them\n"},
		{"--equal_pairs=true",
			"\n6 pairs, 1 group of 4 documents, 1 document in no group, 0 rejected records\n" +
				"2 documents have the same words as another one\n"},
	} {
		o := finish(t, dir, program(dir, "resemblance", "--input=in.jsonl", "--output=same", "--overwrite", tc.flag))
		if o.code != 0 || !strings.Contains(o.stdout, tc.want) {
			t.Errorf("%s: exit %d, want %q:\n%s%s", tc.flag, o.code, tc.want, o.stdout, o.stderr)
		}
		if o := finish(t, dir, program(dir, "clean", "--input=in.jsonl", "--result=same", "--output=cleaned",
			"--overwrite", "--quiet")); o.code != 0 {
			t.Fatalf("%s: clean: exit %d: %s", tc.flag, o.code, o.stderr)
		}
		got := filetest.Read(t, filepath.Join(dir, "cleaned", "documents", "in.jsonl"))
		if kept := strings.Count(string(got), "\n"); kept != 2 || !strings.Contains(string(got), `"id":"b"`) ||
			!strings.Contains(string(got), `"id":"x"`) {
			t.Errorf("%s: clean keeps\n%s", tc.flag, got)
		}
	}
}
