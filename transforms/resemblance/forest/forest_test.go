package forest

import "testing"

// FuzzForest compares the components of a Forest with those of a simple method: labels that are
// spread along the edges until nothing changes.
func FuzzForest(f *testing.F) {
	f.Add([]byte{0, 1, 1, 2, 3, 3, 4, 5, 2, 5})
	f.Add([]byte{9, 8, 8, 7, 7, 6, 6, 9})
	f.Fuzz(func(t *testing.T, edges []byte) {
		forest := New()
		label := map[byte]int{}
		joined := 0
		for i := 0; i+1 < len(edges); i += 2 {
			a, b := edges[i]%32, edges[i+1]%32
			for _, v := range []byte{a, b} {
				if _, ok := label[v]; !ok {
					label[v] = int(v)
				}
			}
			apart := label[a] != label[b]
			for v, l := range label {
				if l == label[b] && apart && v != b {
					label[v] = label[a]
				}
			}
			if apart {
				label[b] = label[a]
				joined++
			}
			if got := forest.Union(uint64(a), uint64(b)); got != apart {
				t.Fatalf("Union(%d, %d) = %v, want %v", a, b, got, apart)
			}
		}
		if forest.Len() != len(label) {
			t.Fatalf("%d vertices, want %d", forest.Len(), len(label))
		}
		components := map[int]bool{}
		for v := range label {
			components[forest.Component(uint64(v))] = true
			for w := range label {
				if got := forest.Component(uint64(v)) == forest.Component(uint64(w)); got != (label[v] == label[w]) {
					t.Fatalf("%d and %d in one component: %v", v, w, got)
				}
			}
		}
		if len(components) != len(label)-joined {
			t.Errorf("%d components, want %d", len(components), len(label)-joined)
		}
	})
}

// Connected is Component for two vertices, and does not add those that are new.
func TestConnected(t *testing.T) {
	forest := New()
	forest.Union(1, 2)
	forest.Union(3, 2)
	forest.Union(4, 5)
	for _, tc := range []struct {
		a, b uint64
		want bool
	}{{1, 3, true}, {1, 4, false}, {5, 4, true}, {1, 9, false}, {9, 1, false}, {8, 9, false}} {
		if got := forest.Connected(tc.a, tc.b); got != tc.want {
			t.Errorf("%d and %d: %v", tc.a, tc.b, got)
		}
	}
	if forest.Len() != 5 {
		t.Errorf("%d vertices, want those of Union, 5", forest.Len())
	}
}
