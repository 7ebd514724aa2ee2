package main

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// Files of every kind are searched as they are. Offsets are those in the texts that --write_texts writes, and every
// command reads such files, but clean, which says before its search what to do.
func TestFilesAsTheyAre(t *testing.T) {
	dir := t.TempDir()
	flood := "In the year of the flood she counted “eleven” herons, and 两只鹤 beside the mill."
	birds := "The carpenter’s daughter kept a notebook of every bird that crossed the valley."
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	files := map[string]string{"t.csv": "id,text\nrow,\"" + strings.ReplaceAll(birds+" "+flood, `"`, `""`) + "\"\n"}
	for _, name := range []string{"word.docx", "text.odt", "book.epub", "pandoc.rtf"} {
		raw := filetest.Read(t, filepath.Join("io", "extract", "testdata", name))
		files[name] = string(raw)
		if w, err := z.Create("in/" + name); err == nil {
			w.Write(raw)
		}
	}
	z.Close()
	files["z.zip"] = packed.String()
	inputs := map[string]string{"q.txt": birds + " " + flood}
	for name, content := range files {
		inputs["in/"+name] = content
	}
	filetest.Put(t, dir, inputs)
	run := func(code int, args ...string) outcome {
		t.Helper()
		o := finish(t, dir, program(dir, args...))
		if o.code != code {
			t.Fatalf("%q: exit %d, %s", args, o.code, o.stderr)
		}
		return o
	}
	search := []string{"partial", "--input=in", "--matching=diagonal", "--gamma=0", "--signature=shingle"}
	if o := run(0, append(search, "--output=found", "--write_texts=texts")...); !strings.Contains(o.stderr,
		"The texts of 9 documents are in texts") {
		t.Error(o.stderr)
	}
	passages := readLines[record.Passage](t, filepath.Join(dir, "found", "passages-00000-of-00001.jsonl"))
	with := map[string]bool{}
	for _, p := range passages {
		for _, s := range []struct {
			id                 string
			start, end, at, to int64
		}{{p.A, p.AByteStart, p.AByteEnd, p.AStart, p.AEnd}, {p.B, p.BByteStart, p.BByteEnd, p.BStart, p.BEnd}} {
			with[s.id] = true
			text := filetest.Read(t, filepath.Join(dir, "texts", filepath.FromSlash(s.id)+".txt"))
			got := string(text[s.start:s.end])
			if got != string([]rune(string(text))[s.at:s.to]) ||
				!slices.ContainsFunc([]string{birds, flood, "The Valley", "The mill"}, func(s string) bool {
					return strings.Contains(got, s)
				}) {
				t.Errorf("%s: %q", s.id, got)
			}
		}
	}
	if len(with) != 9 {
		t.Errorf("passages of %v", with)
	}
	if o := run(2, append(search, "--output=more", "--write_texts=texts")...); !strings.Contains(o.stderr,
		"--write_texts=") || !strings.Contains(o.stderr, "exists already") {
		t.Error(o.stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "more")); err == nil {
		t.Error("there is a result without its texts")
	}
	if o := run(2, append(search, "--output=more", "--write_texts=more/texts")...); !strings.Contains(o.stderr,
		"one folder is in the other") {
		t.Error(o.stderr)
	}
	if o := run(2,
		append(search, "--output=found", "--skip_done",
			"--write_texts=later")...); !strings.Contains(o.stderr, "the texts of --write_texts are not in later") {
		t.Error(o.stderr)
	}
	if o := run(0,
		append(search, "--output=found", "--skip_done",
			"--write_texts=texts")...); !strings.Contains(o.stderr, "nothing to do") {
		t.Error(o.stderr)
	}
	run(0, "report", "found", "--input=in", "--output=pages")
	run(0, "index", "--input=in", "--index=ix", "--quiet")
	if o := run(0, "lookup", "--index=ix", "q.txt"); !strings.Contains(o.stdout, "pandoc.rtf") {
		t.Error(o.stdout)
	}
	if o := run(0, "explain", "row", "z.zip/in/book.epub", "--input=in"); !strings.Contains(o.stdout,
		"in/z.zip, record ") {
		t.Error(o.stdout)
	}
	run(0, "sentences", "in/word.docx")
	run(0, "plan", "partial", "--input=in")
	if o := run(2, "clean",
		"--input=in", "--output=cleaned"); !strings.Contains(o.stderr, "can be read, but not written again; clean their texts: `diagonal resemblance --write_texts=FOLDER` writes them") {
		t.Error(o.stderr)
	}
}
