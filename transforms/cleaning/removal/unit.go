package removal

import "example.org/diagonal/transforms/analysis/token"

// Unit is one or more parts of a document: headings, at most one part that is long, and short ones beside it.
type Unit struct {
	// From and To are its parts, half open, and CoreFrom and CoreTo those of its core, which is
	// its long part, or else its parts below the headings, or all of it if these have too few words
	// and no break is behind them.
	From, To, CoreFrom, CoreTo int
}

// Units appends to dst the units of a text with these parts: each part is in one of them.
// Headings are joined with the text below them, and short parts with a neighbour: with the next one,
// or, at the end of a paragraph, with the one before. About four of many short ones, as in a
// list, make a unit. No unit reaches over a break.
func Units(dst []Unit, parts []Part, text []byte, tokens []token.Token) []Unit {
	for from := 0; from < len(parts); {
		to := from + 1
		for to < len(parts) && parts[to].Number == parts[to-1].Number+1 {
			to++
		}
		run, linked, begin := parts[from:to], false, len(dst)
		rest := to // where the headings at the end begin, each of which is a unit
		for rest > from && parts[rest-1].Heading > 0 {
			rest--
		}
		for i := range run {
			at := from + i
			long := run[i].long()
			last := len(dst) - 1
			switch {
			case !linked, long && dst[last].hasLong(parts):
				dst = append(dst, Unit{at, at + 1, at, at + 1})
			case long:
				dst[last].To, dst[last].CoreFrom, dst[last].CoreTo = at+1, at, at+1
			case dst[last].hasLong(parts):
				dst[last].To = at + 1
			case run[i].Heading == 0 && run[i-1].Heading > 0:
				dst[last].To, dst[last].CoreFrom, dst[last].CoreTo = at+1, at, at+1
			default:
				dst[last].To, dst[last].CoreTo = at+1, at+1
			}
			linked = at+1 < rest && links(run, i, text, tokens)
		}
		for i := begin; i < len(dst); i++ { // behind a break other text of the last one stays
			if u := &dst[i]; u.words(parts) < minWords && (u.To < to || to == len(parts)) {
				u.CoreFrom, u.CoreTo = u.From, u.To
			}
		}
		from = to
	}
	return dst
}

// hasLong reports whether the core is a long part.
func (u Unit) hasLong(parts []Part) bool {
	return u.CoreTo == u.CoreFrom+1 && parts[u.CoreFrom].long()
}

// Removable reports whether the core of the unit may be removed. It contains a run of three words
// around each of its words, or it is all of the text.
func (u Unit) Removable(parts []Part) bool {
	words := u.words(parts)
	return words >= minWords || words > 0 && u.From == 0 && u.To == len(parts)
}

// words returns the number of words of the core.
func (u Unit) words(parts []Part) int { return parts[u.CoreTo-1].To - parts[u.CoreFrom].From }

// Core returns the core as one part.
func (u Unit) Core(parts []Part) Part {
	core, last := parts[u.CoreFrom], parts[u.CoreTo-1]
	core.End, core.To, core.Ends = last.End, last.To, last.Ends
	return core
}

// links reports whether part i is joined with the next one.
func links(all []Part, i int, text []byte, tokens []token.Token) bool {
	last := i+2 == len(all)
	switch short, next := !all[i].long(), !all[i+1].long(); {
	case all[i].Heading > 0, all[i+1].Heading > 0:
		return all[i].Heading > 0
	case all[i].Words() == 0, all[i+1].Words() == 0 && (short || last):
		return true
	case short && next:
		return last || boundary(tokens, all[i].To)%4 != 0
	case short:
		return !back(all, i, text)
	default:
		return next && back(all, i+1, text)
	}
}

// back reports whether part i, a short one, is joined with the one before: at the end of the
// text, or of a paragraph that has more parts.
func back(all []Part, i int, text []byte) bool {
	paragraph := func(i int) bool { // ends behind i
		return i < 0 || i+1 == len(all) || lines(text[all[i].End:all[i+1].Start]) > 1
	}
	return i+1 == len(all) || paragraph(i) && !paragraph(i-1)
}

func lines(b []byte) (n int) {
	for _, c := range b {
		if c == '\n' {
			n++
		}
	}
	return n
}
