package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"example.org/diagonal/bench/program"
)

// document is a line of the collection.
type document struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// The sizes of a file that is read, in bytes: a smaller one is no document, and a larger one is data.
const minFile, maxFile = 200, 1 << 20

// markup are extensions of files that are not read: their text is between tags.
var markup = map[string]bool{".html": true, ".htm": true, ".xml": true, ".svg": true, ".js": true, ".css": true, ".json": true}

// readTexts reads the text files below some paths, in their order, up to so many bytes.
func readTexts(paths []string, most int) (docs []document, err error) {
	size := 0
	for i, path := range paths {
		err := filepath.WalkDir(path, func(name string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() || markup[filepath.Ext(strings.TrimSuffix(name, ".gz"))] {
				return err
			}
			if size >= most {
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
			docs = append(docs, document{fmt.Sprintf("%d/%s", i, filepath.ToSlash(below)), strings.ToValidUTF8(string(data), "\uFFFD")})
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
func sourcesOf(paths []string, docs []document) string {
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

// The kinds of copies.
const (
	exactKind   = "exact"
	twoKind     = "2 % edited"
	fiveKind    = "5 % edited"
	passageKind = "passage"
)

var kinds = []string{exactKind, twoKind, fiveKind, passageKind}

// edited is the share of words of a kind that are exchanged, left out, or put in.
var edited = map[string]float64{twoKind: .02, fiveKind: .05}

// side is a place of a document, in bytes of its text.
type side struct {
	id, text   string // the text of the document
	start, end int
}

func (s side) passage() string { return s.text[s.start:s.end] }

// copied is a passage that was planted: two places with nearly the same text.
type copied struct {
	kind string
	a, b side
}

// The words of a document that is copied, and of a passage.
const minWords, maxWords, passageWords = 150, 2000, 100

var wordsAndSpace = regexp.MustCompile(`\S+|\s+`)

// plant adds n copies of each kind to a collection. A copy of a document is a new document, with as many of its words
// edited as the kind says. A passage is 100 words of a document, put between two words of another one. No document is
// part of two copies.
func plant(docs []document, n int, seed uint64) ([]document, []copied, error) {
	r := rand.New(rand.NewPCG(seed, 0))
	var fit []int
	for i := range docs {
		if words := len(strings.Fields(docs[i].Text)); words >= minWords && words <= maxWords {
			fit = append(fit, i)
		}
	}
	if need := (len(kinds) + 1) * n; len(fit) < need {
		return nil, nil, fmt.Errorf("%d documents have %d to %d words, want %d: give more text, or a smaller --planted", len(fit), minWords, maxWords, need)
	}
	r.Shuffle(len(fit), func(i, j int) { fit[i], fit[j] = fit[j], fit[i] })
	next := func() *document {
		d := &docs[fit[0]]
		fit = fit[1:]
		return d
	}
	anyWord := func() string {
		words := strings.Fields(docs[r.IntN(len(docs))].Text)
		if len(words) == 0 {
			return "word"
		}
		return words[r.IntN(len(words))]
	}
	var copies []copied
	var more []document
	for _, kind := range kinds {
		for i := range n {
			a, c := next(), copied{kind: kind}
			c.a = side{a.ID, a.Text, 0, len(a.Text)}
			if kind != passageKind {
				d := document{fmt.Sprintf("planted/%s/%d", kind, i), edit(a.Text, edited[kind], r, anyWord)}
				more = append(more, d)
				c.b = side{d.ID, d.Text, 0, len(d.Text)}
			} else {
				host := next()
				words := wordsOf(a.Text)
				first := r.IntN(len(words) - passageWords + 1)
				c.a.start, c.a.end = words[first][0], words[first+passageWords-1][1]
				into := wordsOf(host.Text)
				at := into[len(into)/2][0]
				passage := c.a.passage()
				host.Text = host.Text[:at] + passage + " " + host.Text[at:]
				c.b = side{host.ID, host.Text, at, at + len(passage)}
			}
			copies = append(copies, c)
		}
	}
	return append(docs, more...), copies, nil
}

// wordsOf returns the places of the words of a text.
func wordsOf(text string) (places [][]int) {
	for _, at := range wordsAndSpace.FindAllStringIndex(text, -1) {
		if strings.TrimSpace(text[at[0]:at[1]]) != "" {
			places = append(places, at)
		}
	}
	return places
}

// edit exchanges, leaves out, or puts another word before a share of the words of a text.
func edit(text string, share float64, r *rand.Rand, anyWord func() string) string {
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

// points returns the place of a byte of a text in code points.
func points(text string, at int) int { return utf8.RuneCountInString(text[:at]) }
