package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
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

// write writes a collection of size bytes of text as JSON Lines, and returns the number of its documents. It is the
// same for the same size on every machine.
func (s shape) write(out io.Writer, size int) (documents int, err error) {
	w := newWriter()
	for bytes := 0; bytes < size; documents++ {
		text := s.document(w, size)
		bytes += len(text)
		if _, err := fmt.Fprintf(out, "{\"id\":\"%07d\",\"text\":\"%s\"}\n", documents, text); err != nil {
			return documents, err
		}
	}
	return documents, nil
}

// writeFile writes a collection to a file.
func (s shape) writeFile(name string, size int) (documents int, err error) {
	f, err := os.Create(name)
	if err != nil {
		return 0, err
	}
	w := bufio.NewWriter(f)
	documents, err = s.write(w, size)
	return documents, errors.Join(err, w.Flush(), f.Close())
}
