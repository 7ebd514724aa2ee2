package passageio

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/panio"
	"example.org/diagonal/io/record"
)

// passageLine is a passage with ranges of 10 from these starts.
func passageLine(a string, aStart int64, b string, bStart int64) record.Passage {
	return record.Passage{A: a, AStart: aStart, AEnd: aStart + 10, B: b, BStart: bStart, BEnd: bStart + 10,
		Kind: record.Verbatim}
}

// panOf writes passages as a PAN folder, twice as a stage that is tried again, and
// returns its files.
func panOf(t *testing.T, passages []record.Passage) map[string]string {
	t.Helper()
	dir := t.TempDir()
	found := map[string]string{}
	for range 2 {
		if err := writePAN(t.Context(), dir, "passages", linesOf(passages)); err != nil {
			t.Fatal(err)
		}
		clear(found)
		entries, err := os.ReadDir(filepath.Join(dir, PANDir))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			found[e.Name()] = read(t, filepath.Join(dir, PANDir, e.Name()))
		}
		filetest.Write(t, filepath.Join(dir, PANDir, "of-the-first-try.xml"), "")
	}
	return found
}

// A file for each pair; the passages of one document come by their place in it, and not
// by the other document.
func TestPAN(t *testing.T) {
	got := panOf(t, []record.Passage{
		passageLine("susp-1.txt", 0, "src-2.txt", 5),
		passageLine("susp-1.txt", 20, "src-1.txt", 7),
		passageLine("susp-1.txt", 40, "src-2.txt", 90),
		passageLine("中文", 3, "a \"<&>.txt", 4),
	})
	want := map[string]string{
		"susp-1-src-1.xml": `<document reference="susp-1.txt">
<feature name="detected-plagiarism" source_reference="src-1.txt" this_offset="20" this_length="10" source_offset="7" source_length="10" />
</document>
`,
		"susp-1-src-2.xml": `<document reference="susp-1.txt">
<feature name="detected-plagiarism" source_reference="src-2.txt" this_offset="0" this_length="10" source_offset="5" source_length="10" />
<feature name="detected-plagiarism" source_reference="src-2.txt" this_offset="40" this_length="10" source_offset="90" source_length="10" />
</document>
`,
		`中文-a "<&>.xml`: `<document reference="中文.txt">
<feature name="detected-plagiarism" source_reference="a &#34;&lt;&amp;&gt;.txt" this_offset="3" this_length="10" source_offset="4" source_length="10" />
</document>
`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := panOf(t, nil); len(got) != 0 {
		t.Errorf("without a passage there are files: %v", got)
	}
}

// Every pair has a file of its own, whatever the ids are, and every file is read again
// as what it was.
func TestPANNames(t *testing.T) {
	long := "https://example.org/" + strings.Repeat("长", 100)
	passages := []record.Passage{
		passageLine("../up", 0, "..", 0),
		passageLine("a", 1, "b-c", 0),
		passageLine("a-b", 2, "c", 0),
		passageLine("a/b", 3, "c", 0),
		passageLine("a_b", 4, "c", 0),
		passageLine(long, 5, "x", 0),
		passageLine(long, 6, "y", 0),
	}
	got := panOf(t, passages)
	starts := map[int]bool{}
	for name, content := range got {
		if len(name) > 255 || strings.HasPrefix(name, ".") {
			t.Errorf("a file has the name %q", name)
		}
		all, err := panio.ReadXML(bytes.NewReader([]byte(content)), name)
		if err != nil || len(all) != 1 {
			t.Fatalf("%s: %v, %v", name, all, err)
		}
		starts[all[0].ThisOffset] = true
		if p := passages[all[0].ThisOffset]; all[0].Suspicious != p.A+".txt" || all[0].Source != p.B+".txt" {
			t.Errorf("%s is of %s and %s, want %s and %s", name, all[0].Suspicious, all[0].Source, p.A, p.B)
		}
	}
	if len(starts) != len(passages) {
		t.Errorf("%d of %d pairs have a file: %v", len(starts), len(passages), got)
	}
}
