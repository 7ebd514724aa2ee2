package candidate

import (
	"example.org/diagonal/engine"
	"example.org/diagonal/transforms/candidate/occurrence"
)

// Names of the ledger. A name that begins with "not_compared." counts what was left out,
// and the rest of the name is the reason.
const (
	// HotSentences is distinct sentences in more documents than the cap.
	HotSentences = "hot_sentences"
	// HotOccurrences is the number of their places.
	HotOccurrences = "hot_sentence_occurrences"
	// HotPairs is pairs of documents that were not compared on a hot sentence.
	HotPairs = "not_compared.document_pairs_on_a_hot_sentence"
	// HotSignaturePairs is pairs of sentences that were not compared on a signature
	// in more documents than the cap; another signature may have found them.
	HotSignaturePairs = "not_compared.sentence_pairs_on_a_hot_signature"
	// RepeatsCut is sentences beyond the first Params.Repeats runs of one signature in a document.
	RepeatsCut = "not_compared.sentences_repeated_in_a_document"
	// RunsCut is sentences that are equal to the one before them: a run of equal
	// sentences is compared with other runs, not with itself.
	RunsCut = "not_compared.sentences_equal_to_the_one_before"
	// LengthPairs is pairs of sentences that the length-ratio bound excluded.
	LengthPairs = "not_compared.sentence_pairs_by_length_ratio"
	// ComparedPairs is pairs of sentences whose Jaccard similarity was computed.
	ComparedPairs = "sentence_pairs_compared"
	// SharedChains counts sequences of consecutive sentences that occur in two places.
	SharedChains = "chains_shared"
)

// comparesInside reports whether the sentences of a run are to be compared with each other.
func (p Params) comparesInside(r occurrence.Run) bool {
	return r.Count > 1 && p.comparable(r, r) && p.Holds(r.Document, r.Document, r.Traits, r.Traits)
}

// countRun counts what is not compared inside a run.
func (p Params) countRun(r occurrence.Run, ledger *engine.Ledger) {
	if p.Repeats > 0 && p.comparesInside(r) {
		ledger.Add(RunsCut, int64(r.Count)-1)
	}
}

// alone reports whether nothing is compared with anything in runs of one signature.
func (p Params) alone(runs []occurrence.Run) bool {
	return len(runs) == 1 && !(p.Repeats == 0 && p.comparesInside(runs[0]))
}

// matcher emits matches of runs.
type matcher struct {
	params  *Params
	matches *engine.Out[Match]
	ledger  *engine.Ledger
}

// compares reports whether two runs are to be compared, and counts them if only a condition forbids
// it.
func (m matcher) compares(a, b occurrence.Run) bool {
	if !m.params.comparable(a, b) {
		return false
	}
	if !m.params.Holds(a.Document, b.Document, a.Traits, b.Traits) {
		m.ledger.Add(Excluded, 1)
		return false
	}
	return true
}

// comparable reports whether two runs are to be compared, as far as their documents decide it without
// their fields.
func (p Params) comparable(a, b occurrence.Run) bool {
	return !(p.Apart && a.Document == b.Document) && p.Compares(a.Document, b.Document)
}

// emitAll emits the matches of every two runs of one exact signature or sequence. Each
// match is longer by extra sentences than the runs say.
func (m matcher) emitAll(runs []occurrence.Run, extra uint32) {
	for x := range runs {
		m.emitInside(runs[x], extra)
		for y := x + 1; y < len(runs); y++ {
			if m.compares(runs[x], runs[y]) {
				m.emitPair(runs[x], runs[y], extra, 1)
			}
		}
	}
}

// emitPair emits the matches of two runs, a before b in order.
func (m matcher) emitPair(a, b occurrence.Run, extra uint32, similarity float64) {
	if m.params.Turned(a.Document) {
		a, b = b, a
	}
	place := occurrence.Align
	if m.params.Repeats == 0 {
		place = occurrence.Shifts
	}
	place(a, b, func(i, k, n uint32) { m.send(a.Document, b.Document, i, k, n+extra, similarity) })
}

// emitInside emits the matches of the sentences of one run with each other, if every repeat is compared.
func (m matcher) emitInside(r occurrence.Run, extra uint32) {
	if m.params.Repeats == 0 && m.params.comparesInside(r) {
		occurrence.Within(r, func(i, k, n uint32) { m.send(r.Document, r.Document, i, k, n+extra, 1) })
	}
}

// send emits the match of n sentences of the documents a and b.
func (m matcher) send(a, b uint64, i, k, n uint32, similarity float64) {
	m.matches.Add(a, Match{A: a, B: b, I: i, K: k, N: n, Similarity: float32(similarity)})
}
