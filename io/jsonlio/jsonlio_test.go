package jsonlio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestDecode(t *testing.T) {
	deep := strings.Repeat("[", 200) + strings.Repeat("]", 200)
	tooDeep := strings.Repeat("[", 5_000_000)
	for _, tc := range []struct {
		line, id, text string
		hasID          bool
		wantErr        string // empty: decoded
	}{
		{line: `{"id":"a","text":"b"}`, id: "a", hasID: true, text: "b"},
		{line: "\t{ \"text\" : \"b\" , \"id\" : \"a\" } \r", id: "a", hasID: true, text: "b"},
		{line: `{"text":"b"}`, text: "b"},
		{line: `{"id":null,"text":"b"}`, text: "b"},
		{line: `{"id":"","text":""}`, hasID: true},
		{line: `{"id":12,"text":"b"}`, id: "12", hasID: true, text: "b"},
		{line: `{"id":-1.50e+3,"text":"b"}`, id: "-1.50e+3", hasID: true, text: "b"},
		{line: `{"id":123456789012345678901234567890,"text":"b"}`, id: "123456789012345678901234567890", hasID: true,
			text: "b"},
		{line: `{"ID":"x","Text":"y","text":"b"}`, text: "b"}, // case matters
		{line: `{"te\u0078t":"b","i\u0064":"a"}`, id: "a", hasID: true, text: "b"},
		{line: `{"text":"old","text":"new"}`, text: "new"},
		{line: `{"m":{"text":"inner","id":[1,{"text":2}]},"l":[],"o":{},"b":[true,false,null,0.5],"text":"b"}`,
			text: "b"},
		{line: `{"deep":` + deep + `,"text":"b"}`, text: "b"},
		{line: `{"text":"\"\\\/\b\f\n\r\t\u4e2d\u6587\ud83d\ude00"}`, text: "\"\\/\b\f\n\r\t中文😀"},
		{line: `{"text":"\ud800|\udc00|\ud800\u0041|\ud800\ud83d\ude00"}`, text: "\ufffd|\ufffd|\ufffdA|\ufffd😀"},
		{line: "{\"text\":\"a\xffb\xe4\xb8c\xf0\x9f\\u4e2d\"}", text: "a\ufffdb\ufffd\ufffdc\ufffd\ufffd中"},
		{line: "{\"text\":\"\x7f中文\"}", text: "\x7f中文"},

		{line: `{"text":"%PDF is a format"}`, text: "%PDF is a format"},
		{line: `{"id":"a","text":"` + strings.Repeat("QUJDREVGR0hJSktMTU5P", 40) + `"}`, id: "a", hasID: true,
			wantErr: "most of it is base64, not text: decode it, for example with --pre"},
		{line: `{"id":"a","text":"` + strings.Repeat(strings.Repeat("QUJDREVGR0hJSktMTU5P", 3)+`\n`, 20) + `"}`,
			id: "a", hasID: true, wantErr: "most of it is base64, not text: decode it, for example with --pre"},
		{line: `{"text":"\u0025 \u4e2d"}`, text: "% 中"},

		{line: `{"id":"a","text":"%PDF-1.4\n"}`, id: "a", hasID: true,
			wantErr: "this is a PDF file, not text: in a file named *.pdf it is read"},
		{line: `{"text":"\u0025\u0050DF-1.4"}`,
			wantErr: "this is a PDF file, not text: in a file named *.pdf it is read"},
		{line: `{"text":"{\\rtf1 a}"}`, wantErr: "this is an RTF file, not text: in a file named *.rtf it is read"},
		{line: `{"text":"PK\u0003\u0004a"}`, wantErr: "this is a ZIP archive, as docx, xlsx, odt and epub files are, not text: in a file with the extension that says which it is read"},
		{line: `{"text":"%!PS-Adobe"}`, wantErr: "this is a PostScript file, not text: convert it with ps2ascii"},
		{line: `{}`, wantErr: `no field "text"`},
		{line: `{"id":"a"}`, id: "a", hasID: true, wantErr: `no field "text"`},
		{line: `{"id":"a","text":7}`, id: "a", hasID: true, wantErr: `field "text" is a number, not a string`},
		{line: `{"text":null}`, wantErr: `field "text" is null, not a string`},
		{line: `{"text":[]}`},
		{line: `{"text":["b"]}`, text: "b"},
		{line: "{\"text\": [ \"a\\u4e2d\", \"\" ,\t\"b]\\\"\"\n] ,\"id\":1}", id: "1", hasID: true, text: "a中\n\nb]\""},
		{line: `{"text":["a",["b"]]}`, wantErr: `field "text" is a list of other things than strings`},
		{line: `{"text":["a",null]}`, wantErr: `field "text" is a list of other things than strings`},
		{line: `{"text":["a","%PDF-1.4"]}`, wantErr: "this is a PDF file, not text: in a file named *.pdf it is read"},
		{line: `{"text":{"b":1}}`, wantErr: `field "text" is an object, not a string`},
		{line: `{"text":true}`, wantErr: `field "text" is true or false, not a string`},
		{line: `{"id":{},"text":"b"}`, wantErr: `field "id" is an object, not a string or a number`},
		{line: `{"id":false,"text":"b"}`, wantErr: `field "id" is true or false, not a string or a number`},
		{line: `["text"]`, wantErr: "JSON, but a list and not an object"},
		{line: `"text"`, wantErr: "JSON, but a string and not an object"},
		{line: `12`, wantErr: "JSON, but a number and not an object"},
		{line: `{"text":"b"`, wantErr: "not JSON: the line ends inside a value"},
		{line: `{"text":"b`, wantErr: "not JSON: the line ends inside a value"},
		{line: `{"text":"b"} {}`,
			wantErr: "not JSON: invalid character '{' after top-level value, at byte 13 of the line"},
		{line: `hello`,
			wantErr: "not JSON: invalid character 'h' looking for beginning of value, at byte 0 of the line"},
		{line: "{\"text\":\"a\tb\"}",
			wantErr: `not JSON: invalid character '\t' in string literal, at byte 10 of the line`},
		{line: `{"text":"b","n":01}`,
			wantErr: "not JSON: invalid character '1' after object key:value pair, at byte 17 of the line"},
		{line: `{"text":"b","n":` + tooDeep, wantErr: "not JSON: nested more than 10000 deep"},
	} {
		f, err := NewDecoder("id", "text").Decode([]byte(tc.line))
		got := ""
		if err != nil {
			got = err.Error()
		}
		name := tc.line[:min(len(tc.line), 80)]
		if got != tc.wantErr {
			t.Errorf("Decode(%s): error %q, want %q", name, got, tc.wantErr)
		}
		if f.ID != tc.id || f.HasID != tc.hasID || string(f.Text) != tc.text {
			t.Errorf("Decode(%s) = %q %v %q, want %q %v %q", name, f.ID, f.HasID, f.Text, tc.id, tc.hasID, tc.text)
		}
	}
}

func TestDecodeOtherNames(t *testing.T) {
	f, err := NewDecoder("doc.url", "正文").Decode([]byte(`{"doc.url":"u","doc":{"url":"v"},"正文":"b"}`))
	if err != nil || f.ID != "u" || string(f.Text) != "b" {
		t.Errorf("got %q %q %v", f.ID, f.Text, err)
	}
}

// Escapes of two or three bytes of text shrink it; the spare memory is not kept.
func TestDecodeKeepsNoSpareMemory(t *testing.T) {
	f, err := NewDecoder("id", "text").Decode([]byte(`{"text":"` + strings.Repeat(`\u4e2d`, 10000) + `"}`))
	if err != nil || len(f.Text) != 30000 || cap(f.Text) > 40000 {
		t.Errorf("len %d, cap %d, error %v", len(f.Text), cap(f.Text), err)
	}
}

// simpleDecode is the twin of Decode on top of encoding/json.
func simpleDecode(line []byte) (f Fields, ok bool) {
	var object map[string]json.RawMessage
	if json.Unmarshal(line, &object) != nil || object == nil {
		return f, false
	}
	var text *string
	var list []*string
	switch {
	case json.Unmarshal(object["text"], &text) == nil && text != nil:
		list = []*string{text}
	case json.Unmarshal(object["text"], &list) != nil || list == nil:
		return f, false
	}
	var lines [][]byte
	for _, line := range list {
		if line == nil {
			return f, false
		}
		lines = append(lines, []byte(*line))
	}
	f.Text = bytes.Join(lines, []byte("\n"))
	id := object["id"]
	switch {
	case len(id) == 0 || string(id) == "null":
	case json.Unmarshal(id, &f.ID) == nil:
		f.HasID = true
	case id[0] == '-' || '0' <= id[0] && id[0] <= '9':
		f.ID, f.HasID = string(id), true
	default:
		return f, false
	}
	return f, true
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"id":"a","text":"b"}`, `{"id":-0.5e-7,"x":[1,{"y":[]}],"text":"\ud83d\ude00\n"}`,
		"{\"text\":\"\xe4\xb8\\u00e9\"}",
		`{"text":"\ud800\u12"}`, `{"id":"0123456\"89","text":"a long text \\ with \"quotes\" and / slashes"}`,
		`{"id":1,"text":null}`,
		"{\"text\":\"a\x1fb\"}", `[]`, `{"te\u0078t":"b","te\ud800xt":1}`, "\ufeff{}", `{"text":"x"}}`,
		`{"id":.5,"text":"x"}`, `{"id":1.,"text":"x"}`,
		`{"text":["a", "\u4e2d\n" ,"",""]}`, `{"text":[]}`, `{"text":["a",null]}`, `{"text":["a",]}`,
		"{\"text\":[\"a]\",\"\xe4\"]}",
	} {
		f.Add([]byte(seed))
	}
	d := NewDecoder("id", "text")
	f.Fuzz(func(t *testing.T, line []byte) {
		want, ok := simpleDecode(line)
		got, err := d.Decode(line)
		if (err == nil) != ok {
			t.Fatalf("Decode(%q): error %v, encoding/json accepts it: %v", line, err, ok)
		}
		if err == nil && (got.ID != want.ID || got.HasID != want.HasID || !bytes.Equal(got.Text, want.Text)) {
			t.Fatalf("Decode(%q) = %q %v %q, want %q %v %q", line, got.ID, got.HasID, got.Text, want.ID,
				want.HasID, want.Text)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	prose := strings.Repeat("Permission to use, copy and modify this software is hereby granted, provided that\n", 36)
	for _, bm := range []struct{ name, text string }{
		{"prose", prose},
		{"Chinese", strings.Repeat("第一条　为了保护民事主体的合法权益，调整民事关系。\n", 40)},
		{"short", prose[:300]},
	} {
		line, err := json.Marshal(map[string]any{"id": "document 1", "title": "a title", "meta": []any{1, nil, "x"},
			"text": bm.text})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("%s/Decode", bm.name), func(b *testing.B) {
			d := NewDecoder("id", "text")
			b.SetBytes(int64(len(line)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := d.Decode(line); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("%s/encoding_json", bm.name), func(b *testing.B) {
			b.SetBytes(int64(len(line)))
			b.ReportAllocs()
			for b.Loop() {
				var v struct {
					ID   json.RawMessage `json:"id"`
					Text string          `json:"text"`
				}
				if err := json.Unmarshal(line, &v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
