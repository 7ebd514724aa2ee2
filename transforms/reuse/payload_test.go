package reuse

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/reuse/bag"
	"example.org/diagonal/transforms/reuse/prefix"
	"example.org/diagonal/transforms/reuse/score"
	"example.org/diagonal/transforms/reuse/sign"
)

// What is written is read again, and what is cut short is an error or something else, but no panic.
func TestPayloads(t *testing.T) {
	members := []Member{{Document: 1 << 60, Sentence: 7, Sentences: 300, Words: 19},
		{Document: 5, Sentence: 1 << 20, Sentences: 1<<20 + 1, Words: 1}}
	like := Like{Other: 9, Documents: 1 << 40, Shared: 6, Longest: 10}
	side := SideMatch{Sentence: 3, Shared: 6, Longest: 10}
	feature := func(m prefix.Member, signed bool) *Feature { return &Feature{m, signed} }
	for name, want := range map[string]engine.Record{
		"member":                   &members[0],
		"bag":                      &Bag{bag.Bag{1, 2, 2}},
		"like":                     &like,
		"crowd":                    &Crowd{},
		"feature":                  feature(prefix.Member{ID: 5, Size: 19, Rest: 12, Map: prefix.Map{1, 2}}, false),
		"feature with a signature": feature(prefix.Member{ID: 5, Size: 254, Rest: 255, Signature: 7}, true),
		"feature with a wide map": feature(prefix.Member{ID: 5, Size: 40, Rest: 4,
			Wide: &prefix.WideMap{1, 2, 3, 4, 5, 6, 7, 8}, Signature: 9}, true),
		"feature of a large set": feature(prefix.Member{ID: 5, Size: 1 << 30, Rest: 70000}, false),
		"signs":                  &Signs{sign.Params{Bits: 48, DiffBits: 7, Tables: 200, Buckets: 1 << 20}},
		"half":                   &Half{20, Like{Other: 9, Shared: 6, Longest: 10}, members},
		"match":                  &Match{77, score.Match{I: 3, I0: 9, K: 4, K0: 800, Shared: 6, Longest: 10}},
		"side":                   &Side{1, 2, 3, 5.25, []SideMatch{side}},
		"choice":                 &choice{Side{1, 2, 3, 5.25, []SideMatch{side}}, true},
		"placed": &placed{A: 1, B: 2, Side: 1, Score: 5.25, ID: "中", Sentences: 8, Matches: []placedMatch{
			{side, catalogue.Sentence{Start: 10, End: 30, ByteStart: 20, ByteEnd: 70}},
		}},
	} {
		payload := want.Append(nil)
		got := reflect.New(reflect.TypeOf(want).Elem()).Interface().(engine.Record)
		err := got.Read(payload)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(choice{})); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
		for cut := range payload {
			got.Read(payload[:cut])
		}
	}
	delivered := binary.AppendUvarint(nil, 70)
	delivered = append(delivered, (&Bag{bag.Bag{1, 2, 2}}).Append(nil)[1:]...)
	got, err := readDelivered((&delivery.Item[Delivered]{Key: 8, Delivered: delivered}).Append(nil))
	if diff := cmp.Diff(&Delivered{8, 70, bag.Bag{1, 2, 2}}, got); err != nil || diff != "" {
		t.Errorf("delivered: %v (-want +got):\n%s", err, diff)
	}
}

// Both halves of a pair have one key and one head, and the smaller wording comes first.
func TestHalves(t *testing.T) {
	one := (&Half{3, Like{Other: 5, Shared: 1, Longest: 1}, nil}).Append(nil)
	other := (&Half{5, Like{Other: 3, Shared: 1, Longest: 1}, nil}).Append(nil)
	if pairKey(3, 5) != pairKey(5, 3) || !bytes.Equal(one[:pairHead], other[:pairHead]) ||
		bytes.Compare(one, other) >= 0 {
		t.Errorf("halves are %x and %x", one, other)
	}
}

// The side of a document has its own sentences.
func TestSides(t *testing.T) {
	p := Params{ThetaD: 1, Weight: score.One, Shuffle: engine.Params{Shards: 1}}
	matches := []score.Match{{I: 1, I0: 20, K: 9, K0: 20, Shared: 3, Longest: 3},
		{I: 4, I0: 20, K: 7, K0: 20, Shared: 3, Longest: 3}}
	var blocks []byte
	for _, m := range matches {
		blocks = shuffle.Append(blocks, 10, (&Match{20, m}).Append(nil))
	}
	seen := 0
	sides := func(_ int, b []byte) {
		if err := shuffle.Each(b, func(document uint64, payload []byte) error {
			d, err := engine.Read[Side](payload)
			want := [][]SideMatch{{{1, 3, 3}, {4, 3, 3}}, {{9, 3, 3}, {7, 3, 3}}}[d.Side]
			if d.A != 10 || d.B != 20 || d.Score != 2 || document != [2]uint64{10, 20}[d.Side] ||
				!slices.Equal(d.Matches, want) {
				t.Errorf("side of document %d is %+v", document, d)
			}
			seen++
			return err
		}); err != nil {
			t.Error(err)
		}
	}
	if err := engine.RunReduce(t.Context(), p.Shuffle, &scorePairs{Params: p}, 0, shuffletest.Iterate(blocks), sides,
		func(string, int64) {}); err != nil || seen != 2 {
		t.Errorf("%d sides, %v", seen, err)
	}
}

// Records of a key come in order of size, and needs of a wording before its members and its bag.
func TestOrder(t *testing.T) {
	small, large := &Feature{Member: prefix.Member{ID: ^uint64(0), Size: 3}},
		&Feature{Member: prefix.Member{ID: 1, Size: 200}}
	if a, b := featureKey(7, small), featureKey(7, large); a >= b || new(meet).Group(a) != 7 ||
		new(meet).Group(b) != 7 {
		t.Errorf("keys are %x and %x", a, b)
	}
	if !(delivery.TagNeed < tagMember && tagMember < tagBag && tagMember < tagLike) {
		t.Error("the tags of a wording are not in the order in which they are read")
	}
}
