package difference

// How says what a Piece is.
type How int

const (
	// Both is text of the second side whose words the first has, too.
	Both How = iota
	// First is text that only the first side has.
	First
	// Second is text that only the second side has.
	Second
)

// Piece is a run of text of a comparison in one line.
type Piece struct {
	How  How
	Text []byte
}

// Inline compares two passages as Words does, and returns the second one with what the first has instead
// between its words. The pieces of Both and Second together are the second passage, byte by byte. changed
// is the number of words of the second side that the first does not have, missing the reverse.
func Inline(first, second Side) (pieces []Piece, changed, missing int) {
	c := compareAll(first, second)
	a, b := first.Passage, second.Passage
	i, at := 0, 0 // the next word of a, the next byte of b
	add := func(how How, text []byte) {
		if len(text) > 0 {
			pieces = append(pieces, Piece{how, text})
		}
	}
	lost := func() { // words that only a has, before those of b at the same place
		from := i
		for i < len(c.a) && c.inA[i] != same {
			i++
		}
		if missing += i - from; i > from {
			add(First, a[c.a[from].Start:c.a[i-1].End])
		}
	}
	for k := 0; k < len(c.b); {
		if c.inB[k] == same {
			if i < len(c.a) && c.inA[i] != same {
				add(Both, b[at:c.b[k].Start])
				at = int(c.b[k].Start)
				lost()
			}
			i, k = i+1, k+1
			continue
		}
		end := k
		for end < len(c.b) && c.inB[end] != same {
			end++
		}
		add(Both, b[at:c.b[k].Start])
		lost()
		add(Second, b[c.b[k].Start:c.b[end-1].End])
		changed += end - k
		at, k = int(c.b[end-1].End), end
	}
	add(Both, b[at:])
	lost()
	return pieces, changed, missing
}

// compareAll compares the words of two passages.
func compareAll(a, b Side) *comparison {
	c := &comparison{a: a.Letters.Append(nil, a.Passage), b: b.Letters.Append(nil, b.Passage)}
	c.inA, c.inB = make([]state, len(c.a)), make([]state, len(c.b))
	c.compare(0, len(c.a), 0, len(c.b), 0)
	return c
}
