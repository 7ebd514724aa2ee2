package seedextend

import "example.org/diagonal/transforms/explain/trace"

// note records a step of the cluster c, whose words are those of its units unless they were set.
func (w *Worker) note(what trace.What, c *cluster, value, need float64, passed bool) {
	if w.Trace == nil {
		return
	}
	a, b := c.a, c.b
	if a.lo == a.hi {
		a, b = span{w.a.Units[c.i0], w.a.Units[c.i1]}, span{w.b.Units[c.j0], w.b.Units[c.j1]}
	}
	w.Trace.Add(trace.Step{What: what, A0: a.lo, A1: a.hi, B0: b.lo, B1: b.hi, Value: value, Need: need,
		Passed: passed})
}

// noteValid records whether c is valid.
func (w *Worker) noteValid(c *cluster, overlap, valid bool) {
	switch {
	case w.Trace == nil:
	case overlap:
		w.note(trace.Itself, c, 0, 0, false)
	default:
		w.note(trace.Validation, c, c.cosine, w.minCosine(c), valid)
	}
}

// noteFaint records the faint passages, which are dropped.
func (w *Worker) noteFaint() {
	for x := range w.passages {
		if c := &w.passages[x]; c.faint {
			w.note(trace.Faint, c, c.cosine, 0, false)
		}
	}
}

// noteEnds records why a passage ends where it does.
func (w *Worker) noteEnds(p Passage, ends trace.Ends) {
	if w.Trace != nil {
		w.Trace.Aligned = true
		w.Trace.Passages = append(w.Trace.Passages, trace.Ending{A0: p.A0, A1: p.A1, B0: p.B0, B1: p.B1, Ends: ends,
			Shared: p.Shared, Words: p.Words()})
	}
}

// endsOf returns why c ends where it does.
func endsOf(c *cluster) trace.Ends {
	switch {
	case c.summary:
		return trace.Retold
	case c.rescued:
		return trace.Copied
	case c.quoted:
		return trace.Quoted
	case c.stretch:
		return trace.Stretch
	case c.trimmed:
		return trace.Trimmed
	}
	return trace.WholeUnits
}
