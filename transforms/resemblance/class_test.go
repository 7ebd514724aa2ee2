package resemblance

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/resemblance/overlap"
)

// The class of a document depends on its words, their order, and its side.
func TestClassOf(t *testing.T) {
	var classifier Classifier
	type class struct{ class, check uint64 }
	of := func(side record.Side, words ...uint32) class {
		c, check := classifier.Of(&record.Analysed{Key: 5, Side: side, Words: words})
		if record.SideOf(c) != side {
			t.Errorf("class %x is not of side %d", c, side)
		}
		return class{c, check}
	}
	one := of(record.Input, 1, 2, 3)
	if one != of(record.Input, 1, 2, 3) {
		t.Error("equal words have two classes")
	}
	for _, other := range []class{of(record.Input, 1, 3, 2), of(record.Input, 1, 2), of(record.Input, 1, 2, 3, 3)} {
		if one.class == other.class || one.check == other.check {
			t.Errorf("other words have the class %x", other)
		}
	}
	if source := of(record.Source, 1, 2, 3); source.class == one.class || source.check != one.check {
		t.Errorf("of two sides: %x and %x", one, source)
	}
	// Fingerprints travel between machines of different kinds.
	if want := (class{pinnedClass, pinnedCheck}); one != want {
		t.Errorf("class %#x, check %#x, want %#x, %#x", one.class, one.check, want.class, want.check)
	}
}

// If two classes have one key, the documents of one are compared and listed, and those of the
// other are counted.
func TestOneKeyTwoClasses(t *testing.T) {
	const key = 6
	p := params(0, overlap.Bounds{Resemblance: 0.7})
	shard := func(records ...engine.Record) func(*[]byte) bool {
		var b []byte
		for _, r := range records {
			b = shuffle.Append(b, key, r.Append(nil))
		}
		return shuffletest.Iterate(b)
	}
	members := func(check uint64, copies int64, id string) engine.Record {
		return &Members{Check: check, First: Vertex{ID: id, Copies: copies}}
	}
	sketch := func(value uint64) engine.Record { return &Sketched{value, Sketch{Size: 1, Values: []uint64{value}}} }
	ledger := map[string]int64{}
	var cells [][]byte
	err := engine.RunReduce(t.Context(), p.Shuffle, &deliver{Params: p}, 0,
		shard(members(9, 3, "a"), members(4, 2, "d"), members(4, 1, "c"), sketch(9), sketch(4), &delivery.Need{}),
		func(_ int, b []byte) {
			cells = append(cells, b)
		}, func(int, []byte) {}, func(record.SimilarPair) {}, func(name string, n int64) { ledger[name] += n })
	if err != nil {
		t.Fatal(err)
	}
	var got []Profile
	for _, b := range cells {
		if err := shuffle.Each(b, func(_ uint64, payload []byte) error {
			p, err := engine.Read[Profile](payload)
			got = append(got, p)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	want := []Profile{{Vertex: Vertex{Key: key, ID: "c", Copies: 3}, Shards: []uint32{0, 0},
		Sketch: Sketch{Size: 1, Values: []uint64{4}}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("profiles (-want +got):\n%s", diff)
	}
	if ledger[Taken] != 3 || ledger[Grouped] != 3 || ledger[PairsOfEqual] != 3 {
		t.Errorf("ledger %v", ledger)
	}

	var lines []string
	err = engine.RunReduce(t.Context(), p.Shuffle, &list{Params: p}, 0,
		shard(&Member{9, "a"}, &Member{4, "c"}, &Member{4, "d"}, &Class{4, "c"}),
		func(e record.Equal) {
			lines = append(lines, e.ID+"="+e.Equal)
		}, func(g record.Grouped) { lines = append(lines, g.ID+"~"+g.Group) })
	if diff := cmp.Diff([]string{"c~c", "d=c", "d~c"}, lines); diff != "" || err != nil {
		t.Errorf("%v, lines (-want +got):\n%s", err, diff)
	}
}

const pinnedClass, pinnedCheck = 0x2e4adb6305e23db2, 0xb5148cb100a911fc
