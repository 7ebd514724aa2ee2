package token

// Marker marks the tokens that begin in ranges of a text. The ranges come in ascending order.
type Marker struct {
	// Tokens are those of the text, in reading order.
	Tokens []Token
	// Marks has a mark for each token, as soon as one is set. Before that it is empty, or has marks of an earlier
	// Marker of the same tokens, which stay.
	Marks []bool
	// Min is how many tokens a range must have to be marked.
	Min int
	// Count is how many marks were set that had not been.
	Count int

	next int // the first token that may be in the next range
}

// Mark marks the tokens that begin in text[from:to].
func (m *Marker) Mark(from, to int) {
	if from >= to {
		return
	}
	for m.next < len(m.Tokens) && int(m.Tokens[m.next].Start) < from {
		m.next++
	}
	first := m.next
	for m.next < len(m.Tokens) && int(m.Tokens[m.next].Start) < to {
		m.next++
	}
	if m.next-first < max(1, m.Min) {
		return
	}
	if len(m.Marks) == 0 {
		m.Marks = append(m.Marks, make([]bool, len(m.Tokens))...)
	}
	for x := first; x < m.next; x++ {
		if !m.Marks[x] {
			m.Marks[x] = true
			m.Count++
		}
	}
}
