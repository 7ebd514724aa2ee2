package jsonlio

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"example.org/diagonal/io/record"
)

// A name with dots is a field of that name, or else a path through objects.
func TestPath(t *testing.T) {
	for line, want := range map[string]string{
		`{"a":{"b":{"c":"deep","id":7}}}`:                          "7 deep",
		`{"a":{"x":[{"c":"no"}],"b":{"c":"no"}},"a.b.c":"flat"}`:   " flat",
		`{"a.b.c":"flat","a":{"b":{"c":"no","id":"i"}}}`:           "i flat",
		`{"a":{"b":{"c":"one"}},"a":{"b":{"c":"two"}}}`:            " two",
		`{"a":{"b":{"c":"one","c":"two"},"b":{"c":"three"}}}`:      " three",
		`{"a":{"b":{"c":"one"}},"a":1}`:                            `no field "a.b.c"`,
		`{"a":{"b":[{"c":"one"}]}}`:                                `no field "a.b.c"`,
		`{"a":{"b":{}}}`:                                           `no field "a.b.c"`,
		`{"a":{},"b":1}`:                                           `no field "a.b.c"`,
		`{ "a" : { "z" : {} , "\u0062" : { "c" : "d\u0065" } } } `: " de",
		`{"a":{"b":{"c":null}}}`:                                   `field "a.b.c" is null, not a string`,
		`{"a":{"b":{"c":"x","id":{}}}}`: `field "a.b.id" is an object, ` +
			`not a string or a number`,
	} {
		f, err := NewDecoder("a.b.id", "a.b.c").Decode([]byte(line))
		got := f.ID + " " + string(f.Text)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

// Fields are kept in the order in which they are asked for, with values in one form.
func TestKeep(t *testing.T) {
	d := NewDecoder("id", "text", "series", "m.date", "m", "tags")
	for line, want := range map[string]record.Fields{
		`{"text":"t"}`: "",
		`{"tags":[ 1, "\u0061" ],"m":{"date":18.90},"series":"\u0061<\u00e9","text":"t"}`: `{"series":"a<é","m.date":18.90,"m":{"date":18.90},"tags":[1,"\u0061"]}`,
		`{"text":"t","series":null}`:                                `{"series":null}`,
		"{\"text\":\"t\",\"series\":\"a\xff\",\"tags\":[\"\xfe\"]}": `{"series":"a�","tags":["�"]}`,
	} {
		f, err := d.Decode([]byte(line))
		if err != nil || f.Kept != want || f.Kept.Validate() != nil {
			t.Errorf("%s: %s, %v, want %s", line, f.Kept, err, want)
		}
	}
	var got []string
	in := fmt.Sprintf(`{"id":"a","text":"t","series":"%s"}`, strings.Repeat("x", record.MaxFields)) + "\n" +
		`{"id":"b","text":"t","series":1}`
	err := Read(context.Background(), strings.NewReader(in), d, whole(), func(d record.Document) error {
		got = append(got, d.ID+string(d.Fields))
		return nil
	}, func(r record.Rejected) { got = append(got, r.ID+": "+r.Reason) })
	want := `[a: the fields that are kept have more than 65536 bytes with "series" b{"series":1}]`
	if fmt.Sprint(got) != want || err != nil {
		t.Errorf("%v, %v, want %s", got, err, want)
	}
}

// A nested text is written again in its place.
func TestRewriteNested(t *testing.T) {
	var out strings.Builder
	in := `{"id":"a","doc":{"n":1, "text":"old" ,"z":[2]},"q":0}` + "\n"
	if err := Rewrite(context.Background(), strings.NewReader(in), &out, NewDecoder("id", "doc.text"), whole(), "",
		edits{0: {Text: []byte("n\"ew"), HasText: true}}); err != nil {
		t.Fatal(err)
	}
	if want := `{"id":"a","doc":{"n":1, "text":"n\"ew" ,"z":[2]},"q":0}` + "\n"; out.String() != want {
		t.Errorf("%s, want %s", out.String(), want)
	}
}

// What is found at a path is what encoding/json finds there.
func FuzzPath(f *testing.F) {
	f.Add(`{"a":{"b":{"c":"x"}}}`)
	f.Add(`{"a":{"\u0062":[],"b":{"c":{"c":1},"c":[]}},"a":{"b":{}}}`)
	f.Fuzz(func(t *testing.T, line string) {
		d := NewDecoder("id", "text", "a.b.c")
		if _, _, ok := d.find([]byte(line)); !ok {
			return
		}
		at := func(b []byte, name string) json.RawMessage {
			var all map[string]json.RawMessage
			if json.Unmarshal(b, &all) != nil {
				return nil
			}
			return all[name]
		}
		want := at([]byte(line), "a.b.c")
		if want == nil {
			want = at(at(at([]byte(line), "a"), "b"), "c")
		}
		if got := d.keep[0].value(); string(got) != string(want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}
