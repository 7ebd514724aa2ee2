// Package witness decides whether a text of a document is found elsewhere: whether any other document that
// has the text is compared with it. Of the documents with a text it keeps a few, its witnesses, which answer
// the question as all of them do. So text that is in a million documents is no more work for each of them
// than text that is in ten.
//
// A condition is comparisons of fields, joined by &&. Seen from a document, each one is about its own fields,
// about those of the other document, or about both. Documents that fail one about their own fields are no
// witnesses. Comparisons of both by == divide the witnesses into classes, of which a document looks at one.
// There remain those by !=, say n, and one more: that the two are different documents. Some witness w differs
// from a document in all n+1 of them, or else the document is equal to w in one. If it is, each of those that
// it may be compared with differs from w there, and is known to differ from the document there. So n
// comparisons of these witnesses are left, of which one is kept in the same way. That makes 5 witnesses for
// n = 1, and 16 for n = 2: their number depends on the condition, not on the documents.
//
// A comparison of both by < holds for some document if it holds for the one that has the greatest value, or the
// smallest. So w is that one, and the rest is as before. Where two comparisons of both are by <, all members are kept.
package witness

import (
	"cmp"
	"encoding/binary"
	"slices"

	"example.org/diagonal/transforms/analysis/condition"
)

// Document is a document with a text.
type Document struct {
	// Key is its key.
	Key uint64
	// Source is true if it is of the source.
	Source bool
	// Traits are those of the condition.
	Traits []byte
}

// Choice says which documents are compared, as candidate.Choice does.
type Choice struct {
	// Directed compares documents of the input with those of the source only; with AlsoInput, also with
	// each other.
	Directed, AlsoInput bool
	// Where must hold for the two. The document of the input is its a if the other one is of the source
	// and Directed is set. Otherwise it must hold for one of the two orders.
	Where condition.Condition
}

// All reports whether each document is compared with each other one.
func (c Choice) All() bool { return !c.Directed && c.Where.None() }

// side is a side that the other document must be of.
type side byte

const (
	anySide side = iota
	inputSide
	sourceSide
)

// way is one of the ways in which a document of the input may be compared with another one.
type way struct {
	other side
	// own and others are comparisons of fields of one document. The rest compare a field of the document with one of
	// the other.
	own, others             []condition.Comparison
	equal, unequal, ordered []both
}

// both is a comparison of a field of the document with one of the other.
type both struct {
	condition.Comparison
	mine, other condition.Operand
}

// value returns the value of an operand of c for a document, and whether it is known. With <, that of the other one is
// the greater one.
func (c *both) value(o condition.Operand, d *Document) (v uint64, known bool) {
	v = c.Value(o, d.Traits, d.Traits)
	known = !c.Numbers || v != condition.NoNumber
	if c.By >= condition.Less && c.mine == c.Right {
		v = ^v
	}
	return v, known
}

// Finder makes sets of witnesses. It is safe for concurrent use.
type Finder struct{ ways []way }

// New returns a Finder.
func New(c Choice) *Finder {
	ways := []way{newWay(c.Where, true, anySide), newWay(c.Where, false, anySide)}
	switch {
	case c.Directed && c.AlsoInput:
		ways = []way{newWay(c.Where, true, sourceSide), newWay(c.Where, true, inputSide),
			newWay(c.Where, false, inputSide)}
	case c.Directed:
		ways = []way{newWay(c.Where, true, sourceSide)}
	}
	return &Finder{ways}
}

// newWay returns the way in which the document is a of the condition, or b.
func newWay(where condition.Condition, isA bool, other side) way {
	w := way{other: other}
	mine := func(o condition.Operand) bool { return o.Of == condition.A == isA }
	for _, c := range where.Comparisons {
		l, r := c.Left.Of != condition.Literal, c.Right.Of != condition.Literal
		switch {
		case l && r && mine(c.Left) != mine(c.Right):
			b := both{c, c.Left, c.Right}
			if !mine(c.Left) {
				b.mine, b.other = c.Right, c.Left
			}
			switch c.By {
			case condition.Equal:
				w.equal = append(w.equal, b)
			case condition.Unequal:
				w.unequal = append(w.unequal, b)
			default:
				w.ordered = append(w.ordered, b)
			}
		case l && mine(c.Left) || !l && mine(c.Right):
			w.own = append(w.own, c)
		default:
			w.others = append(w.others, c)
		}
	}
	return w
}

// hold reports whether comparisons of fields of one document hold.
func hold(comparisons []condition.Comparison, traits []byte) bool {
	c := condition.Condition{Comparisons: comparisons}
	return c.Holds(traits, traits)
}

// Set is documents that have one text, as far as they are needed.
type Set struct {
	finder  *Finder
	classes []map[string]*class // of each way
}

// NewSet returns an empty Set.
func (f *Finder) NewSet() *Set {
	s := &Set{finder: f, classes: make([]map[string]*class, len(f.ways))}
	for i := range s.classes {
		s.classes[i] = map[string]*class{}
	}
	return s
}

// class is witnesses that have equal fields where the condition compares them by ==.
type class struct {
	members []member
	full    int // the number of members at which they are reduced
}

// member is a document as one of its two sides sees it.
type member struct {
	document Document
	// equal is its fields that the condition compares by ==.
	equal []byte
	// differ is what must differ from the other document: its key, and its fields that the condition compares by !=.
	differ []uint64
	// order is its fields that the condition compares by <.
	order []uint64
}

// member returns a document as the side sees it that the operands are of. ok is false if a comparison with a field that
// is no number can hold for no other document.
func (w *way) member(d Document, side func(b *both) condition.Operand) (m member, ok bool) {
	m = member{document: d, differ: []uint64{d.Key}}
	ok = true
	value := func(b *both) uint64 {
		v, known := b.value(side(b), &d)
		ok = ok && known
		return v
	}
	for i := range w.equal {
		m.equal = binary.BigEndian.AppendUint64(m.equal, value(&w.equal[i]))
	}
	for i := range w.unequal {
		m.differ = append(m.differ, value(&w.unequal[i]))
	}
	for i := range w.ordered {
		m.order = append(m.order, value(&w.ordered[i]))
	}
	return m, ok
}

func mineOf(b *both) condition.Operand  { return b.mine }
func otherOf(b *both) condition.Operand { return b.other }

// Add adds a document, which may be in the set. It keeps d.Traits.
func (s *Set) Add(d Document) {
	for i, w := range s.finder.ways {
		if w.other == inputSide && d.Source || w.other == sourceSide && !d.Source || !hold(w.others, d.Traits) {
			continue
		}
		m, ok := w.member(d, otherOf)
		if !ok {
			continue
		}
		own := s.classes[i][string(m.equal)]
		if own == nil {
			own = &class{full: minFull}
			s.classes[i][string(m.equal)] = own
		}
		if own.members = append(own.members, m); len(own.members) >= own.full {
			own.reduce()
		}
	}
}

// Some reports whether a document of the input is compared with another one that was added.
func (s *Set) Some(d Document) bool {
	for i, w := range s.finder.ways {
		if !hold(w.own, d.Traits) {
			continue
		}
		mine, ok := w.member(d, mineOf)
		own := s.classes[i][string(mine.equal)]
		if !ok || own == nil {
			continue
		}
		for _, m := range own.members {
			if w.holds(&mine, &m) {
				return true
			}
		}
	}
	return false
}

// holds reports whether a document is compared with another one of its class.
func (w *way) holds(mine, other *member) bool {
	for i := range mine.differ {
		if mine.differ[i] == other.differ[i] {
			return false
		}
	}
	for i := range mine.order {
		if mine.order[i] > other.order[i] || mine.order[i] == other.order[i] && w.ordered[i].By == condition.Less {
			return false
		}
	}
	return true
}

// Documents returns the documents that are kept, in order of their keys. A set of them gives the same
// answers.
func (s *Set) Documents() []Document {
	var all []Document
	for _, classes := range s.classes {
		for _, c := range classes {
			c.reduce()
			for _, m := range c.members {
				all = append(all, m.document)
			}
		}
	}
	slices.SortFunc(all, func(x, y Document) int { return cmp.Compare(x.Key, y.Key) })
	return slices.CompactFunc(all, func(x, y Document) bool { return x.Key == y.Key })
}

// minFull is the number of members of a class from which on they are reduced.
const minFull = 32

// maxUnequal is the number of comparisons by != above which all members are kept: the witnesses of so many
// are 1,957, those of one more 13,700.
const maxUnequal = 5

// reduce keeps the witnesses of the members.
func (c *class) reduce() {
	slices.SortFunc(c.members, func(x, y member) int { return cmp.Compare(x.document.Key, y.document.Key) })
	c.members = slices.CompactFunc(c.members, func(x, y member) bool { return x.document.Key == y.document.Key })
	if len(c.members) > 0 && len(c.members[0].differ) <= maxUnequal+1 && len(c.members[0].order) <= 1 {
		slices.SortStableFunc(c.members, func(x, y member) int { return slices.Compare(y.order, x.order) })
		all := make([]int, len(c.members))
		for i := range all {
			all[i] = i
		}
		kept := make([]bool, len(c.members))
		c.keep(all, (1<<len(c.members[0].differ))-1, kept)
		n := 0
		for i, m := range c.members {
			if kept[i] {
				c.members[n], n = m, n+1
			}
		}
		clear(c.members[n:])
		c.members = c.members[:n]
	}
	c.full = max(minFull, 2*len(c.members))
}

// keep marks the witnesses of some members, the greatest first, for documents that are known to differ from all of them
// but in the comparisons of open, a set of bits.
func (c *class) keep(some []int, open int, kept []bool) {
	if len(some) == 0 {
		return
	}
	first := some[0]
	kept[first] = true
	for at := range c.members[first].differ {
		if open&(1<<at) == 0 {
			continue
		}
		var rest []int
		for _, i := range some {
			if c.members[i].differ[at] != c.members[first].differ[at] {
				rest = append(rest, i)
			}
		}
		c.keep(rest, open&^(1<<at), kept)
	}
}
