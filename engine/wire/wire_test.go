package wire

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"strings"
	"testing"
)

func TestFields(t *testing.T) {
	b := AppendString(nil, "one")
	b = AppendString(b, []byte{})
	b = AppendOrdered(b, "a\x00b")
	b = AppendBool(AppendBool(b, true), false)
	b = AppendMarked(AppendMarked(b, 1<<32-1, true), 3, false)
	b = binary.AppendVarint(binary.AppendUvarint(b, 300), -300)
	b = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(b, 5), 1<<63)
	b = append(b, 9, 8, 7)
	for n := range len(b) + 1 {
		r := NewReader(b[:n])
		empty := r.Text() + r.Text()
		ordered := r.Ordered()
		yes, no := r.Bool(), r.Bool()
		high, marked := r.Marked()
		low, unmarked := r.Marked()
		u, v, u32, u64, c := r.Uvarint(), r.Varint(), r.Uint32(), r.Uint64(), r.Byte()
		if n < len(b)-2 {
			if r.Err() != ErrShort || r.More() || r.Len() != 0 {
				t.Fatalf("%d bytes: error %v with %d bytes left, want %v with none", n, r.Err(), r.Len(), ErrShort)
			}
			continue
		}
		if r.Err() != nil || r.Len() != n-(len(b)-2) || r.More() != (r.Len() > 0) ||
			!bytes.HasPrefix([]byte{8, 7}, r.Rest()) {
			t.Fatalf("%d bytes: error %v with %v left", n, r.Err(), r.Rest())
		}
		if empty != "one" || ordered != "a\x00b" || !yes || no || high != 1<<32-1 || !marked || low != 3 || unmarked ||
			u != 300 || v != -300 || u32 != 5 || u64 != 1<<63 || c != 9 {
			t.Fatal(empty, ordered, yes, no, high, marked, low, unmarked, u, v, u32, u64, c)
		}
	}
}

func TestAppendOrdered(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want []byte
	}{
		{"", []byte{0, 1}},
		{"a\x00", []byte{'a', 0, 255, 0, 1}},
		{"\x00\x01", []byte{0, 255, 1, 0, 1}},
		{"\xff", []byte{255, 0, 1}},
	} {
		if got := AppendOrdered(nil, tc.in); !bytes.Equal(got, tc.want) {
			t.Errorf("AppendOrdered(%q) = %v, want %v", tc.in, got, tc.want)
		}
	}
}

func FuzzOrdered(f *testing.F) {
	f.Add("a", "a\x00")
	f.Add("", "\x00\x01")
	f.Add("\x00\xff", "\x00")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := AppendOrdered(nil, a), AppendOrdered(nil, b)
		if bytes.Compare(append(x, 5), append(y, 4)) != cmp.Or(strings.Compare(a, b), 1) {
			t.Errorf("%q and %q order as %d, %v and %v do not", a, b, strings.Compare(a, b), x, y)
		}
		r := NewReader(x)
		if got := r.Ordered(); got != a || r.Err() != nil || r.More() {
			t.Errorf("%q is read as %q, error %v", a, got, r.Err())
		}
	})
}
