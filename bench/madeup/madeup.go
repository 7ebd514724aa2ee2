// Package madeup makes collections of made-up text to measure on: JSON Lines with the fields id and text, the same
// bytes for the same size on every machine.
package madeup

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// Kind is a kind of collection.
type Kind struct {
	Name string
	// Share is the part of a size that a collection has.
	Share float64
	// Documents returns a function that returns the text of the next document of a collection of size bytes.
	Documents func(w *Writer, size int) func() string
}

// Title returns the name.
func (k Kind) Title() string { return k.Name }

// Writer makes text: words that follow Zipf's law.
type Writer struct {
	Random *rand.Rand
	zipf   *rand.Zipf
}

// NewWriter returns a Writer. All of them write the same.
func NewWriter() *Writer {
	random := rand.New(rand.NewPCG(1, 1))
	return &Writer{random, rand.NewZipf(random, 1.1, 2.7, 1<<16-1)}
}

// Sentence makes a sentence of min to max words.
func (w *Writer) Sentence(min, max int) string {
	var words []string
	for range min + w.Random.IntN(max-min+1) {
		words = append(words, Word(w.Rank()))
	}
	words[0] = Capital(words[0])
	return strings.Join(words, " ") + "."
}

// Rank returns the rank of a word of running text, from 0.
func (w *Writer) Rank() uint64 { return w.zipf.Uint64() }

// Capital returns a word with a capital letter.
func Capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// Exchanged returns text with n words exchanged for rare ones.
func (w *Writer) Exchanged(text string, n int) string {
	words := strings.Fields(text)
	for range n {
		words[w.Random.IntN(len(words))] = Word(1<<16 + w.Random.Uint64N(1<<20))
	}
	return strings.Join(words, " ")
}

// Word returns the word of a rank: a syllable for each digit.
func Word(rank uint64) string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	var w []byte
	for rank++; rank > 0; rank /= uint64(len(consonants) * len(vowels)) {
		digit := int(rank) % (len(consonants) * len(vowels))
		w = append(w, consonants[digit%len(consonants)], vowels[digit/len(consonants)])
	}
	return string(w)
}

// Write writes a collection of size bytes of text.
func (k Kind) Write(out io.Writer, size int) error {
	next := k.Documents(NewWriter(), size)
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	for written, n := 0, 0; written < size; n++ {
		d := document{fmt.Sprintf("%07d", n), next()}
		written += len(d.Text)
		if err := lines.Encode(d); err != nil {
			return err
		}
	}
	return nil
}

type document struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// File returns the file with a collection of so many millions of bytes, which it makes if it is not there, and the
// number of its documents.
func (k Kind) File(folder string, mb float64) (file string, documents int, err error) {
	file = filepath.Join(folder, fmt.Sprintf("%s-%g.jsonl", k.Name, mb))
	if _, err := os.Stat(file); err != nil {
		partial := file + ".partial"
		if err := k.writeFile(partial, int(mb*1e6*k.Share)); err != nil {
			return "", 0, err
		}
		if err := os.Rename(partial, file); err != nil {
			return "", 0, err
		}
	}
	documents, err = lines(file)
	return file, documents, err
}

func (k Kind) writeFile(name string, size int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	return errors.Join(k.Write(w, size), w.Flush(), f.Close())
}

// lines returns the number of lines of a file.
func lines(name string) (n int, err error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	b := make([]byte, 1<<16)
	for {
		read, err := f.Read(b)
		n += bytes.Count(b[:read], []byte{'\n'})
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}
