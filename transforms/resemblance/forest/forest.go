// Package forest keeps the connected components of a graph whose edges come one after
// the other (Tarjan, "Efficiency of a good but not linear set union algorithm", 1975).
package forest

// Forest is the components of the vertices it was given, which are named by keys. The
// zero value is not ready; use New. It is not safe for concurrent use.
type Forest struct {
	number map[uint64]int32
	parent []int32 // negative: a root, with the number of vertices below it
}

// New makes a Forest without a vertex.
func New() *Forest { return &Forest{number: map[uint64]int32{}} }

// Union joins the components of two vertices, which it adds if they are new. It says
// whether they were two: the edges for which it says so are a spanning forest.
func (f *Forest) Union(a, b uint64) bool {
	x, y := f.root(f.add(a)), f.root(f.add(b))
	if x == y {
		return false
	}
	if f.parent[x] > f.parent[y] { // fewer below x
		x, y = y, x
	}
	f.parent[x] += f.parent[y]
	f.parent[y] = x
	return true
}

// Component is the number of the component of a vertex, which it adds if it is new.
// Numbers are below Len; the next Union may change them.
func (f *Forest) Component(key uint64) int { return int(f.root(f.add(key))) }

// Len is the number of vertices.
func (f *Forest) Len() int { return len(f.parent) }

func (f *Forest) add(key uint64) int32 {
	n, ok := f.number[key]
	if !ok {
		n = int32(len(f.parent))
		f.number[key] = n
		f.parent = append(f.parent, -1)
	}
	return n
}

// root halves the path it walks.
func (f *Forest) root(x int32) int32 {
	for f.parent[x] >= 0 {
		if up := f.parent[x]; f.parent[up] >= 0 {
			f.parent[x] = f.parent[up]
		}
		x = f.parent[x]
	}
	return x
}
