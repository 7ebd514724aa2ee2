package analysis

import (
	"fmt"
	"sort"
	"strings"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/citable"
)

// Cited says where passages of a document are, as one cites them: of TEI (package citable), and of recognised pages
// (record.Line). Other documents have no such places.
type Cited struct {
	document *record.Document
	tei      *citable.Places // nil if it is none
}

// Cite returns the Cited of a document, which it keeps.
func Cite(d *record.Document) *Cited {
	c := &Cited{document: d}
	if d.Markup == record.XML {
		c.tei = citable.Of(d.Text)
	}
	return c
}

// Set sets the place of a side of a passage: 0 is a, 1 is b.
func (c *Cited) Set(p *record.Passage, side int) {
	if side == 0 {
		p.ALoc = c.Range(p.AByteStart, p.AByteEnd)
	} else {
		p.BLoc = c.Range(p.BByteStart, p.BByteEnd)
	}
}

// Range returns the place of some bytes of the file, "" if there is none.
func (c *Cited) Range(start, end int64) string {
	switch {
	case c.tei != nil:
		before, _ := c.document.Piece(0, start) // the bytes of the file may be others than those of the text
		piece, _ := c.document.Piece(start, end)
		return c.tei.Range(len(before), len(before)+len(piece))
	case len(c.document.Lines) > 0:
		return scanned(c.document.Lines, int(start), int(end))
	}
	return ""
}

// scanned returns the place of text[start:end] of recognised pages: "p. 14, line 3 – line 5, xywh=120,340,760,150" is
// lines 3 to 5 of page 14, which are in that box: x and y of its left upper corner, width and height, as in a media
// fragment of the W3C. Of two pages each has its own box.
func scanned(lines []record.Line, start, end int) string {
	lineAt := func(at int) int {
		return max(0, sort.Search(len(lines), func(i int) bool { return lines[i].At > at })-1)
	}
	first, last := lineAt(start), lineAt(max(start, end-1))
	page := func(of int) string {
		if lines[of].Page == "" {
			return ""
		}
		return lines[of].Page + ", "
	}
	line := func(of int) string { return fmt.Sprintf("line %d", lines[of].Number) }
	box := func(on int) string {
		var b record.Box
		for _, l := range lines[first : last+1] {
			if l.Page == lines[on].Page {
				b = b.Around(l.Box)
			}
		}
		if b.W == 0 && b.H == 0 {
			return ""
		}
		return fmt.Sprintf(", xywh=%d,%d,%d,%d", b.X, b.Y, b.W, b.H)
	}
	var s strings.Builder
	s.WriteString(page(first) + line(first))
	switch {
	case lines[first].Page != lines[last].Page:
		s.WriteString(box(first) + " – " + page(last) + line(last))
	case first != last:
		s.WriteString(" – " + line(last))
	}
	return s.String() + box(last)
}
