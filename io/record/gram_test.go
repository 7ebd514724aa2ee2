package record

import (
	"bytes"
	"encoding/hex"
	"math"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// The bytes that go through the shuffles of fine matching, field by field.
func TestRefinePayloadBytes(t *testing.T) {
	golden(t, "Grams", AppendGram(AppendGram([]byte{ByWord}, 0x010203040506, 7), 8, 300), "01"+"010203040506"+"07"+"000000000008"+"ac02")
	golden(t, "UnitMatch", AppendUnitMatch(AppendUnitMatch([]byte{ByUnit}, UnitMatch{1, 2, 300, false}), UnitMatch{3, 4, 5, true}), "00"+"0000000000000001"+"04"+"ac02"+"0000000000000003"+"09"+"05")
	golden(t, "HotUnit", AppendHotUnit(nil, 1, 300), "01"+"01"+"ac02")
	golden(t, "Need", AppendNeed(nil, 0x0102030405060708), "02"+"0102030405060708")
	golden(t, "Pair", AppendPair(nil, &Pair{1, 2, ByWord, []uint32{3, 300, 4, 5}, []bool{true, false}}), "03"+"0000000000000001"+"0000000000000002"+"01"+"07"+"ac02"+"08"+"05")
	golden(t, "Delivery", AppendDelivery(nil, 1, []byte{0, 1}, []byte{9}), "00"+"0000000000000001"+"020001"+"09")
	golden(t, "HotRange", AppendHotRange(nil, HotRange{Range{1, 3, 4, 8}, 5, 6}), "03"+"01020404"+"05"+"0000000000000006")
	golden(t, "Found with ranges", AppendSide(nil, &Found{A: 1, B: 2, Matched: 3, Similarity: 0.5, Kind: IsSummary, ARange: Range{1, 3, 4, 8}, BRange: Range{5, 305, 5, 305}}, 0),
		"01"+"00"+"0000000000000001"+"0000000000000002"+"00000000000000000000000000000000"+"00000003"+"3fe0000000000000"+"00"+"03"+"01020404"+"05ac0205ac02")
	if !(TagDocument < TagHotUnit && TagHotUnit < TagNeed && TagDocument < TagPair) {
		t.Error("a document must come before what asks for it, and before its pairs")
	}
}

func TestRefinePayloadsCutShort(t *testing.T) {
	prefixes(t, "HotUnit", AppendHotUnit(nil, 1, 300), func(b []byte) error { _, _, err := ReadHotUnit(b); return err })
	prefixes(t, "Need", AppendNeed(nil, 1), func(b []byte) error { _, err := ReadNeed(b); return err })
	prefixes(t, "Delivery", AppendDelivery(nil, 1, []byte{0, 1}, nil), func(b []byte) error { _, _, _, err := ReadDelivery(b); return err })
	prefixes(t, "HotRange", AppendHotRange(nil, HotRange{Range{1, 3, 4, 800}, 5, 6}), func(b []byte) error { _, err := ReadHotRange(b); return err })
	prefixes(t, "Found with ranges", AppendSide(nil, &Found{Kind: IsVerbatim, BRange: Range{1, 300, 1, 300}}, 1), func(b []byte) error { _, _, err := ReadSide(b); return err })
	// Lists may end after each of their records; an empty one is none.
	for _, cut := range []int{0, 2, 3, 4, 5, 6, 7, 8} {
		if _, err := EachGram(AppendGram([]byte{ByUnit}, 1, 300)[:cut], func(uint64, uint32) {}); err == nil {
			t.Errorf("%d bytes are read as an n-gram", cut)
		}
	}
	for _, cut := range []int{0, 2, 5, 9, 10, 11} {
		if _, _, err := AppendUnitMatches(nil, AppendUnitMatch([]byte{ByWord}, UnitMatch{1, 2, 300, false})[:cut]); err == nil {
			t.Errorf("%d bytes are read as a match", cut)
		}
	}
	var p Pair
	for cut := range 18 {
		if err := ReadPair(AppendPair(nil, &Pair{})[:cut], &p); err == nil {
			t.Errorf("%d bytes are read as a pair", cut)
		}
	}
	if err := ReadPair(append(AppendPair(nil, &Pair{}), 0x80), &p); err == nil {
		t.Error("a pair with half a unit is read")
	}
	if _, err := EachGram([]byte{0, 1, 2, 3, 4, 5, 6, 0x80, 0x80, 0x80, 0x80, 0x80, 1}, func(uint64, uint32) {}); err == nil {
		t.Error("a unit beyond 32 bits is read")
	}
}

func FuzzRefinePayloads(f *testing.F) {
	f.Add(uint64(1), uint64(2), uint32(3), uint32(4), 0.5, []byte("marks"))
	f.Add(uint64(math.MaxUint64), uint64(0), uint32(math.MaxUint32), uint32(0), 1.0, []byte(nil))
	f.Fuzz(func(t *testing.T, x, y uint64, i, k uint32, sim float64, b []byte) {
		check := func(want, got any, err error) {
			t.Helper()
			if diff := gocmp.Diff(want, got, sameFloat, cmpopts.EquateEmpty()); err != nil || diff != "" {
				t.Errorf("%T: %v (-want +got):\n%s", want, err, diff)
			}
		}
		type pair struct {
			Gram uint64
			Unit uint32
		}
		grams := []pair{{x >> 16, i}, {y >> 16, k}, {x >> 16, i}}
		payload := []byte{ByWord}
		for _, g := range grams {
			payload = AppendGram(payload, g.Gram, g.Unit)
		}
		var gotGrams []pair
		kind, err := EachGram(payload, func(g uint64, unit uint32) { gotGrams = append(gotGrams, pair{g, unit}) })
		check(grams, gotGrams, err)
		check(ByWord, kind, nil)

		matches := []UnitMatch{{x, i, k, x&1 == 0}, {y, k, i, true}}
		kind, gotMatches, err := AppendUnitMatches(nil, AppendUnitMatch(AppendUnitMatch([]byte{ByWord}, matches[0]), matches[1]))
		check(matches, gotMatches, err)
		check(ByWord, kind, nil)
		unit, n, err := ReadHotUnit(AppendHotUnit(nil, i, k))
		check([2]uint32{i, k}, [2]uint32{unit, n}, err)
		cell, err := ReadNeed(AppendNeed(nil, x))
		check(x, cell, err)
		p, gotP := Pair{x, y, byte(i), []uint32{i, k, k, i}, []bool{false, y&1 == 0}}, Pair{1, 1, 7, []uint32{9}, []bool{true}}
		err = ReadPair(AppendPair(nil, &p), &gotP)
		check(p, gotP, err)
		key, marks, encoded, err := ReadDelivery(AppendDelivery(nil, x, b, []byte("rest")))
		check([]any{x, append([]byte{}, b...), "rest"}, []any{key, append([]byte{}, marks...), string(encoded)}, err)
		r := Range{uint64(i), uint64(i) + x>>2, uint64(k), uint64(k) + y>>2}
		h := HotRange{r, i, y}
		gotH, err := ReadHotRange(AppendHotRange(nil, h))
		check(h, gotH, err)
		found := Found{A: x, B: y, Matched: k, Similarity: sim, Kind: IsReworded, ARange: r, BRange: Range{1, 2, 3, 4}, Reading: SmallerFirst}
		gotFound, side, err := ReadSide(AppendSide(nil, &found, 1))
		check(found, gotFound, err)
		check(byte(1), side, nil)

		// Damage is an error or other values, never a panic.
		EachGram(b, func(uint64, uint32) {})
		AppendUnitMatches(nil, b)
		ReadHotUnit(b)
		ReadDelivery(b)
		ReadHotRange(b)
		ReadPair(b, &gotP)
		ReadSide(append([]byte{TagSide}, b...))
	})
}

// spansOf makes places from bytes: for each word a gap, a length, and the bytes that a
// code point of the word takes.
func spansOf(b []byte) *Spans {
	s := &Spans{}
	var at, atByte uint32
	for ; len(b) >= 3; b = b[3:] {
		gap, length, width := uint32(b[0]), uint32(b[1]), uint32(b[2]%5) // 4: bytes between
		if b[0] > 200 {
			gap <<= 10
		}
		at, atByte = at+gap, atByte+gap
		s.From, s.ByteFrom = append(s.From, at), append(s.ByteFrom, atByte)
		at += length
		if width == 4 {
			atByte += length + length/2
		} else {
			atByte += length * max(width, 1)
		}
		s.To, s.ByteTo = append(s.To, at), append(s.ByteTo, atByte)
	}
	return s
}

func TestSpansBytes(t *testing.T) {
	for _, tc := range []struct {
		name string
		of   []byte
		want string
	}{
		{"no word", nil, "00"},
		{"two words", []byte{0, 3, 1, 1, 62, 1}, "00" + "06" + "7d"},
		{"a long gap, a long word", []byte{2, 3, 1, 1, 63, 1}, "00" + "ff0403" + "ff023f"},
		{"Han", []byte{0, 1, 3, 0, 2, 3, 1, 1, 1}, "01" + "82" + "84" + "03"},
		{"two bytes a code point", []byte{0, 2, 2}, "01" + "ff00020004"},
	} {
		golden(t, tc.name, AppendSpans(nil, spansOf(tc.of)), tc.want)
	}
	quoted := &Spans{From: []uint32{0, 2}, To: []uint32{2, 3}, ByteFrom: []uint32{0, 6}, ByteTo: []uint32{6, 9}, Quoted: []bool{true, false}}
	golden(t, "a quoted character", AppendSpans(nil, quoted), "01"+"ff01020006"+"82")
	if got, err := ReadSpans(AppendSpans(nil, quoted), 2); err != nil || gocmp.Diff(quoted, got) != "" {
		t.Errorf("%v, %v", err, gocmp.Diff(quoted, got))
	}
	s := spansOf([]byte{0, 1, 3, 0, 2, 3, 1, 1, 1})
	if got, want := s.Range(1, 3), (Range{1, 5, 3, 11}); got != want {
		t.Errorf("Range = %v, want %v", got, want)
	}
}

func FuzzSpans(f *testing.F) {
	f.Add([]byte{0, 3, 1, 1, 62, 1, 1, 63, 1, 255, 4, 1})
	f.Add([]byte{0, 1, 3, 0, 2, 3, 1, 5, 2, 0, 7, 4, 0, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		want := spansOf(b)
		packed := AppendSpans([]byte("before"), want)[len("before"):]
		got, err := ReadSpans(packed, len(want.From))
		if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Fatalf("%v (-want +got):\n%s", err, diff)
		}
		if len(want.From) > 0 {
			if _, err := ReadSpans(packed[:len(packed)-1], len(want.From)); err == nil {
				t.Errorf("the places without the last byte are read: %s", hex.EncodeToString(packed))
			}
		}
		ReadSpans(b, len(b)/2) // damage never panics
	})
}

// A document that travels keeps everything.
func TestAppendAnalysed(t *testing.T) {
	want := Analysed{Key: 1, Side: Source, Words: []uint32{1, 2, 3}, Ends: []uint32{1, 3}, Spans: []byte{0, 2, 3, 3}}
	got, err := ReadAnalysed(bytes.Clone(AppendAnalysed([]byte{TagDocument}, want))[1:])
	if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
