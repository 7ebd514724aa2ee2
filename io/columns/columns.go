// Package columns has what is the same in all formats of tables: which columns a document is made of, and which rows
// are no documents.
package columns

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"example.org/diagonal/io/record"
)

// Fields are the columns of a document, by name. A column inside a struct is named by its path,
// with dots.
type Fields struct {
	// ID is the column of the document ids: text, or integers, which are written
	// out. "" is no column: ids are FILE:ROW, where the first row is 1.
	ID string
	// IDOptional is true if a file without the column ID is read as if ID were "".
	IDOptional bool
	// Text is the column of the texts, a string or binary one, in Parquet also a list of them. Required.
	Text string
	// Keep are the columns of the fields that are kept. A file need not have them. Lists and
	// decimals are not kept.
	Keep []string
	// All is true if the file is to be written again: a row group with a broken column is
	// rejected, whichever column it is.
	All bool
	// Limit is that of a text. Without one it is that of record.MaxBytes.
	Limit record.Limit
}

// Uses of columns, in errors.
const (
	ForID   = "id"
	ForText = "text"
)

// Error is the error of a good file without a column that was asked for.
type Error struct {
	missing bool
	message string
}

func (e *Error) Error() string { return e.message }

// Unfit returns the error of a column that cannot be used, in words for the user.
func Unfit(message string) *Error { return &Error{false, message} }

// IsMissing reports whether an error is that of a column that the file does not have.
func IsMissing(err error) bool {
	var c *Error
	return errors.As(err, &c) && c.missing
}

// Column is a column of a file that may be asked for.
type Column struct {
	Name string
	// Kind is its type, for users. Fits is true if it can have the use that is asked for.
	Kind string
	Fits bool
}

// Find returns the index of the column of that name. Of columns that have one name it is the first. The error is an
// *Error.
func Find(all []Column, name, use string) (int, error) {
	var known []string
	for i, c := range all {
		if c.Name != name {
			known = append(known, c.Name+" ("+c.Kind+")")
			continue
		}
		if !c.Fits {
			return 0, &Error{false, fmt.Sprintf("column %q is %s: it cannot be the %s", name, c.Kind, use)}
		}
		return i, nil
	}
	return 0,
		&Error{true, fmt.Sprintf("no column %q for the %s; the file has %s", name, use, strings.Join(known, ", "))}
}

// RowID is the id of a row, counted from 0, of a file without a column of ids.
func RowID(name string, row int64) string { return fmt.Sprintf("%s:%d", name, row+1) }

// CheckText returns an error about a value that is no text of a document.
func CheckText(text []byte, null bool, limit record.Limit) error {
	switch {
	case null:
		return errNull
	case int64(len(text)) > limit.Bytes:
		return limit.Exceeded()
	}
	return cmp.Or(record.NotText(text), record.Encoded(text))
}

var errNull = errors.New("the text is null")
