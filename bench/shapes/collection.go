package main

import (
	"strings"

	"example.org/diagonal/bench/madeup"
)

// common is the sentence that all documents of a collection have.
const common = "All rights to this text are reserved by the people who wrote it and by nobody else."

// each returns the Documents of a Kind whose documents do not depend on each other.
func each(document func(w *madeup.Writer, size int) string) func(*madeup.Writer, int) func() string {
	return func(w *madeup.Writer, size int) func() string {
		return func() string { return document(w, size) }
	}
}

// shapes are all shapes, in the order of the table. Where a collection is one document, it has a third of --mb: one
// document takes up to 20 times its size in memory.
var shapes = []madeup.Kind{
	{Name: "tiny", Share: 1, Documents: each(func(w *madeup.Writer, _ int) string { return w.Sentence(2, 6) })},
	{Name: "equal", Share: 1, Documents: each(func(*madeup.Writer, int) string { return equal })},
	{Name: "sentence", Share: 1, Documents: each(func(w *madeup.Writer, _ int) string {
		return w.Sentence(8, 24) + " " + common + " " + w.Sentence(8, 24)
	})},
	{Name: "alike", Share: 1, Documents: each(func(w *madeup.Writer, _ int) string { return w.Exchanged(alike, 3) })},
	{Name: "word", Share: 1, Documents: each(func(w *madeup.Writer, _ int) string {
		return repeated(1 + w.Random.IntN(200))
	})},
	{Name: "huge-word", Share: 1. / 3, Documents: each(func(_ *madeup.Writer, size int) string {
		return repeated(size/len("river ") + 1)
	})},
	{Name: "huge", Share: 1. / 3, Documents: each(func(w *madeup.Writer, size int) string {
		var text strings.Builder
		for text.Len() < size {
			text.WriteString(w.Sentence(8, 24) + " ")
		}
		return text.String()
	})},
}

// equal is the text of all documents where all are equal.
var equal = func() string {
	w := madeup.NewWriter()
	return w.Sentence(8, 24) + " " + w.Sentence(8, 24) + " " + w.Sentence(8, 24)
}()

// alike is the sentence that all documents have, each with other words exchanged, where all are alike.
var alike = madeup.NewWriter().Sentence(32, 32)

// repeated is one word n times.
func repeated(n int) string { return strings.Repeat("river ", n) }
