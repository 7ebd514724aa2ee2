// Package texts reads text files as the documents of a collection, and edits texts.
package texts

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
)

// Document is a line of a collection.
type Document struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// Put puts a piece before the middle word of the text, and returns where, in bytes.
func (d *Document) Put(piece string) (at int) {
	words := Words(d.Text)
	at = words[len(words)/2][0]
	d.Text = d.Text[:at] + piece + " " + d.Text[at:]
	return at
}

// From is the text that a bench reads: text files below some paths, and how many millions of bytes of them.
type From struct {
	Text []string
	MB   int
}

// Flags declares --text and --mb, which is mb if it is not given.
func (f *From) Flags(fs *pflag.FlagSet, mb int) {
	fs.StringArrayVar(&f.Text, "text", nil, "`path` of text files, plain or gzip; repeat the flag for more")
	fs.IntVar(&f.MB, "mb", mb, "most text that is read, in millions of bytes")
}

// Read reads the text. sources are lines that say how many documents are from each path.
func (f From) Read() (docs []Document, sources string, err error) {
	if docs, err = read(f.Text, f.MB*1e6); err != nil {
		return nil, "", err
	}
	return docs, sourcesOf(f.Text, docs), nil
}

// The sizes of a file that is read, in bytes: a smaller one is no document, and a larger one is data.
const minFile, maxFile = 200, 1 << 20

// markup are extensions of files that are not read: their text is between tags.
var markup = map[string]bool{".html": true, ".htm": true, ".xml": true, ".svg": true, ".js": true, ".css": true,
	".json": true}

// read reads the text files below some paths, in their order, up to so many bytes.
func read(paths []string, max int) (docs []Document, err error) {
	size := 0
	for i, path := range paths {
		err := filepath.WalkDir(path, func(name string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() || markup[filepath.Ext(strings.TrimSuffix(name, ".gz"))] {
				return err
			}
			if size >= max {
				return filepath.SkipAll
			}
			data, err := readFile(name)
			if err != nil || len(data) < minFile || len(data) > maxFile || bytes.IndexByte(data, 0) >= 0 {
				return err
			}
			below, err := filepath.Rel(path, name)
			if err != nil {
				return err
			}
			docs = append(docs, Document{fmt.Sprintf("%d/%s", i, filepath.ToSlash(below)),
				strings.ToValidUTF8(string(data), "\uFFFD")})
			size += len(data)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return docs, nil
}

// readFile returns the bytes of a file, decompressed: at most one more than maxFile.
func readFile(name string) ([]byte, error) {
	r, err := program.Open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(io.LimitReader(r, maxFile+1))
}

// sourcesOf says how many documents are from each path.
func sourcesOf(paths []string, docs []Document) string {
	var b strings.Builder
	for i, path := range paths {
		n, size := 0, 0
		for _, d := range docs {
			if strings.HasPrefix(d.ID, fmt.Sprint(i, "/")) {
				n, size = n+1, size+len(d.Text)
			}
		}
		fmt.Fprintf(&b, "- %s: %d documents, %.1f MB\n", filepath.Base(path), n, float64(size)/1e6)
	}
	return b.String()
}

var wordsAndSpace = regexp.MustCompile(`\S+|\s+`)

// Words returns the places of the words of a text.
func Words(text string) (places [][]int) {
	for _, at := range wordsAndSpace.FindAllStringIndex(text, -1) {
		if strings.TrimSpace(text[at[0]:at[1]]) != "" {
			places = append(places, at)
		}
	}
	return places
}

// Edit exchanges, leaves out, or puts another word before a share of the words of a text.
func Edit(text string, share float64, r *rand.Rand, anyWord func() string) string {
	if share == 0 {
		return text
	}
	return wordsAndSpace.ReplaceAllStringFunc(text, func(s string) string {
		if strings.TrimSpace(s) == "" || r.Float64() >= share {
			return s
		}
		switch r.IntN(3) {
		case 0:
			return anyWord()
		case 1:
			return ""
		}
		return anyWord() + " " + s
	})
}
