package analysis

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
)

func TestReadable(t *testing.T) {
	for _, tc := range []struct {
		name   string
		markup record.Markup
		text   string
		want   string
	}{
		{"plain text stands for itself", record.Plain, "a <b> &amp; b", "a <b> &amp; b"},
		{"from the title into the page", record.HTML, "Fred</title><style>p { color: red }</style><p>spoke", "Fred\n\nspoke"},
		{"references", record.HTML, "Th&#101;&nbsp;tid&#101; r&ocirc;se", "The tide rôse"},
		{"cut in a tag", record.HTML, "The <b>tide</b> <a hre", "The tide "},
		{"cut in a style", record.HTML, "The tide<style>p { color", "The tide"},
		{"long", record.HTML, "<p>" + strings.Repeat("中<i>", 400), strings.Repeat("中", 300)},
		{"long and plain", record.Plain, strings.Repeat("中", 400), strings.Repeat("中", 300)},
		{"nothing", record.HTML, "", ""},
	} {
		e := record.Excerpt{Origin: record.Origin{File: "f", Offset: 7}, ByteStart: 3, ByteEnd: 9000, Text: tc.text, Markup: tc.markup, Value: []byte("{}")}
		want := e
		want.Text, want.Markup = tc.want, record.Plain
		if diff := cmp.Diff(want, readable(e)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}
