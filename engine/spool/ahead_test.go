package spool

import (
	"bytes"
	"slices"
	"testing"
)

// Ranges that touch, or share a page, are one; others are not.
func TestAdjacent(t *testing.T) {
	a, b := &file{path: "a"}, &file{path: "b"}
	got := adjacent([]filed{
		{b, 0, 100}, {a, 3 * pageBytes, 5 * pageBytes}, {a, 0, pageBytes + 1}, {a, 2 * pageBytes, 3 * pageBytes},
		{b, 200, 300}, {b, 2 * pageBytes, 3 * pageBytes}, {a, 7 * pageBytes, 8 * pageBytes},
	})
	want := []filed{{a, 0, 5 * pageBytes}, {a, 7 * pageBytes, 8 * pageBytes}, {b, 0, 300},
		{b, 2 * pageBytes, 3 * pageBytes}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := adjacent(nil); len(got) > 0 {
		t.Errorf("of nothing: %v", got)
	}
}

// Ahead takes blocks of any kind, also those that are gone, and leaves them as they are.
func TestAhead(t *testing.T) {
	d, err := Make(t.TempDir(), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	var sealed [][]byte
	for i := range 20 {
		b, _, err := new(Run).Seal(d.Path(), append(New(nil), bytes.Repeat([]byte{byte(i)}, 10_000*i)...))
		if err != nil {
			t.Fatal(err)
		}
		sealed = append(sealed, b)
	}
	files.Lock()
	files.writers[d.Path()].usage.grow(aheadFrom) // as if there were many more
	files.Unlock()
	Hold(sealed[19])
	Release(sealed[19])
	Ahead(nil)
	Ahead(append([][]byte{nil, {inline}, {placed}, {numbered}, []byte("text")}, sealed...))
	for i, b := range sealed[:19] {
		got, err := Open(b)
		if err != nil || !bytes.Equal(got, bytes.Repeat([]byte{byte(i)}, 10_000*i)) {
			t.Errorf("block %d: %v", i, err)
		}
	}
}
