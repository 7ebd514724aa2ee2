package charfilter

import (
	"bytes"
	"slices"

	"golang.org/x/net/html"
)

// XML returns the readable text of an XML document, of TEI, DocBook, JATS or any other kind, and the
// map from its positions to those of the document. It is HTML with these differences:
//
//   - The names of elements are those of the document, without a namespace prefix. An element
//     ends the block of text that it is in, unless its name is in inline. A <lb/> is a line
//     break, or nothing with break="no".
//   - The contents of teiHeader, facsimile, standOff, script and style are not text, nor are
//     processing instructions and the document type with its declarations.
//   - CDATA sections are text. References to entities that the document declares stay as they
//     stand; those of XML and HTML, and numbers, are decoded.
//
// Any input is accepted, as in HTML: what is not well formed is read as far as it has tags. It takes
// time in proportion to the document and panics if it is larger than MaxPage.
func XML(page []byte) (text []byte, m *Map) {
	text, m, _ = XMLWithout(page, nil)
	return text, m
}

// XMLWithout is XML without the contents of some elements, of which it returns the number. Their names are in small
// letters. A sentence goes on over one that is part of it, such as a note.
func XMLWithout(page []byte, elements []string) (text []byte, m *Map, n int) {
	f := newFilter(page)
	f.xml, f.without = true, elements
	text, m = f.all()
	return text, m, f.left
}

// hiddenXML are the elements whose contents are not text, in small letters.
var hiddenXML = names("facsimile script standoff style teiheader")

// inline are the elements that are part of a sentence, in small letters: those of TEI, then of DocBook,
// JATS and XHTML that are not among them.
var inline = names(
	"abbr add addspan am anchor app att author c cb choice cit code corr damage date del desc distinct emph ex expan " +
		"foreign forename formula fw g gap gb genname geogname gi gloss graphic handshift hi ident idno lang lem m measure mentioned " +
		"metamark milestone mod name namelink note num objectname orig orgname pb pc persname placename ptr q quote rdg ref reg " +
		"restore retrace rolename rs s said seg settlement sic space subst supplied surname surplus tag term time title unclear val w " +
		"acronym citation command emphasis filename firstterm footnoteref function literal link option phrase replaceable subscript " +
		"superscript systemitem trademark ulink userinput varname xref " +
		"bold ext-link inline-formula inline-graphic italic monospace named-content overline sc strike styled-content sub sup underline uri " +
		"a b bdi bdo big cite del dfn em font i img ins kbd label mark small span strong tt u var wbr")

func names(list string) map[string]bool {
	set := map[string]bool{}
	for _, name := range bytes.Fields([]byte(list)) {
		set[string(name)] = true
	}
	return set
}

// runXML reads the document from the first angle on, which is at pos.
func (f *filter) runXML(pos int) {
	var hidden []byte // the element whose contents are left out
	depth := 0        // how many of that name are open
	declared := true  // declarations that are begun may end
	begin := func() *html.Tokenizer {
		z := html.NewTokenizer(bytes.NewReader(f.page[pos:]))
		z.AllowCDATA(true)
		return z
	}
	z := begin()
	for {
		kind := z.Next()
		start := pos
		pos += len(z.Raw())
		switch kind {
		case html.ErrorToken:
			return
		case html.TextToken:
			if depth == 0 {
				f.textXML(start, pos)
			}
		case html.DoctypeToken:
			if raw := f.page[start:pos]; declared && bytes.IndexByte(raw, '[') > 0 && bytes.IndexByte(raw, ']') < 0 {
				if pos, declared = afterDeclarations(f.page, pos); declared {
					z = begin()
				}
			}
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			full, attributes := z.TagName()
			name := full[bytes.LastIndexByte(full, ':')+1:]
			z.NextIsNotRawText()
			switch {
			case depth > 0:
				if bytes.Equal(name, hidden) {
					switch kind {
					case html.StartTagToken:
						depth++
					case html.EndTagToken:
						depth--
					}
				}
			case hiddenXML[string(name)], slices.Contains(f.without, string(name)):
				if kind == html.StartTagToken {
					hidden, depth = bytes.Clone(name), 1
					if !hiddenXML[string(name)] {
						f.left++
					}
				}
				if !inline[string(name)] {
					f.block(start, pos)
				}
			case string(name) == "lb" || string(name) == "br":
				if kind != html.EndTagToken && !keepsWord(z, attributes) {
					f.lines("\n", start, pos)
				}
			case !inline[string(name)]:
				f.block(start, pos)
			}
			if pos-start > longTag {
				z = begin()
			}
		}
	}
}

// keepsWord reports whether a tag has the attribute break="no": a word goes on over it.
func keepsWord(z *html.Tokenizer, attributes bool) bool {
	for attributes {
		var key, value []byte
		key, value, attributes = z.TagAttr()
		if string(key) == "break" && string(value) == "no" {
			return true
		}
	}
	return false
}

var cdata, cdataEnd = []byte("<![CDATA["), []byte("]]>")

// textXML appends the text at page[from:to], which may be a CDATA section.
func (f *filter) textXML(from, to int) {
	if f.raw = bytes.HasPrefix(f.page[from:to], cdata); f.raw {
		if from += len(cdata); bytes.HasSuffix(f.page[from:to], cdataEnd) {
			to -= len(cdataEnd)
		}
	}
	f.copy(from, to)
	f.raw = false
}

// afterDeclarations is where a document goes on behind the declarations of its type, of which
// page[:pos] has the beginning. ok is false if they do not end.
func afterDeclarations(page []byte, pos int) (end int, ok bool) {
	for at := pos; ; {
		next := bytes.IndexByte(page[at:], ']')
		if next < 0 {
			return pos, false
		}
		at += next + 1
		if rest := bytes.TrimLeft(page[at:], " \t\r\n"); len(rest) > 0 && rest[0] == '>' {
			return len(page) - len(rest) + 1, true
		}
	}
}
