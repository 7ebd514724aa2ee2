package record

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The payloads of equal documents, byte by byte, and back.
func TestEqualPayloads(t *testing.T) {
	const check = 0x61<<56 | 0x62
	pinned := func(name string, b []byte, want string) {
		t.Helper()
		if string(b) != want {
			t.Errorf("%s = %q, want %q", name, b, want)
		}
	}
	b := AppendPrint(nil, 3, check)
	pinned("AppendPrint", b, "\x13\x00\x00\x00\x00\x00\x00\x00\x03a\x00\x00\x00\x00\x00\x00b")
	if class, c, err := ReadPrint(b); class != 3 || c != check || err != nil {
		t.Errorf("ReadPrint = %d, %x, %v", class, c, err)
	}
	b = AppendOfClass(nil, check, "中")
	pinned("AppendOfClass", b, "\x17a\x00\x00\x00\x00\x00\x00b\x03中")
	if c, id, err := ReadOfClass(b); c != check || id != "中" || err != nil {
		t.Errorf("ReadOfClass = %x, %q, %v", c, id, err)
	}
	b = AppendClass(nil, check, "中")
	pinned("AppendClass", b, "\x15a\x00\x00\x00\x00\x00\x00b\x03中")
	if c, id, err := ReadClass(b); c != check || id != "中" || err != nil {
		t.Errorf("ReadClass = %x, %q, %v", c, id, err)
	}
	b = AppendGroup(nil, 0.75, "x")
	pinned("AppendGroup", b, "\x16\x3f\xe8\x00\x00\x00\x00\x00\x00\x01x")
	if r, id, err := ReadGroup(b); r != 0.75 || id != "x" || err != nil {
		t.Errorf("ReadGroup = %g, %q, %v", r, id, err)
	}
	members := Members{Check: check, Shard: 300, First: Vertex{Copies: 2, Length: 70, ID: "a"}, IDs: []string{"中", "a"}}
	b = AppendMembers(nil, &members)
	pinned("AppendMembers", b, "\x14a\x00\x00\x00\x00\x00\x00b\xac\x02\x02\x46\x01a\x03中\x01a")
	got, err := ReadMembers(b)
	if diff := cmp.Diff(members, got); diff != "" || err != nil {
		t.Errorf("ReadMembers: %v (-want +got):\n%s", err, diff)
	}
	for n := range b {
		if _, err := ReadMembers(b[:n]); err == nil && n != 15 && n != 19 { // there an id ends
			t.Errorf("ReadMembers of %d bytes: no error", n)
		}
		if _, _, err := ReadOfClass(b[:min(n, 9)]); err == nil {
			t.Errorf("ReadOfClass of %d bytes: no error", min(n, 9))
		}
		if _, _, err := ReadPrint(b[:min(n, 16)]); err == nil {
			t.Errorf("ReadPrint of %d bytes: no error", min(n, 16))
		}
	}
}

func TestEqualOrder(t *testing.T) {
	in := []Equal{{ID: "b", Equal: "a"}, {ID: "c", Equal: "a"}, {ID: "b", Equal: "aa"}, {ID: "b", Equal: "a", Source: true}}
	for i := 1; i < len(in); i++ {
		if bytes.Compare(in[i-1].SortKey(), in[i].SortKey()) >= 0 {
			t.Errorf("%+v is not before %+v", in[i-1], in[i])
		}
	}
	for i, want := range []string{`{"id":"b","equal":"a"}`, 3: `{"id":"b","equal":"a","source":true}`} {
		if got, err := JSON(in[i]); want != "" && string(got) != want || err != nil {
			t.Errorf("%+v is written as %s, %v", in[i], got, err)
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
