package partition

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/wire"
)

func init() { dofn.Plain(&linkFn{}) }

// linkFn links the pages of each fingerprint. Pages with the same order are a star around the first of them, of
// at most as many pages as a set may have, and the centres of the stars are a chain. So n pages make
// n-1 links, and similar pages, which often have the same order, are one or two links apart.
type linkFn struct {
	Params Params

	links   *shuffle.Packer
	payload []byte // scratch, never emitted
}

func (fn *linkFn) StartBundle(_ func(int, []byte)) { fn.links = shuffle.NewPacker(fn.Params.Shuffle) }

func (fn *linkFn) ProcessElement(_ int, blocks func(*[]byte) bool, links func(int, []byte)) error {
	return fn.Params.Shuffle.EachGroup("partition.Link", blocks, func(sorted *block.Sorted, from, to int) error {
		type page struct {
			order, class uint64
			words        uint32
		}
		var centre page
		star := 0 // pages in the star of centre, with it
		for i := from; i < to; i++ {
			r := wire.NewReader(sorted.Payload(i))
			p := page{r.Uint64(), r.Uint64(), uint32(r.Uvarint())}
			if r.Err() != nil {
				return r.Err()
			}
			if i > from {
				fn.send(uint32(to-from), p.class, centre.class, p.words, links)
				fn.send(uint32(to-from), centre.class, p.class, centre.words, links)
			}
			if star++; i == from || p.order != centre.order || star > fn.Params.MaxPages {
				centre, star = p, 1
			}
		}
		return nil
	})
}

// send sends the link of a page with another one, of a fingerprint of so many pages. words are those of the page.
func (fn *linkFn) send(pages uint32, page, other uint64, words uint32, links func(int, []byte)) {
	fn.payload = appendMet(fn.payload[:0], pages, other, words)
	fn.links.Add(page, fn.payload, links)
}

func (fn *linkFn) FinishBundle(links func(int, []byte)) { fn.links.Flush(links) }

// Join links the pages that have a fingerprint in common, and joins them into perhaps-similar sets
// (package bounded). postings is the result of Strip. assigned is by class; pages that have no fingerprint in
// common with others have none. ledger is a PCollection<KV<string,int64>>. Join panics if p is not
// valid.
func Join(s beam.Scope, p Params, postings shuffle.Blocks[Posting]) (assigned shuffle.Blocks[Assigned], ledger beam.PCollection) {
	s = start(s, "Join", p)
	sent := beam.ParDo(s, &linkFn{Params: p}, shuffle.Group(s, p.Shuffle, postings))
	step := func(fn any) {
		sent = beam.ParDo(s, fn, shuffle.Group(s, p.Shuffle, shuffle.BlocksOf[Vertex](p.Shuffle, sent)))
	}
	var sets, counts []beam.PCollection
	choose := func(round int) {
		choices, done, n := beam.ParDo3(s, &chooseFn{Params: p, Last: round == rounds}, shuffle.Group(s, p.Shuffle, shuffle.BlocksOf[Vertex](p.Shuffle, sent)))
		sent, sets, counts = choices, append(sets, done), append(counts, n)
	}
	step(&stepFn{Params: p, Step: meet})
	for round := range rounds {
		choose(round)
		step(&stepFn{Params: p, Step: join, Round: round})
		step(&stepFn{Params: p, Step: tell})
		step(&stepFn{Params: p, Step: move})
	}
	choose(rounds)
	return shuffle.BlocksOf[Assigned](p.Shuffle, beam.Flatten(s, sets...)), beam.Flatten(s, counts...)
}
