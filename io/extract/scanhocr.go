package extract

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"example.org/diagonal/io/record"
)

// The classes of hOCR that are lines, those that group lines, and those whose text is not read. Tesseract calls
// headings ocr_header, so they are read.
var (
	hocrLines  = []string{"ocr_line", "ocrx_line", "ocr_header", "ocr_caption", "ocr_textfloat"}
	hocrBlocks = []string{
		"ocr_par", "ocr_carea", "ocrx_block", "ocr_title", "ocr_author", "ocr_abstract", "ocr_part", "ocr_chapter",
		"ocr_section", "ocr_subsection", "ocr_subsubsection", "ocr_display", "ocr_blockquote", "ocr_linear",
	}
	hocrHidden = []string{"ocr_footer", "ocr_pageno"}
)

// hocr reads hOCR: its elements are in reading order. The parser bounds how deep they are nested.
func hocr(text []byte) ([]scanPage, error) {
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	r := hocrReader{}
	r.read(root, false, record.Box{})
	return r.pages, nil
}

// hocrReader takes the lines out of hOCR. A line is the text of an element of a line, or of a block, up to the next one
// of them inside it. So text outside lines is read, too.
type hocrReader struct {
	pages []scanPage
	lines int        // in all pages
	words []scanWord // of the line that is read
	word  strings.Builder
	// ended is how much of word the last element of a word, and what is before that, takes.
	ended int
}

// read reads an element. Its text is of a line with the given box if inside is true.
func (r *hocrReader) read(n *html.Node, inside bool, box record.Box) {
	if n.Type == html.TextNode && inside {
		r.word.WriteString(n.Data)
	}
	classes, about := hocrOf(n)
	is := func(names ...string) bool {
		return slices.ContainsFunc(classes, func(c string) bool { return slices.Contains(names, c) })
	}
	before := r.lines
	page, line, block, word := is("ocr_page"), is(hocrLines...), is(hocrBlocks...), is("ocrx_word")
	switch {
	case is(hocrHidden...):
		return
	case page || line || block:
		r.endLine(box, false)
		inside, box = !page, boxOf(about["bbox"])
		if page {
			r.pages = append(r.pages, scanPage{name: hocrPage(about), regions: [][]scanLine{nil}})
		} else if block && len(r.pages) > 0 {
			last := &r.pages[len(r.pages)-1]
			last.regions = append(last.regions, nil)
		}
	case word:
		if inside = true; strings.TrimSpace(r.word.String()[r.ended:]) == "" { // no punctuation between two words
			r.endWord()
		}
	case n.Data == "br" && inside:
		r.word.WriteByte(' ')
	}
	for c := range n.ChildNodes() {
		r.read(c, inside, box)
	}
	switch {
	case page || line || block:
		r.endLine(box, line && r.lines == before)
	case word:
		r.ended = r.word.Len()
	}
}

func (r *hocrReader) endWord() {
	if text := r.word.String(); strings.TrimSpace(text) != "" {
		r.words = append(r.words, scanWord{text: text})
	}
	r.word.Reset()
	r.ended = 0
}

// endLine ends the line that is read. It is one without words only if empty is true.
func (r *hocrReader) endLine(box record.Box, empty bool) {
	if r.endWord(); len(r.words) == 0 && !empty {
		return
	}
	if len(r.pages) == 0 {
		r.pages = []scanPage{{regions: [][]scanLine{nil}}}
	}
	page := &r.pages[len(r.pages)-1]
	last := &page.regions[len(page.regions)-1]
	*last = append(*last, scanLine{words: r.words, box: box})
	r.words = nil
	r.lines++
}

// hocrPage names a page: ppageno counts the images from 0.
func hocrPage(about map[string][]string) string {
	image := ""
	if n, err := strconv.Atoi(strings.Join(about["ppageno"], "")); err == nil && n >= 0 {
		image = strconv.Itoa(n + 1)
	}
	return pageName(strings.Trim(strings.Join(about["lpageno"], " "), `"'`), image)
}

// hocrOf returns the classes of an element, and its properties: "bbox 1 2 3 4; ppageno 0".
func hocrOf(n *html.Node) (classes []string, about map[string][]string) {
	about = map[string][]string{}
	for _, a := range n.Attr {
		switch a.Key {
		case "class":
			classes = strings.Fields(a.Val)
		case "title":
			for p := range strings.SplitSeq(a.Val, ";") {
				if words := strings.Fields(p); len(words) > 0 {
					about[words[0]] = words[1:]
				}
			}
		}
	}
	return classes, about
}
