package clean

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/transforms/cleaning"
)

// If the account of all passes cannot be written, the account of the passes before the last
// one stays.
func TestReplaceFails(t *testing.T) {
	last, dir := t.TempDir(), t.TempDir()
	for _, folder := range []string{last, dir} {
		for _, stream := range []string{manifestStream, droppedStream, cutsStream} {
			if err := os.WriteFile(filepath.Join(folder, stream+"-00000-of-00001.jsonl"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	rejected := filepath.Join(last, "rejected-00000-of-00001.jsonl")
	if err := os.WriteFile(rejected, []byte("\x1f\x8b broken gzip"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := replace(t.Context(), last, dir); err == nil {
		t.Error("the rejected records of the passes are not read, and there is no error")
	}
	if _, err := os.Stat(filepath.Join(last, "manifest-00000-of-00001.jsonl")); err != nil {
		t.Errorf("the account of earlier passes: %v", err)
	}
	if err := os.WriteFile(rejected, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := replace(t.Context(), last, dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(last); !os.IsNotExist(err) {
		t.Errorf("the folder of earlier passes: %v", err)
	}
}

// accountOf writes an account to a new folder.
func accountOf(t testing.TB, manifest []weighed, dropped []record.Removed, cuts []record.Cut) string {
	t.Helper()
	dir := t.TempDir()
	byKey := func(x, y record.Removed) int { return bytes.Compare(x.SortKey(), y.SortKey()) }
	slices.SortFunc(manifest, func(x, y weighed) int { return byKey(x.Removed, y.Removed) })
	slices.SortFunc(dropped, byKey)
	slices.SortFunc(cuts, func(x, y record.Cut) int { return bytes.Compare(x.SortKey(), y.SortKey()) })
	write := func(stream string, lines func(write func([]byte) error) error) {
		if err := shardio.WriteStream(t.Context(), dir, stream, lines); err != nil {
			t.Fatal(err)
		}
	}
	write(manifestStream, func(write func([]byte) error) error { return writeLines(manifest, write) })
	write(droppedStream, func(write func([]byte) error) error { return writeLines(dropped, write) })
	write(cutsStream, func(write func([]byte) error) error { return writeLines(cuts, write) })
	return dir
}

// randomAccounts returns the accounts of two passes over so many documents.
func randomAccounts(
	r *rand.Rand, documents int,
) (manifests [2][]weighed, droppeds [2][]record.Removed, cuts [2][]record.Cut) {
	id := func(i int) string { return fmt.Sprintf("d%d", i) }
	var left []int // documents
	length := map[int]int64{}
	for i := range documents {
		left, length[i] = append(left, i), 400+r.Int64N(200)
	}
	for pass := range 2 {
		gone := map[int]bool{}
		for _, i := range left {
			gone[i] = r.IntN(4) == 0
		}
		var stay []int
		for _, i := range left {
			if !gone[i] {
				stay = append(stay, i)
			}
		}
		for _, i := range left {
			other := -1
			if len(stay) > 0 {
				other = stay[r.IntN(len(stay))]
			}
			if gone[i] {
				v := record.Removed{ID: id(i), End: length[i], Reason: "0 characters left"}
				if other >= 0 && r.IntN(3) > 0 {
					v.Reason, v.KeptID, v.KeptEnd = cleaning.DocumentReason, id(other), length[other]
					if r.IntN(3) == 0 {
						v.Reason = cleaning.SimilarReason
					}
				}
				droppeds[pass] = append(droppeds[pass], v)
			}
			at, cut := int64(r.IntN(20)), int64(0)
			for at < length[i]-40 {
				v := weighed{Removed: record.Removed{ID: id(i), Start: at, End: at + 1 + r.Int64N(20),
					Reason: cleaning.PassageReason}}
				if other >= 0 && r.IntN(5) > 0 {
					v.KeptID, v.KeptStart = id(other), r.Int64N(length[other]-20)
					v.KeptEnd = v.KeptStart + 1 + r.Int64N(19)
				}
				if !gone[i] || r.IntN(2) > 0 {
					manifests[pass] = append(manifests[pass], v)
				}
				if !gone[i] {
					cuts[pass] = append(cuts[pass], record.Cut{ID: v.ID, Start: v.Start, End: v.End})
					cut += v.End - v.Start
				}
				at = v.End + 1 + r.Int64N(150)
			}
			length[i] -= cut
		}
		left = stay
	}
	return manifests, droppeds, cuts
}

// weights sets the weights of the lines of two passes: each document that was dropped has all that its representative
// has lost since, and its representatives after that.
func weights(manifests [2][]weighed, droppeds [2][]record.Removed) (set [2][]weighed) {
	members := map[string]int64{}
	for pass, dropped := range droppeds {
		for _, v := range dropped {
			if v.KeptID != "" {
				members[v.KeptID] += 1 + members[v.ID]
			}
		}
		for _, v := range manifests[pass] {
			v.Weight = 1 + members[v.ID]
			set[pass] = append(set[pass], v)
		}
	}
	return set
}

// Two accounts are joined in bounded memory as they are where the last one is in memory, with the weights of their
// ranges.
func TestJoinAccounts(t *testing.T) {
	join := func(seed uint64, documents, memory int) (size int) {
		manifests, droppeds, cuts := randomAccounts(rand.New(rand.NewPCG(seed, 1)), documents)
		dirs := func(manifests [2][]weighed) (earlier, later string) {
			return accountOf(t, manifests[0], droppeds[0], cuts[0]), accountOf(t, manifests[1], droppeds[1], cuts[1])
		}
		earlier, want := dirs(weights(manifests, droppeds))
		if err := joinInMemory(t.Context(), earlier, want); err != nil {
			t.Fatal(err)
		}
		earlier, got := dirs(manifests)
		if err := cmp.Or(weigh(t.Context(), "", earlier, memory),
			weigh(t.Context(), earlier, got, memory)); err != nil {
			t.Fatal(err)
		}
		if err := joinWithin(t.Context(), earlier, got, memory); err != nil {
			t.Fatal(err)
		}
		entries, err := os.ReadDir(got)
		if err != nil || len(entries) != 3 {
			t.Fatalf("%d files are left, want 3: %v", len(entries), err)
		}
		for _, e := range entries {
			w, err := os.ReadFile(filepath.Join(want, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			g, err := os.ReadFile(filepath.Join(got, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff(string(w), string(g)); diff != "" {
				t.Fatalf("seed %d, %d documents: %s (-want +got):\n%s", seed, documents, e.Name(), diff)
			}
			size += len(g)
		}
		return size
	}
	for seed := range uint64(60) {
		join(seed, int(seed%12), 1+int(seed)*100)
	}
	const memory = 4 << 10
	if size := join(1, 400, memory); size < 20*memory {
		t.Errorf("an account of %d bytes is not sorted in parts of %d", size, memory)
	}
}

// Places before and after cuts are those that going through the cuts finds.
func TestPlaces(t *testing.T) {
	for _, cuts := range [][]record.Cut{nil, {{Start: 0, End: 3}},
		{{Start: 2, End: 4}, {Start: 5, End: 9}, {Start: 20, End: 21}}} {
		var p places
		p.reset(cuts)
		for pos := range int64(30) {
			if got, want := p.before(pos), placeBefore(cuts, pos); got != want {
				t.Errorf("%v: %d before is %d, want %d", cuts, pos, got, want)
			}
			if got, want := p.after(pos), placeAfter(cuts, pos); got != want {
				t.Errorf("%v: %d after is %d, want %d", cuts, pos, got, want)
			}
		}
		if got, want := p.lengthBefore(5), lengthBefore(cuts, 5); got != want {
			t.Errorf("%v: length %d, want %d", cuts, got, want)
		}
	}
}
