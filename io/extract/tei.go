package extract

import (
	"cmp"
	"encoding/xml"
	"slices"
	"strings"

	"example.org/diagonal/io/record"
)

// Header is what the header of a TEI document says of it (teiHeader, tei-c.org).
type Header struct {
	Title, Author, Date, ID string
}

// dates are the places of a date, the best one first: when the text was made, when it was written, printed or first
// played, when its source was made, and when the file. Of standOff only events count.
var dates = []string{"creation", standOff, "sourceDesc", "publicationStmt"}

const standOff = "standOff"

// dateAttributes have a date in a form for machines, the best one first.
var dateAttributes = []string{"when", "when-iso", "when-custom", "from", "notBefore", "notAfter", "to"}

// events are the types of events of standOff that date the text itself, as in the corpora of plays of dracor.org.
var events = []string{"written", "print", "premiere"}

// nameParts are elements inside a name that are words of their own, with white space between them or not.
var nameParts = []string{"forename", "surname", "roleName", "nameLink", "addName", "genName"}

// TEI returns the header of a TEI document in UTF-8. Of another document it is empty, and so is what the header does
// not say. The title is the first of titleStmt, and the author all of those there, with semicolons, without numbers and
// dates in them; the date is the first of creation, else the earliest event of standOff, else the first of sourceDesc,
// else of publicationStmt; the id is the xml:id of the document, or else the first idno of publicationStmt.
func TEI(text []byte) Header {
	d := scanDecoder(text)
	d.Strict = false
	h := teiHeader{dates: map[string]string{}}
	for {
		token, err := d.RawToken()
		if err != nil {
			break
		}
		switch t := token.(type) {
		case xml.StartElement:
			if len(h.path) == 0 {
				if t.Name.Local != "TEI" && t.Name.Local != "TEI.2" {
					return Header{}
				}
				h.ID = attribute(t, "id")
			}
			if t.Name.Local == "text" || len(h.path) > 100 {
				return h.end()
			}
			h.open(t)
		case xml.CharData:
			if n := len(h.words); n > 0 {
				h.words[n-1].Write(t)
			}
		case xml.EndElement:
			if len(h.path) == 0 {
				return h.end()
			}
			h.close()
		}
	}
	return h.end()
}

// teiHeader is a header that is being read.
type teiHeader struct {
	Header
	path    []string           // local names of the elements that are open
	words   []*strings.Builder // of those that are read, from outside to inside
	authors []string
	dates   map[string]string // by their place
}

// read reports whether the words of an element are read.
func read(name string) bool {
	return slices.Contains([]string{"title", "author", "idno", "date"}, name)
}

func (h *teiHeader) open(t xml.StartElement) {
	h.path = append(h.path, t.Name.Local)
	switch name := t.Name.Local; {
	case name == "event" && slices.Contains(events, attribute(t, "type")):
		h.event(t)
	case name == "date":
		h.date(dateOf(t))
	}
	if read(t.Name.Local) {
		h.words = append(h.words, &strings.Builder{})
	}
}

func (h *teiHeader) close() {
	name := h.path[len(h.path)-1]
	if n := len(h.words); n > 0 && slices.Contains(nameParts, name) {
		h.words[n-1].WriteByte(' ')
	}
	if read(name) {
		last := len(h.words) - 1
		value := strings.Join(strings.Fields(h.words[last].String()), " ")
		h.words = h.words[:last]
		switch {
		case name == "title" && h.inside("titleStmt"):
			h.Title = cmp.Or(h.Title, value)
		case name == "author" && h.inside("titleStmt") && value != "":
			h.authors = append(h.authors, value)
		case name == "idno" && h.inside("publicationStmt"):
			h.ID = cmp.Or(h.ID, value)
		case name == "date":
			h.date(value)
		}
	}
	h.path = h.path[:len(h.path)-1]
}

func (h *teiHeader) inside(name string) bool { return slices.Contains(h.path, name) }

// date keeps the date of a date element if it is the first one of its place. In standOff it is that of anything, such
// as a birth.
func (h *teiHeader) date(value string) {
	if i := slices.IndexFunc(dates, h.inside); i >= 0 && dates[i] != standOff {
		h.dates[dates[i]] = cmp.Or(h.dates[dates[i]], value)
	}
}

// event keeps the date of an event if it is the earliest one.
func (h *teiHeader) event(t xml.StartElement) {
	value := dateOf(t)
	date, err := record.ParseDate(value)
	if err != nil || !h.inside(standOff) {
		return
	}
	if earliest, err := record.ParseDate(h.dates[standOff]); err != nil || date.Compare(earliest) < 0 {
		h.dates[standOff] = value
	}
}

// dateOf returns the date that an element has for machines, "" if it has none.
func dateOf(t xml.StartElement) string {
	for _, a := range dateAttributes {
		if value := strings.TrimSpace(attribute(t, a)); value != "" {
			return value
		}
	}
	return ""
}

func (h *teiHeader) end() Header {
	h.Author = strings.Join(h.authors, "; ")
	for _, place := range dates {
		h.Date = cmp.Or(h.Date, h.dates[place])
	}
	return h.Header
}
