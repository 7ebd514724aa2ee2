package reuse

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/reuse/bag"
	"example.org/diagonal/transforms/reuse/prefix"
	"example.org/diagonal/transforms/reuse/score"
)

// What is written is read again, and what is cut short is an error or something else, but no panic.
func TestPayloads(t *testing.T) {
	members := []Member{{Document: 1 << 60, Sentence: 7, Sentences: 300, Words: 19}, {Document: 5, Sentence: 1 << 20, Sentences: 1<<20 + 1, Words: 1}}
	like := Like{Other: 9, Documents: 1 << 40, Shared: 6, Longest: 10}
	match := score.Match{I: 3, I0: 9, K: 4, K0: 800, Shared: 6, Longest: 10}
	place := placed{A: 1, B: 2, Side: 1, Score: 5.25, ID: "中", Sentences: 8, Matches: []placedMatch{
		{Sentence: 3, Shared: 6, Longest: 10, Place: catalogue.Sentence{Start: 10, End: 30, ByteStart: 20, ByteEnd: 70}},
	}}
	for _, tc := range []struct {
		name    string
		payload []byte
		want    any
		read    func([]byte) (any, error)
	}{
		{"member", appendMember(nil, members[0]), members[0], func(b []byte) (any, error) {
			r := wire.NewReader(b)
			r.Byte()
			return readMember(&r), r.Err()
		}},
		{"like", appendLike(nil, like), like, func(b []byte) (any, error) {
			r := wire.NewReader(b)
			r.Byte()
			return readLike(&r), r.Err()
		}},
		{"delivered", appendDelivered(nil, 8, 70, appendBag(nil, bag.Bag{1, 2, 2})[1:]), &Delivered{8, 70, bag.Bag{1, 2, 2}}, func(b []byte) (any, error) { return readDelivered(b) }},
		{"feature", appendFeature(nil, &prefix.Member{ID: 5, Size: 19, Rest: 12, Map: prefix.Map{1, 2}}, false), prefix.Member{ID: 5, Size: 19, Rest: 12, Map: prefix.Map{1, 2}}, feature},
		{"feature with a signature", appendFeature(nil, &prefix.Member{ID: 5, Size: 254, Rest: 255, Signature: 7}, true), prefix.Member{ID: 5, Size: 254, Rest: 255, Signature: 7}, feature},
		{"feature with a wide map", appendFeature(nil, &prefix.Member{ID: 5, Size: 40, Rest: 4, Wide: &prefix.WideMap{1, 2, 3, 4, 5, 6, 7, 8}, Signature: 9}, true), prefix.Member{ID: 5, Size: 40, Rest: 4, Wide: &prefix.WideMap{1, 2, 3, 4, 5, 6, 7, 8}, Signature: 9}, feature},
		{"feature of a large set", appendFeature(nil, &prefix.Member{ID: 5, Size: 1 << 30, Rest: 70000}, false), prefix.Member{ID: 5, Size: 1 << 30, Rest: 70000}, feature},
		{"half", appendHalf(nil, 20, like, members), half{score.Match{Shared: 6, Longest: 10}, members}, func(b []byte) (any, error) {
			m, members, err := readHalf(b, nil)
			return half{m, members}, err
		}},
		{"match", appendMatch(nil, 77, match), match, func(b []byte) (any, error) {
			other, m, err := readMatch(b)
			if err == nil && other != 77 {
				t.Errorf("the other document is %d", other)
			}
			return m, err
		}},
		{"placed", place.append(nil), place, func(b []byte) (any, error) {
			var p placed
			err := p.readPlaced(b)
			return p, err
		}},
	} {
		got, err := tc.read(tc.payload)
		if diff := cmp.Diff(tc.want, got, cmp.AllowUnexported(half{})); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tc.name, err, diff)
		}
		for cut := range tc.payload {
			tc.read(tc.payload[:cut])
		}
	}
}

type half struct {
	match   score.Match
	members []Member
}

func feature(b []byte) (any, error) {
	var m prefix.Member
	err := readFeature(b, &m)
	return m, err
}

// Both halves of a pair have one key and one head, and the smaller wording comes first.
func TestHalves(t *testing.T) {
	one := appendHalf(nil, 3, Like{Other: 5, Shared: 1, Longest: 1}, nil)
	other := appendHalf(nil, 5, Like{Other: 3, Shared: 1, Longest: 1}, nil)
	if pairKey(3, 5) != pairKey(5, 3) || !bytes.Equal(one[:pairHead], other[:pairHead]) || bytes.Compare(one, other) >= 0 {
		t.Errorf("halves are %x and %x", one, other)
	}
}

// The side of a document has its own sentences.
func TestSides(t *testing.T) {
	matches := []score.Match{{I: 1, K: 9, Shared: 2, Longest: 3}, {I: 4, K: 7, Shared: 3, Longest: 3}}
	for side, want := range [][]uint32{{1, 4}, {9, 7}} {
		var p placed
		if err := p.read(appendSide(nil, byte(side), 10, 20, 1.5, matches)); err != nil {
			t.Fatal(err)
		}
		if p.A != 10 || p.B != 20 || p.Score != 1.5 || int(p.Side) != side || len(p.Matches) != 2 || p.Matches[0].Sentence != want[0] || p.Matches[1].Sentence != want[1] {
			t.Errorf("side %d is %+v", side, p)
		}
	}
}

// Records of a key come in order of size, and needs of a wording before its members and its bag.
func TestOrder(t *testing.T) {
	small, large := &prefix.Member{ID: ^uint64(0), Size: 3}, &prefix.Member{ID: 1, Size: 200}
	if a, b := featureKey(7, small), featureKey(7, large); a >= b || metAt(a) != 7 || metAt(b) != 7 {
		t.Errorf("keys are %x and %x", a, b)
	}
	if !(delivery.TagNeed < tagMember && tagMember < tagBag && tagMember < tagLike) {
		t.Error("the tags of a wording are not in the order in which they are read")
	}
}
