package charfilter

import (
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// outline notes, while a page is read, what its blocks look like and which elements they are in.
type outline struct {
	blocks []block
	hints  []hint // in the order of the page
	stack  []element
	open   map[atom.Atom]int // how many elements of each kind are on the stack

	heads  int  // how many headings are open
	pres   int  // how many elements of preformatted text are open
	link   bool // an <a href> or a button is open
	from   int  // where in the text the link began
	linked int  // visible characters of the links of the block so far
}

// element is one open element that begins a block.
type element struct {
	tag  atom.Atom
	hint int // the innermost hint around its contents, as in block
}

// hint is an element that may hold furniture.
type hint struct {
	sign   sign
	around int // the next hint around it, as in block
}

// block is a piece of text between two tags that begin or end blocks.
type block struct {
	from, to int // its place in the text, with the break behind it
	hint     int // the innermost hint around it, its index in outline.hints + 1; 0 for none
	heading  bool
	pre      bool // line breaks and spaces are part of the text
	notice   bool // it contains a word of notices
	looks
	linked int // visible characters of links
}

// begin notes a start tag. The attributes are those that z gives.
func (o *outline) begin(tag atom.Atom, z *html.Tokenizer, attributes bool) {
	if voids[tag] || !blocks[tag] && tag != atom.Noscript {
		return
	}
	// A paragraph ends where a block begins, whether or not it has an end tag.
	if n := len(o.stack); n > 0 && o.stack[n-1].tag == atom.P {
		o.pop()
	}
	around := 0
	if n := len(o.stack); n > 0 {
		around = o.stack[n-1].hint
	}
	if o.open == nil {
		o.open = map[atom.Atom]int{}
	}
	o.open[tag]++
	o.count(tag, 1)
	o.stack = append(o.stack, element{tag, o.hintOf(tag, around, z, attributes)})
}

// hintOf returns the hint of an element of a kind, in an element that has the hint around.
func (o *outline) hintOf(tag atom.Atom, around int, z *html.Tokenizer, attributes bool) int {
	s := elementSigns[tag]
	if tag == atom.Header && (o.open[atom.Article] > 0 || o.open[atom.Main] > 0) {
		s = none // the title of an article
	}
	isMain := tag == atom.Main
	for attributes {
		var name, value []byte
		name, value, attributes = z.TagAttr()
		switch string(name) {
		case "class", "id":
			if tag != atom.Body && tag != atom.Html && named(value) {
				s = max(s, likely)
			}
		case "role":
			isMain = isMain || string(value) == "main"
			s = max(s, roles[string(value)])
		case "hidden":
			s = max(s, likely)
		}
	}
	switch {
	case isMain:
		return 0
	case s == none:
		return around
	}
	o.hints = append(o.hints, hint{s, around})
	return len(o.hints)
}

// end notes an end tag. Elements that are still open in it end, too; without a start tag it is
// ignored.
func (o *outline) end(tag atom.Atom) {
	if o.open[tag] == 0 {
		return
	}
	for o.stack[len(o.stack)-1].tag != tag {
		o.pop()
	}
	o.pop()
}

func (o *outline) pop() {
	tag := o.stack[len(o.stack)-1].tag
	o.open[tag]--
	o.count(tag, -1)
	o.stack = o.stack[:len(o.stack)-1]
}

// count counts open elements whose text is of a kind of its own.
func (o *outline) count(tag atom.Atom, n int) {
	switch tag {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		o.heads += n
	case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
		o.pres += n
	}
}

// beginLink notes that a link begins, or that one ends that another one follows.
func (o *outline) beginLink(text []byte, linked bool) {
	o.endLink(text)
	o.link, o.from = linked, len(text)
}

// endLink notes that a link ends, if one is open.
func (o *outline) endLink(text []byte) {
	o.linked += o.linkedSince(text)
	o.link = false
}

// linkedSince returns the visible characters that the open link has in the block.
func (o *outline) linkedSince(text []byte) int {
	if !o.link {
		return 0
	}
	return lookAt(text[max(o.from, o.start()):]).visible
}

// start returns where in the text the block begins: where the last one ended.
func (o *outline) start() int {
	if n := len(o.blocks); n > 0 {
		return o.blocks[n-1].to
	}
	return 0
}

// endBlock notes that the text up to here ends a block.
func (o *outline) endBlock(text []byte) {
	from := o.start()
	b := block{
		from: from, to: len(text), heading: o.heads > 0, pre: o.pres > 0,
		notice: notices(text[from:]), looks: lookAt(text[from:]), linked: o.linked + o.linkedSince(text),
	}
	if n := len(o.stack); n > 0 {
		b.hint = o.stack[n-1].hint
	}
	o.blocks = append(o.blocks, b)
	o.linked = 0
}

// ended moves the end of the last block behind the line breaks that follow it.
func (o *outline) ended(to int) { o.blocks[len(o.blocks)-1].to = to }

// href reports whether a start tag has the attribute href.
func href(z *html.Tokenizer, attributes bool) bool {
	for attributes {
		var name []byte
		if name, _, attributes = z.TagAttr(); string(name) == "href" {
			return true
		}
	}
	return false
}

// without removes the blocks that drop says from a text, and from its map.
func without(text []byte, m *Map, blocks []block, drop []bool) ([]byte, *Map) {
	kept := &Map{page: m.page, segments: make([]segment, 0, len(m.segments))}
	out := make([]byte, 0, len(text))
	pieces := pieces{of: m}
	for x, b := range blocks {
		if drop[x] {
			continue
		}
		pieces.add(kept, len(out), b.from, b.to)
		out = append(out, text[b.from:b.to]...)
	}
	kept.text = uint32(len(out))
	return slices.Clip(out), kept
}
