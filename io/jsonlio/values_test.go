package jsonlio

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/io/record"
)

func TestValues(t *testing.T) {
	for head, want := range map[string]bool{
		"":                               false,
		" \n":                            false,
		"\ufeff \n[":                     true,
		"{\n":                            true,
		"{\"a\": {\"b\":\n1}}":           true,
		"{\"text\":\"x\"}\n{":            false,
		"{\"text\":\"x\"}":               false,
		"{\"text\":\"a long beginning":   false, // of a line that goes on
		"{\"text\":\"broken\n{\"id\":1":  false,
		"{\"text\":\"x\" \r\n\n {\"id\"": false, // the first line lacks its end
		"{\n{\"id\":1}\n":                false,
		"{\"a\": [ \n{\"b\":1}]}":        true,
		"{\"a\": [{}, \n{\"b\":1}]}":     true,
		"{\"a\": \n{\"b\":1}}":           true,
		"{\"a\":1\n}\n{\"a\":1\n}":       true,
		"{\"text\":\"{[\\\"\"}\n":        false,
		"words\n":                        false,
	} {
		if Values([]byte(head)) != want {
			t.Errorf("%q: %v", head, !want)
		}
	}
}

// maybe is a whole file that may be no JSON Lines.
func maybe() Section {
	s := whole()
	s.Values = true
	return s
}

func TestReadValues(t *testing.T) {
	for in, want := range map[string][]string{
		`[{"id":"a","text":"x"},{"id":"b","text":"y"}]`:                  {"a 1 x", "b 23 y"},
		"[\n {\"id\":\"a\",\n\"text\":\"[}\\\"\"} , {\"text\":\"y\"}\n]": {`a 3 [}"`, "f.jsonl:2 31 y"},
		"{\n\"text\":\"x\"}\n{\n\"id\":2,\"text\":\"y\"}":                {"f.jsonl:1 0 x", "2 14 y"},
		"\ufeff[]": nil,
		`[1, "two", null, [{}], {"id":"a","text":"x"}]`: {
			"rejected 0: JSON, but a number and not an object", "rejected 1: JSON, but a string and not an object",
			"rejected 2: JSON, but null and not an object", "rejected 3: JSON, but a list and not an object", "a 23 x"},
		`[{"id":"a","text":"x"}, {"id":"b", "text":`: {"a 1 x",
			"rejected 1: not JSON: the file ends inside a value; what is before that is read"},
		`[{"id":"a","text":"x"}`: {"a 1 x",
			"rejected 1: not JSON: the file ends inside a value; what is before that is read"},
		`[{"id":"a","text":"x"}] x`: {"a 1 x",
			"rejected 1: not JSON: there is text behind the end of the list; what is before that is read"},
		`[{"text" "x"}, {"id":"a","text":"x"}]`: {`rejected 0: not JSON: invalid character '"' after object key, at byte 8 of the line`, "a 15 x"},
	} {
		var got []string
		err := Read(context.Background(), strings.NewReader(in), NewDecoder("id", "text"), maybe(),
			func(d record.Document) error {
				got = append(got, fmt.Sprintf("%s %d %s", d.ID, d.Offset, d.Text))
				if text, err := Value(bufio.NewReader(strings.NewReader(in[d.Offset:])),
					NewDecoder("id", "text")); err != nil || string(text) != string(d.Text) {
					t.Errorf("%s: read again at %d: %q, %v", in, d.Offset, text, err)
				}
				return nil
			}, func(r record.Rejected) { got = append(got, fmt.Sprintf("rejected %d: %s", r.Record, r.Reason)) })
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s:\n got %q, %v\nwant %q", in, got, err, want)
		}
	}
}

// A record that is too long does not take the others with it, nor their memory.
func TestValuesTooLong(t *testing.T) {
	sec := maybe()
	sec.Limit = record.LimitOf(40)
	in := `[{"id":"a","text":"x"}, {"id":"b","text":"` + strings.Repeat("y", 1000) + `"}, {"id":"c","text":"z"}]`
	var got []string
	err := Read(context.Background(), strings.NewReader(in), NewDecoder("id", "text"), sec,
		func(d record.Document) error { got = append(got, d.ID); return nil },
		func(r record.Rejected) { got = append(got, r.Reason) })
	if want := []string{"a", sec.Limit.Exceeded().Error(), "c"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

func TestRewriteValues(t *testing.T) {
	const a, b, c = `{"id":"a","text":"x"}`, "{\"id\": \"b\",\n  \"text\": \"y\"}", `{"id":"c","text":"z"}`
	list := "[\n  " + a + ",\n  " + b + " ,\n\t" + c + "\n]\n"
	drop := func(numbers ...int64) edits {
		e := edits{}
		for _, n := range numbers {
			e[n] = record.Edited{Drop: true}
		}
		return e
	}
	for _, tc := range []struct {
		in    string
		edits edits
		want  string
	}{
		{list, nil, list},
		{"\ufeff" + list, nil, "\ufeff" + list},
		{list, drop(0), "[\n  " + b + " ,\n\t" + c + "\n]\n"},
		{list, drop(1), "[\n  " + a + " ,\n\t" + c + "\n]\n"},
		{list, drop(2), "[\n  " + a + ",\n  " + b + "\n]\n"},
		{list, drop(0, 1, 2), "[\n  \n]\n"},
		{list, edits{1: rewritten("new")}, strings.Replace(list, `"y"`, `"new"`, 1)},
		{b + "\n" + b, drop(0), b},
		{b, nil, b},
		{b, drop(0), ""},
		{"[1, " + a + "]", nil, "[" + a + "]"}, // 1 was rejected
		{"[]", nil, "[]"},
		{"[" + a + ", " + c + "]\n" + b, nil, "[" + a + ", " + c + "]\n"},
		{"[" + a + ", " + c + "]\n" + b, drop(0, 1), "[]\n"},
		{"[" + a + ", " + c, nil, "[" + a + ", " + c + "]\n"},
		{"[" + a + ", " + c + ",", drop(0), "[" + c + "]\n"},
		{"[" + a + ", " + c[:9], nil, "[" + a + "]\n"},
		{"[" + a[:9], nil, "[]\n"},
		{"[ ", nil, "[ ]\n"},
		{b + "\n" + b[:9], nil, b + "\n"},
		{b[:15], nil, ""},
	} {
		var out bytes.Buffer
		err := Rewrite(context.Background(), strings.NewReader(tc.in), &out, NewDecoder("id", "text"), maybe(),
			"", tc.edits)
		if err != nil || out.String() != tc.want {
			t.Errorf("%q: %q, %v; want %q", tc.in, out.String(), err, tc.want)
		}
		if out.Len() > 0 && !json.Valid(bytes.TrimPrefix(out.Bytes(), mark)) {
			t.Errorf("%q: %q is not JSON", tc.in, out.String())
		}
	}
}

// Any list of records is read as the same records in lines, and written again as it was.
func FuzzValues(f *testing.F) {
	f.Add("a", "text \"with\" {[,]} all", true)
	f.Add("\\", "]\n,", false)
	f.Fuzz(func(t *testing.T, id, text string, indented bool) {
		records := []map[string]any{{"id": id, "text": text, "more": []any{1, text, map[string]any{id: nil}}},
			{"text": "second"}, {"id": text, "text": id}}
		list, _ := json.Marshal(records)
		if indented {
			list, _ = json.MarshalIndent(records, "", "\t")
		}
		var rows bytes.Buffer
		for _, r := range records {
			json.NewEncoder(&rows).Encode(r)
		}
		texts := func(in []byte) (all []string) {
			refuse := func(r record.Rejected) { all = append(all, r.Reason) }
			if err := Read(context.Background(), bytes.NewReader(in), NewDecoder("id", "text"), maybe(),
				func(d record.Document) error {
					all = append(all, d.ID, string(d.Text))
					return nil
				}, refuse); err != nil {
				t.Fatal(err)
			}
			return all
		}
		if got, want := texts(list), texts(rows.Bytes()); !slices.Equal(got, want) {
			t.Errorf("%s:\n got %q\nwant %q", list, got, want)
		}
		var out bytes.Buffer
		err := Rewrite(context.Background(), bytes.NewReader(list), &out, NewDecoder("id", "text"), maybe(),
			"", edits{})
		if rejected := len(texts(list)) != 6; err != nil || !rejected && !bytes.Equal(out.Bytes(), list) {
			t.Errorf("%s is written as %s, %v", list, out.Bytes(), err)
		}
	})
}
