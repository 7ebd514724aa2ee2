// Package condition decides by fields of two documents whether they are compared.
//
//	a.series != b.series
//	a.lang == 'en' && b.lang == 'en' && a.series != b.series
//
//	a.date < b.date && year(b.date) <= 1900
//
// A condition is one or more comparisons, joined by &&. A comparison is two operands with ==, !=, <, <=, > or >=
// between them. An operand is a field of one of the two documents, as a.NAME or b.NAME, its year, as year(a.NAME), a
// text in quotes, or a number.
//
// By == and != values are compared as text, byte by byte: the number 1890 is equal to '1890'. A field that a document
// does not have is the empty text. By the other four, and with a year, values are dates and numbers, which have one
// order (Numbers): 1898-07 is about 1898.5. Where a field is neither, no such comparison holds.
//
// What travels of a document is its traits: 64 bits of each field that the condition names, for each way in which it
// is read.
package condition

import (
	"encoding/binary"
	"slices"

	"github.com/cespare/xxhash/v2"
)

// Numbers returns the place of a date or a number in their order, or of its year; NoNumber if a text is neither. It is
// record.NumberBits.
type Numbers func(text string, year bool) uint64

// Condition is a condition on two documents. The zero value holds for all.
type Condition struct {
	// Fields are the names of the fields, each once.
	Fields []string
	// Traits are what is known of the fields, each once.
	Traits []Trait
	// Comparisons must all hold.
	Comparisons []Comparison
}

// Trait is a field, and how it is read.
type Trait struct {
	Field string
	As    As
}

// As says how a field is read.
type As uint8

const (
	// Text is the hash of the value.
	Text As = iota
	// Number is its place in the order of dates and numbers.
	Number
	// Year is that of the year of a date, or of the whole number below a number.
	Year
)

// By says how two values are compared.
type By uint8

const (
	// Equal is ==.
	Equal By = iota
	// Unequal is !=.
	Unequal
	// Less is <, and > with the operands in the other order.
	Less
	// LessOrEqual is <=, and >= with the operands in the other order.
	LessOrEqual
)

// Comparison compares two operands.
type Comparison struct {
	Left, Right Operand
	By          By
	// Numbers is true if both are read as numbers.
	Numbers bool
}

// Of says what an operand is.
type Of uint8

const (
	// Literal is a text in the condition.
	Literal Of = iota
	// A and B are fields of one of the two documents.
	A
	B
)

// Operand is one side of a comparison.
type Operand struct {
	Of Of
	// Trait is the number of the trait in Condition.Traits, for A and B.
	Trait int
	// Constant is the value, for Literal.
	Constant uint64
}

// None reports whether there is no condition.
func (c *Condition) None() bool { return len(c.Comparisons) == 0 }

// AppendTraits appends the traits of a document to dst: 8 bytes for each of c.Traits. texts are the
// values of its fields by name.
func (c *Condition) AppendTraits(dst []byte, texts map[string]string, numbers Numbers) []byte {
	for _, t := range c.Traits {
		dst = binary.BigEndian.AppendUint64(dst, t.As.value(texts[t.Field], numbers))
	}
	return dst
}

// Holds reports whether the condition holds for two documents with these traits. Documents without
// traits have no field.
func (c *Condition) Holds(a, b []byte) bool {
	for _, p := range c.Comparisons {
		if !p.Holds(p.Value(p.Left, a, b), p.Value(p.Right, a, b)) {
			return false
		}
	}
	return true
}

// Holds reports whether the comparison holds for two values.
func (c *Comparison) Holds(left, right uint64) bool {
	if c.Numbers && (left == NoNumber || right == NoNumber) {
		return false
	}
	switch c.By {
	case Unequal:
		return left != right
	case Less:
		return left < right
	case LessOrEqual:
		return left <= right
	}
	return left == right
}

// nothing is the hash of the empty text.
var nothing = xxhash.Sum64(nil)

// NoNumber is the value of a field that is read as a number and is none.
const NoNumber = 0

// Value returns the value of an operand of the comparison, for two documents with these traits.
func (c *Comparison) Value(o Operand, a, b []byte) uint64 {
	traits := a
	switch o.Of {
	case Literal:
		return o.Constant
	case B:
		traits = b
	}
	switch {
	case len(traits) >= 8*(o.Trait+1):
		return binary.BigEndian.Uint64(traits[8*o.Trait:])
	case c.Numbers:
		return NoNumber
	}
	return nothing
}

// value returns the value of a field.
func (as As) value(text string, numbers Numbers) uint64 {
	if as == Text {
		return xxhash.Sum64String(text)
	}
	return numbers(text, as == Year)
}

// trait returns the number of a trait, which may be new.
func (c *Condition) trait(t Trait) int {
	if !slices.Contains(c.Fields, t.Field) {
		c.Fields = append(c.Fields, t.Field)
	}
	if i := slices.Index(c.Traits, t); i >= 0 {
		return i
	}
	c.Traits = append(c.Traits, t)
	return len(c.Traits) - 1
}
