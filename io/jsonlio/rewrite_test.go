package jsonlio

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"example.org/diagonal/io/record"
)

// edits says what becomes of records by their number.
type edits map[int64]record.Edited

func (e edits) Touches(number int64) bool {
	_, ok := e[number]
	return ok
}

func (e edits) Edit(d record.Document) (record.Edited, error) { return e[d.Record], nil }

func rewritten(text string) record.Edited {
	return record.Edited{HasText: true, Text: []byte(text)}
}

func TestRewrite(t *testing.T) {
	const a, b = `{"id":"a","text":"x"}`, `{"k":[1.50, {}], "te\u0078t" : "\u0079" , "id":7} `
	for _, tc := range []struct {
		name, in string
		edits    edits
		want     string
	}{
		{"empty", "", nil, ""},
		{"nothing to do", "\ufeff" + a + "\r\n \n" + b, nil, "\ufeff" + a + "\r\n \n" + b},
		{"a text", a + "\n" + b + "\n", edits{1: rewritten("\"中\n<\x00")},
			a + "\n" + `{"k":[1.50, {}], "te\u0078t" : "\"中\n<\u0000" , "id":7} ` + "\n"},
		{"the last of equal names", `{"text":"1","text":"2"}`, edits{0: rewritten("3")}, `{"text":"1","text":"3"}`},
		{"a list", `{"text": ["x", "y"] ,"n":1}`, edits{0: rewritten("\"中\n\ny")}, `{"text": ["\"中","","y"] ,"n":1}`},
		{"a list that stays", `{"text": ["x", "y"] ,"n":1}`, edits{0: {Field: []byte("1")}},
			`{"text": ["x", "y"] ,"n":1,"new":1}`},
		{"a field", b + "\n", edits{0: {Field: []byte(`[1]`)}}, strings.TrimSuffix(b, "} ") + `,"new":[1]} ` + "\n"},
		{"left out", a + "\n" + b + "\n" + a, edits{0: {Drop: true}, 2: {Drop: true}}, b + "\n"},
		{"rejected", "{\n" + a + "\n" + `{"id":"z"}` + "\n", nil, a + "\n"},
	} {
		var out bytes.Buffer
		err := Rewrite(context.Background(), strings.NewReader(tc.in), &out, NewDecoder("id", "text"), whole(),
			"new", tc.edits)
		if err != nil || out.String() != tc.want {
			t.Errorf("%s: %q, %v; want %q", tc.name, out.String(), err, tc.want)
		}
	}
	err := Rewrite(context.Background(), strings.NewReader(`{"text":"","n\u0065w":0}`), io.Discard,
		NewDecoder("id", "text"), whole(), "new", edits{0: {Field: []byte("1")}})
	if err == nil || !strings.Contains(err.Error(), `has a field "new" already`) {
		t.Errorf("a field that is there: %v", err)
	}
}

// Sections that share their ends, written again, are the file.
func TestRewriteSections(t *testing.T) {
	file := "\ufeff"
	for i := range 20 {
		file += fmt.Sprintf(`{"id":"%d","text":%q}`, i, strings.Repeat("中", i)) + "\n"
	}
	file = strings.TrimSuffix(file, "\n")
	for cut := range len(file) + 1 {
		var out bytes.Buffer
		for _, sec := range []Section{{End: int64(cut)},
			{Start: int64(cut), End: -1, Lines: int64(strings.Count(file[:cut], "\n"))}} {
			if cut == 0 && sec.End == 0 {
				continue
			}
			in := strings.NewReader(file[sec.Start-Lead(sec.Start):])
			if err := Rewrite(context.Background(), in, &out, NewDecoder("id", "text"), sec, "", edits{}); err != nil {
				t.Fatal(err)
			}
		}
		if out.String() != file {
			t.Fatalf("cut at %d: %q", cut, out.String())
		}
	}
}

// A copy through the reader: what cleaning costs where there is nothing to clean.
func BenchmarkRewrite(b *testing.B) {
	var file bytes.Buffer
	for i := range 2000 {
		fmt.Fprintf(&file, `{"id":"%d","text":%q}`+"\n", i, strings.Repeat("It stands in one document only.\n", 120))
	}
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(file.Len()))
		for b.Loop() {
			Read(context.Background(), bytes.NewReader(file.Bytes()), NewDecoder("id", "text"), whole(),
				func(record.Document) error { return nil }, func(record.Rejected) {})
		}
	})
	b.Run("rewrite", func(b *testing.B) {
		b.SetBytes(int64(file.Len()))
		for b.Loop() {
			Rewrite(context.Background(), bytes.NewReader(file.Bytes()), io.Discard, NewDecoder("id", "text"), whole(),
				"", edits{})
		}
	})
}
