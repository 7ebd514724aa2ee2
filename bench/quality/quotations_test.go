package main

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/diagonal/io/record"
)

// What quote says of a place is what stands there.
func TestQuote(t *testing.T) {
	words := strings.Repeat("one two three four five. ", 40)
	docs := []document{{"a", words}, {"b", words}, {"c", strings.Repeat("学校应当建立安全制度。", 20)}, {"d", words},
		{"e", "short"}, {"f", "short"}}
	all := quote(rand.New(rand.NewPCG(1, 1)), docs, 9)
	if len(all) == 0 {
		t.Fatal("no quotation")
	}
	text := map[string]string{}
	for _, d := range docs {
		text[d.ID] = d.Text
	}
	for _, q := range all {
		from, in := text[q.from][q.at[0]:q.at[1]], text[q.in][q.to[0]:q.to[1]]
		if from != in || from == "" || strings.TrimFunc(from, func(r rune) bool {
			return strings.ContainsRune(" .。", r)
		}) != from {
			t.Errorf("%+v: %q is quoted as %q", q, from, in)
		}
	}
}

func TestScore(t *testing.T) {
	q := quotation{25, "b", "a", [2]int{10, 60}, [2]int{100, 150}}
	long := strings.Repeat("word ", 40)
	text := map[string]string{"a": long, "b": long, "c": long}
	for _, tc := range []struct {
		p    record.Passage
		want quoted
	}{
		{record.Passage{A: "a", AByteStart: 100, AByteEnd: 150, B: "b", BByteStart: 10, BByteEnd: 60,
			Kind: record.Verbatim}, quoted{1, 1, 1, 1}},
		{record.Passage{A: "a", AByteStart: 100, AByteEnd: 149, B: "b", BByteStart: 10, BByteEnd: 59,
			Kind: record.Verbatim}, quoted{1, 1, 1, 1}},
		{record.Passage{A: "a", AByteStart: 98, AByteEnd: 150, B: "b", BByteStart: 10, BByteEnd: 60,
			Kind: record.Reworded}, quoted{1, 1, 0, 0}},
		{record.Passage{A: "a", AByteStart: 0, AByteEnd: 100, B: "b", BByteStart: 10, BByteEnd: 60},
			quoted{1, 0, 0, 0}},
		{record.Passage{A: "a", AByteStart: 100, AByteEnd: 150, B: "c", BByteStart: 10, BByteEnd: 60},
			quoted{1, 0, 0, 0}},
	} {
		if got := score([]quotation{q}, []record.Passage{tc.p}, text)[25]; got != tc.want {
			t.Errorf("%+v: %+v, want %+v", tc.p, got, tc.want)
		}
	}
}
