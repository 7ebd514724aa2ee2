package analysis

import (
	"bytes"

	"example.org/diagonal/transforms/analysis/quoted"
	"example.org/diagonal/transforms/analysis/segment"
)

// splitter finds the sentences of texts, one text after the other. The marks of quoted lines are no text: a sentence
// goes on behind them. They belong to the sentence that begins behind them, and so do lines of marks alone before it.
type splitter struct {
	lines []quoted.Line
	plain []byte
}

func (s *splitter) append(dst []segment.Span, text []byte) []segment.Span {
	s.lines = quoted.Append(s.lines[:0], text)
	if len(s.lines) == 0 {
		return segment.Append(dst, text)
	}
	s.plain = quoted.Plain(s.plain[:0], text, s.lines)
	from, lines := len(dst), s.lines
	dst = segment.Append(dst, s.plain)
	for i := from; i < len(dst); i++ {
		for len(lines) > 0 && lines[0].End <= dst[i].Start {
			lines = lines[1:]
		}
		if len(lines) > 0 && lines[0].Text <= dst[i].Start &&
			len(bytes.TrimSpace(s.plain[lines[0].Start:dst[i].Start])) == 0 {
			start := lines[0].Start
			if i > from && len(bytes.TrimSpace(s.plain[dst[i-1].End:start])) == 0 {
				start = dst[i-1].End
			}
			dst[i].Start -= len(bytes.TrimLeft(text[start:dst[i].Start], " \t\r\n"))
		}
	}
	return dst
}
