package docio

import (
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/io/record"
)

// Files and members of archives whose names match a pattern are left out and counted, and a pattern that matches none
// is named.
func TestExclude(t *testing.T) {
	dir := folder(t, map[string]string{
		"in/a.txt": "a", "in/b.png": "b", "in/drafts/c.txt": "c", "in/drafts/old/d.txt": "d", "in/drafts.txt": "e",
		"in/z.zip": zipOf(t, "f.txt", "f", "drafts/g.txt", "g", "h.png", "h"),
	})
	for _, tc := range []struct {
		exclude, read string
		note, unused  string
	}{
		{"", "a.txt b.png drafts.txt drafts/c.txt drafts/old/d.txt z.zip/drafts/g.txt z.zip/f.txt z.zip/h.png", "", ""},
		{"*.png", "a.txt drafts.txt drafts/c.txt drafts/old/d.txt z.zip/drafts/g.txt z.zip/f.txt",
			"1 left out (--exclude): ", ""},
		{"drafts/**", "a.txt b.png drafts.txt z.zip/drafts/g.txt z.zip/f.txt z.zip/h.png",
			"2 left out (--exclude): ", ""},
		{"**/drafts/**", "a.txt b.png drafts.txt z.zip/f.txt z.zip/h.png", "2 left out (--exclude): ", ""},
		{"drafts/*", "a.txt b.png drafts.txt drafts/old/d.txt z.zip/drafts/g.txt z.zip/f.txt z.zip/h.png",
			"1 left out (--exclude): ", ""},
		{"{a,f}.txt|z.zip", "b.png drafts.txt drafts/c.txt drafts/old/d.txt", "2 left out (--exclude): ", ""},
		{"z.zip|*.doc", "a.txt b.png drafts.txt drafts/c.txt drafts/old/d.txt", "1 left out (--exclude): ",
			"--exclude='*.doc' matches the name of no file"},
		{"z.zip|drafts/**|drafts/*", "a.txt b.png drafts.txt", "3 left out (--exclude): ", ""},
		{"*.doc|z.*|z.zip", "a.txt b.png drafts.txt drafts/c.txt drafts/old/d.txt", "1 left out (--exclude): ",
			"--exclude='*.doc' matches the name of no file"},
	} {
		p := params(dir + "/in")
		if tc.exclude != "" {
			p.Exclude = strings.Split(tc.exclude, "|")
		}
		var read []string
		plan := newPlan(t, p)
		if err := plan.Each(t.Context(), func(d record.Document) error {
			read = append(read, d.ID)
			return nil
		}, func(record.Rejected) {}); err != nil {
			t.Fatal(err)
		}
		slices.Sort(read)
		if got := strings.Join(read, " "); got != tc.read {
			t.Errorf("%q: read %s, want %s", tc.exclude, got, tc.read)
		}
		if notes := strings.Join(plan.Notes, ""); tc.note == "" && notes != "" || !strings.Contains(notes, tc.note) {
			t.Errorf("%q: notes %q, want %q", tc.exclude, notes, tc.note)
		}
		if unused := strings.Join(plan.Unused, ""); unused != tc.unused {
			t.Errorf("%q: unused %q, want %q", tc.exclude, unused, tc.unused)
		}
	}
	for pattern, want := range map[string]string{
		"[":  "--exclude=[ is no pattern: want one such as '*.png', or 'drafts/**'",
		"":   "--exclude= is no pattern: want one such as '*.png', or 'drafts/**'",
		"**": dir + "/in: there is no file in it; 6 left out (--exclude): ",
	} {
		p := params(dir + "/in")
		p.Exclude = []string{pattern}
		if _, err := NewPlan(t.Context(), p); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", pattern, err, want)
		}
	}
}
