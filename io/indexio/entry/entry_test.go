package entry

import (
	"encoding/hex"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The bytes of each entry are pinned: they are on disks.
func TestBytes(t *testing.T) {
	p := Posting{Gram: 1, Document: 2, Length: 300, Places: []Place{{5, 1, 2}, {200, 3, 4}}}
	d := Document{Key: 3, ID: "a", File: "f", Record: -1, Offset: 2, Content: 4}
	for _, tc := range []struct {
		got  []byte
		want string
	}{
		{AppendPosting(nil, &p), "00000000000000010000000000000002" + "ac02" + "050102" + "c3010304"},
		{AppendDocument(nil, &d), "0000000000000003" + "0161" + "0166" + "01" + "04" + "0000000000000004"},
		{AppendCounts(nil, 7, []byte{9}), "00000007" + "09"},
	} {
		if got := hex.EncodeToString(tc.got); got != tc.want {
			t.Errorf("%s, want %s", got, tc.want)
		}
	}
	var p2 Posting
	b := AppendPosting(nil, &p)
	if err := p2.Read(b[:PostingKey], b[PostingKey:]); err != nil || !cmp.Equal(p, p2) {
		t.Errorf("%+v, error %v", p2, err)
	}
	var d2 Document
	b = AppendDocument(nil, &d)
	if err := d2.Read(b[:DocumentKey], b[DocumentKey:]); err != nil || d != d2 {
		t.Errorf("%+v, error %v", d2, err)
	}
	if page, err := Page([]byte{0, 0, 0, 7}); page != 7 || err != nil {
		t.Errorf("%d, %v", page, err)
	}
}

// FuzzRead: what is damaged is an error, and never more memory than the entry has.
func FuzzRead(f *testing.F) {
	f.Add(AppendPosting(nil, &Posting{Gram: 1, Document: 2, Length: 300, Places: []Place{{5, 1, 2}, {200, 3, 4}}}))
	f.Add(AppendDocument(nil, &Document{Key: 3, ID: "a", File: "f"}))
	f.Fuzz(func(t *testing.T, b []byte) {
		for n := range min(len(b), PostingKey+1) {
			var p Posting
			if p.Read(b[:n], b[n:]) == nil {
				for i, place := range p.Places {
					if i > 0 && place.At < p.Places[i-1].At || place.At > p.Length {
						t.Fatalf("%x: places %v of %d", b, p.Places, p.Length)
					}
				}
			}
			var d Document
			if d.Read(b[:n], b[n:]) == nil && len(d.ID)+len(d.File) > len(b) {
				t.Fatalf("%x: %+v", b, d)
			}
			Page(b[:n])
		}
	})
}
