package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// shape is a kind of collection.
type shape struct {
	name string
	// share is the part of --mb that a collection has: one document takes up to 20 times its size in memory.
	share float64
	// document returns the text of the next document of a collection of size bytes.
	document func(w *writer, size int) string
}

func (s shape) title() string { return s.name }

// common is the sentence that all documents of a collection have.
const common = "All rights to this text are reserved by the people who wrote it and by nobody else."

// shapes are all shapes, in the order of the table.
var shapes = []shape{
	{"tiny", 1, func(w *writer, _ int) string { return w.sentence(2, 6) }},
	{"equal", 1, func(*writer, int) string { return equal }},
	{"sentence", 1, func(w *writer, _ int) string {
		return w.sentence(8, 24) + " " + common + " " + w.sentence(8, 24)
	}},
	{"alike", 1, func(w *writer, _ int) string { return w.exchanged(alike, 3) }},
	{"word", 1, func(w *writer, _ int) string { return repeated(1 + w.random.IntN(200)) }},
	{"huge-word", 1. / 3, func(_ *writer, size int) string { return repeated(size/len("river ") + 1) }},
	{"huge", 1. / 3, func(w *writer, size int) string {
		var text strings.Builder
		for text.Len() < size {
			text.WriteString(w.sentence(8, 24) + " ")
		}
		return text.String()
	}},
}

// equal is the text of all documents where all are equal.
var equal = func() string {
	w := newWriter()
	return w.sentence(8, 24) + " " + w.sentence(8, 24) + " " + w.sentence(8, 24)
}()

// alike is the sentence that all documents have, each with other words exchanged, where all are alike.
var alike = newWriter().sentence(32, 32)

// exchanged returns text with n words exchanged for rare ones.
func (w *writer) exchanged(text string, n int) string {
	words := strings.Fields(text)
	for range n {
		words[w.random.IntN(len(words))] = word(1<<16 + w.random.Uint64N(1<<20))
	}
	return strings.Join(words, " ")
}

// repeated is one word n times.
func repeated(n int) string { return strings.Repeat("river ", n) }

// writer makes text: words that follow Zipf's law.
type writer struct {
	random *rand.Rand
	zipf   *rand.Zipf
}

func newWriter() *writer {
	random := rand.New(rand.NewPCG(1, 1))
	return &writer{random, rand.NewZipf(random, 1.1, 2.7, 1<<16-1)}
}

// sentence makes a sentence of least to most words.
func (w *writer) sentence(least, most int) string {
	var words []string
	for range least + w.random.IntN(most-least+1) {
		words = append(words, word(w.zipf.Uint64()))
	}
	words[0] = strings.ToUpper(words[0][:1]) + words[0][1:]
	return strings.Join(words, " ") + "."
}

// word returns the word of a rank: a syllable for each digit.
func word(rank uint64) string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	var w []byte
	for rank++; rank > 0; rank /= uint64(len(consonants) * len(vowels)) {
		digit := int(rank) % (len(consonants) * len(vowels))
		w = append(w, consonants[digit%len(consonants)], vowels[digit/len(consonants)])
	}
	return string(w)
}

// write writes a collection of size bytes of text as JSON Lines. It is the same for the same size on every machine.
func (s shape) write(out io.Writer, size int) error {
	w := newWriter()
	for written, n := 0, 0; written < size; n++ {
		text := s.document(w, size)
		written += len(text)
		if _, err := fmt.Fprintf(out, "{\"id\":\"%07d\",\"text\":\"%s\"}\n", n, text); err != nil {
			return err
		}
	}
	return nil
}

// collection returns the file with a collection of so many millions of bytes, which it makes if it is not there, and the
// number of its documents.
func (s shape) collection(folder string, mb float64) (file string, documents int, err error) {
	file = filepath.Join(folder, fmt.Sprintf("%s-%g.jsonl", s.name, mb))
	if _, err := os.Stat(file); err != nil {
		partial := file + ".partial"
		if err := s.writeFile(partial, int(mb*1e6*s.share)); err != nil {
			return "", 0, err
		}
		if err := os.Rename(partial, file); err != nil {
			return "", 0, err
		}
	}
	documents, err = lines(file)
	return file, documents, err
}

func (s shape) writeFile(name string, size int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	return errors.Join(s.write(w, size), w.Flush(), f.Close())
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
