package docio

import (
	"encoding/json"
	"fmt"

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
