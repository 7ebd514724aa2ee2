package token

import "unicode"

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
