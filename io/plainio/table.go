package plainio

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// table returns an error if a text is a table, CSV or TSV, whatever its name.
func table(text []byte) error {
	if kind := tableKind(text); kind != "" {
		return fmt.Errorf("this is a table (%s), not one text: give it the extension .%[2]s, or read it with --format=%[2]s; --format=text reads it as one text", kind, strings.ToLower(kind))
	}
	return nil
}

// How many records show a table. Where neither a header nor quotes do, there must be more records and columns.
const (
	minRecords     = 3
	minBareRecords = 10
	minBareColumns = 3
)

// tableLooked is how much of a text is looked at.
const tableLooked = 64 << 10

// columnName matches the name of a column as programs write it.
var columnName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]{0,39}( [A-Za-z0-9_.-]{1,20}){0,2}$`)

// tableKind returns TSV or CSV, or "" for a text that is no table. In a table each record has the same number of
// fields, which stand at their separators without a space: prose has spaces there.
func tableKind(text []byte) string {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	head := text[:min(len(text), tableLooked)]
	if bytes.Count(head, []byte("\n")) < minRecords-1 {
		return ""
	}
	first, _, _ := bytes.Cut(head, []byte("\n"))
	quotes := bytes.IndexByte(first, '"') >= 0
	for _, separator := range "\t,;|" {
		if !quotes && separator != '\t' && bytes.Contains(first, []byte(string(separator)+" ")) { // most prose
			continue
		}
		if bytes.ContainsRune(first, separator) && isTable(head, separator, len(head) < len(text)) {
			if separator == '\t' {
				return "TSV"
			}
			return "CSV"
		}
	}
	return ""
}

// isTable reports whether a text or the beginning of one is a table with that separator.
func isTable(text []byte, separator rune, cut bool) bool {
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.LazyQuotes, r.ReuseRecord = separator, separator == '\t', true
	quoted := bytes.Contains(text, []byte(string(separator)+`"`)) || bytes.HasPrefix(text, []byte(`"`))
	named, columns, records := false, 0, 0
	for {
		fields, err := r.Read() // the number of fields of the first record holds for all
		if err == io.EOF || err != nil && cut && int(r.InputOffset()) == len(text) {
			break // what is cut off may be half a record
		}
		if err != nil || len(fields) < 2 || fields[0] == "" && separator == '\t' ||
			separator != '\t' && slices.ContainsFunc(fields, spaced) {
			return false
		}
		if records == 0 {
			columns = len(fields)
			named = !slices.ContainsFunc(fields, func(f string) bool { return !columnName.MatchString(f) })
		}
		records++
	}
	return records >= minRecords && (named || quoted && separator != '\t') ||
		records >= minBareRecords && columns >= minBareColumns
}

// spaced reports whether a field begins with a space, as what follows a comma in prose does.
func spaced(field string) bool { return strings.HasPrefix(field, " ") }
