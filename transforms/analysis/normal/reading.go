package normal

import (
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/transforms/analysis/token"
)

// reading is the state of Text.read.
type reading struct {
	text  []byte
	chars []Char
	at    []uint32 // or nil
	n     int      // the number of characters
	gap   int      // where the separator after the last character begins, or -1
	end   int      // of the last character
	base  int      // where the last letter begins
	first int      // its first character
	other bool     // a character is not below Alphabet
	wide  bool     // one is wide
}

// letter adds a character that begins a letter at text[i].
func (rd *reading) letter(c Char, i int) {
	rd.add(c, i)
	rd.base, rd.first = i, rd.n-1
}

// add adds a character, which is not Separator, and the separator before it.
func (rd *reading) add(c Char, i int) {
	if rd.gap >= 0 && rd.n > 0 && !(c&wideBit != 0 && rd.chars[rd.n-1]&wideBit != 0) {
		rd.put(Separator, rd.gap)
	}
	rd.gap = -1
	if c >= Alphabet {
		rd.other = true
		rd.wide = rd.wide || c&wideBit != 0
	}
	rd.put(c, i)
}

func (rd *reading) put(c Char, i int) {
	rd.chars[rd.n] = c
	if rd.at != nil {
		rd.at[rd.n] = uint32(i)
	}
	rd.n++
}

// joined reports whether what follows belongs to the last letter, if it is a mark.
func (rd *reading) joined() bool { return rd.gap < 0 && rd.n > 0 }

// mark adds a character of a mark at text[i]. Its place is that of the letter before it.
func (rd *reading) mark(c Char, i int) {
	if rd.joined() {
		rd.add(c, rd.base)
	} else {
		rd.letter(c, i)
	}
}

// vary adds the piece with the rune r at text[i], which is Varied, and returns its end. Where the piece
// begins with a letter before it, its characters are written anew.
func (rd *reading) vary(r rune, i int) int {
	from := i
	if rd.joined() && token.Piece(rd.text, rd.base) > i {
		from, rd.n = rd.base, rd.first
	}
	to := token.Piece(rd.text, from)
	part := from == i && unicode.Is(unicode.M, r) // of the letter before it
	var few [64]byte
	for form := token.AppendForm(few[:0], rd.text[from:to]); len(form) > 0; {
		f, size := utf8.DecodeRune(form)
		form = form[size:]
		if c, _ := charOf(f); part {
			rd.mark(c, from)
		} else {
			rd.letter(c, from)
			part = true
		}
	}
	rd.end = to
	return to
}

// marksEnd returns where the marks end that follow a letter that ends at text[i].
func marksEnd(text []byte, i int) int {
	for i < len(text) && text[i] >= utf8.RuneSelf {
		r, size := utf8.DecodeRune(text[i:])
		_, part := token.Letter(r)
		if part != token.Mark && part != token.Unseen && !(part == token.Varied && unicode.Is(unicode.M, r)) {
			return i
		}
		i += size
	}
	return i
}
