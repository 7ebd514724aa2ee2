package resemblance

import (
	"example.org/diagonal/engine"

	"testing"

	"github.com/google/go-cmp/cmp"
)

// The bytes of payloads are fixed, and can be read.
func TestPairPayloads(t *testing.T) {
	f := Feature{Document: 1 << 56, Size: 300, Position: 2}
	b := appendFeature(nil, f)
	if want := "\x01\x00\x00\x00\x00\x00\x00\x00\xac\x02\x02"; string(b) != want {
		t.Errorf("appendFeature = %q, want %q", b, want)
	}
	if got, err := readFeature(b); got != f || err != nil {
		t.Errorf("readFeature = %+v, %v", got, err)
	}
	sketch := appendSketch(nil, 0x61<<56|0x62, Sketch{Size: 5, Values: []uint64{1, 2}})
	if want := "\x10a\x00\x00\x00\x00\x00\x00b\x05\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02"; string(sketch) != want {
		t.Errorf("appendSketch = %q, want %q", sketch, want)
	}
	if check, err := sketchCheck(sketch); check != 0x61<<56|0x62 || err != nil {
		t.Errorf("sketchCheck = %x, %v", check, err)
	}
	whole := Profile{Vertex: Vertex{Key: 9, ID: "中", Length: 70, Copies: 2}, Shards: []uint32{300}, IDs: []string{"中", "b"}, Sketch: Sketch{Size: 5, Values: []uint64{1, 2}}}
	profile := appendProfile(nil, &whole, sketch)
	if want := "\x00\x00\x00\x00\x00\x00\x00\x00\x09\x03中\x46\x02\x01\xac\x02\x02\x03中\x01b" + string(sketch[9:]); string(profile) != want {
		t.Errorf("appendProfile = %q, want %q", profile, want)
	}
	p := Profile{Shards: []uint32{7}, IDs: []string{"x"}, Sketch: Sketch{Values: []uint64{7, 7, 7}}} // reused
	if err := readProfile(profile, &p); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(whole, p); diff != "" {
		t.Errorf("readProfile (-want +got):\n%s", diff)
	}
	x, y := Vertex{Key: 1, Length: 2, ID: "a", Copies: 1}, Vertex{Key: 1 << 63, Length: 300, ID: "", Copies: 1 << 40}
	link := Link{x, y}
	if got, err := engine.Read[Link](link.Append(nil)); got != link || err != nil {
		t.Errorf("a link: %+v, %v", got, err)
	}
	for _, short := range [][]byte{nil, profile[:5], profile[:len(profile)-1]} {
		if err := readProfile(short, &p); err == nil {
			t.Errorf("readProfile(%x): no error", short)
		}
		if _, err := readFeature(short[:min(len(short), 7)]); err == nil {
			t.Errorf("readFeature(%x): no error", short)
		}
	}
	if _, err := engine.Read[Link]([]byte("x")); err == nil {
		t.Error("a link of a byte: no error")
	}
}

// The bytes of payloads about equal documents are fixed, and can be read.
func TestEqualPayloads(t *testing.T) {
	const check = 0x61<<56 | 0x62
	pinned := func(name string, b []byte, want string) {
		t.Helper()
		if string(b) != want {
			t.Errorf("%s = %q, want %q", name, b, want)
		}
	}
	b := AppendFingerprint(nil, 3, check)
	pinned("appendFingerprint", b, "\x11\x00\x00\x00\x00\x00\x00\x00\x03a\x00\x00\x00\x00\x00\x00b")
	if class, c, err := readFingerprint(b); class != 3 || c != check || err != nil {
		t.Errorf("readFingerprint = %d, %x, %v", class, c, err)
	}
	b = (&Member{check, "中"}).Append(nil)
	pinned("appendMember", b, "\x15a\x00\x00\x00\x00\x00\x00b\x03中")
	if m, err := engine.Read[Member](b); m != (Member{check, "中"}) || err != nil {
		t.Errorf("a Member is read as %x, %q, %v", m.Check, m.ID, err)
	}
	b = appendClass(nil, check, "中")
	pinned("appendClass", b, "\x13a\x00\x00\x00\x00\x00\x00b\x03中")
	if c, id, err := readClass(b); c != check || id != "中" || err != nil {
		t.Errorf("readClass = %x, %q, %v", c, id, err)
	}
	b = appendGroup(nil, 0.75, "x")
	pinned("appendGroup", b, "\x14\x3f\xe8\x00\x00\x00\x00\x00\x00\x01x")
	if r, id, err := readGroup(b); r != 0.75 || id != "x" || err != nil {
		t.Errorf("readGroup = %g, %q, %v", r, id, err)
	}
	members := Members{Check: check, Shard: 300, First: Vertex{Copies: 2, Length: 70, ID: "a"}, IDs: []string{"中", "a"}}
	b = members.Append(nil)
	pinned("appendMembers", b, "\x12a\x00\x00\x00\x00\x00\x00b\xac\x02\x02\x46\x01a\x03中\x01a")
	got, err := engine.Read[Members](b)
	if diff := cmp.Diff(members, got); diff != "" || err != nil {
		t.Errorf("readMembers: %v (-want +got):\n%s", err, diff)
	}
	for n := range b {
		if _, err := engine.Read[Members](b[:n]); err == nil && n != 15 && n != 19 { // there an id ends
			t.Errorf("readMembers of %d bytes: no error", n)
		}
		if _, err := engine.Read[Member](b[:min(n, 9)]); err == nil {
			t.Errorf("readMember of %d bytes: no error", min(n, 9))
		}
		if _, _, err := readFingerprint(b[:min(n, 16)]); err == nil {
			t.Errorf("readFingerprint of %d bytes: no error", min(n, 16))
		}
	}
}

func TestBefore(t *testing.T) {
	short, long := Vertex{ID: "a", Length: 1}, Vertex{ID: "b", Length: 2}
	if !short.Before(&long, false) || long.Before(&short, false) || short.Before(&long, true) || !long.Before(&short, true) {
		t.Error("the smaller id is first, and the longer text if that is asked for")
	}
	if same := (Vertex{ID: "c", Length: 2}); !long.Before(&same, true) {
		t.Error("of equally long texts the smaller id is first")
	}
}
