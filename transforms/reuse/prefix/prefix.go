// Package prefix finds the pairs of sentences that share enough words, without comparing all
// sentences that share a word.
//
// A sentence is a set of elements (package bag), and all sets have one order, rarest element first
// (Order). Two sets are a wanted pair if they share Bounds.Needed of their elements (package
// overlap). Then the first element that they share is in the prefix of both: the first
// Bounds.Indexed elements. So they meet under it, as in package resemblance.
//
// Where most words are frequent, as Han characters are, sets that are not alike meet too often under
// one element. So under a frequent element they meet only together with the next one that they
// share. If the first shared element is frequent, so is the second, because frequent elements come
// last; and if at least two must be shared, the second is at most one place behind the prefix (Wang,
// Li, Feng, "Can we beat the prefix filtering?", SIGMOD 2012). A set of f frequent elements there has
// f(f-1)/2 pairs of them, so large sets still meet under one element.
//
// What meets passes two more bounds before it is compared. One is that of positions (Xiao, Wang, Lin,
// Yu, WWW 2008). The other is that of a map of bits: a set of elements is mapped to 128 bits, and two
// sets cannot differ in fewer elements than their maps differ in bits (Sandes, Teodoro, Melo, "Bitmap
// filter", Information Systems 2020). Sets of more than 32 elements have a wide map of 512 bits as well. None of
// these loses a wanted pair.
package prefix

import (
	"math"
	"math/bits"
	"sort"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/resemblance/overlap"
)

// The kinds of keys, which are the two lowest bits of a key.
const (
	// Rare is one rare element.
	Rare uint32 = iota
	// Frequent is one frequent element. Only pairs that need not share two elements, or with a
	// large set, meet there.
	Frequent
	// Two is two frequent elements.
	Two
)

// KindOf returns the kind of a key.
func KindOf(key uint32) uint32 { return key & 3 }

// frequentCount is the count from which on a word is frequent. If m sentences have a word in their
// prefix, m/2 others are looked at for each one; a key of two words costs as much as looking at some
// hundred.
const frequentCount = 1 << 14

// frequentClass is the least class of a frequent word.
var frequentClass = uint64(ClassOf(frequentCount))

// commonCount is the count from which on a word is common: the sentences of a key of another one are a small group.
const commonCount = 1 << 10

// commonClass is the least class of a common word.
var commonClass = uint64(ClassOf(commonCount))

// largeSet is the size above which sets meet under one element: 48 elements have at most 210 keys of
// two for an overlap of .6.
const largeSet = 48

// Key is a key under which a set meets others: a hash of 30 bits, and a kind. Sets that have nothing in
// common may have one key, which costs time and nothing else.
type Key struct {
	Key uint32
	// Rest is the largest number of elements that the set can share with one that it first meets
	// here.
	Rest uint32
	// Common says that more than commonCount sentences may have the key.
	Common bool
}

// Plan makes the keys of sets for a bound on their overlap.
type Plan struct {
	bounds overlap.Bounds
	min    float64
}

// NewPlan returns the Plan for pairs of at least this overlap, above 0 and at most 1.
func NewPlan(min float64) Plan { return Plan{overlap.Bounds{Overlap: min}, min} }

// Needed returns the number of elements that a set of n shares at least with one that has as many or
// fewer.
func (p Plan) Needed(n int) int { return p.bounds.Needed(n, n) }

// single reports whether sets, the larger one of n elements, meet under one element even if it is
// frequent.
func (p Plan) single(n int) bool { return n > largeSet || p.Needed(n) < 2 }

// AppendKeys appends the keys of a set to dst. ranks are those of its elements, in ascending order.
func (p Plan) AppendKeys(dst []Key, ranks []uint64) []Key {
	n := len(ranks)
	indexed := p.bounds.Indexed(n)
	at := 0
	for ; at < indexed && ranks[at]>>rankBits < frequentClass; at++ {
		dst = append(dst, Key{keyOf(mix.Full(identity(ranks[at])), Rare), uint32(n - at),
			ranks[at]>>rankBits >= commonClass})
	}
	largest := n // that the other set can be
	if limit := float64(n) / p.min; limit < math.MaxInt32 {
		largest = max(n, int(limit+1e-9))
	}
	if p.single(n) || p.single(largest) {
		for i := at; i < indexed; i++ {
			dst = append(dst, Key{keyOf(mix.Full(identity(ranks[i])), Frequent), uint32(n - i), true})
		}
	}
	if n > largeSet || p.Needed(min(largest, largeSet)) < 2 {
		return dst
	}
	for second := at + 1; second < min(indexed+1, n); second++ {
		for first := at; first < second; first++ {
			both := mix.Step(mix.Full(identity(ranks[first])), identity(ranks[second]))
			dst = append(dst, Key{keyOf(both, Two), uint32(n - second + 1), true})
		}
	}
	return dst
}

func keyOf(hash uint64, kind uint32) uint32 { return uint32(hash>>32)&^3 | kind }

// identity returns a rank without its class.
func identity(rank uint64) uint64 { return rank & (1<<rankBits - 1) }

// Map is the map of bits of a set.
type Map [2]uint64

// WideMap is the map of a set of more than wideSet elements.
type WideMap [8]uint64

// wideSet is the size above which a set has a wide map: the maps of sets of 32 elements that have nothing in
// common differ in 44 bits, and those of a pair for .6 in 26 at most.
const wideSet = 32

// MapsOf returns the maps of a set. The wide one is nil if the set is small.
func MapsOf(ranks []uint64) (m Map, wide *WideMap) {
	if len(ranks) > wideSet {
		wide = &WideMap{}
	}
	for _, r := range ranks {
		h := mix.High(identity(r))
		bit := h >> 57
		m[bit>>6] |= 1 << (bit & 63)
		if wide != nil {
			bit = h >> 55
			wide[bit>>6] |= 1 << (bit & 63)
		}
	}
	return m, wide
}

// Member is a set in a group of those that have a key.
type Member struct {
	// ID is any number that distinguishes sets. Signature is for the caller.
	ID, Signature uint64

	Size uint32
	// Rest is that of the key.
	Rest uint32
	// Needed is Plan.Needed(Size).
	Needed uint32
	Map    Map
	// Wide is nil if the set is small.
	Wide *WideMap
}

// Follow calls f for each member after the first one, in order, that can be a wanted pair with the
// first one: with its index in group, which is in ascending order of size. All members have a key of
// this kind. f returns whether to go on. Follow looks at no more than max members, and returns how many it looked at,
// and how many more it would have looked at. max 0 is no limit.
func (p Plan) Follow(kind uint32, group []Member, max int, f func(i int) bool) (looked, left int) {
	a := &group[0]
	group = group[1:]
	// larger sets need even more
	possible := sort.Search(len(group), func(i int) bool { return group[i].Needed > a.Rest })
	end := possible
	if max > 0 {
		end = min(end, max)
	}
	large := 0 // those before it that must share two elements meet under two
	if kind == Frequent {
		large = sort.Search(end, func(i int) bool { return group[i].Size > largeSet })
	}
	for i := 0; i < end; i++ {
		if i < large && group[i].Needed >= 2 { // and so do all up to large
			if i = large; i == end {
				break
			}
		}
		b := &group[i]
		max := int(a.Size) + int(b.Size) - 2*int(b.Needed)
		if differ(&a.Map, &b.Map) > max || b.Rest < b.Needed || a.Wide != nil && b.Wide != nil && differWide(a.Wide,
			b.Wide) > max {
			continue
		}
		if !f(i + 1) {
			return i + 1, possible - i - 1
		}
	}
	return end, possible - end
}

// Probable reports whether two sets very probably are a wanted pair, the second one of which has as
// many elements or more. Their maps then differ in no more bits than those of two sets do on average
// that just are one. Of large sets, whose maps say little, it returns false.
func Probable(a, b *Member) bool {
	if b.Size > largeSet {
		return false
	}
	max := int(a.Size) + int(b.Size) - 2*int(b.Needed)
	return max >= 0 && differ(&a.Map, &b.Map) <= probableBits[max]
}

// probableBits is the number of bits in which the maps of two sets differ on average that differ in so many elements.
var probableBits = func() (bits [2*largeSet + 1]int) {
	for max := range bits {
		bits[max] = int(math.Round(64 * (1 - math.Exp(-float64(max)/64))))
	}
	return bits
}()

// differ returns the number of bits in which two maps differ.
func differ(a, b *Map) int {
	return bits.OnesCount64(a[0]^b[0]) + bits.OnesCount64(a[1]^b[1])
}

func differWide(a, b *WideMap) (n int) {
	for i := range a {
		n += bits.OnesCount64(a[i] ^ b[i])
	}
	return n
}
