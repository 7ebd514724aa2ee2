package resemblance

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/resemblance/overlap"
)

// The class of a document depends on its words, their order, and its side.
func TestClassOf(t *testing.T) {
	fn := emitter{}
	type class struct{ class, check uint64 }
	of := func(side record.Side, words ...uint32) class {
		c, check := fn.classifier.Of(&record.Analysed{Key: 5, Side: side, Words: words})
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
	members := func(check uint64, copies int64, id string) []byte {
		return (&Members{Check: check, First: Vertex{ID: id, Copies: copies}}).Append(nil)
	}
	sorted := func(payloads ...[]byte) *block.Sorted {
		t.Helper()
		var b []byte
		for _, payload := range payloads {
			b = block.Append(b, key, payload)
		}
		s, err := block.Sort([][]byte{b})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	fn := deliverFn{Params: p, classes: shuffle.NewPacker(shuffle.Params{Shards: 1}), ledger: shuffle.Ledger{}}
	in := sorted(members(9, 3, "a"), members(4, 2, "d"), members(4, 1, "c"),
		appendSketch(nil, 9, Sketch{Size: 1, Values: []uint64{9}}), appendSketch(nil, 4, Sketch{Size: 1, Values: []uint64{4}}))
	payload, err := fn.profile(in, 0, in.Len(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got Profile
	if err := readProfile(payload, &got); err != nil {
		t.Fatal(err)
	}
	want := Profile{Vertex: Vertex{Key: key, ID: "c", Copies: 3}, Shards: []uint32{0, 0}, Sketch: Sketch{Size: 1, Values: []uint64{4}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("profile (-want +got):\n%s", diff)
	}
	if fn.ledger[Taken] != 3 || fn.ledger[Grouped] != 3 || fn.ledger[PairsOfEqual] != 3 {
		t.Errorf("ledger %v", fn.ledger)
	}

	list := listFn{Params: p}
	var lines []string
	in = sorted((&Member{9, "a"}).Append(nil), (&Member{4, "c"}).Append(nil), (&Member{4, "d"}).Append(nil), appendClass(nil, 4, "c"))
	err = list.listClass(in, 0, in.Len(),
		func(e record.Equal) { lines = append(lines, e.ID+"="+e.Equal) }, func(g record.Grouped) { lines = append(lines, g.ID+"~"+g.Group) })
	if diff := cmp.Diff([]string{"c~c", "d=c", "d~c"}, lines); diff != "" || err != nil {
		t.Errorf("%v, lines (-want +got):\n%s", err, diff)
	}
}

const pinnedClass, pinnedCheck = 0x2e4adb6305e23db2, 0xb5148cb100a911fc
