package docio

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.org/diagonal/io/filetest"
)

// TestState: the state of the input is another one if a file is added, changed or read on the other side, and the same
// for the same files by other arguments and in a plan.
func TestState(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "in", "a.txt"), filepath.Join(dir, "in", "b.txt")
	write := func(name, text string) {
		t.Helper()
		filetest.Write(t, name, text)
	}
	state := func(input, source []string) string {
		t.Helper()
		p := Defaults()
		p.Input, p.Source = input, source
		s, err := StateOf(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := NewPlan(t.Context(), p)
		if err != nil || plan.State != s {
			t.Errorf("%q: the plan has the state %q, want %q (%v)", input, plan.State, s, err)
		}
		return s
	}
	write(a, "one")
	write(b, "two")
	seen := map[string]string{}
	is := func(what, s string) {
		t.Helper()
		if other, ok := seen[s]; ok {
			t.Errorf("%s is as %s", what, other)
		}
		seen[s] = what
	}
	whole := state([]string{filepath.Dir(a)}, nil)
	is("a and b", whole)
	is("a", state([]string{a}, nil))
	is("a with b", state([]string{a}, []string{b}))
	is("b with a", state([]string{b}, []string{a}))
	if got := state([]string{b, a}, nil); got != whole {
		t.Error("other arguments for the same files have another state")
	}
	write(b, "three")
	is("a longer file", state([]string{filepath.Dir(a)}, nil))
	if err := os.Chtimes(b, time.Time{}, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	is("another time", state([]string{filepath.Dir(a)}, nil))
	was, err := FolderState(t.Context(), filepath.Dir(a))
	if err != nil {
		t.Fatal(err)
	}
	write(a, "four")
	if now, err := FolderState(t.Context(), filepath.Dir(a)); err != nil || now == was {
		t.Errorf("the state of a folder in which a file changed is %s, and was %s (%v)", now, was, err)
	}
}
