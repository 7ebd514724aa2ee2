package seedextend

import (
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/transforms/alignment/aligntest"
)

// text returns the words of p on side a and on side b.
func (p Passage) text(t *testing.T, a, b string, da, db *Document) (string, string) {
	t.Helper()
	return aligntest.Cut(a, da.From[p.A0], da.To[p.A1-1]), aligntest.Cut(b, db.From[p.B0], db.To[p.B1-1])
}

// licences returns the texts of testdata/licences.txt.
func licences(t testing.TB) []string {
	t.Helper()
	data := filetest.Read(t, "testdata/licences.txt")
	if !utf8.Valid(data) {
		t.Fatal("testdata/licences.txt is not UTF-8")
	}
	return strings.Split(string(data), "\f\n")
}
