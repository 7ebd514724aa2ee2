package seedextend

// quoteWords is the number of words from which on a run of equal words may be a quotation (Params.QuoteChars).
const quoteWords = 5

// TouchQuote reports whether the documents may have a quotation: rare is Shared.Rare.
func (w *Worker) TouchQuote(rare []Hit) bool {
	return w.params.QuoteChars > 0 && len(rare) > quoteWords-evidenceWords
}

// findQuotations appends to w.rescuer.found the runs of at least quoteWords words and Params.QuoteChars visible
// characters in units that have rare signatures in common. Most of the runs of three words in a quotation must be rare
// (faintEvidence): set phrases are as long. The white space behind a word is one of its characters, so a run
// must have more of them.
//
// The words of two units are compared with each other, so the work is that of the pairs of units with rare signatures.
func (w *Worker) findQuotations() {
	r, p := &w.rescuer, &w.params
	if p.QuoteChars == 0 || !w.inCollection {
		return
	}
	a, b := w.a.tokens(), w.b.tokens()
	for x, h := range w.shared.Rare {
		if x > 0 && h == w.shared.Rare[x-1] {
			continue
		}
		rows, cols := span{w.a.Units[h.A], w.a.Units[h.A+1]}, span{w.b.Units[h.B], w.b.Units[h.B+1]}
		for i := rows.lo; i < rows.hi; i++ {
			for j := cols.lo; j < cols.hi; j++ {
				// else it is looked at from its first word
				if a[i] != b[j] || i > rows.lo && j > cols.lo && a[i-1] == b[j-1] {
					continue
				}
				run := extendCopied(w.a, w.b, i, j)
				if run.size = w.size(run); run.n >= quoteWords && float64(run.size) > p.QuoteChars && w.rareRun(run) {
					r.found = append(r.found, run)
				}
			}
		}
	}
}

// rareRun reports whether most runs of evidenceWords words in a run are in few documents, by the hits of its units.
func (w *Worker) rareRun(c copied) bool {
	rare := countHits(w.shared.Rare, w.a.unitsOf(span{c.a, c.a + c.n}), w.b.unitsOf(span{c.b, c.b + c.n}))
	return float64(rare) >= faintEvidence*float64(c.n-evidenceWords+1)
}
