// Package occurrence turns the postings of one signature into the places that are
// compared with each other.
//
// Equal sentences that follow each other in a document are one occurrence: a run.
// With a limit on repeats, two runs are compared aligned at their starts (Align) and, if
// one is longer, aligned at their ends, not at every shift, and at most so many runs of a
// document are compared (Cut). So the work is never quadratic. Without a limit every
// sentence is compared with every other one (Shifts, Within), as in Zhang et al. (SIGIR
// 2010), Algorithm 1.
package occurrence

import "example.org/diagonal/engine/shuffle/mix"

// DefaultRepeats is how many runs of one signature a document may bring, if nothing else is said.
const DefaultRepeats = 4

// Run is Count equal sentences of a document, from sentence First on.
type Run struct {
	Document     uint64
	First, Count uint32
	// Set is the packed signature set of the sentences, where the method has one.
	Set []byte
	// Traits are those of the document (package condition); empty where there is no condition.
	Traits []byte
}

// Group is the runs of one signature. Reset it, Add its postings, Cut it.
type Group struct {
	Runs []Run
	// Documents is how many documents have the signature.
	Documents int
}

// Reset empties the group and keeps its memory.
func (g *Group) Reset() { *g = Group{Runs: g.Runs[:0]} }

// Describe sets the traits of the document that was added last.
func (g *Group) Describe(traits []byte) { g.Runs[len(g.Runs)-1].Traits = traits }

// Add adds a sentence. Sentences come in order of document, then number; one that
// comes twice counts once.
func (g *Group) Add(document uint64, sentence uint32, set []byte) {
	if n := len(g.Runs); n > 0 && g.Runs[n-1].Document == document {
		switch last := &g.Runs[n-1]; {
		case sentence < last.First+last.Count:
			return
		case sentence == last.First+last.Count && string(set) == string(last.Set):
			last.Count++
			return
		}
	} else {
		g.Documents++
	}
	g.Runs = append(g.Runs, Run{Document: document, First: sentence, Count: 1, Set: set})
}

// Cut drops what a document has beyond repeats runs, and returns the number of sentences
// dropped. With 0 it drops none.
func (g *Group) Cut(repeats int) int64 {
	if repeats == 0 || len(g.Runs) <= repeats {
		return 0
	}
	cut := int64(0)
	kept := g.Runs[:0]
	seen, document := 0, g.Runs[0].Document
	for i, r := range g.Runs {
		if seen++; i == 0 || r.Document != document {
			seen, document = 0, r.Document
		}
		if seen < repeats {
			kept = append(kept, r)
		} else {
			cut += int64(r.Count)
		}
	}
	g.Runs = kept
	return cut
}

// Sentences returns the number of sentences in all runs.
func (g *Group) Sentences() int64 {
	n := int64(0)
	for _, r := range g.Runs {
		n += int64(r.Count)
	}
	return n
}

// Align calls f for the two ways in which two runs are compared with a limit on repeats: count
// sentences from i on in the first, from k on in the second.
func Align(a, b Run, f func(i, k, count uint32)) {
	n := min(a.Count, b.Count)
	f(a.First, b.First, n)
	if a.Count != b.Count {
		f(a.First+a.Count-n, b.First+b.Count-n, n)
	}
}

// Shifts calls f for every way to lay two runs side by side, as Align does: together they contain
// every sentence of a beside every one of b, each pair once.
func Shifts(a, b Run, f func(i, k, count uint32)) {
	for skip := a.Count - 1; skip > 0; skip-- {
		f(a.First+skip, b.First, min(a.Count-skip, b.Count))
	}
	for skip := range b.Count {
		f(a.First, b.First+skip, min(a.Count, b.Count-skip))
	}
}

// Within calls f for every way to lay a run beside itself, as Shifts does: together they contain
// every two different sentences of it, each pair once.
func Within(r Run, f func(i, k, count uint32)) {
	for skip := uint32(1); skip < r.Count; skip++ {
		f(r.First, r.First+skip, r.Count-skip)
	}
}

// Sequences is Count equal sequences of consecutive sentences, which begin at First,
// First+1, and so on. There are two or more only where all the sentences are equal.
type Sequences struct {
	Key          uint64 // a hash of the signatures of the sentences of a sequence
	First, Count uint32
}

// Sequencer makes the sequences of a document from its runs of equal sentences.
type Sequencer struct {
	// Length is the number of sentences in a sequence.
	Length int

	window []uint64 // the last consecutive signatures, at most Length
	end    uint32   // the sentence after them
}

// Append appends to dst the sequences that end in the given run of count sentences from
// first on. Runs come in order of first.
func (s *Sequencer) Append(dst []Sequences, first, count uint32, signature uint64) []Sequences {
	if first != s.end {
		s.window = s.window[:0]
	}
	s.end = first + count
	for i := range count {
		if len(s.window) == s.Length {
			copy(s.window, s.window[1:])
			s.window = s.window[:s.Length-1]
		}
		s.window = append(s.window, signature)
		if len(s.window) < s.Length {
			continue
		}
		key := uint64(s.Length)
		for _, w := range s.window {
			key = mix.Full(key + w)
		}
		start := first + i + 1 - uint32(s.Length)
		if n := len(dst); n > 0 && dst[n-1].Key == key && dst[n-1].First+dst[n-1].Count == start {
			dst[n-1].Count++
		} else {
			dst = append(dst, Sequences{key, start, 1})
		}
	}
	return dst
}
