package extract

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"example.org/diagonal/io/record"
)

// scanHead is how far the beginning of a file reaches that says whether it is a scan.
const scanHead = 8 << 10

// hocrMark is what files of hOCR have at their beginning, and no other pages.
var hocrMark = regexp.MustCompile(`(?i)<meta[^<>]+["']ocr-(system|capabilities)["']|<[a-z]+\s[^<>]*class=["']ocr_page["' ]`)

// Scan returns the text of the recognised pages of a scan in reading order, and where its lines stand. text is the file
// in UTF-8: ALTO (loc.gov/standards/alto), PAGE XML (github.com/PRImA-Research-Lab/PAGE-XML) or hOCR
// (kba.github.io/hocr-spec). Of another file the text is nil.
//
// A line of the page is a line of the text, and an empty line stands between blocks. A word that is divided at the end
// of a line stands whole where it begins, if the file says what it is (SUBS_CONTENT of ALTO). Running heads, page
// numbers and catchwords are left out, if the file says that they are.
func Scan(text []byte, markup record.Markup) ([]byte, []record.Line, error) {
	var pages []scanPage
	var err error
	head := text[:min(len(text), scanHead)]
	switch root := rootOf(head); {
	case markup == record.Plain:
		return nil, nil, nil
	case root == "alto":
		pages, err = alto(text)
	case root == "PcGts":
		pages, err = pageXML(text)
	case hocrMark.Match(head):
		pages, err = hocr(text)
	default:
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	w := scanWriter{}
	for i, p := range pages {
		if p.name == "" && len(pages) > 1 {
			p.name = pageName("", strconv.Itoa(i+1))
		}
		w.page(p)
	}
	if len(w.lines) == 0 {
		return nil, nil, errors.New("its pages have no lines of text: recognise them first")
	}
	return append(w.text, '\n'), w.lines, nil
}

// rootOf returns the name of the first element of XML.
func rootOf(head []byte) string {
	d := scanDecoder(head)
	for {
		token, err := d.RawToken()
		if err != nil {
			return ""
		}
		switch t := token.(type) {
		case xml.StartElement:
			return t.Name.Local
		case xml.CharData:
			if len(bytes.Trim(t, "\ufeff \t\r\n")) > 0 {
				return ""
			}
		}
	}
}

// scanDecoder decodes XML that is in UTF-8, whatever it says.
func scanDecoder(text []byte) *xml.Decoder {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	return d
}

// scanPage is a page; its regions are in reading order.
type scanPage struct {
	name    string
	regions [][]scanLine
}

type scanLine struct {
	words []scanWord
	box   record.Box
}

// scanWord is a word, or a text of several words.
type scanWord struct {
	text string
	// whole is the word that this is the first or the second part of, "" if it is none.
	whole  string
	second bool
	// hyphen is true if this is the hyphen of the word before it.
	hyphen bool
}

// scanWriter writes the text of pages.
type scanWriter struct {
	text  []byte
	lines []record.Line
	// divided is the word of which the first part was the last one that was met.
	divided string
}

func (w *scanWriter) page(p scanPage) {
	number := 0
	for _, region := range p.regions {
		first := true
		for _, line := range region {
			text := w.line(line)
			number++
			if text == "" {
				continue
			}
			if len(w.text) > 0 {
				w.text = append(w.text, '\n')
				if first {
					w.text = append(w.text, '\n')
				}
			}
			first = false
			w.lines = append(w.lines, record.Line{At: len(w.text), Page: p.name, Number: number, Box: line.box})
			w.text = append(w.text, text...)
		}
	}
}

// line returns the text of a line, in which white space only separates words.
func (w *scanWriter) line(line scanLine) string {
	var b strings.Builder
	last, whole := ' ', false
	for _, word := range line.words {
		text := strings.Join(strings.Fields(strings.ToValidUTF8(word.text, "\uFFFD")), " ")
		switch {
		case word.hyphen && whole: // the word stands there already
			continue
		case word.hyphen:
		case word.second && w.divided != "" && (word.whole == "" || word.whole == w.divided):
			text, w.divided = "", ""
		case word.whole != "" && !word.second:
			text, w.divided = word.whole, word.whole
		default:
			w.divided = ""
		}
		if text == "" {
			continue
		}
		whole = w.divided != ""
		if next, _ := utf8.DecodeRuneInString(text); !word.hyphen && last != ' ' && !(unspaced(last) && unspaced(next)) {
			b.WriteByte(' ')
		}
		b.WriteString(text)
		last, _ = utf8.DecodeLastRuneInString(text)
	}
	return b.String()
}

// unspaced reports whether words of a script are written without spaces.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xff60
}

// altoBlock is an element of a page of ALTO that has lines, or others.
type altoBlock struct {
	XMLName xml.Name
	ID      string      `xml:"ID,attr"`
	Next    string      `xml:"IDNEXT,attr"`
	Lines   []altoLine  `xml:"TextLine"`
	Inside  []altoBlock `xml:",any"`
}

type altoLine struct {
	ID    string `xml:"ID,attr"`
	X     number `xml:"HPOS,attr"`
	Y     number `xml:"VPOS,attr"`
	W     number `xml:"WIDTH,attr"`
	H     number `xml:"HEIGHT,attr"`
	Parts []struct {
		XMLName xml.Name
		ID      string `xml:"ID,attr"`
		Content string `xml:"CONTENT,attr"`
		Type    string `xml:"SUBS_TYPE,attr"`
		Whole   string `xml:"SUBS_CONTENT,attr"`
	} `xml:",any"`
}

// number is a length: an integer, or in newer versions a float.
type number int

func (n *number) UnmarshalXMLAttr(a xml.Attr) error {
	f, err := strconv.ParseFloat(strings.TrimSpace(a.Value), 64)
	if err == nil && f > 0 && f < math.MaxInt32 {
		*n = number(math.Round(f))
	}
	return nil // a line without a place is one still
}

// altoOrder is the reading order of ALTO 4.3, a group of it, or a reference to blocks, lines or words.
type altoOrder struct {
	Refs   string      `xml:"REF,attr"`
	Inside []altoOrder `xml:",any"`
}

// rank numbers what is referred to in its order. Of several orders the first one counts.
func (o *altoOrder) rank(ranks map[string]int) {
	for _, id := range strings.Fields(o.Refs) {
		if _, known := ranks[id]; !known {
			ranks[id] = len(ranks)
		}
	}
	for i := range o.Inside {
		o.Inside[i].rank(ranks)
	}
}

// alto reads ALTO 2, 3 and 4. Lines are in the ReadingOrder; those that it does not name come last. Else blocks are in
// the order of the file, but a block is followed by that which its IDNEXT names.
func alto(text []byte) ([]scanPage, error) {
	var file struct {
		Order altoOrder `xml:"ReadingOrder"`
		Pages []struct {
			Printed  string      `xml:"PRINTED_IMG_NR,attr"`
			Physical string      `xml:"PHYSICAL_IMG_NR,attr"`
			Inside   []altoBlock `xml:",any"`
		} `xml:"Layout>Page"`
	}
	if err := scanDecoder(text).Decode(&file); err != nil {
		return nil, unreadable(err)
	}
	ranks := map[string]int{}
	file.Order.rank(ranks)
	var pages []scanPage
	for _, p := range file.Pages {
		pages = append(pages, scanPage{pageName(p.Printed, p.Physical), altoRegions(p.Inside, ranks)})
	}
	return pages, nil
}

// altoRegions returns the lines of a page in the order of their ranks: a region is lines of one block that follow each
// other. The rank of a line is its own, or that of the first of its words that has one, or that of its block or of
// what the block is in.
func altoRegions(page []altoBlock, ranks map[string]int) (regions [][]scanLine) {
	type ranked struct {
		scanLine
		block, rank int
	}
	of := map[*altoBlock]int{}
	var inherit func(inside []altoBlock, rank int)
	inherit = func(inside []altoBlock, rank int) {
		for i := range inside {
			b := &inside[i]
			of[b] = rankOf(ranks, rank, b.ID)
			inherit(b.Inside, of[b])
		}
	}
	inherit(page, len(ranks))
	var all []ranked
	for i, b := range inOrder(page) {
		for _, l := range b.Lines {
			ids := []string{l.ID}
			for _, part := range l.Parts {
				ids = append(ids, part.ID)
			}
			all = append(all, ranked{l.line(), i, rankOf(ranks, of[b], ids...)})
		}
	}
	slices.SortStableFunc(all, func(x, y ranked) int { return cmp.Compare(x.rank, y.rank) })
	for i, l := range all {
		if i == 0 || l.block != all[i-1].block {
			regions = append(regions, nil)
		}
		last := len(regions) - 1
		regions[last] = append(regions[last], l.scanLine)
	}
	return regions
}

// rankOf returns the rank of the first of the ids that has one, else rank.
func rankOf(ranks map[string]int, rank int, ids ...string) int {
	for _, id := range ids {
		if own, ok := ranks[id]; ok && id != "" {
			return own
		}
	}
	return rank
}

func (l *altoLine) line() scanLine {
	line := scanLine{box: record.Box{X: int(l.X), Y: int(l.Y), W: int(l.W), H: int(l.H)}}
	for _, p := range l.Parts {
		switch p.XMLName.Local {
		case "String":
			w := scanWord{text: p.Content, second: p.Type == "HypPart2"}
			if w.second || p.Type == "HypPart1" {
				w.whole = p.Whole
			}
			line.words = append(line.words, w)
		case "HYP":
			line.words = append(line.words, scanWord{text: cmp.Or(p.Content, "-"), hyphen: true})
		}
	}
	return line
}

// inOrder returns the blocks of a page in reading order: each before those inside it, and these before the one that its
// Next names.
func inOrder(page []altoBlock) (ordered []*altoBlock) {
	var blocks []*altoBlock
	named, follows, done := map[string]*altoBlock{}, map[string]bool{}, map[*altoBlock]bool{}
	var list func(inside []altoBlock)
	list = func(inside []altoBlock) {
		for i := range inside {
			b := &inside[i]
			if b.margin() {
				continue
			}
			blocks = append(blocks, b)
			if b.ID != "" {
				named[b.ID] = b
			}
			follows[b.Next] = true
			list(b.Inside)
		}
	}
	list(page)
	var chain func(b *altoBlock)
	chain = func(b *altoBlock) {
		for ; b != nil && !done[b]; b = named[b.Next] {
			done[b] = true
			ordered = append(ordered, b)
			for i := range b.Inside {
				if c := &b.Inside[i]; !c.margin() && (c.ID == "" || !follows[c.ID]) {
					chain(c)
				}
			}
		}
	}
	chain(&altoBlock{Inside: page})
	for _, b := range blocks { // those that follow each other in a circle
		chain(b)
	}
	return ordered
}

// margin reports whether b has the running head of a page, or its foot.
func (b *altoBlock) margin() bool {
	return b.XMLName.Local == "TopMargin" || b.XMLName.Local == "BottomMargin"
}

// pageName returns the name of a page: by its printed number if there is one, else by its number among the images.
func pageName(printed, image string) string {
	switch {
	case printed != "":
		return "p. " + printed
	case image != "":
		return "image " + image
	}
	return ""
}

// furniture are the types of regions of PAGE that are no text of the author.
var furniture = []string{"header", "footer", "page-number", "signature-mark", "catch-word"}

// pageRegion is a region, or another element of a page.
type pageRegion struct {
	ID     string       `xml:"id,attr"`
	Type   string       `xml:"type,attr"`
	Lines  []pageLine   `xml:"TextLine"`
	Equiv  pageEquivs   `xml:"TextEquiv"`
	Inside []pageRegion `xml:",any"`
}

type pageLine struct {
	Coords struct {
		Points string `xml:"points,attr"`
	} `xml:"Coords"`
	Equiv pageEquivs `xml:"TextEquiv"`
	Words []struct {
		Equiv  pageEquivs `xml:"TextEquiv"`
		Glyphs []struct {
			Equiv pageEquivs `xml:"TextEquiv"`
		} `xml:"Glyph"`
	} `xml:"Word"`
}

// pageEquivs are readings of one place.
type pageEquivs []struct {
	Index string `xml:"index,attr"`
	Text  string `xml:"Unicode"`
}

// text returns the reading with the lowest index, which is the one that counts.
func (e pageEquivs) text() string {
	best, least := "", math.MaxInt
	for _, x := range e {
		n, err := strconv.Atoi(x.Index)
		if err != nil {
			n = math.MaxInt - 1 // of several without a number the first one
		}
		if n < least {
			best, least = x.Text, n
		}
	}
	return best
}

// pageOrder is a group of the reading order, or a reference to a region.
type pageOrder struct {
	XMLName xml.Name
	Index   string      `xml:"index,attr"`
	Region  string      `xml:"regionRef,attr"`
	Inside  []pageOrder `xml:",any"`
}

// rank numbers the regions in their order.
func (o *pageOrder) rank(ranks map[string]int) {
	if _, known := ranks[o.Region]; o.Region != "" && !known {
		ranks[o.Region] = len(ranks)
	}
	if strings.HasPrefix(o.XMLName.Local, "Ordered") {
		slices.SortStableFunc(o.Inside, func(x, y pageOrder) int {
			m, _ := strconv.Atoi(x.Index)
			n, _ := strconv.Atoi(y.Index)
			return cmp.Compare(m, n)
		})
	}
	for i := range o.Inside {
		o.Inside[i].rank(ranks)
	}
}

// pageXML reads PAGE. Regions that the reading order does not name come last; those in another one with it.
func pageXML(text []byte) ([]scanPage, error) {
	var file struct {
		Page struct {
			Image   string       `xml:"imageFilename,attr"`
			Order   pageOrder    `xml:"ReadingOrder"`
			Regions []pageRegion `xml:",any"`
		} `xml:"Page"`
	}
	if err := scanDecoder(text).Decode(&file); err != nil {
		return nil, unreadable(err)
	}
	ranks := map[string]int{}
	file.Page.Order.rank(ranks)
	type ranked struct {
		lines []scanLine
		rank  int
	}
	var all []ranked
	var list func(inside []pageRegion, rank int)
	list = func(inside []pageRegion, rank int) {
		for i := range inside {
			r := &inside[i]
			own, ok := ranks[r.ID]
			if !ok {
				own = rank
			}
			if !slices.Contains(furniture, r.Type) {
				all = append(all, ranked{r.lines(), own})
			}
			list(r.Inside, own)
		}
	}
	list(file.Page.Regions, len(ranks))
	slices.SortStableFunc(all, func(x, y ranked) int { return cmp.Compare(x.rank, y.rank) })
	page := scanPage{name: pageName("", path.Base(strings.ReplaceAll(file.Page.Image, `\`, "/")))}
	if file.Page.Image == "" {
		page.name = ""
	}
	for _, r := range all {
		page.regions = append(page.regions, r.lines)
	}
	return []scanPage{page}, nil
}

// lines returns the lines of a region; if they have no text, those of the text of the region.
func (r *pageRegion) lines() (lines []scanLine) {
	some := false
	for _, l := range r.Lines {
		line := scanLine{box: boxOf(strings.FieldsFunc(l.Coords.Points, func(r rune) bool { return r == ' ' || r == ',' }))}
		if text := l.Equiv.text(); text != "" {
			line.words = []scanWord{{text: text}}
		} else {
			for _, w := range l.Words {
				text := w.Equiv.text()
				if text == "" {
					for _, g := range w.Glyphs {
						text += g.Equiv.text()
					}
				}
				if text != "" {
					line.words = append(line.words, scanWord{text: text})
				}
			}
		}
		some = some || len(line.words) > 0
		lines = append(lines, line)
	}
	if some {
		return lines
	}
	lines = nil
	if text := r.Equiv.text(); text != "" {
		for l := range strings.Lines(text) {
			lines = append(lines, scanLine{words: []scanWord{{text: l}}})
		}
	}
	return lines
}

// boxOf returns the box around points: x, y, x, y and so on. It is empty if these are no points.
func boxOf(points []string) record.Box {
	var from, to [2]int
	for i, p := range points {
		f, err := strconv.ParseFloat(p, 64)
		if err != nil || f < 0 || f > math.MaxInt32 {
			return record.Box{}
		}
		n, k := int(math.Round(f)), i%2
		if i < 2 {
			from[k], to[k] = n, n
		}
		from[k], to[k] = min(from[k], n), max(to[k], n)
	}
	return record.Box{X: from[0], Y: from[1], W: to[0] - from[0], H: to[1] - from[1]}
}

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
