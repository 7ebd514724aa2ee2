package record

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
)

// Line is where a line of a text stands on the page of a scan.
type Line struct {
	// At is the byte of the text at which the line begins; it ends where the next one begins.
	At int
	// Page names the page as one cites it, "p. 14" or "image 3"; "" if the file does not number it.
	Page string
	// Number is that of the line on its page, from 1.
	Number int
	Box    Box
}

// Box is a rectangle of a page, in the unit that the file has, which mostly is pixels. The corner is the upper left
// one. A box without width and height is not known.
type Box struct{ X, Y, W, H int }

// Around returns the box around two boxes.
func (b Box) Around(o Box) Box {
	switch {
	case o.W == 0 && o.H == 0:
		return b
	case b.W == 0 && b.H == 0:
		return o
	}
	x, y := min(b.X, o.X), min(b.Y, o.Y)
	return Box{x, y, max(b.X+b.W, o.X+o.W) - x, max(b.Y+b.H, o.Y+o.H) - y}
}

// appendLines appends the lines of a text:
//
//	count uvarint; for each: bytes since the line before, number, x, y, w, h uvarint; page string
func appendLines(dst []byte, lines []Line) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(lines)))
	at := 0
	for _, l := range lines {
		for _, n := range [...]int{l.At - at, l.Number, l.Box.X, l.Box.Y, l.Box.W, l.Box.H} {
			dst = binary.AppendUvarint(dst, uint64(n))
		}
		dst, at = wire.AppendString(dst, l.Page), l.At
	}
	return dst
}

func readLines(r *wire.Reader) (lines []Line) {
	at := 0
	for n := r.Uvarint(); n > 0 && r.Err() == nil; n-- {
		at += int(r.Uvarint())
		l := Line{At: at, Number: int(r.Uvarint()), Box: Box{int(r.Uvarint()), int(r.Uvarint()), int(r.Uvarint()),
			int(r.Uvarint())}}
		l.Page = r.Text()
		lines = append(lines, l)
	}
	return lines
}
