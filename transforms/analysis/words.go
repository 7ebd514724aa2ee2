package analysis

import (
	"example.org/diagonal/io/record"
)

// Word is a word of a sentence, or a Han character, which counts as one.
type Word struct {
	// Text is the word as a reader sees it in the document.
	Text string
	// Hash identifies the word in the form in which words are compared: without case and
	// without differences of encoding (package token).
	Hash uint32
}

// WordsOf returns the words of a document by sentence, for signatures of one's own, and the
// key of the document. The sentences are those of Split, and have the same numbers: 0, 1, and
// so on. A sentence may have no word. A text of 4 GiB or more is not allowed, as in Split.
func WordsOf(d *record.Document) (key uint64, sentences [][]Word) {
	text := seenOf(d).text
	spans, tokens := new(splitter).append(nil, text), appendTokens(nil, text)
	words := make([]Word, len(tokens))
	for i, t := range tokens {
		words[i] = Word{string(text[t.Start:t.End]), t.Hash}
	}
	sentences = make([][]Word, len(spans))
	first, next := 0, 0
	for i, span := range spans {
		for next < len(tokens) && int(tokens[next].Start) < span.End {
			next++
		}
		sentences[i] = words[first:next:next]
		first = next
	}
	return d.Key(record.Content(d.Text)), sentences
}
