package clean

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/transforms/cleaning"
)

// copiesOf writes an account and returns the copies that are counted.
func copiesOf(t testing.TB, manifest, dropped []record.Removed, memory int) (all []copied) {
	t.Helper()
	dir := t.TempDir()
	for stream, lines := range map[string][]record.Removed{manifestStream: manifest, droppedStream: dropped} {
		slices.SortFunc(lines, func(x, y record.Removed) int { return slices.Compare(x.SortKey(), y.SortKey()) })
		err := shardio.WriteStream(t.Context(), dir, stream, func(write func([]byte) error) error {
			for _, v := range lines {
				line, err := record.JSON(v)
				if err != nil {
					return err
				}
				if err := write(line); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := weigh(t.Context(), "", dir, memory); err != nil {
		t.Fatal(err)
	}
	n, err := writeCopies(t.Context(), dir, memory)
	if err != nil {
		t.Fatal(err)
	}
	folder, err := result.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	err = result.Each(t.Context(), folder, copiesStream, func(c copied, _ []byte) error {
		all = append(all, c)
		return nil
	})
	if err != nil || int64(len(all)) != n {
		t.Fatalf("%d lines, %d counted, %v", len(all), n, err)
	}
	return all
}

// A passage of a document counts once for the document and once for each that it represents; ranges that overlap are
// counted where they do; old documents and new ones of one id are two.
func TestCopies(t *testing.T) {
	const passage, whole = cleaning.PassageReason, cleaning.DocumentReason
	manifest := []record.Removed{
		{ID: "b", Start: 5, End: 105, KeptID: "a", KeptStart: 0, KeptEnd: 100, Reason: passage},
		{ID: "c", Start: 0, End: 50, KeptID: "a", KeptStart: 50, KeptEnd: 100, Reason: cleaning.HotReason},
		{ID: "c", Start: 60, End: 160, KeptID: "a", KeptStart: 100, KeptEnd: 200, Reason: passage},
		{ID: "a", Start: 300, End: 400, KeptID: "a", KeptStart: 100, KeptEnd: 200, Reason: cleaning.RepeatReason},
		{ID: "d", Start: 0, End: 10, KeptID: "a", KeptStart: 0, KeptEnd: 10, Reason: passage, Source: true},
		{ID: "d", Start: 20, End: 30, Reason: cleaning.HotReason}, // nothing keeps it
	}
	dropped := []record.Removed{
		{ID: "b1", End: 105, KeptID: "b", KeptEnd: 105, Reason: whole},
		{ID: "b2", End: 105, KeptID: "b", KeptEnd: 105, Reason: whole},
		{ID: "a1", End: 500, KeptID: "a", KeptEnd: 500, Reason: whole},
		{ID: "c1", End: 500, KeptID: "c", KeptEnd: 500, Reason: whole, Source: true}, // another c
		{ID: "x", End: 9, Reason: "0 characters left"},
	}
	want := []copied{
		{"a", 0, 500, 1, whole, false},
		// 1 of c, 2 of a and a1
		{"a", 0, 50, 3, passage, false}, {"a", 50, 100, 4, passage, false}, {"a", 100, 200, 3, passage, false},
		{"a", 0, 10, 1, passage, true},
		{"b", 0, 105, 2, whole, false},
		{"c", 0, 500, 1, whole, true},
	}
	for _, memory := range []int{1, sorterMemory} {
		if diff := gocmp.Diff(want, copiesOf(t, slices.Clone(manifest), slices.Clone(dropped), memory)); diff != "" {
			t.Errorf("with %d bytes (-want +got):\n%s", memory, diff)
		}
	}
	if got := copiesOf(t, nil, nil, 1); got != nil {
		t.Errorf("of nothing: %v", got)
	}
}

// The ranges are those that counting each character gives.
func TestCopiesOfEachCharacter(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		id := func() string { return fmt.Sprint("d", r.IntN(4)) }
		var manifest, dropped []record.Removed
		twins, counts := map[string]int64{}, map[string]*[40]int64{}
		for i := range r.IntN(6) {
			v := record.Removed{ID: fmt.Sprint("t", i), End: 40, KeptID: id(), KeptEnd: 40,
				Reason: cleaning.DocumentReason}
			twins[v.KeptID]++
			dropped = append(dropped, v)
		}
		for range r.IntN(30) {
			start := r.Int64N(39)
			v := record.Removed{ID: id(), End: 1, KeptID: id(), KeptStart: start,
				KeptEnd: start + 1 + r.Int64N(40-start), Reason: cleaning.PassageReason}
			v.Start, v.End = r.Int64N(9), 9+r.Int64N(9)
			manifest = append(manifest, v)
			if counts[v.KeptID] == nil {
				counts[v.KeptID] = new([40]int64)
			}
			for at := v.KeptStart; at < v.KeptEnd; at++ {
				counts[v.KeptID][at] += 1 + twins[v.ID]
			}
		}
		var want []copied
		for i := range 4 {
			id := fmt.Sprint("d", i)
			if n := twins[id]; n > 0 {
				want = append(want, copied{id, 0, 40, n, cleaning.DocumentReason, false})
			}
			for at := int64(0); counts[id] != nil && at < 40; {
				end := at + 1
				for end < 40 && counts[id][end] == counts[id][at] {
					end++
				}
				if n := counts[id][at]; n > 0 {
					want = append(want, copied{id, at, end, n, cleaning.PassageReason, false})
				}
				at = end
			}
		}
		slices.SortFunc(want, func(x, y copied) int { return cmp.Or(slices.Compare(x.sortKey(), y.sortKey())) })
		if diff := gocmp.Diff(want, copiesOf(t, manifest, dropped, 100)); diff != "" {
			t.Errorf("seed %d (-want +got):\n%s", seed, diff)
		}
	}
}
