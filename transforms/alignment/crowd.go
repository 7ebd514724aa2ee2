package alignment

import "example.org/diagonal/transforms/signature/gram"

// maxGrams is the largest number of 3-grams that a Crowd counts: some 50 MB. It counts those that it
// meets first. What most documents of a crowd have is among them.
const maxGrams = 1 << 20

// Crowd finds the hot text of a few documents outside of a pipeline, as candidate.Near and Refine
// find that of a collection by its 3-grams. It is not safe for concurrent use.
type Crowd struct {
	max   uint32
	grams map[uint64]inCrowd
	added uint32
}

// inCrowd is the number of documents with a 3-gram, and the number of the last one.
type inCrowd struct{ documents, last uint32 }

// NewCrowd returns a Crowd without documents. A 3-gram in more than max documents is hot.
func NewCrowd(max int) *Crowd { return &Crowd{max: uint32(max), grams: map[uint64]inCrowd{}} }

// Add adds a document.
func (c *Crowd) Add(t *Together) {
	c.added++
	t.eachOwnGram(func(g uint64, _ uint32) {
		in, known := c.grams[g]
		if in.last == c.added || !known && len(c.grams) >= maxGrams {
			return
		}
		c.grams[g] = inCrowd{in.documents + 1, c.added}
	})
}

// Mark makes the hot units of t, a document of the crowd or another one, make no passages, and calls f
// with the sentences of runs of them, in order. It returns how many units are hot.
func (c *Crowd) Mark(t *Together, f func(HotSentence)) (units int, err error) {
	hot := map[uint32]uint32{}
	t.eachOwnGram(func(g uint64, unit uint32) {
		if c.grams[g].documents > c.max {
			hot[unit]++
		}
	})
	t.Unmark()
	if len(hot) == 0 {
		return 0, nil
	}
	d := hotUnits{analysed: &t.document.analysed, units: t.document.units}
	marks, units, err := d.mark(hot)
	if err != nil || units == 0 {
		return 0, err
	}
	t.document.setHot(marks)
	return units, d.sentences(marks, f)
}

// Unmark takes back what Mark has marked.
func (t *Together) Unmark() { t.document.setHot(nil) }

// eachOwnGram calls f with the 3-grams of a document that have no apparatus, and the unit in which each
// begins: those that candidate.Near counts.
func (t *Together) eachOwnGram(f func(g uint64, unit uint32)) {
	spans := &t.document.spans
	if spans.Hidden == nil {
		t.eachGram(f)
		return
	}
	first, text, looked := 0, 0, 0 // text: where the words begin that are no apparatus
	t.eachGram(func(g uint64, unit uint32) {
		for ; looked < first+gram.Size; looked++ {
			if spans.Apparatus(looked) {
				text = looked + 1
			}
		}
		if first >= text {
			f(g, unit)
		}
		first++
	})
}
