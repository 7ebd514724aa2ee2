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
	}, 5, 7}
	b := m.Append(nil)
	wiretest.Golden(t, "member", b, "01"+"05"+"0000000000000007"+"0000000000000009"+"00"+"01"+"0161"+"0166"+"0204"+"03"+
		"ac02"+"04"+"02"+"3fe0000000000000"+"ac02"+"12")
	wiretest.Prefixes(t, "member", b, func(b []byte) error { return new(member).Read(b) })
	for _, fields := range []record.Fields{"", `{"x":1}`} {
		m.Fields = fields
		got, err := engine.Read[member](m.Append(nil))
		if diff := cmp.Diff(m, got, cmp.AllowUnexported(member{})); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
}

func TestDivide(t *testing.T) {
	at := func(id string, start, end, passages int64) member {
		return member{locate.Side{ID: id, Start: start, End: end, Similarity: 1, Verbatim: true}, passages, 0}
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
			[]member{at("a", 0, 100, 5), at("b", 0, 201, 1), at("c", 0, 50, 1), at("d", 0, 200, 1), at("e", 0, 450, 1),
				at("f", 0, 202, 1)},
			[][]member{{at("a", 0, 100, 5), at("d", 0, 200, 1), at("c", 0, 50, 1)},
				{at("f", 0, 202, 1), at("b", 0, 201, 1)}}, 1,
		},
		"one place of those that overlap": {
			[]member{at("a", 0, 100, 5), at("a", 50, 150, 4), at("a", 51, 150, 3), at("a", 150, 250, 1)},
			[][]member{{at("a", 0, 100, 5), at("a", 51, 150, 3), at("a", 150, 250, 1)}}, 1,
		},
		"a pair of which one goes": {[]member{at("a", 0, 100, 5), at("a", 10, 100, 5)}, nil, 2},
	} {
		got, left := divide(tc.members)
		if diff := cmp.Diff(tc.want, got, cmp.AllowUnexported(member{})); diff != "" || left != tc.left {
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
			members[i] = member{locate.Side{ID: string(rune('a' + r.IntN(4))), Source: r.IntN(5) == 0, Start: start,
				End: start + 1 + r.Int64N(100)}, 1 + r.Int64N(3), 0}
		}
		turned := make([]member, len(members))
		for i, x := range r.Perm(len(members)) {
			turned[i] = members[x]
		}
		want, left := divide(members)
		got, leftToo := divide(turned)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(member{})); diff != "" || left != leftToo {
			t.Fatalf("%d and %d left (-first +second):\n%s", left, leftToo, diff)
		}
		for _, c := range want {
			left += len(c)
			if line, err := clusterOf(c, ""); err != nil || len(c) < 2 || line.Size != int64(len(c)) ||
				line.Representative.ID != c[0].ID {
				t.Fatalf("%+v of %+v", line, c)
			}
		}
		if left != len(turned) {
			t.Fatalf("%d of %d members are somewhere", left, len(turned))
		}
	}
}

func TestEdgeBytes(t *testing.T) {
	e := edge{1, 2, .5}
	b := e.Append(nil)
	wiretest.Golden(t, "edge", b, "02"+"0000000000000001"+"0000000000000002"+"3fe0000000000000")
	wiretest.Prefixes(t, "edge", b[1:], func(b []byte) error { return new(edge).Read(append([]byte{tagEdge}, b...)) })
	if got, err := engine.Read[edge](b); err != nil || got != e {
		t.Errorf("%+v, %v", got, err)
	}
}

// Only edges inside of a cluster are its own.
func TestEdgesInside(t *testing.T) {
	clusters := [][]member{{{spot: 1}, {spot: 2}}, {{spot: 3}}, {{spot: 4}, {spot: 5}, {spot: 6}}}
	edges := []edge{{1, 2, .1}, {2, 3, .2}, {5, 4, .3}, {6, 7, .4}, {4, 6, .5}}
	got := edgesInside(clusters, edges)
	if diff := cmp.Diff([][]edge{{edges[0]}, nil, {edges[2], edges[4]}}, got, cmp.AllowUnexported(edge{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The source of a place is, of all places that a passage connects with it and whose date is earlier, the one that no
// other is better than. It is the same in any order of members and edges.
func TestSources(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 10))
	dates := []string{"", `{"date":"1898"}`, `{"date":"1898-01"}`, `{"date":"1899-05-01"}`, `{"date":1900}`,
		`{"date":null}`}
	when := []int{0, 1, 1, 2, 3, 0} // 0: none; 1898 and 1898-01 are equal
	some := 0
	for range 300 {
		members := make([]member, 2+r.IntN(10))
		at := make([]int, len(members))
		for i := range members {
			d := r.IntN(len(dates))
			at[i] = when[d]
			members[i] = member{locate.Side{ID: string(rune('a' + i%7)), Start: int64(100 * (i / 7)),
				End: int64(100*(i/7) + 50), Fields: record.Fields(dates[d])}, 1, uint64(i + 1)}
		}
		var edges []edge
		for range r.IntN(40) {
			edges = append(edges, edge{uint64(1 + r.IntN(len(members)+2)), uint64(1 + r.IntN(len(members)+2)),
				float64(r.IntN(4)) / 4})
		}
		similar := func(i, j int) float64 { // of the most similar passage; -1 if there is none
			most := -1.
			for _, e := range edges {
				if e.a == uint64(i+1) && e.b == uint64(j+1) || e.b == uint64(i+1) && e.a == uint64(j+1) {
					most = max(most, e.similarity)
				}
			}
			return most
		}
		want := make([]*record.ClusterSource, len(members))
		for i := range members {
			from := -1
			for j := range members {
				if at[j] == 0 || at[i] == 0 || at[j] >= at[i] || similar(i, j) < 0 {
					continue
				}
				if from >= 0 {
					x, y := similar(i, j), similar(i, from)
					m, o := &members[j], &members[from]
					if x < y ||
						x == y &&
							(at[j] > at[from] ||
								at[j] == at[from] && (m.ID > o.ID || m.ID == o.ID && m.Start > o.Start)) {
						continue
					}
				}
				from = j
			}
			if from >= 0 {
				m := &members[from]
				want[i] = &record.ClusterSource{ID: m.ID, Start: m.Start, End: m.End, Similarity: similar(i, from)}
				some++
			}
		}
		got, err := sourcesOf(members, edges, "date")
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("%v (-want +got):\n%s", err, diff)
		}
		turned, places := make([]member, len(members)), r.Perm(len(members))
		for i, x := range places {
			turned[i] = members[x]
		}
		r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
		again, err := sourcesOf(turned, edges, "date")
		for i, x := range places {
			if diff := cmp.Diff(want[x], again[i]); err != nil || diff != "" {
				t.Fatalf("in another order: %v\n%s", err, diff)
			}
		}
	}
	if some < 100 {
		t.Errorf("%d sources: nothing was tested", some)
	}
	members := []member{{locate.Side{ID: "a", Fields: `{"date":"1898"}`}, 1, 1},
		{locate.Side{ID: "b", Fields: `{"date":"1899"}`}, 1, 2}}
	if got, err := sourcesOf(members, []edge{{1, 2, 1}}, ""); err != nil || got[0] != nil || got[1] != nil {
		t.Errorf("without a field of dates: %v, %v", got, err)
	}
}
