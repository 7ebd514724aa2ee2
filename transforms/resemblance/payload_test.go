package resemblance

import (
	"example.org/diagonal/engine"

	"testing"

	"github.com/google/go-cmp/cmp"
)

// The bytes of payloads are fixed, and can be read.
func TestPairPayloads(t *testing.T) {
	f := Feature{Document: 1 << 56, Size: 300, Position: 2}
	b := f.Append(nil)
	if want := "\x01\x00\x00\x00\x00\x00\x00\x00\xac\x02\x02"; string(b) != want {
		t.Errorf("a feature is %q, want %q", b, want)
	}
	if got, err := engine.Read[Feature](b); got != f || err != nil {
		t.Errorf("a feature is read as %+v, %v", got, err)
	}
	sketched := Sketched{0x61<<56 | 0x62, Sketch{Size: 5, Values: []uint64{1, 2}}}
	sketch := sketched.Append(nil)
	if want := "\x10a\x00\x00\x00\x00\x00\x00b\x05\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02"; string(sketch) != want {
		t.Errorf("a sketch is %q, want %q", sketch, want)
	}
	if got, err := engine.Read[Sketched](sketch); !cmp.Equal(got, sketched) || err != nil {
		t.Errorf("a sketch is read as %+v, %v", got, err)
	}
	whole := Profile{Vertex: Vertex{Key: 9, ID: "中", Length: 70, Copies: 2}, Shards: []uint32{300},
		IDs: []string{"中", "b"}, Sketch: Sketch{Size: 5, Values: []uint64{1, 2}}}
	profile := whole.Append(nil)
	if want := "\x00\x00\x00\x00\x00\x00\x00\x00\x09\x03中\x46\x02\x01\xac\x02\x02\x03中\x01b" +
		string(sketch[9:]); string(profile) != want {
		t.Errorf("a profile is %q, want %q", profile, want)
	}
	p := Profile{Shards: []uint32{7}, IDs: []string{"x"}, Sketch: Sketch{Values: []uint64{7, 7, 7}}} // reused
	if err := p.Read(profile); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(whole, p); diff != "" {
		t.Errorf("a profile (-want +got):\n%s", diff)
	}
	x, y := Vertex{Key: 1, Length: 2, ID: "a", Copies: 1}, Vertex{Key: 1 << 63, Length: 300, ID: "", Copies: 1 << 40}
	link := Link{x, y}
	if got, err := engine.Read[Link](link.Append(nil)); got != link || err != nil {
		t.Errorf("a link: %+v, %v", got, err)
	}
	for _, short := range [][]byte{nil, profile[:5], profile[:len(profile)-1]} {
		if err := p.Read(short); err == nil {
			t.Errorf("a profile of %x: no error", short)
		}
		if err := f.Read(short[:min(len(short), 7)]); err == nil {
			t.Errorf("a feature of %x: no error", short)
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
	b := (&Fingerprint{3, check}).Append(nil)
	pinned("Fingerprint", b, "\x11\x00\x00\x00\x00\x00\x00\x00\x03a\x00\x00\x00\x00\x00\x00b")
	if f, err := engine.Read[Fingerprint](b); f != (Fingerprint{3, check}) || err != nil {
		t.Errorf("a Fingerprint is read as %+v, %v", f, err)
	}
	b = (&Member{check, "中"}).Append(nil)
	pinned("Member", b, "\x15a\x00\x00\x00\x00\x00\x00b\x03中")
	if m, err := engine.Read[Member](b); m != (Member{check, "中"}) || err != nil {
		t.Errorf("a Member is read as %x, %q, %v", m.Check, m.ID, err)
	}
	b = (&Class{check, "中"}).Append(nil)
	pinned("Class", b, "\x13a\x00\x00\x00\x00\x00\x00b\x03中")
	if c, err := engine.Read[Class](b); c != (Class{check, "中"}) || err != nil {
		t.Errorf("a Class is read as %+v, %v", c, err)
	}
	b = (&Group{0.75, "x"}).Append(nil)
	pinned("Group", b, "\x14\x3f\xe8\x00\x00\x00\x00\x00\x00\x01x")
	if g, err := engine.Read[Group](b); g != (Group{0.75, "x"}) || err != nil {
		t.Errorf("a Group is read as %+v, %v", g, err)
	}
	members := Members{Check: check, Shard: 300, First: Vertex{Copies: 2, Length: 70, ID: "a"}, Changed: true,
		IDs: []string{"中", "a"}}
	b = members.Append(nil)
	pinned("Members", b, "\x12a\x00\x00\x00\x00\x00\x00b\xac\x02\x02\x46\x01a\x01\x03中\x01a")
	got, err := engine.Read[Members](b)
	if diff := cmp.Diff(members, got); diff != "" || err != nil {
		t.Errorf("readMembers: %v (-want +got):\n%s", err, diff)
	}
	for n := range b {
		if _, err := engine.Read[Members](b[:n]); err == nil && n != 16 && n != 20 { // there an id ends
			t.Errorf("readMembers of %d bytes: no error", n)
		}
		if _, err := engine.Read[Member](b[:min(n, 9)]); err == nil {
			t.Errorf("readMember of %d bytes: no error", min(n, 9))
		}
		if _, err := engine.Read[Fingerprint](b[:min(n, 16)]); err == nil {
			t.Errorf("a Fingerprint of %d bytes: no error", min(n, 16))
		}
	}
}

func TestBefore(t *testing.T) {
	short, long := Vertex{ID: "a", Length: 1}, Vertex{ID: "b", Length: 2}
	if !short.Before(&long, false) || long.Before(&short, false) || short.Before(&long, true) ||
		!long.Before(&short, true) {
		t.Error("the smaller id is first, and the longer text if that is asked for")
	}
	if same := (Vertex{ID: "c", Length: 2}); !long.Before(&same, true) {
		t.Error("of equally long texts the smaller id is first")
	}
}
