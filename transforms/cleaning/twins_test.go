package cleaning

import (
	"fmt"
	"testing"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/io/record"
)

// A document that represents a million others has one edit for all of them, and each of them is reported once, with
// what became of the document, however little memory there is.
func TestTwins(t *testing.T) {
	const documents = 5_000
	for _, tc := range []struct {
		name    string
		fate    Fate
		removed int
		want    record.Removed // of a twin, without its id
	}{
		{"stays", Fate{ID: "d0000", End: 7}, 0,
			record.Removed{End: 7, KeptID: "d0000", KeptEnd: 7, Reason: DocumentReason}},
		{
			"dropped", Fate{ID: "d0000", End: 7, Reason: "0 characters left",
				Removed: []record.Removed{{ID: "d0000", End: 5, KeptID: "x"}, {ID: "d0000", Start: 5, End: 7}}},
			2, record.Removed{End: 7, Reason: "0 characters left"},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			sh := shuffle.Params{Shards: 1, Spool: t.TempDir(), Memory: 150_000} // 50 kB a portion
			p := Params{Policy: KeepFirst, Shuffle: sh}
			var sent, homes, edits, all [][]byte
			to := func(blocks *[][]byte) func(int, []byte) {
				return func(_ int, b []byte) { *blocks = append(*blocks, b) }
			}
			packer := shuffle.NewPacker(sh)
			for i := range documents {
				h := Home{ID: fmt.Sprintf("d%04d", i), Spot: Spot{File: "f", Record: int64(i)}, Runes: 7,
					Sum: [16]byte{9}}
				m := member{sum: h.Sum, home: h}
				packer.Add(m.key(), m.Append(nil), to(&sent))
			}
			packer.Flush(to(&sent))

			parts := shuffle.Progress.Parts.Load()
			fn := &membersOfSet{members{Params: p}}
			if err := engine.RunReduce(t.Context(), sh, fn, 0, shuffletest.Iterate(sent...), to(&homes), to(&edits),
				to(&all)); err != nil {
				t.Fatal(err)
			}
			if shuffle.Progress.Parts.Load() == parts {
				t.Error("the equal documents are in one part")
			}
			dropped, represents := map[int64]bool{}, 0
			each(t, edits, func(b []byte) {
				e, err := engine.Read[Edit](b)
				if err != nil {
					t.Fatal(err)
				}
				switch {
				case e.Kind == dropEdit && e.KeptID == "d0000":
					dropped[e.Record] = true
				case e.Kind == twinEdit && e.Record == 0:
					represents++
				default:
					t.Errorf("an edit of the kind %d of document %d", e.Kind, e.Record)
				}
			})
			if len(dropped) != documents-1 || dropped[0] {
				t.Errorf("%d documents are dropped, the first one is %t", len(dropped), dropped[0])
			}
			if represents < 1 || represents > 20 {
				t.Errorf("%d edits say that the first document represents others, want one from each of some ten portions", represents)
			}

			packer.Add(tc.fate.key(), tc.fate.Append(nil), to(&all))
			packer.Flush(to(&all))
			got, removed := map[string]int{}, 0
			if err := engine.RunReduce(t.Context(), sh, &twins{}, 0, shuffletest.Iterate(all...), func(record.Removed) {
				removed++
			}, func(r record.Removed) {
				got[r.ID]++
				if r.ID = ""; r != tc.want {
					t.Fatalf("a twin is reported as %+v, want %+v", r, tc.want)
				}
			}, func(name string, n int64) {
				if name != RemovedPassages || n != int64(removed) {
					t.Errorf("the ledger has %d %s, want %d", n, name, removed)
				}
			}); err != nil {
				t.Fatal(err)
			}
			if len(got) != documents-1 || removed != tc.removed*(documents-1) {
				t.Errorf("%d twins are reported, with %d ranges", len(got), removed)
			}
			for id, n := range got {
				if n != 1 {
					t.Errorf("%s is reported %d times", id, n)
				}
			}
		})
	}
}

// each calls f for each payload of blocks.
func each(t *testing.T, blocks [][]byte, f func([]byte)) {
	t.Helper()
	for _, b := range blocks {
		if err := shuffle.Each(b, func(_ uint64, payload []byte) error { f(payload); return nil }); err != nil {
			t.Fatal(err)
		}
	}
}
