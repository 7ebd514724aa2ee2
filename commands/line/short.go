package line

import (
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"example.org/diagonal/io/visible"
)

// Short returns an id for a terminal, cut in the middle if it takes more than max columns.
func Short(id string, max int) string { return cutMiddle([]rune(visible.Text(id)), max) }

// shortIDs returns for each id a form of at most width columns. Different ids have different
// forms, if that is possible: what is cut is in the middle of what ids have in common.
func shortIDs(ids []string, width int) map[string]string {
	distinct := slices.Compact(slices.Sorted(slices.Values(ids)))
	prefix, suffix := common(distinct)
	short := make(map[string]string, len(distinct))
	for _, id := range distinct {
		short[id] = shortID([]rune(id), prefix, suffix, width)
	}
	for _, same := range equalForms(short) {
		for _, id := range same {
			short[id] = cutAround([]rune(id), differs(id, same), width)
		}
	}
	return short
}

// minHead is how much of the begin of an id is shown before what is cut.
const minHead = 4

// shortID cuts an id that has so many characters in common with all others at its begin and end.
func shortID(id []rune, prefix, suffix, width int) string {
	if widthOf(id) <= width || prefix == len(id) {
		return cutMiddle(id, width)
	}
	if at := lastSlash(id[:prefix]); at > 0 && widthOf(id[at:])+minHead < width {
		prefix = at // the whole part of a path
	}
	if own := widthOf(id[prefix:]); own+minHead < width {
		return string(head(id[:prefix], width-1-own)) + "…" + string(id[prefix:])
	}
	if own := widthOf(id[prefix : len(id)-suffix]); suffix > 0 && own+2*minHead < width {
		rest := width - 2 - own
		begin := head(id[:prefix], rest/2)
		return string(begin) + "…" + string(id[prefix:len(id)-suffix]) + "…" +
			string(tail(id[len(id)-suffix:], rest-widthOf(begin)))
	}
	begin := head(id[:prefix], min(minHead, width/4))
	if len(begin) == prefix {
		return cutMiddle(id, width)
	}
	return string(begin) + "…" + cutMiddle(id[prefix:], width-1-widthOf(begin))
}

// cutAround cuts an id so that the characters around place at are shown.
func cutAround(id []rune, at, width int) string {
	begin := head(id, min(minHead, width/4))
	from := max(at-(width-2-widthOf(begin))/2, len(begin))
	if from == len(begin) {
		return string(head(id, width-1)) + "…"
	}
	rest := width - 1 - widthOf(begin)
	if widthOf(id[from:]) <= rest {
		return string(begin) + "…" + string(tail(id, rest))
	}
	return string(begin) + "…" + string(head(id[from:], rest-1)) + "…"
}

// equalForms returns the ids that have one form with others, in order.
func equalForms(short map[string]string) (groups [][]string) {
	byForm := map[string][]string{}
	for id, form := range short {
		byForm[form] = append(byForm[form], id)
	}
	for _, ids := range byForm {
		if len(ids) > 1 {
			slices.Sort(ids)
			groups = append(groups, ids)
		}
	}
	return groups
}

// differs returns the last place at which id begins to differ from one of others.
func differs(id string, others []string) (at int) {
	for _, other := range others {
		if other != id {
			prefix, _ := common([]string{id, other})
			at = max(at, prefix)
		}
	}
	return at
}

// common returns how many characters all ids have in common at their begin, and behind that at
// their end.
func common(ids []string) (prefix, suffix int) {
	if len(ids) == 0 {
		return 0, 0
	}
	first := []rune(ids[0])
	prefix, suffix = len(first), len(first)
	for _, id := range ids[1:] {
		r := []rune(id)
		n := 0
		for n < min(prefix, len(r)) && r[n] == first[n] {
			n++
		}
		prefix = n
		n = 0
		for n < min(suffix, len(r), len(first)) && r[len(r)-1-n] == first[len(first)-1-n] {
			n++
		}
		suffix = n
	}
	for _, id := range ids {
		suffix = min(suffix, len([]rune(id))-prefix)
	}
	return prefix, suffix
}

// lastSlash returns the place behind the last slash that is not at the end; 0 if there is none.
func lastSlash(r []rune) int {
	for i := len(r) - 1; i > 0; i-- {
		if r[i-1] == '/' {
			return i
		}
	}
	return 0
}

// cutMiddle cuts text in the middle if it takes more than width columns.
func cutMiddle(r []rune, width int) string {
	if widthOf(r) <= width {
		return string(r)
	}
	begin := head(r, (width-1)/2)
	return string(begin) + "…" + string(tail(r, width-1-widthOf(begin)))
}

// snip cuts text at its end if it takes more than width columns.
func snip(s string, width int) string {
	r := []rune(s)
	if widthOf(r) <= width {
		return s
	}
	return strings.TrimRight(string(head(r, width-1)), " ") + "…"
}

// head returns as much of the begin as fits in width columns, tail as much of the end.
func head(r []rune, width int) []rune {
	n := 0
	for n < len(r) && width >= text.RuneWidth(r[n]) {
		width -= text.RuneWidth(r[n])
		n++
	}
	return r[:n]
}

func tail(r []rune, width int) []rune {
	n := len(r)
	for n > 0 && width >= text.RuneWidth(r[n-1]) {
		width -= text.RuneWidth(r[n-1])
		n--
	}
	for n < len(r) && text.RuneWidth(r[n]) == 0 { // marks of a letter that is cut
		n++
	}
	return r[n:]
}

// widthOf returns how many columns of a terminal text takes.
func widthOf(r []rune) (width int) {
	for _, c := range r {
		width += text.RuneWidth(c)
	}
	return width
}
