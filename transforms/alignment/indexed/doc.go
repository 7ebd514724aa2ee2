// Package indexed holds a document as alignment looks at it: a row of units, each with its distinct words, and the
// words with the units that hold them. It knows one document, and no pair.
package indexed
