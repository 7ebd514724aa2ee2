package record

import (
	"encoding/hex"
	"reflect"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/coder"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/engine/wire/wiretest"
)

func TestDocumentCoder(t *testing.T) {
	for _, d := range []Document{
		{},
		{Side: Source, Markup: HTML, ID: "中", Date: "2026", File: "a", Record: 3, Offset: 300,
			Text: []byte("文\xff\x00")},
		{ID: "\xff", Record: -1, Offset: -1, Text: []byte("x")},
		{ID: "a", Text: []byte("x\ny"), Lines: []Line{{Page: "p. 14", Number: 3, Box: Box{1, 200, 30000, 4}},
			{At: 2, Page: "image 甲", Number: 1}}},
	} {
		b := encodeDocument(d)
		got, err := ReadDocument(b)
		if diff := cmp.Diff(d, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Errorf("decode(encode) %v (-want +got):\n%s", err, diff)
		}
		wiretest.Prefixes(t, "Document", b, func(b []byte) error { _, err := ReadDocument(b); return err })
	}
}

func TestRejectedCoder(t *testing.T) {
	for _, v := range []Rejected{{}, {File: "中.txt", Record: 1 << 40, ID: "\x00\xff", Reason: "no"}} {
		b := encodeRejected(v)
		if got, err := decodeRejected(b); err != nil || got != v {
			t.Errorf("decode(encode(%+v)) = %+v, %v", v, got, err)
		}
		wiretest.Prefixes(t, "Rejected", b, func(b []byte) error { _, err := decodeRejected(b); return err })
	}
}

func TestAnalysedCoder(t *testing.T) {
	for _, a := range []Analysed{
		{},
		{Key: 1<<63 | 1, Side: Source, Words: []uint32{0, 1 << 31, 7}, Ends: []uint32{1, 1, 3}, Spans: []byte{9}},
		{Ends: []uint32{0, 0}},
		{Words: []uint32{4, 5, 6}, Ends: []uint32{3}, Ignored: []uint32{1, 3}},
	} {
		b := encodeAnalysed(a)
		got, err := ReadAnalysed(b)
		if diff := cmp.Diff(a, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Errorf("decode(encode) %v (-want +got):\n%s", err, diff)
		}
		wiretest.Prefixes(t, "Analysed", b, func(b []byte) error { _, err := ReadAnalysed(b); return err })
	}
	// A length that only overflows fits into any buffer.
	for _, lengths := range []string{"80808080808080808001", "808080808080808040", "ffffffffffffffffff01"} {
		words, _ := hex.DecodeString("000000000000000100" + lengths + "0000")
		ends, _ := hex.DecodeString("00000000000000010000" + lengths + "00")
		for _, b := range [][]byte{words, ends} {
			if a, err := ReadAnalysed(b); err == nil {
				t.Errorf("%x is read as %+v", b, a)
			}
		}
	}
}

func TestSentence(t *testing.T) {
	a := Analysed{Words: []uint32{1, 2, 3}, Ends: []uint32{0, 2, 2, 3}}
	want := [][]uint32{{}, {1, 2}, {}, {3}}
	for i := range a.Ends {
		if diff := cmp.Diff(want[i], a.Sentence(i)); diff != "" {
			t.Errorf("sentence %d (-want +got):\n%s", i, diff)
		}
	}
}

func FuzzDocumentCoder(f *testing.F) {
	f.Add(uint8(1), uint8(1), "id", "file", int64(1), int64(2), []byte("text"), []byte{})
	f.Fuzz(func(t *testing.T, side, markup uint8, id, file string, record, offset int64, text, noise []byte) {
		d := Document{Side: Side(side), Markup: Markup(markup), ID: id, Date: file, File: file, Record: record,
			Offset: offset, Text: text}
		got, err := ReadDocument(encodeDocument(d))
		if diff := cmp.Diff(d, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Errorf("Document: %v (-want +got):\n%s", err, diff)
		}
		v := Rejected{file, record, id, string(text)}
		if got, err := decodeRejected(encodeRejected(v)); err != nil || got != v {
			t.Errorf("Rejected: %+v, %v, want %+v", got, err, v)
		}
		// Damaged values may be read or refused, but never panic.
		ReadDocument(noise)
		decodeRejected(noise)
		if a, err := ReadAnalysed(noise); err == nil {
			again, err := ReadAnalysed(encodeAnalysed(a))
			if diff := cmp.Diff(a, again, cmpopts.EquateEmpty()); err != nil || diff != "" {
				t.Errorf("Analysed of noise: %v (-want +got):\n%s", err, diff)
			}
		}
		for _, of := range []reflect.Type{reflect.TypeFor[Passage](), reflect.TypeFor[HotOccurrence](),
			reflect.TypeFor[Excerpt]()} {
			decodeJSON(of, noise)
		}
	})
}

func FuzzAnalysedCoder(f *testing.F) {
	f.Add(uint64(7), []byte("wordsandsentences"))
	f.Fuzz(func(t *testing.T, key uint64, b []byte) {
		a := Analysed{Key: key, Side: SideOf(key), Spans: b}
		for i, c := range b {
			if a.Words = append(a.Words, uint32(c)<<(c%25)); i%3 == int(c)%3 {
				a.Ends = append(a.Ends, uint32(len(a.Words)))
			}
		}
		whole := encodeAnalysed(a)
		got, err := ReadAnalysed(whole)
		if diff := cmp.Diff(a, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		if _, err := ReadAnalysed(whole[:len(whole)-1]); err == nil {
			t.Error("a value without its last byte is read")
		}
	})
}

// The places where a document stands in key order decide what Locate rejects.
func TestKey(t *testing.T) {
	for _, tc := range []struct {
		side    Side
		id      string
		content uint64
		want    uint64
	}{
		{Input, "", 0, goldenKeys[0]},
		{Source, "", 0, goldenKeys[1]},
		{Input, "a.txt", 1, goldenKeys[2]},
		{Input, "中文\xff\x00", 1, goldenKeys[3]},
	} {
		if got := Key(tc.side, tc.id, tc.content); got != tc.want {
			t.Errorf("Key(%d, %q, %d) = %#x, want %#x", tc.side, tc.id, tc.content, got, tc.want)
		}
	}
	if got := Content([]byte("text")); got != goldenContent {
		t.Errorf("Content = %#x, want %#x", got, uint64(goldenContent))
	}
}

// Captures of one page are neighbours in key order, and never one document.
func TestDocumentKey(t *testing.T) {
	page := func(date string) *Document { return &Document{Side: Source, ID: "u", Date: date} }
	if got := page("").Key(7); got != Key(Source, "u", 7) {
		t.Errorf("a document without a date has the key %#x", got)
	}
	first, second := page("1").Key(7), page("2").Key(7)
	if first == second || first == page("").Key(7) || first == page("1").Key(8) {
		t.Errorf("keys %#x, %#x of two captures", first, second)
	}
	if NameOf(first) != NameOf(second) || NameOf(first) != NameOf(page("").Key(7)) || SideOf(first) != Source {
		t.Errorf("keys %#x, %#x of one name", first, second)
	}
}

func FuzzKey(f *testing.F) {
	f.Add("a", "b", uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b string, c, d uint64) {
		for _, side := range []Side{Input, Source} {
			x, y := Key(side, a, c), Key(side, a, d)
			if SideOf(x) != side || SideOf(y) != side {
				t.Errorf("the sides of %#x and %#x are not %d", x, y, side)
			}
			if NameOf(x) != NameOf(y) || uint64(NameOf(x)) != x>>32 {
				t.Errorf("%q has the names %#x and %#x for two contents", a, NameOf(x), NameOf(y))
			}
			if x != Key(side, a, c) {
				t.Error("a key is not the same twice")
			}
		}
		if a != b && NameOf(Key(Input, a, c)) == NameOf(Key(Input, b, c)) && Key(Input, a, c) == Key(Input, b, c) {
			t.Errorf("%q and %q have one key", a, b)
		}
	})
}

// Lines of the result pass between workers as JSON, as themselves.
func TestJSONCoder(t *testing.T) {
	for _, v := range []any{
		Passage{A: "中<&>", AStart: 1, AEnd: 2, B: "b\"\n", Kind: Verbatim, Similarity: 0.9091},
		HotOccurrence{"00ff", "中", 1, 2, true},
		DocumentShare{ID: "中", Characters: 9, Share: 0.5, Top: []OtherShare{{"i", 0.5, 0.25, true}}},
		Excerpt{Origin: Origin{"f\xff", 1, 2}, ByteStart: 3, ByteEnd: 4, Text: "中", Value: []byte(`{"a":"x"}`)},
		InSet{"中", "a\"", "b\n", .25, "0f"},
		SetSize{"中", "", 7, .5},
	} {
		of := reflect.TypeOf(v)
		if coder.LookupCustomCoder(of) == nil {
			t.Errorf("%v has no coder", of)
		}
		b, err := encodeJSON(v)
		if err != nil {
			t.Fatal(err)
		}
		got, err := decodeJSON(of, b)
		if diff := cmp.Diff(v, got); err != nil || diff != "" {
			t.Errorf("%v %v (-want +got):\n%s", of, err, diff)
		}
		wiretest.Prefixes(t, of.Name(), b, func(b []byte) error { _, err := decodeJSON(of, b); return err })
	}
}
