package partition

import (
	"encoding/binary"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/transforms/partition/fingerprint"
	"example.org/diagonal/transforms/partition/similar"
	"example.org/diagonal/transforms/partition/site"
	"example.org/diagonal/transforms/signature/shingle"
	"example.org/diagonal/transforms/sketch/simhash"
)

func init() {
	dofn.Plain(&stripFn{})
	dofn.Plain(&stripTemplatesFn{})
}

// Posting says that a page has a fingerprint. Its key is the fingerprint, and the payload is
//
//	order, class [8]; words uvarint
//
// Order is the smallest fingerprint of the page, so that of the pages of a frequent fingerprint
// those with another one in common are often neighbours.
type Posting struct{}

// Stripped is the result of Strip.
type Stripped struct {
	// Pages is by class, without templates, and with what Params.Similar compares.
	Pages shuffle.Blocks[Page]
	// Postings is by fingerprint.
	Postings shuffle.Blocks[Posting]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Strip takes the templates away from pages, and makes the fingerprints of what is left. table is
// the result of Templates if p.Templates is set, else the zero value. Strip panics if p is not valid,
// or if the table is missing or not needed.
func Strip(s beam.Scope, p Params, pages shuffle.Blocks[Page], table tally.Table[site.Table]) Stripped {
	s = start(s, "Strip", p)
	table.Require(p.Templates, "partition.Strip", "Templates")
	var fn any = &stripFn{stripper{Params: p}}
	if p.Templates {
		fn = &stripTemplatesFn{stripper: stripper{Params: p}}
	}
	stripped, postings, ledger := beam.ParDo3(s, fn, pages.Collection(), table.Side(fn)...)
	return Stripped{shuffle.BlocksOf[Page](p.Shuffle, stripped), shuffle.BlocksOf[Posting](p.Shuffle, postings), ledger}
}

// stripper strips the pages of blocks, for both DoFns.
type stripper struct {
	Params Params

	pages, postings *shuffle.Packer
	ledger          shuffle.Ledger
	maker           *fingerprint.Maker
	table           site.Table

	// scratch, never emitted
	page         Page
	payload      []byte
	hashes       []uint64
	fingerprints []uint64
}

func (fn *stripper) start() {
	fn.pages, fn.postings = shuffle.NewPacker(fn.Params.Shuffle), shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{}
	fn.maker = &fingerprint.Maker{Buckets: fn.Params.Buckets, Smallest: fn.Params.Smallest}
}

func (fn *stripper) block(b []byte, pages, postings func(int, []byte)) error {
	return shuffle.Each(b, func(_ uint64, payload []byte) error {
		if err := fn.page.read(payload); err != nil {
			return err
		}
		fn.strip(pages, postings)
		return nil
	})
}

// strip strips fn.page.
func (fn *stripper) strip(pages, postings func(int, []byte)) {
	page := &fn.page
	if fn.Params.Templates {
		before, removed := len(page.words), 0
		page.words, page.ends, removed = fn.table.Strip(site.Of(page.ID), page.words, page.ends)
		fn.ledger.Add(Removed, int64(removed))
		fn.ledger.Add(RemovedWords, int64(before-len(page.words)))
	}
	words := uint32(len(page.words))
	fn.fingerprint()
	for _, f := range fn.fingerprints {
		fn.payload = binary.BigEndian.AppendUint64(fn.payload[:0], slices.Min(fn.fingerprints))
		fn.payload = binary.BigEndian.AppendUint64(fn.payload, page.Class)
		fn.payload = binary.AppendUvarint(fn.payload, uint64(words))
		fn.postings.Add(f, fn.payload, postings)
	}
	page.ends = page.ends[:0]
	if m := fn.Params.Similar.Method; m == similar.SimHash || m == similar.None {
		page.words = page.words[:0]
	}
	fn.payload = page.append(fn.payload[:0])
	fn.pages.Add(page.Class, fn.payload, pages)
}

// fingerprint makes the fingerprints of fn.page, and its simhash if that is compared.
func (fn *stripper) fingerprint() {
	page := &fn.page
	fn.hashes, fn.fingerprints = fn.hashes[:0], fn.fingerprints[:0]
	switch {
	case len(page.words) == 0:
	case fn.Params.Similar.Method == similar.SimHash:
		for _, w := range page.words { // each as often as it is there: that is its weight
			fn.hashes = append(fn.hashes, mix.Full(uint64(w)))
		}
		page.Hash = simhash.Of(fn.hashes)
		fn.fingerprints = simhash.AppendTables(fn.fingerprints, page.Hash, fn.Params.Similar.Distance)
	case fn.Params.Hashed == Sentences:
		start := uint32(0)
		for _, end := range page.ends {
			if end > start {
				fn.hashes = append(fn.hashes, shingle.Hash(page.words[start:end]))
			}
			start = end
		}
		fn.fingerprints = fn.maker.Append(fn.fingerprints, fn.hashes)
	default:
		fn.hashes = shingle.Append(fn.hashes, page.words, fn.Params.N)
		fn.fingerprints = fn.maker.Append(fn.fingerprints, fn.hashes)
	}
}

func (fn *stripper) finish(pages, postings func(int, []byte), ledger func(string, int64)) {
	fn.pages.Flush(pages)
	fn.postings.Flush(postings)
	fn.ledger.Flush(ledger)
}

// stripFn leaves templates in pages.
type stripFn struct{ stripper }

func (fn *stripFn) StartBundle(_, _ func(int, []byte), _ func(string, int64)) { fn.start() }

func (fn *stripFn) ProcessElement(_ int, block []byte, pages, postings func(int, []byte), _ func(string, int64)) error {
	return fn.block(block, pages, postings)
}

func (fn *stripFn) FinishBundle(pages, postings func(int, []byte), ledger func(string, int64)) {
	fn.finish(pages, postings, ledger)
}

// stripTemplatesFn takes templates away.
type stripTemplatesFn struct {
	stripper

	bundle dofn.Bundle
}

func (fn *stripTemplatesFn) ProcessElement(_ int, block, table []byte, pages, postings func(int, []byte), _ func(string, int64)) error {
	err := fn.bundle.Begin(func() (err error) {
		fn.start()
		fn.stripper.table, err = site.TableOf(table)
		return err
	})
	if err != nil {
		return err
	}
	return fn.block(block, pages, postings)
}

func (fn *stripTemplatesFn) FinishBundle(_ []byte, pages, postings func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() { fn.finish(pages, postings, ledger) })
}
