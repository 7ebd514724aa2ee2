package record

import (
	"bytes"
	"cmp"
	"math"
	"testing"
)

func TestPassageJSON(t *testing.T) {
	p := Passage{
		A: "a<&>中\x00\"", AStart: 1, AEnd: 2, AByteStart: 3, AByteEnd: 4, ASentence: 5, ASentences: 6,
		B: "\xff", BStart: 7, BEnd: 8, BByteStart: 9, BByteEnd: 10, BSentence: 11, BSentences: 12,
		Kind: Reworded, Matched: 13, Similarity: Round(2.0 / 3),
	}
	for _, tc := range []struct {
		name string
		v    any
		want string
	}{
		{"passage", p, `{"a":"a<&>中\u0000\"","a_start":1,"a_end":2,"a_byte_start":3,"a_byte_end":4,"a_sentence":5,"a_sentences":6,` +
			`"b":"\ufffd","b_start":7,"b_end":8,"b_byte_start":9,"b_byte_end":10,"b_sentence":11,"b_sentences":12,` +
			`"kind":"reworded","matched":13,"similarity":0.6667}`},
		{"hot", HotPassage{Text: "中", Documents: 1, Occurrences: 2, Sentences: 3, Words: 4, Hash: "0f",
			Samples: []Sample{{"i", 5, 6, false}}},
			`{"text":"中","documents":1,"occurrences":2,"sentences":3,"words":4,"hash":"0f","samples":[{"id":"i","start":5,"end":6}]}`},
		{"hot occurrence", HotOccurrence{"0f", "i", 5, 6, false}, `{"hash":"0f","id":"i","start":5,"end":6}`},
		{"document", DocumentShare{ID: "中", Characters: 9, Share: 0.5, WeightedShare: 0.25, HotShare: 0.1,
			WithinShare: 1, Documents: 2, Top: []OtherShare{{"i", 0.5, 0.25, false}}},
			`{"id":"中","characters":9,"share":0.5,"weighted_share":0.25,"hot_share":0.1,"within_share":1,"documents":2,"top":[{"id":"i","share":0.5,"weighted_share":0.25}]}`},
		{"document without others", DocumentShare{ID: "i", Top: []OtherShare{}},
			`{"id":"i","characters":0,"share":0,"weighted_share":0,"hot_share":0,"within_share":0,"documents":0,"top":[]}`},
		{"rejected", Rejected{File: "f", Record: 3, Reason: "r"}, `{"file":"f","record":4,"reason":"r"}`},
		{"rejected with its id", Rejected{"f", 3, "i", "r"}, `{"file":"f","record":4,"id":"i","reason":"r"}`},
	} {
		got, err := JSON(tc.v)
		if err != nil || string(got) != tc.want {
			t.Errorf("%s: %v\n got %s\nwant %s", tc.name, err, got, tc.want)
		}
	}
	var back Passage
	b, _ := JSON(p)
	p.B = "\ufffd" // JSON has no byte that is not UTF-8
	if err := FromJSON(b, &back); err != nil || back != p {
		t.Errorf("FromJSON(JSON) = %+v, %v", back, err)
	}
	if _, err := JSON(math.NaN()); err == nil {
		t.Error("NaN is written as JSON")
	}
}

func TestRound(t *testing.T) {
	for _, tc := range []struct{ in, want float64 }{
		{0, 0}, {1, 1}, {0.00004, 0}, {0.00005, 0.0001}, {10.0 / 11, 0.9091}, {1.0 / 3, 0.3333}, {0.99999, 1},
	} {
		if got := Round(tc.in); got != tc.want {
			t.Errorf("Round(%g) = %g, want %g", tc.in, got, tc.want)
		}
	}
}

func TestRejectedString(t *testing.T) {
	for _, tc := range []struct {
		r    Rejected
		want string
	}{
		{Rejected{File: "中.txt", Record: 0, Reason: "binary"}, "中.txt: binary"},
		{Rejected{ID: "x", Reason: "duplicate id"}, "the document (x): duplicate id"},
		{Rejected{File: "a", Record: 7, ID: "x", Reason: "duplicate"}, "a, record 8 (x): duplicate"},
		{Rejected{File: "in/a.jsonl", Record: 10, ID: "1", Reason: "duplicate"}, "in/a.jsonl, line 11 (1): duplicate"},
		{Rejected{File: "in/bc.txt", ID: "c.txt", Reason: "duplicate"}, "in/bc.txt (c.txt): duplicate"},
		{Rejected{File: "in/b/c.txt", ID: "b/c.txt", Reason: "binary"}, "in/b/c.txt: binary"},
		{Rejected{File: "c.txt", ID: "c.txt", Reason: "binary"}, "c.txt: binary"},
	} {
		if got := tc.r.String(); got != tc.want {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
}

// Sort keys order as the fields that the contract names; no key is the beginning of
// another one, which the sorted output relies on.
func FuzzSortKeys(f *testing.F) {
	f.Add("a", "b", int64(1), int64(2), int64(3), int64(4), "a\x00", "b", int64(1), int64(2), int64(3), int64(4))
	f.Add("a", "b", int64(1), int64(2), int64(3), int64(4), "a", "b\x00\x01", int64(1), int64(2), int64(3), int64(4))
	f.Add("", "\xff", int64(0), int64(0), int64(0), int64(0), "\x00", "中", int64(0), int64(0), int64(9), int64(0))
	f.Add("a\x00\x01", "b", int64(1), int64(1), int64(1), int64(1), "a\x00\xff", "b", int64(1), int64(1),
		int64(1), int64(1))
	f.Fuzz(func(t *testing.T, a1, b1 string, s1, e1, u1, v1 int64, a2, b2 string, s2, e2, u2, v2 int64) {
		for _, n := range []*int64{&s1, &e1, &u1, &v1, &s2, &e2, &u2, &v2} {
			*n &= math.MaxInt64 // places are not negative
		}
		p := Passage{A: a1, B: b1, AStart: s1, AEnd: e1, BStart: u1, BEnd: v1}
		q := Passage{A: a2, B: b2, AStart: s2, AEnd: e2, BStart: u2, BEnd: v2}
		fields := cmp.Or(
			cmp.Compare(a1, a2), cmp.Compare(s1, s2), cmp.Compare(b1, b2),
			cmp.Compare(u1, u2), cmp.Compare(e1, e2), cmp.Compare(v1, v2),
		)
		check := func(name string, x, y []byte, want int) {
			t.Helper()
			if got := bytes.Compare(x, y); got != want {
				t.Errorf("%s: keys compare as %d, fields as %d", name, got, want)
			}
			if want != 0 && (bytes.HasPrefix(x, y) || bytes.HasPrefix(y, x)) {
				t.Errorf("%s: one key begins the other", name)
			}
		}
		check("Passage", p.SortKey(), q.SortKey(), fields)
		if e1 >= s1 && v1 >= u1 && e2 >= s2 && v2 >= u2 {
			check("Largest", Largest{Passage: p}.SortKey(), Largest{Passage: q}.SortKey(),
				cmp.Or(cmp.Compare(q.Length(), p.Length()), fields))
		}
		check("HotOccurrence",
			HotOccurrence{"00", a1, s1, e1, false}.SortKey(), HotOccurrence{"00", a2, s2, e2, false}.SortKey(),
			cmp.Or(cmp.Compare(a1, a2), cmp.Compare(s1, s2)))
		part := func(x int64) float64 { return Round(float64(uint64(x)%10_001) / 10_000) }
		check("DocumentShare",
			DocumentShare{Share: part(s1), WeightedShare: part(e1), ID: a1}.SortKey(),
			DocumentShare{Share: part(s2), WeightedShare: part(e2), ID: a2}.SortKey(),
			cmp.Or(cmp.Compare(part(s2), part(s1)), cmp.Compare(part(e2), part(e1)), cmp.Compare(a1, a2)))
		check("Rejected",
			Rejected{File: a1, Record: s1, Reason: b1}.SortKey(), Rejected{File: a2, Record: s2, Reason: b2}.SortKey(),
			cmp.Or(cmp.Compare(a1, a2), cmp.Compare(s1, s2), cmp.Compare(b1, b2)))
		hot := func(documents int64, words uint32, hash string) HotPassage {
			return HotPassage{Documents: documents, Words: words, Hash: hash}
		}
		text := func(documents int64, words uint32) uint64 { return uint64(documents) * uint64(words) }
		check("HotPassage", // its hash has a fixed length
			hot(s1, uint32(e1), "00").SortKey(), hot(s2, uint32(e2), "01").SortKey(),
			cmp.Or(cmp.Compare(text(s2, uint32(e2)), text(s1, uint32(e1))), -1))
	})
}

func TestKind(t *testing.T) {
	for _, same := range [][]string{
		{"binary file (NUL byte at offset 2)", "binary file (NUL byte at offset 1,024)"},
		{"duplicate id; kept is a.jsonl, line 2", "duplicate id; kept is b/c.txt"},
		{"not JSON: invalid character 'a' after top-level value, at byte 5 of the line",
			"not JSON: invalid character '}' after top-level value, at byte 91 of the line"},
		{`its document key is also that of "a"`, `its document key is also that of "b b"`},
		{"gzip data ends too early, after 7 decompressed bytes",
			"gzip data ends too early, after 0 decompressed bytes"},
	} {
		if a, b := (Rejected{Reason: same[0]}).Kind(), (Rejected{Reason: same[1]}).Kind(); a != b {
			t.Errorf("%q and %q are two kinds: %q and %q", same[0], same[1], a, b)
		}
	}
	for _, two := range [][]string{
		{"this is a CSV file", "this is a TSV file"},
		{"it seems to be in windows-1251, and not in utf-8", "it seems to be in windows-1252, and not in utf-8"},
		{"it seems to be in big5, and not in utf-8", "it seems to be in gb18030, and not in utf-8"},
	} {
		if a, b := (Rejected{Reason: two[0]}).Kind(), (Rejected{Reason: two[1]}).Kind(); a == b {
			t.Errorf("%q and %q are both of the kind %q", two[0], two[1], a)
		}
	}
}
