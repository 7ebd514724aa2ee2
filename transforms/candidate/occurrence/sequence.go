package occurrence

import "example.org/diagonal/engine/shuffle/mix"

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
