package docio

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"example.org/diagonal/io/record"
)

// A list of records is read as their lines are, whole or as a sample; lines of the name .json are still cut into
// ranges.
func TestJSONList(t *testing.T) {
	var rows []string
	for i := range 40_000 {
		rows = append(rows, fmt.Sprintf(`{"id": %d, "text": "the %d. text of a long list"}`, i, i))
	}
	list := "[\n  " + strings.Join(rows, ",\n  ") + "\n]\n"
	dir := folder(t, map[string]string{
		"lines/x.json": strings.Join(rows, "\n"), "list/x.json": list, "sixteen/x.json": utf16le(list),
		"small/x.jsonl": list[:1000], // this name promises lines
	})
	texts := func(p Params) (all []string) {
		err := newPlan(t, p).Each(t.Context(), func(d record.Document) error {
			all = append(all, d.ID+" "+string(d.Text))
			return nil
		}, func(r record.Rejected) { t.Error(r) })
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	want := texts(params(dir + "/lines"))
	if n := len(newPlan(t, params(dir+"/lines")).ranges); n < 2 {
		t.Errorf("lines are cut into %d ranges", n)
	}
	for _, name := range []string{"list", "sixteen"} {
		if got := texts(params(dir + "/" + name)); !slices.Equal(got, want) {
			t.Errorf("%s: %d documents, want %d", name, len(got), len(want))
		}
	}
	p := params(dir + "/list")
	p.Share = .1
	if n := len(texts(p)); n == 0 || n > len(want)/4 { // it counts text, not the names of fields
		t.Errorf("a tenth has %d of %d documents", n, len(want))
	}
	rejected := 0
	err := newPlan(t, params(dir+"/small")).Each(t.Context(), func(record.Document) error {
		return nil
	}, func(record.Rejected) { rejected++ })
	if err != nil || rejected < 2 {
		t.Errorf("a list in a file of lines: %d lines rejected, %v", rejected, err)
	}
}

func utf16le(s string) string {
	var b strings.Builder
	for _, u := range append([]uint16{0xfeff}, utf16.Encode([]rune(s))...) {
		b.Write([]byte{byte(u), byte(u >> 8)})
	}
	return b.String()
}
