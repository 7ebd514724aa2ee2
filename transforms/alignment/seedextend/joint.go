package seedextend

import "math"

// joint is the sums that validate makes of a cluster, for clusters that grow: those of the next one are made of the words that
// it has more, or less. It is scratch of bridge, which asks whether a cluster is still valid with the next one, and that
// one, so that the words of all would be summed again and again.
type joint struct {
	box
	a, b             []uint32 // how many units of the box hold each word
	normA, normB, of uint64   // the squared norms, and the product
	common           int      // distinct words of both sides
}

// begin begins with the pair at hand.
func (t *joint) begin(w *Worker) {
	*t = joint{a: zeroed(t.a, len(w.a.vocabulary)), b: zeroed(t.b, len(w.b.vocabulary))}
}

// validate is Worker.validate for a cluster that begins, on both sides, with that of the last call or elsewhere.
func (t *joint) validate(w *Worker, c *cluster) bool {
	if t.i0 != c.i0 || t.j0 != c.j0 {
		t.begin(w)
		t.box = box{c.i0, c.i0, c.j0, c.j0}
	}
	w.weighBox(c.box)
	p := &w.weights
	t.normA += t.change(w.a, t.i1, c.i1, t.a, t.b, p.a, p.inB)
	t.i1 = c.i1
	t.normB += t.change(w.b, t.j1, c.j1, t.b, t.a, p.b, p.inA)
	t.j1 = c.j1
	c.cosine, c.common = float64(t.of)/math.Sqrt(float64(t.normA)*float64(t.normB)), t.common
	return w.similarEnough(c)
}

// change adds the words of the units from one to another of d, or takes them away if to is before from. It returns
// what that adds to the norm, modulo 2^64. own and other are the counts of both sides.
func (t *joint) change(d *Document, from, to uint32, own, other, weight, inOther []uint32) (norm uint64) {
	for _, k := range d.wordsOf(from, max(from, to)) {
		norm += uint64(2*own[k]+1) * uint64(weight[k]) // (n+1)² - n²
		own[k]++
		if same := inOther[k]; same > 0 && other[same-1] > 0 {
			t.of += uint64(other[same-1]) * uint64(weight[k])
			t.common += int(isTrue(own[k] == 1))
		}
	}
	for _, k := range d.wordsOf(min(from, to), from) {
		own[k]--
		norm -= uint64(2*own[k]+1) * uint64(weight[k])
		if same := inOther[k]; same > 0 && other[same-1] > 0 {
			t.of -= uint64(other[same-1]) * uint64(weight[k])
			t.common -= int(isTrue(own[k] == 0))
		}
	}
	return norm
}
