// Package forest finds the connected components of a graph, edge by edge (Tarjan, "Efficiency of a good but not linear
// set union algorithm", 1975).
package forest

// Forest is a set of vertices and their connected components. Vertices have keys. Make it with
// New. It is not safe for concurrent use.
type Forest struct {
	number map[uint64]int32
	parent []int32 // negative: a root, with the number of vertices below it
}

// New returns a Forest without vertices.
func New() *Forest { return &Forest{number: map[uint64]int32{}} }

// Union joins the components of two vertices, which it adds if they are new. It returns false
// if they were in one component before. The edges for which it returns true are a spanning
// forest.
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

// Component returns the number of the component of a vertex, which it adds if it is new. The
// number is at least 0 and below Len. The next Union may change it.
func (f *Forest) Component(key uint64) int { return int(f.root(f.add(key))) }

// Connected reports whether two vertices are in one component. It adds none.
func (f *Forest) Connected(a, b uint64) bool {
	x, ok := f.number[a]
	y, both := f.number[b]
	return ok && both && f.root(x) == f.root(y)
}

// Len returns the number of vertices.
func (f *Forest) Len() int { return len(f.parent) }

// add returns the number of a vertex, which it adds if it is new.
func (f *Forest) add(key uint64) int32 {
	n, ok := f.number[key]
	if !ok {
		n = int32(len(f.parent))
		f.number[key] = n
		f.parent = append(f.parent, -1)
	}
	return n
}

// root returns the root of the tree of x. It halves the path to it.
func (f *Forest) root(x int32) int32 {
	for f.parent[x] >= 0 {
		if up := f.parent[x]; f.parent[up] >= 0 {
			f.parent[x] = f.parent[up]
		}
		x = f.parent[x]
	}
	return x
}
