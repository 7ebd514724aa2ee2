package segment

import (
	"bytes"
	"flag"
	"fmt"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"

	"example.org/diagonal/io/filetest"
)

var update = flag.Bool("update", false, "write the property table anew from the library")

// breaksBefore reports whether the library puts a boundary at s[p].
func breaksBefore(s string, p int) bool {
	for it := sentences.FromString(s); it.Next(); {
		if it.Start() == p && p > 0 {
			return true
		}
	}
	return false
}

// probe finds the Sentence_Break class of r from where the library breaks:
// it keeps its table to itself, and Go's unicode package has neither the
// property nor, as a rule, the same version of Unicode.
func probe(r rune) class {
	x := string(r)
	w := len(x)
	switch {
	case breaksBefore("a"+x+"a", 1+w) && breaksBefore("a"+x+" ", 1+w):
		return sep
	case breaksBefore("a"+x+" B", 2+w):
		if breaksBefore("a"+x+"b", 1+w) {
			return sterm
		}
		return aterm
	case !breaksBefore("! "+x+"B", 2): // sp, ignore or scontinue
		switch {
		case !breaksBefore("! "+x+"B", 2+w):
			return scontinue
		case breaksBefore("!"+x+")", 1+w):
			return sp
		}
		return ignore
	case !breaksBefore("!"+x, 1):
		return closing
	case !breaksBefore("a. "+x, 3):
		return lower
	case !breaksBefore("5."+x, 2):
		return numeric
	case !breaksBefore("a."+x, 2):
		return upper
	case breaksBefore("a. "+x+"b", 3):
		return letter
	}
	return other
}

// TestPropertyTable holds the table equal to the library for every code point.
func TestPropertyTable(t *testing.T) {
	var classes []class
	for r := rune(0); r <= unicode.MaxRune; r++ {
		c := other
		if utf8.ValidRune(r) {
			c = probe(r)
		}
		classes = append(classes, c)
	}
	if *update {
		filetest.Write(t, "property.txt", tableOf(classes))
		return
	}
	for r, c := range classes {
		if got := classOf(rune(r)); got != c {
			t.Fatalf("classOf(%U) = %d, the library has %d", r, got, c)
		}
	}
}

// tableOf is the file of the table for classes.
func tableOf(classes []class) []byte {
	var b bytes.Buffer
	b.WriteString(`# Made by go test -run TestPropertyTable -update: the Sentence_Break property of the Unicode version of the uax29
# library. A line is the first code point of a range, and its class; the range ends where the next begins.
`)
	for r, c := range classes {
		if r == 0 || c != classes[r-1] {
			fmt.Fprintf(&b, "%04X %s\n", r, classNames[c])
		}
	}
	return b.Bytes()
}
