// Package citable says where a place of a TEI document is, as scholars cite it: its divisions, page, column, paragraph,
// verse and line. Tokenizing is that of charfilter.XML. A document of another kind of XML has no such places, unless
// its elements have the names of TEI's.
//
//	div, div1 …, lg    type and n: "book 2", "chapter 3"; without n its number among those of its type beside it
//	pb, cb             n: "p. 14", "col. 2"
//	p, ab, seg         n, with the type if there is one: "par. 5", "verse 7"
//	l, lb              n: "l. 12", "line 3"
//
// A textpart has its subtype instead of its type. Divisions of the types edition, translation and commentary, and an lg
// without n, are not named: they hold others.
package citable

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"golang.org/x/net/html"
)

// Places are the citable places of a document. A mark takes 28 bytes, because a text may have one in each line.
type Places struct {
	marks []mark
	// divisions are the names of the divisions that are open at a place, and names the other names.
	divisions [][]string
	names     []string
}

// mark is a place from which on a text has other names: numbers in Places.divisions and, of each slot, in Places.names.
type mark struct {
	at, divisions uint32
	slots         [slots]uint32
}

// division is an element that is open.
type division struct {
	element, name string
	// inside counts the divisions in it by type.
	inside map[string]int
	// paragraphs are those that are open in it and have a number.
	paragraphs []openParagraph
}

// openParagraph is a p, ab or seg that is open. without counts the elements of its kind that are open in it and have no
// number.
type openParagraph struct {
	element, name string
	without       int
}

// paragraphOf returns the number of the innermost open paragraph of an element, -1 if there is none.
func (d *division) paragraphOf(element string) int {
	i := len(d.paragraphs) - 1
	for i >= 0 && d.paragraphs[i].element != element {
		i--
	}
	return i
}

// named returns the name of the innermost paragraph, "" if there is none.
func (d *division) named() string {
	if n := len(d.paragraphs); n > 0 {
		return d.paragraphs[n-1].name
	}
	return ""
}

// slots are the names that are no divisions, in their order.
const (
	page = iota
	column
	paragraph
	verse
	line
	slots
)

// How many divisions in each other are named, and how many are looked at.
const (
	maxNamed = 16
	maxOpen  = 1000
)

// reader reads the tags of a document.
type reader struct {
	// open are the divisions that are open, and the document; deeper counts those that are deeper than maxOpen.
	open    []*division
	deeper  int
	slots   [slots]string
	numbers map[string]uint32 // of names
	places  Places
}

// Of returns the places of a document. Any input is accepted.
func Of(document []byte) *Places {
	r := &reader{open: []*division{{inside: map[string]int{}}}, numbers: map[string]uint32{"": 0}}
	r.places.names, r.places.divisions = []string{""}, [][]string{nil}
	z := html.NewTokenizer(bytes.NewReader(document))
	z.AllowCDATA(true)
	pos, hidden, depth := 0, "", 0
	for {
		kind := z.Next()
		pos += len(z.Raw())
		switch kind {
		case html.ErrorToken:
			return &r.places
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			full, attributes := z.TagName()
			name := string(full[bytes.LastIndexByte(full, ':')+1:])
			z.NextIsNotRawText()
			switch {
			case depth > 0:
				if name == hidden {
					switch kind {
					case html.StartTagToken:
						depth++
					case html.EndTagToken:
						depth--
					}
				}
			case name == "teiheader" || name == "facsimile" || name == "standoff":
				if kind == html.StartTagToken {
					hidden, depth = name, 1
				}
			case kind == html.EndTagToken:
				r.end(name, pos)
			default:
				values := map[string]string{}
				for attributes {
					var key, value []byte
					key, value, attributes = z.TagAttr()
					values[string(key)] = strings.Join(strings.Fields(string(value)), " ")
				}
				r.start(name, values, pos)
				if kind == html.SelfClosingTagToken {
					r.end(name, pos)
				}
			}
		}
	}
}

// containers hold divisions, which are numbered anew in each, and have no names.
var containers = map[string]bool{
	"tei": true, "group": true, "text": true, "floatingtext": true, "front": true, "body": true, "back": true,
}

// isDivision reports whether an element is a division.
func isDivision(name string) bool {
	rest, ok := strings.CutPrefix(name, "div")
	return name == "lg" || containers[name] || ok && (rest == "" || len(rest) == 1 && rest[0] >= '0' && rest[0] <= '7')
}

// isParagraph reports whether an element has the number of a paragraph, if it has one.
func isParagraph(name string) bool { return name == "p" || name == "ab" || name == "seg" }

// start reads a tag that begins an element.
func (r *reader) start(name string, values map[string]string, at int) {
	n, typ := values["n"], values["type"]
	set := func(slot int, word string) {
		r.slots[slot] = "" // one without a number ends that before it
		if n != "" {
			r.slots[slot] = word + " " + n
		}
		r.mark(at)
	}
	switch {
	case isDivision(name):
		r.divide(name, typ, values["subtype"], n, at)
	case name == "pb":
		r.slots[column], r.slots[line] = "", ""
		set(page, "p.")
	case name == "cb":
		r.slots[line] = ""
		set(column, "col.")
	case name == "l":
		set(verse, "l.")
	case name == "lb":
		set(line, "line")
	case isParagraph(name):
		in := r.in()
		if n != "" {
			set(paragraph, cmp.Or(typ, "par."))
			in.paragraphs = append(in.paragraphs, openParagraph{element: name, name: r.slots[paragraph]})
		} else if i := in.paragraphOf(name); i >= 0 {
			in.paragraphs[i].without++
		}
	}
}

// in returns the innermost division that is open.
func (r *reader) in() *division { return r.open[len(r.open)-1] }

// divide opens a division.
func (r *reader) divide(name, typ, subtype, n string, at int) {
	if len(r.open) > maxOpen {
		r.deeper++
		return
	}
	d := &division{element: name, inside: map[string]int{}}
	if typ == "textpart" {
		typ = cmp.Or(subtype, "part")
	}
	switch {
	case containers[name]:
	case len(r.open) > maxNamed || typ == "edition" || typ == "translation" || typ == "commentary" ||
		name == "lg" && n == "":
		d.inside = r.in().inside // what is in it is numbered as if it were not there
	default:
		typ = cmp.Or(typ, map[bool]string{true: "stanza", false: "div"}[name == "lg"])
		beside := r.in().inside
		beside[typ]++
		d.name = typ + " " + cmp.Or(n, fmt.Sprint(beside[typ]))
	}
	r.open = append(r.open, d)
	r.slots[paragraph], r.slots[verse] = "", ""
	r.named()
	r.mark(at)
}

// named notes the names of the divisions that are open.
func (r *reader) named() {
	var names []string
	for _, d := range r.open[1:] {
		if d.name != "" {
			names = append(names, d.name)
		}
	}
	r.places.divisions = append(r.places.divisions, names)
}

// end reads a tag that ends an element.
func (r *reader) end(name string, at int) {
	switch {
	case isDivision(name) && r.deeper > 0:
		r.deeper--
	case isDivision(name):
		for i := len(r.open) - 1; i > 0; i-- {
			if r.open[i].element == name {
				r.open = r.open[:i]
				r.slots[paragraph], r.slots[verse] = r.in().named(), ""
				r.named()
				r.mark(at)
				return
			}
		}
	case isParagraph(name):
		in := r.in()
		switch i := in.paragraphOf(name); {
		case i < 0:
		case in.paragraphs[i].without > 0:
			in.paragraphs[i].without--
		default:
			in.paragraphs = in.paragraphs[:i]
			r.slots[paragraph] = in.named()
			r.mark(at)
		}
	case name == "l" && r.slots[verse] != "":
		r.slots[verse] = ""
		r.mark(at)
	}
}

// mark notes the names from a place on.
func (r *reader) mark(at int) {
	m := mark{at: uint32(at), divisions: uint32(len(r.places.divisions) - 1)}
	for k, name := range r.slots {
		n, ok := r.numbers[name]
		if !ok {
			n = uint32(len(r.places.names))
			r.numbers[name], r.places.names = n, append(r.places.names, name)
		}
		m.slots[k] = n
	}
	r.places.marks = append(r.places.marks, m)
}

// at returns the names of a place.
func (p *Places) at(place int) []string {
	i := sort.Search(len(p.marks), func(i int) bool { return int(p.marks[i].at) > place })
	if i == 0 {
		return nil
	}
	m := &p.marks[i-1]
	names := slices.Clone(p.divisions[m.divisions])
	for _, n := range m.slots {
		if n != 0 {
			names = append(names, p.names[n])
		}
	}
	return names
}

// Range returns the names of document[start:end], "" if there are none. If it ends at another place than it begins, the
// names of the end that differ come behind a dash: "book 2, chapter 3, l. 12 – l. 15".
func (p *Places) Range(start, end int) string {
	first, last := p.at(start), p.at(max(start, end-1))
	if slices.Equal(first, last) {
		return strings.Join(first, ", ")
	}
	common := 0
	for common < min(len(first), len(last)) && first[common] == last[common] {
		common++
	}
	rest := last[common:]
	switch {
	case len(first) == 0:
		return strings.Join(last, ", ")
	case len(rest) == 0:
		return strings.Join(first, ", ")
	}
	return strings.Join(first, ", ") + " – " + strings.Join(rest, ", ")
}
