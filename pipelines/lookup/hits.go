package lookup

import (
	"cmp"
	"context"
	"math"
	"slices"

	"example.org/diagonal/engine/shuffle/bucket"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/indexio/entry"
	"example.org/diagonal/transforms/lookup/winnow"
)

// hit is a place of a signature of the query in a document.
type hit struct {
	ref       indexio.Ref
	length    uint32 // of the document
	place     uint32
	signature uint32 // its number in the query
	// same is on how many sides of the signature the same is, in the query and in the document.
	same uint8
	// says is the evidence of the hit.
	says float64
}

// maxOwn is the largest number of places of one q-gram in the query that are looked at.
const maxOwn = 8

// lookUp finds the places of the signatures of the query, by document and place.
func (s *Searcher) lookUp(ctx context.Context) error {
	s.signatures = s.selector.Append(s.signatures[:0], &s.text)
	s.hits = s.hits[:0]
	s.lists = s.lists[:0]
	s.around, s.beside = ofEach(s.around, s.signatures), ofEach(s.beside, s.signatures)
	s.times, s.dropped = ofEach(s.times, s.signatures), ofEach(s.dropped, s.signatures)
	if len(s.signatures) == 0 {
		s.count(Short, 1)
		return nil
	}
	s.order = s.order[:0]
	for i := range s.signatures {
		s.order = append(s.order, uint32(i))
	}
	slices.SortFunc(s.order, func(i, j uint32) int {
		return cmp.Or(cmp.Compare(s.signatures[i].Gram, s.signatures[j].Gram), cmp.Compare(i, j))
	})
	grams := 0
	for from := 0; from < len(s.order); grams++ {
		gram, to := s.signatures[s.order[from]].Gram, from+1
		for to < len(s.order) && s.signatures[s.order[to]].Gram == gram {
			to++
		}
		if err := s.lookUpGram(ctx, gram, s.order[from:min(to, from+maxOwn)]); err != nil {
			return err
		}
		from = to
	}
	s.count(QuerySignatures, grams)
	if s.params.Answer == Passages && len(s.hits) > fewHits {
		s.thin()
	}
	s.met.clear()
	s.sort()
	return ctx.Err()
}

// ofEach returns zeros for the signatures, in the memory of values if that is large enough.
func ofEach[V any](values []V, signatures []winnow.Signature) []V {
	values = slices.Grow(values[:0], len(signatures))[:len(signatures)]
	clear(values)
	return values
}

// shortList is the number of places of a q-gram in the index that are all looked at, however little they
// say. In a small collection no place says much.
const shortList = 50

// silentFactor is the chance at which a place says nothing: one that 5 pairs of windows have at least one
// of. Two such places near each other say less than one that is the same on one side.
const silentFactor = 5

// lookUpGram finds the places of a q-gram. own are the numbers of its signatures in the query. For
// passages it leaves out places that say nothing: those of a frequent q-gram with something else on
// both sides. In a large collection nearly all are such.
func (s *Searcher) lookUpGram(ctx context.Context, gram winnow.Gram, own []uint32) error {
	frequent := math.MaxInt // the number of places from which on the q-gram alone says nothing
	if s.params.Answer == Passages {
		frequent = max(shortList, int(float64(s.places)/pairsOfPlaces/silentFactor))
	}
	before, read, seen := len(s.hits), 0, 0
	s.sample.begin(s.long)
	err := s.index.Postings(uint64(gram), func(ref indexio.Ref, p *entry.Posting) error {
		zeros := zerosOf(ref)
		if zeros < s.sample.zeros { // and the documents behind it
			return indexio.ErrNextSegment
		}
		s.sample.add(zeros)
		in := &s.sample.of[zeros]
		full := 0 // a bit for each of own that this document has with the same on both sides
		for _, place := range p.Places {
			best, same := s.nearest(own, place)
			if same == 2 && full>>best&1 == 0 {
				full |= 1 << best
				in.around[best]++
			}
			in.places++
			if seen++; same > 0 || seen <= frequent {
				s.hits = append(s.hits, hit{ref, p.Length, place.At, own[best], uint8(same), 0})
			}
		}
		if read++; read%4096 == 0 {
			return ctx.Err()
		}
		return nil
	})
	s.count(Postings, read)
	if err != nil {
		return err
	}
	in, times := s.sample.places(), s.sample.times()
	places := int(float64(in) * times)
	if silent := places > frequent; silent || s.sample.zeros > 0 {
		kept := slices.DeleteFunc(s.hits[before:], func(h hit) bool {
			return silent && h.same == 0 || zerosOf(h.ref) < s.sample.zeros
		})
		s.hits = s.hits[:before+len(kept)]
		s.count(Silent, in-len(kept))
	}
	for k, i := range own {
		s.around[i], s.times[i] = uint32(float64(s.sample.around(k))*times), times
		s.beside[i] = s.says(places-int(s.around[i]), 2)
	}
	var says [3]float64
	for same := range says {
		says[same] = s.says(places, same)
	}
	if s.sample.zeros > 0 {
		s.lists = append(s.lists, list{gram, own, s.sample.zeros, says})
		s.count(Long, 1)
	}
	for i := range s.hits[before:] {
		h := &s.hits[before+i]
		h.says = says[h.same]
		if i == 0 || h.ref != s.hits[before+i-1].ref {
			s.met.add(h.ref)
		}
	}
	return nil
}

// nearest returns which of the signatures own of the query, all of one q-gram, has the same on most sides as a place,
// and on how many.
func (s *Searcher) nearest(own []uint32, place entry.Place) (best, same int) {
	context := winnow.Context{Left: place.Left, Right: place.Right}
	for k, i := range own {
		if n := s.signatures[i].Same(context); n > same {
			same, best = n, k
		}
	}
	return best, same
}

// sort sorts the hits by document and place. Keys of documents are hashes, so next to nothing is left
// to compare when they are in their buckets.
func (s *Searcher) sort() {
	if len(s.hits) == 0 {
		return
	}
	least, greatest := s.hits[0].ref.Key, s.hits[0].ref.Key
	for i := range s.hits {
		least, greatest = min(least, s.hits[i].ref.Key), max(greatest, s.hits[i].ref.Key)
	}
	buckets := bucket.New(len(s.hits), least, greatest)
	for i := range s.hits {
		buckets.Count(s.hits[i].ref.Key)
	}
	buckets.Deal()
	s.sorted = slices.Grow(s.sorted[:0], len(s.hits))[:len(s.hits)]
	for i := range s.hits {
		s.sorted[buckets.Next(s.hits[i].ref.Key)] = s.hits[i]
	}
	buckets.Each(func(from, to int) { slices.SortFunc(s.sorted[from:to], byPlace) })
	s.hits, s.sorted = s.sorted, s.hits
}

// byPlace orders hits by document and place.
func byPlace(a, b hit) int {
	return cmp.Or(cmp.Compare(a.ref.Key, b.ref.Key), cmp.Compare(a.ref.Segment, b.ref.Segment),
		cmp.Compare(a.place, b.place), cmp.Compare(a.signature, b.signature))
}

// byDocument calls f with the hits of each document.
func byDocument(hits []hit, f func(hits []hit)) {
	for i := 0; i < len(hits); {
		first := i
		for i++; i < len(hits) && hits[i].ref == hits[first].ref; i++ {
		}
		f(hits[first:i])
	}
}

const (
	// fewHits is the number of hits that are all looked at, however little they say. In a small
	// collection no hit says much.
	fewHits = 500
	// minEvidence is the evidence of a single hit from which on it is looked at beside more.
	minEvidence = 1.5
)

// thin drops the hits of documents that share one signature with the query, which says too little
// alone. In a large collection nearly all hits are such, and to sort them would cost more than all
// else.
func (s *Searcher) thin() {
	dropped := indexio.Ref{}
	s.hits = slices.DeleteFunc(s.hits, func(h hit) bool {
		if s.met.often(h.ref) || h.says >= minEvidence {
			return false
		}
		if h.ref != dropped { // of one signature the hits of a document follow each other
			s.count(Little, 1)
			dropped = h.ref
		}
		return true
	})
}

// meetings counts the signatures of documents, up to two, in buckets: two documents of one bucket count
// as one that has the signatures of both.
type meetings struct {
	buckets []uint8
	touched []uint32
}

// meetingBits is the logarithm of the number of buckets.
const meetingBits = 20

func bucketOf(ref indexio.Ref) uint32 {
	return uint32(mix.Full(ref.Key+mix.Full(uint64(ref.Segment))) >> (64 - meetingBits))
}

func (m *meetings) add(ref indexio.Ref) {
	if m.buckets == nil {
		m.buckets = make([]uint8, 1<<meetingBits)
	}
	b := bucketOf(ref)
	if m.buckets[b] == 0 {
		m.touched = append(m.touched, b)
	}
	m.buckets[b] = min(m.buckets[b]+1, 2)
}

// often reports whether a document has two signatures or more; sometimes also if it has one.
func (m *meetings) often(ref indexio.Ref) bool { return m.buckets[bucketOf(ref)] > 1 }

func (m *meetings) clear() {
	for _, b := range m.touched {
		m.buckets[b] = 0
	}
	m.touched = m.touched[:0]
}
