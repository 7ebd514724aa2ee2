// Package charfilter extracts the readable text of HTML and keeps, for each piece of it, where
// it stood in the page.
//
// It follows the tokenizer of golang.org/x/net/html, which splits a page as the
// HTML standard does, broken markup included. On top of it:
//
//   - The contents of script, style, template, iframe, noembed and noframes are
//     not text, nor are comments, doctype, CDATA and attributes. title is. noscript
//     is read as markup: it may hold what the scripts would have shown.
//   - A tag that begins or ends a block (p, div, li, td, h1, ...) becomes a blank
//     line if there is text since the last one, so that a sentence ends there; br
//     becomes a line break. Other tags leave no trace: <b>H</b>ello is one word.
//   - Character references are decoded; &nbsp; becomes a space and &shy; nothing.
//     In xmp and plaintext they are as they stand.
//   - All other bytes of text are copied as they are: white space, NUL, carriage
//     returns and bytes that are not valid UTF-8.
//
// It reads no style sheets and runs no scripts, so hidden elements are text; and it builds no
// tree, so it does not move text from inside tables to before them, as browsers do.
package charfilter

import (
	"bytes"
	"fmt"
	"math"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// MaxPage is the largest page that HTML accepts, in bytes: positions have 32 bits,
// and a text can be a fifth longer than its page (&nGt; has five bytes and stands
// for six).
const MaxPage = math.MaxUint32 / 6 * 5

// longTag is the size of a tag, in bytes, after which a fresh tokenizer goes on:
// the old one would clear its table of that tag's attributes at every later tag.
const longTag = 1 << 10

// HTML returns the readable text of a page and the map from its positions to
// those of the page. Any input is accepted, also text without a tag. It takes
// time in proportion to the page and panics if it is larger than MaxPage.
func HTML(page []byte) (text []byte, m *Map) {
	return newFilter(page).all()
}

// all reads the page.
func (f *filter) all() (text []byte, m *Map) {
	if len(f.page) > MaxPage {
		panic(fmt.Sprintf("charfilter: the page has %d bytes, at most %d are possible", len(f.page), MaxPage))
	}
	f.run()
	f.m.text = uint32(len(f.text))
	if f.outline != nil && f.outline.start() < len(f.text) {
		f.outline.endBlock(f.text)
	}
	return f.text, f.m
}

func newFilter(page []byte) *filter {
	return &filter{page: page, text: make([]byte, 0, len(page)/2), m: &Map{page: uint32(len(page))}}
}

// filter is the state between two tokens of a page.
type filter struct {
	page []byte
	text []byte
	m    *Map
	// outline is of the blocks of the page, nil where nobody asks for it.
	outline *outline

	xml     bool      // the page is XML
	without []string  // names of elements of XML whose contents are left out, beside those of hiddenXML
	left    int       // how many of them were
	inside  bool      // there is text since the last block began or ended
	raw     bool      // the next text has no character references
	skip    atom.Atom // the element whose contents are left out, 0 outside
	depth   int       // how many elements of the kind skip are open
	foreign int       // how many svg and math elements are open
}

func (f *filter) run() {
	// Before the first angle there is only text, which needs no tokenizer.
	pos := bytes.IndexByte(f.page, '<')
	if pos < 0 {
		pos = len(f.page)
	}
	f.copy(0, pos)
	if f.xml {
		f.runXML(pos)
		return
	}
	z := html.NewTokenizer(bytes.NewReader(f.page[pos:]))
	for {
		kind := z.Next()
		start := pos
		// The raw tokens partition the page. They are read from page and not from
		// z, which may change its copy.
		pos += len(z.Raw())
		switch kind {
		case html.ErrorToken:
			return // at the end of the page; what is left is a tag that did not end
		case html.TextToken:
			if f.skip == 0 {
				f.copy(start, pos)
			}
			f.raw = false
		case html.StartTagToken, html.SelfClosingTagToken:
			name, attributes := z.TagName()
			tag := atom.Lookup(name)
			skipping := f.skip != 0
			f.start(tag, kind == html.SelfClosingTagToken, start, pos)
			if f.outline != nil && !skipping && f.skip == 0 && f.foreign == 0 {
				f.outlineStart(tag, z, attributes)
			}
			literal := f.foreign == 0 && literals[tag]
			if !literal {
				z.NextIsNotRawText()
			}
			if pos-start > longTag {
				context := ""
				if literal {
					context = tag.String()
				}
				z = html.NewTokenizerFragment(bytes.NewReader(f.page[pos:]), context)
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			f.end(atom.Lookup(name), start, pos)
		}
	}
}

// start handles the start tag at page[from:to].
func (f *filter) start(tag atom.Atom, closed bool, from, to int) {
	f.raw = false
	if f.skip != 0 {
		if tag == f.skip && tag == atom.Template { // the others do not nest
			f.depth++
		}
		return
	}
	switch {
	case tag == atom.Svg || tag == atom.Math:
		if !closed {
			f.foreign++
		}
	case skipped[tag] && !(closed && f.foreign > 0):
		f.skip, f.depth = tag, 1
	case tag == atom.Br:
		f.lines("\n", from, to)
	case blocks[tag]:
		if !literals[tag] { // a block ends an svg or math that was left open
			f.foreign = 0
		}
		f.block(from, to)
		f.raw = f.foreign == 0 && (tag == atom.Xmp || tag == atom.Plaintext)
	}
}

// end handles the end tag at page[from:to].
func (f *filter) end(tag atom.Atom, from, to int) {
	f.raw = false
	if f.skip != 0 {
		if tag == f.skip {
			if f.depth--; f.depth == 0 {
				f.skip = 0
			}
		}
		return
	}
	switch {
	case tag == atom.Svg || tag == atom.Math:
		f.foreign = max(0, f.foreign-1)
	case tag == atom.Br: // </br> is a line break by the standard
		f.lines("\n", from, to)
	case blocks[tag]:
		f.block(from, to)
	}
	if f.outline == nil {
		return
	}
	if tag == atom.A || tag == atom.Button {
		f.outline.endLink(f.text)
		return
	}
	f.outline.end(tag)
}

// block ends the block that the text is in.
func (f *filter) block(from, to int) {
	if f.inside {
		if f.outline != nil {
			f.outline.endBlock(f.text)
		}
		f.lines("\n\n", from, to)
		if f.outline != nil {
			f.outline.ended(len(f.text))
		}
		f.inside = false
	}
}

// outlineStart notes a start tag in the outline.
func (f *filter) outlineStart(tag atom.Atom, z *html.Tokenizer, attributes bool) {
	switch tag {
	case atom.A:
		f.outline.beginLink(f.text, href(z, attributes))
	case atom.Button:
		f.outline.beginLink(f.text, true)
	default:
		f.outline.begin(tag, z, attributes)
	}
}

// lines appends line breaks that stand for a tag.
func (f *filter) lines(breaks string, from, to int) {
	f.m.atomic(len(f.text), from, to)
	f.text = append(f.text, breaks...)
}

// copy appends the text at page[from:to].
func (f *filter) copy(from, to int) {
	for from < to {
		n := to - from
		if !f.raw {
			if n = bytes.IndexByte(f.page[from:to], '&'); n < 0 {
				n = to - from
			}
		}
		f.plain(from, from+n)
		from += n
		if from == to {
			return
		}
		decoded, size := reference(f.page[from:to])
		if size == 0 { // only an ampersand
			f.plain(from, from+1)
			from++
			continue
		}
		if decoded != "" {
			f.m.atomic(len(f.text), from, from+size)
			f.text = append(f.text, decoded...)
			f.inside = f.inside || decoded != " "
		}
		from += size
	}
}

// plain appends page[from:to] unchanged.
func (f *filter) plain(from, to int) {
	if from == to {
		return
	}
	piece := f.page[from:to]
	f.m.linear(len(f.text), from)
	f.text = append(f.text, piece...)
	f.inside = f.inside || len(bytes.TrimLeft(piece, " \t\n\r\f")) > 0
}

// skipped are the elements whose contents no reader sees.
var skipped = set(
	atom.Script, atom.Style, atom.Template, atom.Iframe, atom.Noembed, atom.Noframes,
)

// literals are the elements in which tags are text (HTML standard, 13.2.5.1), but
// for noscript, which is markup where scripts do not run.
var literals = set(
	atom.Script, atom.Style, atom.Iframe, atom.Noembed, atom.Noframes,
	atom.Plaintext, atom.Textarea, atom.Title, atom.Xmp,
)

// blocks are the elements that begin on a line of their own, by the suggested
// rendering of the HTML standard (15.3), and the cells and options that a reader
// takes as apart.
var blocks = set(
	atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Caption,
	atom.Center, atom.Col, atom.Colgroup, atom.Dd, atom.Details, atom.Dialog, atom.Dir,
	atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer,
	atom.Form, atom.Frameset, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
	atom.Head, atom.Header, atom.Hgroup, atom.Hr, atom.Html, atom.Legend, atom.Li,
	atom.Listing, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.Optgroup, atom.Option,
	atom.P, atom.Plaintext, atom.Pre, atom.Section, atom.Select, atom.Summary, atom.Table,
	atom.Tbody, atom.Td, atom.Textarea, atom.Tfoot, atom.Th, atom.Thead, atom.Title,
	atom.Tr, atom.Ul, atom.Xmp,
)

func set(tags ...atom.Atom) map[atom.Atom]bool {
	m := map[atom.Atom]bool{}
	for _, t := range tags {
		m[t] = true
	}
	return m
}
