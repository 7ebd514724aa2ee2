package token

// Marker marks the tokens that begin in ranges of a text. The ranges come in ascending order.
type Marker struct {
	// Tokens are those of the text, in reading order.
	Tokens []Token
	// Marks has a mark for each token, as soon as one is set. Before that it is empty, or has marks of an earlier
	// Marker of the same tokens, which stay.
	Marks []bool
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
	for ; m.next < len(m.Tokens) && int(m.Tokens[m.next].Start) < to; m.next++ {
		if len(m.Marks) == 0 {
			m.Marks = append(m.Marks, make([]bool, len(m.Tokens))...)
		}
		if !m.Marks[m.next] {
			m.Marks[m.next] = true
			m.Count++
		}
	}
}
