package locate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/catalogue"
)

const (
	same = record.Verbatim
	near = record.Reworded
)

// Document keys: an upper half, which is the name; a lower half, which ends in the side.
const (
	keyA = 1<<32 | 2
	keyB = 2<<32 | 4
	keyC = 3<<32 | 6
)

func TestPassages(t *testing.T) {
	const sourceA = 4<<32 | 1
	for _, tc := range []struct {
		name   string
		fill   func(*given)
		want   []record.Passage
		ledger map[string]int64
		within bool // which is not among the largest
	}{
		{name: "nothing", fill: func(*given) {}},
		{name: "a document that shares nothing", fill: func(g *given) { g.entry(keyA, entry("a", "f", 0, 1, 5)) }},
		{name: "the smaller id is a", fill: func(g *given) {
			g.entry(keyA, entry("中", "f", 0, 1, 5, 6, 7))
			g.entry(keyB, entry("b", "f", 1, 2, 9, 5, 6))
			g.found(found(keyA, keyB, 0, 1, 2, alignment.AnyOrder))
		}, want: []record.Passage{verbatim("b", "中", 1, 0, 2, same)}},
		{name: "other words", fill: func(g *given) {
			g.entry(keyA, entry("a\xff", "f", 0, 1, 5, 6, 7))
			g.entry(keyB, entry("b", "f", 1, 2, 9, 5, 6))
			g.found(found(keyA, keyB, 1, 1, 2, alignment.AnyOrder))
		}, want: []record.Passage{verbatim("a\ufffd", "b", 1, 1, 2, near)}},
		{name: "of two readings that of the ids stays", fill: func(g *given) {
			g.entry(keyA, entry("z", "f", 0, 1, 5, 6, 7))
			g.entry(keyB, entry("b", "f", 1, 2, 9, 5, 6))
			g.found(found(keyA, keyB, 0, 1, 1, alignment.SmallerFirst))
			g.found(found(keyB, keyA, 1, 0, 2, alignment.SmallerFirst))
		}, want: []record.Passage{verbatim("b", "z", 1, 0, 2, same)}},
		{name: "a reading of the other order only", fill: func(g *given) {
			g.entry(keyA, entry("a", "f", 0, 1, 5, 6))
			g.entry(keyB, entry("b", "f", 1, 2, 5, 6))
			g.found(found(keyB, keyA, 0, 0, 2, alignment.SmallerFirst))
		}},
		{name: "input before source, whichever id is smaller", fill: func(g *given) {
			g.entry(keyC, entry("z", "f", 0, 1, 5))
			g.entry(sourceA, entry("a", "s", 0, 1, 5))
			g.found(found(keyC, sourceA, 0, 0, 1, alignment.Fixed))
		}, want: []record.Passage{ofSource(verbatim("z", "a", 0, 0, 1, same))}},
		{name: "a source with the id of an input is another document", fill: func(g *given) {
			g.entry(keyA, entry("a", "f", 0, 1, 5))
			g.entry(sourceA, entry("a", "s", 0, 1, 5))
			g.found(found(keyA, sourceA, 0, 0, 1, alignment.Fixed))
		}, want: []record.Passage{ofSource(verbatim("a", "a", 0, 0, 1, same))}},
		{name: "a source with the id and the upper half of the key of an input", fill: func(g *given) {
			g.entry(keyA, entry("a", "f", 0, 1, 5))
			g.entry(keyA|1, entry("a", "s", 0, 1, 5))
			g.found(found(keyA, keyA|1, 0, 0, 1, alignment.Fixed))
		}, want: []record.Passage{ofSource(verbatim("a", "a", 0, 0, 1, same))}},
		{name: "inside one document", fill: func(g *given) {
			g.entry(keyA, entry("a", "f", 0, 1, 5, 6, 5, 6))
			g.found(found(keyA, keyA, 0, 2, 2, alignment.Fixed))
		}, want: []record.Passage{verbatim("a", "a", 0, 2, 2, same)}, within: true},
		{name: "a document without an entry", fill: func(g *given) {
			g.entry(keyA, entry("a", "f", 0, 1, 5))
			g.found(found(keyA, keyB, 0, 0, 1, alignment.AnyOrder))
		}, ledger: map[string]int64{Orphans: 1}},
	} {
		var g given
		tc.fill(&g)
		got, err := locate(t, g)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if len(got.passages) > 0 { // what Beam's coder makes of ids that are not UTF-8
			got.passages[0].A = strings.ToValidUTF8(got.passages[0].A, "\ufffd")
		}
		if diff := cmp.Diff(tc.want, got.passages, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: passages (-want +got):\n%s", tc.name, diff)
		}
		if tc.ledger == nil && len(tc.want) > 0 {
			tc.ledger = map[string]int64{Passages: int64(len(tc.want))}
			if tc.within {
				tc.ledger = map[string]int64{WithinPassages: int64(len(tc.want))}
			}
		}
		if diff := cmp.Diff(tc.ledger, got.ledger, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: ledger (-want +got):\n%s", tc.name, diff)
		}
		largest := tc.want
		if tc.within {
			largest = nil
		}
		if diff := cmp.Diff(largest, got.largest, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: largest (-want +got):\n%s", tc.name, diff)
		}
	}
}

func TestSentencesThatAreNotThere(t *testing.T) {
	var g given
	g.entry(keyA, entry("a", "f", 0, 1, 5))
	g.entry(keyB, entry("b", "f", 1, 1, 5))
	g.found(found(keyA, keyB, 0, 1, 1, alignment.AnyOrder))
	_, err := locate(t, g)
	want := `locate: document "b" has 1 sentences, a passage asks for 1 from 1 on`
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// Of two documents with one id the one with the smaller (content, file, record) stays,
// whatever the order; a passage of the other is an orphan.
func TestDuplicates(t *testing.T) {
	const keyA2 = 1<<32 | 8 // the name of a, another content
	a, other, again := entry("a", "f", 3, 1, 5), entry("a", "e", 0, 2, 5), entry("a", "g", 0, 1, 5)
	b := entry("b", "f", 1, 9, 5)
	rejected := func(e catalogue.Entry) record.Rejected {
		return record.Rejected{File: e.File, Record: e.Record, ID: "a", Reason: "duplicate id; kept is f, record 4"}
	}
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		var g given
		for _, n := range order {
			switch n {
			case 0:
				g.entry(keyA, a)
			case 1:
				g.entry(keyA2, other)
			case 2:
				g.entry(keyA, again)
			}
		}
		g.entry(keyB, b)
		g.found(found(keyA, keyB, 0, 0, 1, alignment.AnyOrder))
		g.found(found(keyA2, keyB, 0, 0, 1, alignment.AnyOrder))
		g.found(found(keyA, keyA2, 0, 0, 1, alignment.AnyOrder))
		g.hot(keyA2, 0, 1)
		got, err := locate(t, g)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]record.Passage{verbatim("a", "b", 0, 0, 1, same)}, got.passages); diff != "" {
			t.Errorf("passages (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]record.Rejected{rejected(other), rejected(again)}, got.rejected); diff != "" {
			t.Errorf("rejected (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(map[string]int64{Passages: 1, catalogue.Duplicates: 2, Orphans: 2},
			got.ledger); diff != "" {
			t.Errorf("ledger (-want +got):\n%s", diff)
		}
		if len(got.hot) > 0 {
			t.Errorf("a rejected document has the hot passage %+v", got.hot)
		}
	}
}

// One file given twice is one document, and the record itself stands in the reason.
func TestOneRecordTwice(t *testing.T) {
	var g given
	g.entry(keyA, entry("a", "f", 3, 1, 5))
	g.entry(keyA, entry("a", "f", 3, 1, 5))
	got, err := locate(t, g)
	want := []record.Rejected{{File: "f", Record: 3, ID: "a", Reason: "duplicate id; kept is f, record 4"}}
	if diff := cmp.Diff(want, got.rejected); err != nil || diff != "" {
		t.Errorf("%v, rejected (-want +got):\n%s", err, diff)
	}
}

// Two ids whose whole keys collide: the smaller by content, file and record stays.
func TestTwoIDsWithOneKey(t *testing.T) {
	x, y := entry("x", "f", 0, 2, 5), entry("y", "f", 1, 1, 5)
	for _, order := range [][2]catalogue.Entry{{x, y}, {y, x}} {
		var g given
		g.entry(keyA, order[0])
		g.entry(keyA, order[1])
		g.entry(keyB, entry("b", "f", 2, 3, 5))
		g.found(found(keyA, keyB, 0, 0, 1, alignment.AnyOrder))
		got, err := locate(t, g)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]record.Passage{verbatim("b", "y", 0, 0, 1, same)}, got.passages); diff != "" {
			t.Errorf("passages (-want +got):\n%s", diff)
		}
		want := []record.Rejected{{File: "f", Record: 0, ID: "x", Reason: `its document key is also that of "y"`}}
		if diff := cmp.Diff(want, got.rejected); diff != "" {
			t.Errorf("rejected (-want +got):\n%s", diff)
		}
	}
}

func TestHotRunsAreJoined(t *testing.T) {
	var g given
	g.entry(keyA, entry("a", "f", 2, 1, 1, 2, 3, 4, 8, 9))
	g.entry(keyB, entry("中", "f", 3, 2, 2, 3, 4))
	g.hot(keyA, 5, 1) // alone
	g.hot(keyA, 1, 1) // 1 to 3 in three pieces, one of them twice
	g.hot(keyA, 2, 2)
	g.hot(keyA, 2, 1)
	g.hot(keyB, 0, 3)
	got, err := locate(t, g)
	if err != nil {
		t.Fatal(err)
	}
	want := []record.HotPassage{
		{Documents: 1, Occurrences: 1, Sentences: 1, Words: 9, Samples: []record.Sample{{ID: "a", Start: 50, End: 59}}},
		{Documents: 2, Occurrences: 2, Sentences: 3, Words: 9, Samples: []record.Sample{{ID: "a", Start: 10, End: 39},
			{ID: "中", Start: 0, End: 29}}},
	}
	if got.hot[0].Sentences > got.hot[1].Sentences {
		got.hot[0], got.hot[1] = got.hot[1], got.hot[0]
	}
	if diff := cmp.Diff(want, got.hot, cmpopts.IgnoreFields(record.HotPassage{}, "Hash")); diff != "" {
		t.Errorf("hot passages (-want +got):\n%s", diff)
	}
	hashes := map[string][]string{}
	for _, o := range got.occurrences {
		hashes[o.Hash] = append(hashes[o.Hash], fmt.Sprintf("%s %d-%d", o.ID, o.Start, o.End))
	}
	wantPlaces := map[string][]string{got.hot[0].Hash: {"a 50-59"}, got.hot[1].Hash: {"a 10-39", "中 0-29"}}
	if diff := cmp.Diff(wantPlaces, hashes); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]int64{HotPassages: 2, HotOccurrences: 3, HotDocuments: 2}, got.ledger); diff != "" {
		t.Errorf("ledger (-want +got):\n%s", diff)
	}
	for _, e := range got.excerpts { // the text is that of the first place
		if e.Origin != (record.Origin{File: "f", Record: 2, Offset: 200}) {
			t.Errorf("an excerpt is read from %+v", e.Origin)
		}
	}
}

func TestSamplesAreTheFirstTen(t *testing.T) {
	var g given
	var want []record.Sample
	for i := range 25 {
		id := fmt.Sprintf("d%02d", i)
		key := uint64(100-i) << 32
		g.entry(key, entry(id, "f", int64(i), uint64(i), 5, 1, 5))
		g.hot(key, 0, 1)
		g.hot(key, 2, 1)
		if i < 5 {
			want = append(want, record.Sample{ID: id, Start: 0, End: 9}, record.Sample{ID: id, Start: 20, End: 29})
		}
	}
	got, err := locate(t, g)
	if err != nil || len(got.hot) != 1 {
		t.Fatalf("%v, %d hot passages, want 1", err, len(got.hot))
	}
	h := got.hot[0]
	if diff := cmp.Diff(want, h.Samples); diff != "" {
		t.Errorf("samples (-want +got):\n%s", diff)
	}
	if h.Documents != 25 || h.Occurrences != 50 || len(got.occurrences) != 50 {
		t.Errorf("%d documents, %d occurrences, %d of them listed; want 25, 50, 50", h.Documents, h.Occurrences,
			len(got.occurrences))
	}
}

// The ten largest come in order of length; equal ones in the order of the result. Passages inside
// one document are not among them.
func TestLargest(t *testing.T) {
	var g given
	var want []record.Passage
	for i := range 15 {
		key, other := uint64(100-i)<<32, uint64(200-i)<<32
		hashes := make([]uint64, 20)
		g.entry(key, entry(fmt.Sprintf("d%02d", i), "f", int64(i), uint64(i), hashes...))
		g.entry(other, entry(fmt.Sprintf("e%02d", i), "f", int64(15+i), uint64(i), hashes...))
		n := uint32(i/2 + 1) // 1 1 2 2 ... 7 7 8
		g.found(found(key, other, 0, 10, n, alignment.Fixed))
	}
	for _, i := range []int{14, 12, 13, 10, 11, 8, 9, 6, 7, 4} {
		want = append(want, verbatim(fmt.Sprintf("d%02d", i), fmt.Sprintf("e%02d", i), 0, 10, uint32(i/2+1), same))
	}
	got, err := locate(t, g)
	if diff := cmp.Diff(want, got.largest); err != nil || diff != "" {
		t.Errorf("%v, largest (-want +got):\n%s", err, diff)
	}
	if len(got.passages) != 15 {
		t.Errorf("%d passages, want 15", len(got.passages))
	}
}

// ofSource returns p with a document of the source as b.
func ofSource(p record.Passage) record.Passage {
	p.Source = true
	return p
}
