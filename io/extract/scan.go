package extract

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/io/record"
)

// scanHead is how far the beginning of a file reaches that says whether it is a scan.
const scanHead = 8 << 10

// hocrMark is what files of hOCR have at their beginning, and no other pages.
var hocrMark = regexp.MustCompile(
	`(?i)<meta[^<>]+["']ocr-(system|capabilities)["']|<[a-z]+\s[^<>]*class=["']ocr_page["' ]`)

// Scan returns the text of the recognised pages of a scan in reading order, and where its lines stand. text is the file
// in UTF-8: ALTO (loc.gov/standards/alto), PAGE XML (github.com/PRImA-Research-Lab/PAGE-XML) or hOCR
// (kba.github.io/hocr-spec). Of another file the text is nil.
//
// A line of the page is a line of the text, and an empty line stands between blocks. A word that is divided at the end
// of a line stands whole where it begins, if the file says what it is (SUBS_CONTENT of ALTO). Running heads, page
// numbers and catchwords are left out, if the file says that they are.
func Scan(text []byte, markup record.Markup) ([]byte, []record.Line, error) {
	if markup == record.Plain {
		return nil, nil, nil
	}
	var pages []scanPage
	var err error
	head := text[:min(len(text), scanHead)]
	switch root := rootOf(head); {
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
		if next, _ := utf8.DecodeRuneInString(text); !word.hyphen && last != ' ' &&
			!(unspaced(last) && unspaced(next)) {
			b.WriteByte(' ')
		}
		b.WriteString(text)
		last, _ = utf8.DecodeLastRuneInString(text)
	}
	return b.String()
}

// unspaced reports whether words of a script are written without spaces.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r <= 0x303f ||
		r >= 0xff00 && r <= 0xff60
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
