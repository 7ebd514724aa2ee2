package record

import (
	"bytes"
	"encoding/hex"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/engine/wire/wiretest"
)

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
		if b[2]%11 >= 9 { // it is in another form
			s.Altered = append(s.Altered, make([]bool, len(s.To)-len(s.Altered))...)
			s.Altered[len(s.To)-1] = true
		}
		if b[2]%13 >= 8 { // it begins with a capital
			s.Named = append(s.Named, make([]bool, len(s.To)-len(s.Named))...)
			s.Named[len(s.To)-1] = true
		}
		if b[2]%7 == 6 && length > 1 { // some of it is markup
			s.Hidden = append(s.Hidden, make([]uint32, len(s.To)-len(s.Hidden))...)
			s.Hidden[len(s.To)-1] = length / 2
		}
	}
	if s.Hidden != nil {
		s.Hidden = append(s.Hidden, make([]uint32, len(s.To)-len(s.Hidden))...)
	}
	if s.Named != nil {
		s.Named = append(s.Named, make([]bool, len(s.To)-len(s.Named))...)
	}
	if s.Altered != nil {
		s.Altered = append(s.Altered, make([]bool, len(s.To)-len(s.Altered))...)
	}
	return s
}

func TestSpansBytes(t *testing.T) {
	for _, tc := range []struct {
		name string
		of   []byte
		want string
	}{
		{"no word", nil, "0000"},
		{"two words", []byte{0, 3, 1, 1, 30, 1}, "0000" + "06" + "3d"},
		{"a long gap, a long word", []byte{2, 3, 1, 1, 32, 1}, "0400" + "c0" + "c1" + "000203" + "000120"},
		{"twice a long gap, a very long word", []byte{2, 3, 1, 2, 3, 1, 201, 3, 1},
			"0200" + "c0" + "c0" + "ff8080c90103" + "000203"},
		{"Han", []byte{0, 1, 3, 0, 2, 3, 1, 1, 1}, "0100" + "82" + "84" + "03"},
		{"two bytes a code point", []byte{0, 2, 2}, "0300" + "c0" + "0000020004"},
	} {
		wiretest.Golden(t, tc.name, AppendSpans(nil, spansOf(tc.of)), tc.want)
	}
	joined := &Spans{From: []uint32{0, 2}, To: []uint32{2, 3}, ByteFrom: []uint32{0, 6}, ByteTo: []uint32{6, 9},
		Joined: []bool{true, false}}
	wiretest.Golden(t, "a joined character", AppendSpans(nil, joined), "0301"+"c0"+"82"+"0100020006")
	sameSpans(t, joined)
	hidden := &Spans{From: []uint32{0, 6}, To: []uint32{5, 9}, ByteFrom: []uint32{0, 6}, ByteTo: []uint32{5, 9},
		Hidden: []uint32{3, 0}}
	wiretest.Golden(t, "markup in a word", AppendSpans(nil, hidden), "0002"+"ff020503"+"07")
	altered := &Spans{From: []uint32{0, 1, 2}, To: []uint32{1, 2, 3}, ByteFrom: []uint32{0, 3, 6},
		ByteTo: []uint32{3, 6, 9}, Altered: []bool{true, false, true}}
	wiretest.Golden(t, "traditional characters", AppendSpans(nil, altered), "0304"+"c0"+"82"+"c0"+"0400010003")
	possessive := &Spans{From: []uint32{0, 4}, To: []uint32{3, 9}, ByteFrom: []uint32{0, 4}, ByteTo: []uint32{3, 9},
		Altered: []bool{true, false}}
	wiretest.Golden(t, "a possessive", AppendSpans(nil, possessive), "0204"+"c0"+"0b"+"040003")
	named := &Spans{From: []uint32{0, 4}, To: []uint32{3, 40}, ByteFrom: []uint32{0, 4}, ByteTo: []uint32{3, 40},
		Named: []bool{true, true}}
	wiretest.Golden(t, "names", AppendSpans(nil, named), "0208"+"46"+"c0"+"080124")
	s := spansOf([]byte{0, 1, 3, 0, 2, 3, 1, 1, 1})
	if got, want := s.Range(1, 3), (Range{1, 5, 3, 11}); got != want {
		t.Errorf("Range = %v, want %v", got, want)
	}
}

// sameSpans packs and reads spans, and compares each word, and each place in bytes.
func sameSpans(t *testing.T, want *Spans) {
	t.Helper()
	packed := AppendSpans([]byte("before"), want)[len("before"):]
	used, err := ReadSpans(AppendSpans(nil, spansOf(bytes.Repeat([]byte{1, 8, 53}, 100))), 100) // altered and named
	if err != nil {
		t.Fatal(err)
	}
	for _, memory := range []*Spans{{}, used} {
		got, err := memory.Read(packed, len(want.From))
		if err != nil {
			t.Fatal(err)
		}
		equalSpans(t, want, got)
	}
}

func equalSpans(t *testing.T, want, got *Spans) {
	t.Helper()
	bytesAside := cmpopts.IgnoreFields(Spans{}, "ByteFrom", "ByteTo")
	if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(Spans{}), bytesAside); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	for x := range uint32(len(want.From)) {
		for _, first := range []uint32{x, x / 2, 0} {
			if got, want := got.Range(first, x+1), want.Range(first, x+1); got != want {
				t.Fatalf("Range(%d, %d) = %v, want %v", first, x+1, got, want)
			}
		}
	}
}

// A document of many words, wide from the first one on or from the last one, keeps its
// places in bytes.
func TestLongSpans(t *testing.T) {
	for _, n := range []int{1, markWords - 1, markWords, markWords + 1, 5*markWords + 3} {
		for _, wide := range []int{0, n - 1} {
			var b []byte
			for x := range n {
				b = append(b, byte(x%3), byte(1+x%70), 1)
				if x == wide {
					b[len(b)-1] = 3
				}
			}
			sameSpans(t, spansOf(b))
		}
	}
}

// Characters in another form are among others, from the first word on or from a later one.
func TestManyAltered(t *testing.T) {
	for _, first := range []int{0, 1, markWords, 3 * markWords} {
		var b []byte
		for x := range 5 * markWords {
			if x >= first && (x-first)%3 == 0 {
				b = append(b, 0, 1, 53)
			} else {
				b = append(b, 0, 1, 3)
			}
		}
		want := spansOf(b)
		if want.Altered = append(want.Altered,
			make([]bool, len(want.From)-len(want.Altered))...); !want.Altered[first] {
			t.Fatal("the first one is as others")
		}
		sameSpans(t, want)
	}
}

// A document may have more different words than there are shapes.
func TestManyShapes(t *testing.T) {
	for _, width := range []byte{1, 2, 3} {
		var b []byte
		for x := range 1000 {
			b = append(b, byte(x*7%60), byte(x*11%250), width)
		}
		sameSpans(t, spansOf(b))
	}
}

func FuzzSpans(f *testing.F) {
	f.Add([]byte{0, 3, 1, 1, 30, 1, 1, 31, 1, 255, 4, 1})
	f.Add([]byte{0, 1, 8, 0, 30, 8, 0, 31, 8, 0, 1, 9})
	f.Add([]byte{0, 1, 3, 0, 2, 3, 1, 5, 2, 0, 7, 4, 0, 0, 0})
	f.Add([]byte{0, 9, 6, 1, 4, 1, 1, 8, 13, 0, 3, 3})
	f.Add([]byte{0, 1, 53, 0, 1, 98, 1, 5, 9, 0, 2, 10})
	f.Fuzz(func(t *testing.T, b []byte) {
		want := spansOf(b)
		packed := AppendSpans(nil, want)
		sameSpans(t, want)
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
	want := Analysed{Key: 1, Side: Source, Words: []uint32{1, 2, 3}, Ends: []uint32{1, 3}, Spans: []byte{0, 2, 3, 3},
		Ignored: []uint32{0, 1}, Traits: []byte{7}}
	got, err := ReadAnalysed(bytes.Clone(AppendAnalysed([]byte{0}, want))[1:])
	if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	encoded := AppendAnalysed(nil, want)
	for n := range encoded {
		if got := CountWords(encoded[:n]); got != 0 && got != 3 {
			t.Errorf("of %d bytes %d words are counted", n, got)
		}
	}
	if got := CountWords(encoded); got != 3 {
		t.Errorf("%d words are counted, want 3", got)
	}
}

// Alignment by words gets a document without its spelling, its numbers and its traits, which it does not read, and all
// else.
func TestAppendPlaced(t *testing.T) {
	want := Analysed{Key: 1, Side: Source, Words: []uint32{1, 2, 3}, Ends: []uint32{1, 3}, Spans: []byte{0, 2, 3, 3},
		Ignored: []uint32{0, 1}}
	full := want
	full.Spelling, full.Numbers, full.Traits = []byte{4, 5, 6, 7}, []byte{8}, []byte{9, 10}
	encoded := AppendAnalysed(nil, full)
	placed, err := AppendPlaced([]byte{11}, encoded)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ReadAnalysed(placed[1:])
	if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for n := range len(encoded) - len(full.Traits) {
		if _, err := AppendPlaced(nil, encoded[:n]); err == nil {
			t.Errorf("%d of %d bytes are read", n, len(encoded))
		}
	}
}
