// Package condition decides by fields of two documents whether they are compared.
//
//	a.series != b.series
//	a.lang == 'en' && b.lang == 'en' && a.series != b.series
//
// A condition is one or more comparisons, joined by &&. A comparison is two operands with == or !=
// between them. An operand is a field of one of the two documents, as a.NAME or b.NAME, a text in
// quotes, or a number. Values are compared as text, byte by byte: the number 1890 is equal to '1890'.
// A field that a document does not have is the empty text.
//
// What travels of a document is its traits: a hash of 64 bits of each field that the condition names.
package condition

import (
	"encoding/binary"
	"slices"

	"github.com/cespare/xxhash/v2"
)

// Condition is a condition on two documents. The zero value holds for all.
type Condition struct {
	// Fields are the names of the fields, each once.
	Fields []string
	// Comparisons must all hold.
	Comparisons []Comparison
}

// Comparison compares two operands.
type Comparison struct {
	Left, Right Operand
	// Unequal is true for !=.
	Unequal bool
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
	// Field is the number of the field in Condition.Fields, for A and B.
	Field int
	// Hash is that of the text, for Literal.
	Hash uint64
}

// None reports whether there is no condition.
func (c *Condition) None() bool { return len(c.Comparisons) == 0 }

// AppendTraits appends the traits of a document to dst: 8 bytes for each of c.Fields. texts are the
// values of its fields by name.
func (c *Condition) AppendTraits(dst []byte, texts map[string]string) []byte {
	for _, name := range c.Fields {
		dst = binary.BigEndian.AppendUint64(dst, xxhash.Sum64String(texts[name]))
	}
	return dst
}

// Holds reports whether the condition holds for two documents with these traits. Documents without
// traits have no field.
func (c *Condition) Holds(a, b []byte) bool {
	for _, p := range c.Comparisons {
		if (p.Left.Value(a, b) == p.Right.Value(a, b)) == p.Unequal {
			return false
		}
	}
	return true
}

// nothing is the hash of the empty text.
var nothing = xxhash.Sum64(nil)

// Value returns the hash of the text of the operand, for two documents with these traits.
func (o *Operand) Value(a, b []byte) uint64 {
	traits := a
	switch o.Of {
	case Literal:
		return o.Hash
	case B:
		traits = b
	}
	if len(traits) < 8*(o.Field+1) {
		return nothing
	}
	return binary.BigEndian.Uint64(traits[8*o.Field:])
}

// field returns the number of a field, which may be new.
func (c *Condition) field(name string) int {
	if i := slices.Index(c.Fields, name); i >= 0 {
		return i
	}
	c.Fields = append(c.Fields, name)
	return len(c.Fields) - 1
}
