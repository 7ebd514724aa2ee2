package token

import (
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/transforms/analysis/canonical"
)

// class is the effect of a rune on a token.
type class uint8

const (
	separator class = iota // ends a token
	letter                 // of a word
	digit                  // of a word
	mark                   // belongs to the character before it
	single                 // a token of its own
	invisible              // belongs to the character before it, not part of the hash

	// In the table only: see classOf.
	ordered // a mark that has a place among other marks
	varied  // a letter, mark or single one whose form depends on what is around it, or is several runes
)

// cased is set in planes for a rune that fold changes.
const cased = 0x80

// ascii maps a byte to its lower-cased letter or digit, 0 if it is neither. A
// byte outside ASCII maps to itself.
var ascii [256]byte

// classes is the bits of planes that are the class of a rune.
const classes = 0x07

// planes holds the class and the roles of each rune of the first two planes. All scripts that
// are in use, apart from rare Han characters, are there.
var planes [0x20000]uint8

// unspaced are the scripts without spaces between words whose letters are tokens
// of their own: Hiragana and those of line breaking class SA (UAX #14). Han is
// apart because some of its characters are numbers and symbols.
var unspaced = []*unicode.RangeTable{
	unicode.Hiragana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
	unicode.Tai_Le, unicode.New_Tai_Lue, unicode.Tai_Tham, unicode.Tai_Viet, unicode.Ahom,
}

// invisibles are soft hyphen, joiners, direction marks, word joiner and byte order
// mark; the variation selectors come with them.
var invisibles = []rune{0xAD, 0x34F, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF}

// The tables are filled range by range: 0.3 ms, against 20 ms by asking for
// each rune.
func init() {
	for c := range ascii {
		switch {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c >= utf8.RuneSelf:
			ascii[c] = byte(c)
		case 'A' <= c && c <= 'Z':
			ascii[c] = byte(c) - 'A' + 'a'
		}
	}
	set := func(c class) func(rune) { return func(r rune) { planes[r] = uint8(c) } }
	each(unicode.L, set(letter))
	each(unicode.Han, set(single))
	each(unicode.M, set(mark))
	for _, script := range unspaced {
		each(script, func(r rune) {
			if class(planes[r]) == letter {
				planes[r] = uint8(single)
			}
		})
	}
	each(unicode.Nd, set(digit))
	each(unicode.Variation_Selector, set(invisible))
	for _, r := range invisibles {
		planes[r] = uint8(invisible)
	}
	for _, c := range unicode.CaseRanges {
		for r := rune(c.Lo); r <= rune(c.Hi) && int(r) < len(planes); r++ {
			if lower(r) != r {
				planes[r] |= cased
			}
		}
	}
	for r := rune(0xFF01); r <= 0xFF5E; r++ {
		if planes[r] != uint8(separator) {
			planes[r] |= cased
		}
	}
	setRoles()
	canonical.Variants(setVariant)
}

// setVariant sets the class of a rune that may be written in other ways.
func setVariant(r rune) {
	var s, form [4 * utf8.UTFMax]byte
	k, c := canonical.KindOf(r), class(planes[r]&classes)
	switch {
	case c == separator || c == invisible:
		return
	case k.Movable() && c == mark && k.Follows(canonical.KindOf('a')): // it makes no rune with a letter
		c = ordered
	case k.Movable() || string(appendForm(form[:0], utf8.AppendRune(s[:0], r), c)) != string(fold(r)):
		c = varied
	}
	planes[r] = planes[r]&^classes | uint8(c)
}

// each calls f with each rune of t that is in planes.
func each(t *unicode.RangeTable, f func(rune)) {
	for _, r := range t.R16 {
		for c := rune(r.Lo); c <= rune(r.Hi); c += rune(r.Stride) {
			f(c)
		}
	}
	for _, r := range t.R32 {
		for c := rune(r.Lo); c <= rune(r.Hi) && int(c) < len(planes); c += rune(r.Stride) {
			f(c)
		}
	}
}

// tabled returns the class of r in the table, with ordered and varied.
func tabled(r rune) class {
	if uint32(r) < uint32(len(planes)) {
		return class(planes[r] & classes)
	}
	return tabledBeyond(r)
}

// tabledBeyond returns the class of a rune behind the table. There are only Han
// characters and variation selectors.
func tabledBeyond(r rune) class {
	switch {
	case unicode.Is(unicode.Han, r):
		if canonical.KindOf(r).Movable() {
			return varied
		}
		return single
	case unicode.Is(unicode.Variation_Selector, r):
		return invisible
	}
	return separator
}

// classOf returns the class of r, one of the first six.
func classOf(r rune) class {
	switch c := tabled(r); c {
	case ordered:
		return mark
	case varied:
		return variedClass(r)
	default:
		return c
	}
}

// variedClass returns the class of a rune that is varied in the table.
func variedClass(r rune) class {
	switch {
	case unicode.Is(unicode.M, r):
		return mark
	case unicode.Is(unicode.Han, r), unicode.In(r, unspaced...):
		return single
	}
	return letter
}

// fold returns the one rune that represents all forms of a letter or digit.
func fold(r rune) rune {
	if uint32(r) >= uint32(len(planes)) || planes[r]&cased == 0 {
		return r
	}
	if 0xFF01 <= r && r <= 0xFF5E {
		r -= 0xFF01 - '!'
	}
	return lower(r)
}

// lower goes over the upper case to join letters that have several lower-case
// forms, such as σ and ς.
func lower(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }

// The roles of a rune between tokens. They are in planes, beside its class.
const (
	opens  = 0x08 // always belongs to the token that it is directly before
	quotes = 0x10 // may open or close
	shuts  = 0x20 // closes, or ends a sentence: no quote opens behind it
	parts  = 0x40 // white space, control characters: what is behind it does not belong to the token before
)

// setRoles fills planes with the roles.
func setRoles() {
	for _, of := range []struct {
		role   uint8
		tables []*unicode.RangeTable
	}{
		{opens, []*unicode.RangeTable{unicode.Ps, unicode.Pi}},
		{quotes, []*unicode.RangeTable{unicode.Quotation_Mark}},
		{shuts, []*unicode.RangeTable{unicode.Pe, unicode.Pf, unicode.STerm}},
		{parts, []*unicode.RangeTable{unicode.White_Space, unicode.Cc}},
	} {
		for _, t := range of.tables {
			each(t, func(r rune) { planes[r] |= of.role })
		}
	}
	planes['¿'] |= opens
	planes['¡'] |= opens
	planes['…'] |= shuts
	planes['\u200B'] |= parts
}

// roleOf returns the roles of r: none behind the table.
func roleOf(r rune) uint8 {
	if uint32(r) < uint32(len(planes)) {
		return planes[r]
	}
	return 0
}
