package main

import (
	"cmp"
	"slices"

	"example.org/diagonal/transforms/alignment/diagonal"
	"example.org/diagonal/transforms/candidate/occurrence"
	"example.org/diagonal/transforms/signature/imatch"
)

// The paper's setting.
const (
	gamma        = 3
	maxDocuments = 100
)

var idf = imatch.Range{Lo: 0.1, Hi: 1}

// takeSignatures fills in the signatures of all sentences.
func (c *collection) takeSignatures() {
	frequent := c.frequentWords()
	parallel(len(c.parts), func() func(int) error {
		var scratch []uint32
		return func(i int) error {
			p := c.parts[i]
			p.signatures = make([]uint64, len(p.ends))
			for s := range p.signatures {
				var signature uint64
				var ok bool
				if signature, ok, scratch = imatch.Signature(p.sentence(uint32(s)), frequent, false, false,
					scratch); ok {
					p.signatures[s] = max(signature, 1) // 0 is none
				}
			}
			return nil
		}
	})
}

// posting is one sentence of a document, by its signature or that of its chain.
type posting struct {
	key             uint64
	document        uint32 // its number in collection.documents
	sentence, count uint32
}

// buckets is how many groups of keys are sorted apart from each other.
const buckets = 1 << 10

func bucketOf(key uint64) int { return int(key >> (64 - 10)) }

// eachGroup calls f, on all cores, with the postings of each key that has two or more,
// by document and sentence. It sorts the postings, which are given by bucket.
func eachGroup(byBucket [][]posting, start func() func([]posting)) {
	parallel(len(byBucket), func() func(int) error {
		f := start()
		return func(i int) error {
			postings := byBucket[i]
			slices.SortFunc(postings, func(a, b posting) int {
				if a.key != b.key {
					return cmp.Compare(a.key, b.key)
				}
				return cmp.Or(cmp.Compare(a.document, b.document), cmp.Compare(a.sentence, b.sentence))
			})
			for i := 0; i < len(postings); {
				j := i + 1
				for j < len(postings) && postings[j].key == postings[i].key {
					j++
				}
				if j-i > 1 {
					f(postings[i:j])
				}
				i = j
			}
			return nil
		}
	})
}

// markShared marks the sentences that occur in two places and are not hot.
func (c *collection) markShared() {
	counts := make([]int, buckets)
	for _, p := range c.parts {
		p.shared = make([]bool, len(p.signatures))
		for _, s := range p.signatures {
			counts[bucketOf(s)]++
		}
	}
	byBucket := make([][]posting, buckets)
	for b := range byBucket {
		byBucket[b] = make([]posting, 0, counts[b])
	}
	for n := range c.documents {
		d := &c.documents[n]
		for s := d.first; s < d.end; s++ {
			if signature := d.part.signatures[s]; signature != 0 {
				b := bucketOf(signature)
				byBucket[b] = append(byBucket[b], posting{key: signature, document: uint32(n), sentence: s - d.first})
			}
		}
	}
	eachGroup(byBucket, func() func([]posting) {
		var g occurrence.Group
		return func(postings []posting) {
			g.Reset()
			for _, p := range postings {
				g.Add(uint64(p.document), p.sentence, nil)
			}
			if len(g.Runs) == 1 || g.Documents > maxDocuments {
				return
			}
			g.Cut(occurrence.DefaultRepeats)
			for _, r := range g.Runs {
				d := &c.documents[r.Document]
				for s := range r.Count {
					d.part.shared[d.first+r.First+s] = true
				}
			}
		}
	})
}

// match is count sentence pairs of two documents, from (i, k) on.
type match struct{ a, b, i, k, count uint32 }

// passage is one passage, in sentences.
type passage struct {
	a, b uint32
	d    diagonal.Diagonal
}

// findPassages pairs the documents that share gamma+1 sentences in a row, and takes
// their diagonals.
func (c *collection) findPassages() []passage {
	byBucket := make([][]posting, buckets)
	var sequences []occurrence.Sequences
	for n := range c.documents {
		d := &c.documents[n]
		p := d.part
		sequencer := occurrence.Sequencer{Length: gamma + 1}
		sequences = sequences[:0]
		for s := d.first; s < d.end; {
			e := s + 1
			if !p.shared[s] {
				s = e
				continue
			}
			for e < d.end && p.shared[e] && p.signatures[e] == p.signatures[s] {
				e++
			}
			sequences = sequencer.Append(sequences, s-d.first, e-s, p.signatures[s])
			s = e
		}
		for _, q := range sequences {
			b := bucketOf(q.Key)
			byBucket[b] = append(byBucket[b], posting{q.Key, uint32(n), q.First, q.Count})
		}
	}
	var matches []match
	results := make(chan []match)
	done := make(chan bool)
	go func() {
		for m := range results {
			matches = append(matches, m...)
		}
		done <- true
	}()
	eachGroup(byBucket, func() func([]posting) {
		return func(postings []posting) {
			var found []match
			for x, a := range postings {
				for _, b := range postings[x+1:] {
					runA := occurrence.Run{First: a.sentence, Count: a.count}
					runB := occurrence.Run{First: b.sentence, Count: b.count}
					occurrence.Align(runA, runB, func(i, k, n uint32) {
						found = append(found, match{a.document, b.document, i, k, n + gamma})
					})
				}
			}
			results <- found
		}
	})
	close(results)
	<-done
	return extend(matches)
}

// extend takes the diagonals of each pair of documents.
func extend(matches []match) []passage {
	slices.SortFunc(matches, func(x, y match) int { return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b)) })
	var all []passage
	var extractor diagonal.Extractor
	var segments []diagonal.Segment
	var diagonals []diagonal.Diagonal
	for x := 0; x < len(matches); {
		segments = segments[:0]
		y := x
		for ; y < len(matches) && matches[y].a == matches[x].a && matches[y].b == matches[x].b; y++ {
			m := matches[y]
			segments = append(segments, diagonal.Segment{I: m.i, K: m.k, N: m.count, Similarity: 1})
		}
		diagonals = extractor.Extract(diagonals[:0], segments, diagonal.Params{Gamma: gamma})
		for _, d := range diagonals {
			all = append(all, passage{matches[x].a, matches[x].b, d})
		}
		x = y
	}
	return all
}
