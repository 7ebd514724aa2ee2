package cleaning

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
)

// Preference is one thing by which the place that stays is chosen: a field of the documents, or
// the length of their texts.
type Preference struct {
	// Field is the name of a field of record.Document.Fields; "" is the length of the text, in code
	// points.
	Field string
	// Down is true if the largest value comes first.
	Down bool
}

// Keep says which of several places stays: the first one by its first preference, of those that are equal
// by that, the first one by the next preference. Of those that are equal by all, the one in the smallest
// id stays. The zero value is the order of ids.
//
// A number is compared by its value, true is 1 and false is 0, and a date is compared as its year and the part of that
// year: 1898-07-02 is behind 1898 and before 1899. Texts that are neither come behind all
// numbers and dates, in the order of their first 256 bytes. Documents without a value come last, in both directions:
// those without the field, with null, white space, a list or an object.
type Keep []Preference

// The words of Keep that are no fields.
const (
	KeepWordFirst   = "first"
	KeepWordLongest = "longest"
	up, down        = "asc", "desc"
)

// longest is the order of KeepLongest.
var longest = Keep{{Down: true}}

// ParseKeep reads "first", "longest", or preferences with commas between them: "quality desc, date asc, longest".
func ParseKeep(text string) (k Keep, err error) {
	parts := strings.Split(text, ",")
	for i, part := range parts {
		words := strings.Fields(part)
		switch n := len(words); {
		case n == 0:
			return nil, errors.New("an order is empty: want first, longest, or fields as in 'quality desc, date asc'")
		case n == 1 && words[0] == KeepWordFirst && i+1 < len(parts):
			return nil,
				errors.New("first is the order of ids, in which no two documents are equal: nothing comes behind it")
		case n == 1 && words[0] == KeepWordFirst:
		case n == 1 && words[0] == KeepWordLongest:
			k = append(k, Preference{Down: true})
		case n == 1 || words[n-1] != up && words[n-1] != down:
			return nil, fmt.Errorf("%q does not say which value comes first: want '%[1]s desc', the largest, or '%[1]s asc', the smallest", strings.TrimSpace(part))
		default:
			name := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(part), words[n-1]))
			k = append(k, Preference{Field: name, Down: words[n-1] == down})
		}
	}
	return k, k.validate()
}

// Fields returns the names of the fields.
func (k Keep) Fields() (names []string) {
	for _, p := range k {
		if p.Field != "" {
			names = append(names, p.Field)
		}
	}
	return names
}

// validate returns an error about a list that says something twice.
func (k Keep) validate() error {
	for i, p := range k {
		if slices.ContainsFunc(k[:i], func(o Preference) bool { return o.Field == p.Field }) {
			return fmt.Errorf("%s is there twice", cmp.Or(p.Field, KeepWordLongest))
		}
	}
	return nil
}

// valueKind is what a field has.
type valueKind byte

// The kinds of values, in the order in which documents stay.
const (
	numberValue valueKind = iota
	textValue
	noValue
	// unreadValue is a list or an object. It comes last, as noValue does.
	unreadValue
)

// orderedText is how many bytes of a text count: the order travels with every place.
const orderedText = 256

// Order returns bytes that order documents as k does. d has the fields; length is that of its text in
// code points. It counts the values, if count is not nil. No order of one Keep is the begin of another one.
func (k Keep) Order(d *record.Document, length int64, count func(name string, n int64)) (order string, err error) {
	if len(k) == 0 {
		return "", nil
	}
	var values map[string]json.RawMessage
	if d.Fields != "" {
		if err := json.Unmarshal([]byte(d.Fields), &values); err != nil {
			return "", fmt.Errorf("%s (%s): its fields: %w", record.Where(d.File, d.Record), d.ID, err)
		}
	}
	var b []byte
	for _, p := range k {
		from, kind := len(b)+1, numberValue
		if p.Field == "" {
			b = appendNumber(append(b, byte(numberValue)), float64(length), 0)
		} else {
			b, kind = appendValue(b, values[p.Field])
			if count != nil {
				countValue(count, p.Field, kind)
			}
		}
		if p.Down && kind <= textValue {
			for i := range b[from:] {
				b[from+i] ^= 0xff
			}
		}
	}
	return string(b), nil
}

// The beginnings of the names of counts, before the name of a field.
const (
	// WithValue counts documents with a value in a field, of any kind, and WithoutValue those without the field, with
	// null or with white space.
	WithValue    = "documents_with."
	WithoutValue = "documents_without."
	// WithText counts documents with a text that is no number and no date, and WithList those with a list or an object.
	WithText = "documents_with_text."
	WithList = "documents_with_list."
)

// countValue counts the value of a field by its kind.
func countValue(count func(name string, n int64), field string, kind valueKind) {
	count(WithValue+field, 0) // it is there if there is a document
	switch kind {
	case noValue:
		count(WithoutValue+field, 1)
		return
	case textValue:
		count(WithText+field, 1)
	case unreadValue:
		count(WithList+field, 1)
	}
	count(WithValue+field, 1)
}

// appendValue appends a value to dst:
//
//	kind byte; of a number or date: value, rest [8]; of a text: its begin ordered
func appendValue(dst []byte, value json.RawMessage) ([]byte, valueKind) {
	text := string(value)
	switch {
	case len(value) == 0 || text == "null":
		return append(dst, byte(noValue)), noValue
	case text == "true":
		return appendNumber(append(dst, byte(numberValue)), 1, 0), numberValue
	case text == "false":
		return appendNumber(append(dst, byte(numberValue)), 0, 0), numberValue
	case value[0] == '"':
		if json.Unmarshal(value, &text) != nil {
			return append(dst, byte(noValue)), unreadValue
		}
		text = strings.TrimSpace(text)
		if text == "" {
			return append(dst, byte(noValue)), noValue
		}
	case value[0] == '[', value[0] == '{':
		return append(dst, byte(noValue)), unreadValue
	}
	if x, rest, ok := record.Number(text); ok {
		return appendNumber(append(dst, byte(numberValue)), x, rest), numberValue
	}
	return wire.AppendOrdered(append(dst, byte(textValue)), text[:min(len(text), orderedText)]), textValue
}

// appendNumber appends a number to dst so that bytes order as numbers do: value [8]; rest [8].
func appendNumber(dst []byte, x float64, rest int64) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(dst, record.OrderedBits(x)), uint64(rest)^1<<63)
}
