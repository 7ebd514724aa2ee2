package docio

import (
	"encoding/json"
	"fmt"

	"example.org/diagonal/io/extract"
	"example.org/diagonal/io/record"
)

// withField is before the name of a field in the counter of the documents that have it, of those that are kept.
const withField = "documents_with_field."

// countFields counts the fields of a document that are kept.
func (in *Input) countFields(d *record.Document) error {
	if in.skipped == nil || d.Fields == "" {
		return nil
	}
	var own map[string]json.RawMessage
	if err := json.Unmarshal([]byte(d.Fields), &own); err != nil {
		return err
	}
	for name := range own {
		in.skipped(withField+name, 1)
	}
	return nil
}

// named are the fields that tell people which document it is.
var named = []string{"author", "title", "date"}

// wanted returns the names of the fields that a document of this file is to have.
func (in *Input) wanted() []string {
	if len(in.params.Keep) == 0 && in.params.Named && !lookup(in.Format).columns {
		return named
	}
	return in.params.Keep
}

// keep gives a document the fields that are wanted. value returns the text of a field, "" for none.
func (in *Input) keep(d *record.Document, value func(name string) string) error {
	for _, name := range in.wanted() {
		text := value(name)
		if text == "" {
			continue
		}
		quoted, err := record.JSON(text)
		if err == nil {
			err = d.Fields.Add(name, quoted)
		}
		if err != nil && len(in.params.Keep) > 0 {
			return err
		}
	}
	return nil
}

// keepHeader gives a document the fields of the header of TEI that are wanted.
func (in *Input) keepHeader(d *record.Document) error {
	if d.Markup != record.XML || len(in.wanted()) == 0 {
		return nil
	}
	h := extract.TEI(d.Text)
	header := map[string]string{"title": h.Title, "author": h.Author, "date": h.Date, "id": h.ID}
	return in.keep(d, func(name string) string { return header[name] })
}

// NoFields returns lines for the user about fields that were to be kept, and that no document had. counts are those of
// the summary of a run that read documents.
func (p Params) NoFields(counts map[string]int64) (lines []string) {
	for _, name := range p.Keep {
		if counts[withField+name] == 0 {
			lines = append(lines, fmt.Sprintf("No document has the field %s: write its name as the records have it; a.b is the field b of the object a", name))
		}
	}
	return lines
}
