package clean_test

import (
	"strings"
	"testing"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/io/record"
)

// Files that are written again have the ids that --base gives them, in every pass.
func TestBase(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.txt", "b.txt"} {
		write(t, dir+"/all/part/"+name, []byte(own+shared+" This is the end of "+name+"."))
	}
	out := dir + "/out"
	mustRun(t, "clean", "--input="+dir+"/all/part", "--base="+dir+"/all", "--output="+out, "--quiet")
	cuts := jobtest.Stream[record.Cut](t, out, "cuts")
	for _, c := range cuts {
		if !strings.HasPrefix(c.ID, "part/") {
			t.Errorf("a cut in %s: ids begin at --base", c.ID)
		}
	}
	if len(cuts) == 0 {
		t.Error("nothing was cut: the test says nothing")
	}
	if got := string(read(t, out+"/documents/part/b.txt")); strings.Contains(got, shared) ||
		!strings.Contains(got, "end of b") {
		t.Errorf("b.txt is %q: the text that a.txt has should be gone, and its own be there", got)
	}
}
