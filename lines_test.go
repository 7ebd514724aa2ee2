package main

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// maxColumns is how many columns a line of Go has, and tabColumns those of a tab: two files fit beside each other.
const maxColumns, tabColumns = 120, 4

// TestLines: lines of Go end in time. A string stays in one piece, because people search for messages: a line with a
// long one goes on, and so does one of a table that a command made.
func TestLines(t *testing.T) {
	for path, src := range sourcesOfGo(t) {
		whole := unbroken(src)
		for i, line := range strings.Split(string(src), "\n") {
			if n := columns(line); n > maxColumns && !whole[i+1] {
				t.Errorf("%s:%d has %d columns, more than %d", path, i+1, n, maxColumns)
			}
		}
	}
}

// TestUnbroken: what goes on is a long string, one of several lines, a path in a comment, and nothing else.
func TestUnbroken(t *testing.T) {
	long := strings.Repeat("x", 60)
	src := "package p\n\nvar a = \"" + long + "\"\nvar b = `\n" + long + "`\n\n" +
		"// " + long + long + "\n// " + long + " y\nvar c = \"short\"\n"
	for line, want := range map[int]bool{1: false, 3: true, 4: true, 5: true, 7: true, 8: false, 9: false} {
		if got := unbroken([]byte(src))[line]; got != want {
			t.Errorf("line %d goes on: %v, want %v", line, got, want)
		}
	}
}

// sourcesOfGo returns the text of each file of Go in the module, by its path.
func sourcesOfGo(t *testing.T) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case filepath.Ext(path) != ".go":
			return nil
		}
		out[path], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// columns is the width of a line.
func columns(line string) int {
	return utf8.RuneCountInString(line) + (tabColumns-1)*strings.Count(line, "\t")
}

// unbroken returns the numbers of the lines with a part that has no good place to break.
func unbroken(src []byte) map[int]bool {
	files := token.NewFileSet()
	f := files.AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(f, src, nil, scanner.ScanComments)
	out := map[int]bool{}
	for {
		pos, kind, text := s.Scan()
		from, lines := f.Line(pos), strings.Count(text, "\n")
		path := !strings.Contains(strings.TrimSpace(strings.TrimPrefix(text, "//")), " ")
		switch {
		case kind == token.EOF:
			return out
		case kind == token.STRING && (lines > 0 || columns(text) >= maxColumns/2),
			kind == token.COMMENT && lines == 0 && path:
			for i := range lines + 1 {
				out[from+i] = true
			}
		}
	}
}
