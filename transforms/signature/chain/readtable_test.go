package chain

import (
	"bytes"
	"runtime"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/tally/vocabulary"
)

// Workers that read the same bytes share a table. Other bytes are another table.
func TestTableIsShared(t *testing.T) {
	first := AppendTable(nil, NewTable(300, 100_000, []vocabulary.Count{{Word: 7, N: 10}, {Word: 8, N: 20}}))
	second := AppendTable(nil, NewTable(300, 100_000, []vocabulary.Count{{Word: 7, N: 10}, {Word: 9, N: 20}}))
	var tables [8]*Table
	var wg sync.WaitGroup
	for i := range tables {
		wg.Go(func() {
			var err error
			if tables[i], err = ReadTable(bytes.Clone(first)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for i, table := range tables {
		if table != tables[0] {
			t.Errorf("worker %d has a table of its own", i)
		}
	}
	for _, b := range [][]byte{second, first} {
		table, err := ReadTable(b)
		if err != nil {
			t.Fatal(err)
		}
		if diff := gocmp.Diff(b, AppendTable(nil, table)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	runtime.KeepAlive(tables)
}
