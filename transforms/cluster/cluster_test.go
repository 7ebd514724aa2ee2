package cluster

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/wire/wiretest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/locate"
)

// The bytes that go through the shuffle, field by field.
func TestMemberBytes(t *testing.T) {
	m := member{locate.Side{
		Passage: 9, Verbatim: true, ID: "a", Origin: record.Origin{File: "f", Record: 1, Offset: 2},
		Start: 3, End: 303, ByteStart: 4, ByteEnd: 6, Similarity: 0.5, Evidence: 300, Prose: 18,
	}, 5}
	b := m.Append(nil)
	wiretest.Golden(t, "member", b, "01"+"05"+"0000000000000009"+"00"+"01"+"0161"+"0166"+"0204"+"03"+"ac02"+"04"+"02"+"3fe0000000000000"+"ac02"+"12")
	wiretest.Prefixes(t, "member", b, func(b []byte) error { return new(member).Read(b) })
	for _, fields := range []record.Fields{"", `{"x":1}`} {
		m.Fields = fields
		got, err := engine.Read[member](m.Append(nil))
		if diff := cmp.Diff(m, got); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
}

func TestDivide(t *testing.T) {
	at := func(id string, start, end, passages int64) member {
		return member{locate.Side{ID: id, Start: start, End: end, Similarity: 1, Verbatim: true}, passages}
	}
	for name, tc := range map[string]struct {
		members []member
		want    [][]member
		left    int
	}{
		"the representative has the most passages": {
			[]member{at("a", 0, 100, 1), at("b", 0, 90, 3), at("c", 0, 100, 2)},
			[][]member{{at("b", 0, 90, 3), at("c", 0, 100, 2), at("a", 0, 100, 1)}}, 0,
		},
		"then it is the longest, then that of the smallest id": {
			[]member{at("c", 0, 100, 2), at("a", 0, 90, 2), at("b", 0, 100, 2)},
			[][]member{{at("b", 0, 100, 2), at("c", 0, 100, 2), at("a", 0, 90, 2)}}, 0,
		},
		"other lengths are other clusters": {
			[]member{at("a", 0, 100, 5), at("b", 0, 201, 1), at("c", 0, 50, 1), at("d", 0, 200, 1), at("e", 0, 450, 1), at("f", 0, 202, 1)},
			[][]member{{at("a", 0, 100, 5), at("d", 0, 200, 1), at("c", 0, 50, 1)}, {at("f", 0, 202, 1), at("b", 0, 201, 1)}}, 1,
		},
		"one place of those that overlap": {
			[]member{at("a", 0, 100, 5), at("a", 50, 150, 4), at("a", 51, 150, 3), at("a", 150, 250, 1)},
			[][]member{{at("a", 0, 100, 5), at("a", 51, 150, 3), at("a", 150, 250, 1)}}, 1,
		},
		"a pair of which one goes": {[]member{at("a", 0, 100, 5), at("a", 10, 100, 5)}, nil, 2},
	} {
		got, left := divide(tc.members)
		if diff := cmp.Diff(tc.want, got); diff != "" || left != tc.left {
			t.Errorf("%s: %d left, want %d (-want +got):\n%s", name, left, tc.left, diff)
		}
	}
}

// The clusters do not depend on the order of the members.
func TestDivideInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 4))
	for range 200 {
		members := make([]member, r.IntN(30))
		for i := range members {
			start := r.Int64N(50)
			members[i] = member{locate.Side{ID: string(rune('a' + r.IntN(4))), Source: r.IntN(5) == 0, Start: start, End: start + 1 + r.Int64N(100)}, 1 + r.Int64N(3)}
		}
		turned := make([]member, len(members))
		for i, x := range r.Perm(len(members)) {
			turned[i] = members[x]
		}
		want, left := divide(members)
		got, leftToo := divide(turned)
		if diff := cmp.Diff(want, got); diff != "" || left != leftToo {
			t.Fatalf("%d and %d left (-first +second):\n%s", left, leftToo, diff)
		}
		for _, c := range want {
			left += len(c)
			if line, err := clusterOf(c, ""); err != nil || len(c) < 2 || line.Size != int64(len(c)) || line.Representative.ID != c[0].ID {
				t.Fatalf("%+v of %+v", line, c)
			}
		}
		if left != len(turned) {
			t.Fatalf("%d of %d members are somewhere", left, len(turned))
		}
	}
}
