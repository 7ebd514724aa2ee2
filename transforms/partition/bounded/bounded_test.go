package bounded

import (
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// edge is a link of two pages. A page has as many words as the lowest bits of its key say.
type edge struct {
	a, b  uint64
	pages uint32
}

// follow does the rounds in one place, as the stages of package partition do them. It returns the set of each page
// that has a link, and how many links were cut, and left after the last round.
func follow(edges []edge, bound Bound, rounds int) (sets map[uint64]uint64, cut int64, late int) {
	states, links := map[uint64]State{}, map[uint64][]Link{}
	sets = map[uint64]uint64{}
	for _, e := range edges {
		for _, k := range []uint64{e.a, e.b} {
			states[k], sets[k] = State{Set: k, Pages: 1, Words: k & 127}, k
		}
		links[e.a] = append(links[e.a], Link{e.pages, State{Set: e.b}})
		links[e.b] = append(links[e.b], Link{e.pages, State{Set: e.a}})
	}
	for k, x := range states {
		links[k] = Distinct(links[k])
		x.Links = uint32(len(links[k]))
		states[k] = x
	}
	for round := range rounds + 1 {
		choices := map[uint64][]Link{}
		for k, x := range states {
			for i, l := range links[k] {
				links[k][i].State = states[l.Set]
			}
			var n int64
			links[k], n = Prune(x, Distinct(links[k]), bound)
			cut += n
			if len(links[k]) > 0 {
				best := Strongest(x, links[k])
				choices[best.Set] = append(choices[best.Set], Link{best.Pages, x})
			}
		}
		if round == rounds {
			for _, l := range links {
				late += len(l)
			}
			return sets, cut, late / 2
		}
		in, after := map[uint64]uint64{}, map[uint64]State{}
		for k, x := range states {
			in[k] = k
			_, after[k] = Join(x, links[k], slices.Clone(choices[k]), round, bound)
		}
		for k, x := range states {
			joined, _ := Join(x, links[k], choices[k], round, bound)
			for _, l := range joined {
				in[l.Set] = k
				delete(after, l.Set)
			}
		}
		moved := map[uint64][]Link{}
		for k, all := range links {
			for _, l := range all {
				if to := in[l.Set]; to != in[k] {
					moved[in[k]] = append(moved[in[k]], Link{l.Pages, State{Set: to}})
				}
			}
		}
		for page, set := range sets {
			sets[page] = in[set]
		}
		states, links = after, moved
	}
	return
}

func TestFollow(t *testing.T) {
	for _, tc := range []struct {
		name  string
		edges []edge
		bound Bound
		want  [][]uint64
		cut   int64
	}{
		{"none", nil, Bound{2, 100}, nil, 0},
		{"a chain", []edge{{1, 2, 2}, {2, 3, 2}, {3, 4, 2}}, Bound{4, 100}, [][]uint64{{1, 2, 3, 4}}, 0},
		{"a chain that is too long", []edge{{1, 2, 2}, {2, 3, 3}, {3, 4, 2}}, Bound{2, 100},
			[][]uint64{{1, 2}, {3, 4}}, 1},
		{"the stronger first", []edge{{1, 2, 9}, {2, 3, 2}}, Bound{2, 100}, [][]uint64{{1}, {2, 3}}, 1},
		{"too many words", []edge{{1, 2, 2}, {2, 3, 3}}, Bound{9, 5}, [][]uint64{{1, 2}, {3}}, 1},
		{"two pages may have any", []edge{{10, 11, 2}}, Bound{9, 1}, [][]uint64{{10, 11}}, 0},
		{"a link within a set", []edge{{1, 2, 2}, {1, 3, 2}, {2, 3, 3}}, Bound{3, 100}, [][]uint64{{1, 2, 3}}, 0},
		{"a star larger than the bound", []edge{{1, 2, 2}, {1, 3, 3}, {1, 4, 4}, {1, 5, 5}}, Bound{3, 100},
			[][]uint64{{1, 2, 3}, {4}, {5}}, 2},
	} {
		sets, cut, late := follow(tc.edges, tc.bound, 4)
		if diff := gocmp.Diff(tc.want, pagesOf(sets)); diff != "" || cut != tc.cut || late != 0 {
			t.Errorf("%s: %d links cut, want %d, and %d late; sets (-want +got):\n%s", tc.name, cut, tc.cut, late, diff)
		}
	}
}

// pagesOf returns the pages of each set, in order.
func pagesOf(sets map[uint64]uint64) (out [][]uint64) {
	of := map[uint64][]uint64{}
	for page, set := range sets {
		of[set] = append(of[set], page)
	}
	for _, pages := range of {
		slices.Sort(pages)
		out = append(out, pages)
	}
	slices.SortFunc(out, slices.Compare)
	return out
}

// components are the sets without a bound.
func components(edges []edge) map[uint64]uint64 {
	in := map[uint64]uint64{}
	for _, e := range edges {
		in[e.a], in[e.b] = e.a, e.b
	}
	for changed := true; changed; {
		changed = false
		for _, e := range edges {
			if least := min(in[e.a], in[e.b]); in[e.a] != in[e.b] {
				in[e.a], in[e.b], changed = least, least, true
			}
		}
	}
	return in
}

// No set is larger than the bound. Where no link is cut or late, the sets are the connected
// components. They do not depend on the order of the links.
func FuzzFollow(f *testing.F) {
	f.Add([]byte{1, 2, 1, 2, 3, 1, 3, 4, 2, 4, 1, 9}, uint8(3))
	f.Fuzz(func(t *testing.T, b []byte, max uint8) {
		var edges []edge
		for ; len(b) >= 3; b = b[3:] {
			if x, y := uint64(b[0]&31), uint64(b[1]&31); x != y {
				edges = append(edges, edge{x, y, uint32(b[2] & 7)})
			}
		}
		bound := Bound{2 + int(max&15), 90}
		sets, cut, late := follow(edges, bound, 32)
		if late > 0 {
			t.Errorf("%d links are left after 32 rounds", late)
		}
		for _, pages := range pagesOf(sets) {
			words := uint64(0)
			for _, p := range pages {
				words += p
			}
			if len(pages) > bound.Pages || len(pages) > 2 && words > uint64(bound.Words) {
				t.Errorf("a set of %d pages and %d words", len(pages), words)
			}
		}
		want := components(edges)
		for page, set := range sets {
			if want[page] != want[set] {
				t.Errorf("page %d is in the set %d, with which nothing connects it", page, set)
			}
		}
		if cut == 0 {
			if diff := gocmp.Diff(pagesOf(want), pagesOf(sets)); diff != "" {
				t.Errorf("no link is cut; sets (-components +sets):\n%s", diff)
			}
		}
		slices.Reverse(edges)
		if again, _, _ := follow(edges, bound, 32); !gocmp.Equal(sets, again) {
			t.Errorf("in another order: %v, before %v", again, sets)
		}
	})
}

// Eight rounds follow all links of trees and graphs of random links, and nearly all of chains.
func TestRounds(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for name, make := range map[string]func(keys []uint64) (edges []edge){
		"stars": func(keys []uint64) (edges []edge) {
			for i := range keys[1:] {
				edges = append(edges, edge{keys[0], keys[i+1], 5})
			}
			return
		},
		"chains": func(keys []uint64) (edges []edge) {
			for i := range keys[1:] {
				edges = append(edges, edge{keys[i], keys[i+1], 5})
			}
			return
		},
		"trees": func(keys []uint64) (edges []edge) {
			for i := range keys[1:] {
				edges = append(edges, edge{keys[r.IntN(i+1)], keys[i+1], r.Uint32N(20)})
			}
			return
		},
	} {
		var edges []edge
		links := 0
		for range 50 {
			keys := []uint64{}
			for range 100 {
				keys = append(keys, r.Uint64())
			}
			edges = append(edges, make(keys)...)
			links += 99
		}
		_, cut, late := follow(edges, Bound{200, 1 << 62}, 8)
		most := 0
		if name == "chains" {
			most = links / 50
		}
		if cut != 0 || late > most {
			t.Errorf("%s: of %d links %d are left after eight rounds, and %d were cut", name, links, late, cut)
		}
	}
}
