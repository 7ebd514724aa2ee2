package record

import (
	"bytes"
	"testing"
)

// A large table is found again by its handle, as long as it is not among the oldest.
func TestTables(t *testing.T) {
	large := make([]byte, largeTable)
	large[5] = 7
	for _, table := range [][]byte{nil, {1, 2}, large} {
		b := appendTable([]byte("x"), table)
		if len(b) > 40 {
			t.Errorf("a table of %d bytes is encoded in %d", len(table), len(b))
		}
		r := reader{b: b[1:]}
		if got := r.table(); r.err != nil || !bytes.Equal(got, table) || len(r.b) != 0 {
			t.Errorf("a table of %d bytes: %d bytes, error %v, %d left", len(table), len(got), r.err, len(r.b))
		}
	}
	old := appendTable(nil, large)
	if again := appendTable(nil, large); !bytes.Equal(again, old) {
		t.Error("one table has two handles")
	}
	for range maxTables {
		appendTable(nil, make([]byte, largeTable))
	}
	other := append([]byte(nil), appendTable(nil, large)...)
	other[4]++ // another process
	for _, b := range [][]byte{old, other, old[:9]} {
		r := reader{b: b}
		if got := r.table(); r.err == nil || got != nil {
			t.Errorf("%x: %d bytes and no error", b, len(got))
		}
	}
}
