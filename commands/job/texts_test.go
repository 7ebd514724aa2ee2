package job

import (
	"path/filepath"
	"testing"

	"example.org/diagonal/io/filetest"
)

// The texts and the result are two folders: neither is in the other.
func TestCheckTexts(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		texts, output string
		want          bool
	}{{"", "o", true}, {"t", "o", true}, {"o2", "o", true}, {"o", "o", false}, {"./o/", "o", false}, {"o/t", "o",
		false}, {"t", "t/o", false}, {"t", "gs://b/t", true}} {
		p := &Params{WriteTexts: c.texts, Output: c.output}
		if err := p.checkTexts(); (err == nil) != c.want {
			t.Errorf("--write_texts=%s --output=%s: %v", c.texts, c.output, err)
		}
	}
}

// A result is done with its texts only: the folder has its marker.
func TestHasTexts(t *testing.T) {
	dir := t.TempDir()
	p := &Params{WriteTexts: filepath.Join(dir, "texts")}
	has := func(want bool) {
		t.Helper()
		if got := p.hasTexts(t.Context()); got != want {
			t.Errorf("%v, want %v", got, want)
		}
	}
	has(false)
	filetest.Folder(t, p.WriteTexts)
	has(false)
	filetest.Write(t, filepath.Join(p.WriteTexts, textsMarker), "")
	has(true)
	p.WriteTexts = ""
	has(true)
}
