package extract

import (
	"cmp"
	"encoding/xml"
	"slices"
	"strings"
)

// Header is what the header of a TEI document says of it (teiHeader, tei-c.org).
type Header struct {
	Title, Author, Date, ID string
}

// dates are the places of a date, the best one first: when the text was made, when its source was, and when the file.
var dates = []string{"creation", "sourceDesc", "publicationStmt"}

// dateAttributes have a date in a form for machines, the best one first.
var dateAttributes = []string{"when", "when-iso", "when-custom", "from", "notBefore", "notAfter", "to"}

// TEI returns the header of a TEI document in UTF-8. Of another document it is empty, and so is what the header does not
// say. The title is the first of titleStmt, and the author all of those there, with semicolons; the date is the first
// of creation, else of sourceDesc, else of publicationStmt; the id is the xml:id of the document, or else the first
// idno of publicationStmt.
func TEI(text []byte) (h Header) {
	d := scanDecoder(text)
	d.Strict = false
	var path []string // local names of the elements that are open
	found := map[string]string{}
	inside := func(name string) bool { return slices.Contains(path, name) }
	var authors []string
	var words *strings.Builder // of the element that is read
	for {
		token, err := d.RawToken()
		if err != nil {
			break
		}
		switch t := token.(type) {
		case xml.StartElement:
			name := t.Name.Local
			if len(path) == 0 {
				if name != "TEI" && name != "TEI.2" {
					return Header{}
				}
				h.ID = attribute(t, "id")
			}
			if name == "text" || len(path) > 100 {
				d = scanDecoder(nil) // the header has ended
			}
			path = append(path, name)
			switch {
			case name == "date":
				if place := placeOfDate(path); place != "" && found[place] == "" {
					for _, a := range dateAttributes {
						if found[place] == "" {
							found[place] = strings.TrimSpace(attribute(t, a))
						}
					}
				}
				words = &strings.Builder{}
			case name == "title", name == "author", name == "idno":
				words = &strings.Builder{}
			}
		case xml.CharData:
			if words != nil {
				words.Write(t)
			}
		case xml.EndElement:
			if len(path) == 0 {
				return h
			}
			if name := path[len(path)-1]; words != nil {
				value := strings.Join(strings.Fields(words.String()), " ")
				switch place := placeOfDate(path); {
				case name == "title" && inside("titleStmt"):
					h.Title = cmp.Or(h.Title, value)
				case name == "author" && inside("titleStmt") && value != "":
					authors = append(authors, value)
				case name == "idno" && inside("publicationStmt"):
					h.ID = cmp.Or(h.ID, value)
				case name == "date" && place != "":
					found[place] = cmp.Or(found[place], value)
				}
				if name == "title" || name == "author" || name == "idno" || name == "date" {
					words = nil
				}
			}
			path = path[:len(path)-1]
		}
	}
	h.Author = strings.Join(authors, "; ")
	for _, place := range dates {
		h.Date = cmp.Or(h.Date, found[place])
	}
	return h
}

// placeOfDate returns the one of dates that the innermost element is in, "" if it is in none.
func placeOfDate(path []string) string {
	for _, place := range dates {
		if slices.Contains(path, place) {
			return place
		}
	}
	return ""
}
