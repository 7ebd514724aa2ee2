package catalogue

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/catalogue/wordhash"
)

func TestPlace(t *testing.T) {
	e := Entry{ID: "中", File: "f", Record: 3, Offset: 4, Sentences: []Sentence{
		{Start: 0, End: 4, ByteStart: 0, ByteEnd: 6, Words: 2, Hash: 11},
		{Start: 5, End: 9, ByteStart: 7, ByteEnd: 15, Words: 0, Hash: 0},
		{Start: 9, End: 20, ByteStart: 15, ByteEnd: 30, Words: 5, Hash: 13},
	}}
	got, ok := e.Place(1, 2)
	want := Place{ID: "中", Start: 5, End: 20, ByteStart: 7, ByteEnd: 30, Sentence: 1, Sentences: 2, Words: 5}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(Place{}, "Hash")); !ok || diff != "" {
		t.Errorf("Place(1, 2) %v (-want +got):\n%s", ok, diff)
	}
	for _, bad := range [][2]uint32{{0, 0}, {3, 1}, {0, 4}, {1 << 31, 1 << 31}, {^uint32(0), 1}} {
		if p, ok := e.Place(bad[0], bad[1]); ok {
			t.Errorf("Place(%d, %d) = %+v in a document of 3 sentences", bad[0], bad[1], p)
		}
	}
	if _, ok := (&Entry{}).Place(0, 1); ok {
		t.Error("a document without sentences has a first one")
	}
	if diff := cmp.Diff(record.Origin{File: "f", Record: 3, Offset: 4}, e.Origin()); diff != "" {
		t.Errorf("Origin (-want +got):\n%s", diff)
	}
}

// TestPlaceHash holds that the hash of a range does not depend on where its sentences end.
func TestPlaceHash(t *testing.T) {
	words := []uint32{7, 0, 1 << 31, 9, 9, 4}
	entry := func(ends ...int) *Entry {
		e := &Entry{}
		from := 0
		for _, end := range ends {
			e.Sentences = append(e.Sentences, Sentence{Words: uint32(end - from), Hash: wordhash.Of(words[from:end])})
			from = end
		}
		return e
	}
	want, ok := entry(6).Place(0, 1)
	if !ok || want.Words != 6 {
		t.Fatalf("Place = %+v, %v", want, ok)
	}
	for _, ends := range [][]int{{1, 6}, {3, 3, 6}, {1, 2, 3, 4, 5, 6}, {6, 6}} {
		if got, _ := entry(ends...).Place(0, uint32(len(ends))); got.Hash != want.Hash {
			t.Errorf("sentences that end at %v have the hash %x, want %x", ends, got.Hash, want.Hash)
		}
	}
	if got, _ := entry(1, 5, 6).Place(0, 2); got.Hash == want.Hash {
		t.Error("fewer words have the same hash")
	}
}
