package store

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A marker says of every name what it was made from; nothing breaks its reader.
func FuzzMarker(f *testing.F) {
	f.Add("a", int64(1), []byte(markerHead+"1 a\n"))
	f.Add("a\nb\xff\" ", folderSize, []byte(markerHead+"- \"a\\n\"\n"))
	f.Add(" ", anySize, []byte(markerHead+"99999999999999999999 a\n"))
	f.Fuzz(func(t *testing.T, name string, size int64, raw []byte) {
		if name != "" && size >= folderSize {
			want := listing{name: size, "other": 7}
			got, err := readMarker(bytes.NewReader(want.marker()), "_SUCCESS")
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		}
		if l, err := readMarker(bytes.NewReader(raw), "_SUCCESS"); err == nil {
			again, err := readMarker(bytes.NewReader(l.marker()), "_SUCCESS")
			if diff := cmp.Diff(l, again); diff != "" || err != nil {
				t.Errorf("read again: %v (-want +got):\n%s", err, diff)
			}
		}
	})
}
