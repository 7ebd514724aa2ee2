package record

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The payloads of resemblance, byte by byte, and back.
func TestSimilarPayloads(t *testing.T) {
	f := Feature{Document: 1 << 56, Size: 300, Position: 2}
	b := AppendFeature(nil, f)
	if want := "\x01\x00\x00\x00\x00\x00\x00\x00\xac\x02\x02"; string(b) != want {
		t.Errorf("AppendFeature = %q, want %q", b, want)
	}
	if got, err := ReadFeature(b); got != f || err != nil {
		t.Errorf("ReadFeature = %+v, %v", got, err)
	}
	sketch := AppendSketch(nil, 0x61<<56|0x62, Sketch{Size: 5, Values: []uint64{1, 2}})
	if want := "\x10a\x00\x00\x00\x00\x00\x00b\x05\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02"; string(sketch) != want {
		t.Errorf("AppendSketch = %q, want %q", sketch, want)
	}
	if check, err := SketchCheck(sketch); check != 0x61<<56|0x62 || err != nil {
		t.Errorf("SketchCheck = %x, %v", check, err)
	}
	whole := Profile{Vertex: Vertex{Key: 9, ID: "中", Length: 70, Copies: 2}, Shards: []uint32{300}, IDs: []string{"中", "b"}, Sketch: Sketch{Size: 5, Values: []uint64{1, 2}}}
	profile := MakeProfile(nil, &whole, sketch)
	if want := "\x11\x00\x00\x00\x00\x00\x00\x00\x09\x03中\x46\x02\x01\xac\x02\x02\x03中\x01b" + string(sketch[9:]); string(profile) != want {
		t.Errorf("MakeProfile = %q, want %q", profile, want)
	}
	p := Profile{Shards: []uint32{7}, IDs: []string{"x"}, Sketch: Sketch{Values: []uint64{7, 7, 7}}} // reused
	if err := ReadProfile(profile, &p); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(whole, p); diff != "" {
		t.Errorf("ReadProfile (-want +got):\n%s", diff)
	}
	pair := AppendSimilar(nil, 3, 4)
	if a, b, err := ReadSimilar(pair); a != 3 || b != 4 || err != nil || pair[0] != TagSimilar || pair[0] < profile[0] {
		t.Errorf("ReadSimilar(%x) = %d, %d, %v", pair, a, b, err)
	}
	x, y := Vertex{Key: 1, Length: 2, ID: "a", Copies: 1}, Vertex{Key: 1 << 63, Length: 300, ID: "", Copies: 1 << 40}
	if gx, gy, err := ReadLink(AppendLink(nil, &x, &y)); gx != x || gy != y || err != nil {
		t.Errorf("ReadLink = %+v, %+v, %v", gx, gy, err)
	}
	for _, short := range [][]byte{nil, profile[:5], profile[:len(profile)-1]} {
		if err := ReadProfile(short, &p); err == nil {
			t.Errorf("ReadProfile(%x): no error", short)
		}
		if _, _, err := ReadSimilar(short); err == nil {
			t.Errorf("ReadSimilar(%x): no error", short)
		}
		if _, err := ReadFeature(short[:min(len(short), 7)]); err == nil {
			t.Errorf("ReadFeature(%x): no error", short)
		}
	}
	if _, _, err := ReadLink([]byte("x")); err == nil {
		t.Error("ReadLink of a byte: no error")
	}
}

// A pair has one cell, whichever document is named first, and cells are below groups².
func TestCellOf(t *testing.T) {
	seen := map[uint64]bool{}
	for a := range uint64(40) {
		for b := range uint64(40) {
			cell := CellOf(a<<32|5, b<<32, 3)
			if cell != CellOf(b<<32, a<<32|6, 3) || cell>>32 >= 9 {
				t.Fatalf("CellOf(%d, %d) = %x", a, b, cell)
			}
			seen[cell] = true
		}
	}
	if len(seen) != 6 {
		t.Errorf("%d cells are used, want the 6 of 3 groups", len(seen))
	}
}
