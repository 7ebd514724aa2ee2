package partition

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/partition/fingerprint"
	"example.org/diagonal/transforms/partition/similar"
	"example.org/diagonal/transforms/partition/site"
	"example.org/diagonal/transforms/signature/shingle"
	"example.org/diagonal/transforms/sketch/simhash"
)

func init() { engine.RegisterMapBlocks[*strip, Page]() }

// Posting says that a page has a fingerprint. Its key is the fingerprint.
//
//	order, class [8]; words uvarint
//
// Order is the smallest fingerprint of the page, so that of the pages of a frequent fingerprint
// those with another one in common are often neighbours.
type Posting struct {
	Order, Class uint64
	Words        uint32
}

// Append appends the payload of p to dst.
func (p *Posting) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(dst, p.Order), p.Class)
	return binary.AppendUvarint(dst, uint64(p.Words))
}

// Read reads a payload. The error is wire.ErrShort.
func (p *Posting) Read(payload []byte) error {
	r := wire.NewReader(payload)
	*p = Posting{r.Uint64(), r.Uint64(), uint32(r.Uvarint())}
	return r.Err()
}

// Stripped is the result of Strip.
type Stripped struct {
	// Pages is by class, without templates, and with what Params.Similar compares.
	Pages engine.Blocks[Page]
	// Postings is by fingerprint.
	Postings engine.Blocks[Posting]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Strip takes the templates away from pages, and makes the fingerprints of what is left. table is
// the result of Templates if p.Templates is set, else the zero value. Strip panics if p is not valid,
// or if the table is missing or not needed.
func Strip(s beam.Scope, p Params, pages engine.Blocks[Page], table tally.Table[site.Table]) Stripped {
	s = start(s, "Strip", p)
	table.Require(p.Templates, "partition.Strip", "Templates")
	st := engine.MapBlocks[*strip, Page](s, p.Shuffle, "partition.Strip", pages, &strip{
		Params: p, Table: table.Input(),
	})
	return Stripped{st.Pages.Blocks(), st.Postings.Blocks(), st.Ledger.Collection()}
}

// strip strips pages.
type strip struct {
	Params Params

	Table    engine.Side[site.Table]
	Pages    engine.Out[Page]
	Postings engine.Out[Posting]
	Ledger   engine.Ledger

	maker *fingerprint.Maker

	// scratch
	page         *Page
	hashes       []uint64
	fingerprints []uint64
}

func (st *strip) StartBundle() {
	st.maker = &fingerprint.Maker{Buckets: st.Params.Buckets, Smallest: st.Params.Smallest}
}

func (st *strip) Map(_ context.Context, page Page) error {
	st.page = &page
	if st.Params.Templates {
		before, removed := len(page.words), 0
		page.words, page.ends, removed = st.Table.Value().Strip(site.Of(page.ID), page.words, page.ends, page.skeletons)
		st.Ledger.Add(Removed, int64(removed))
		st.Ledger.Add(RemovedWords, int64(before-len(page.words)))
	}
	words := uint32(len(page.words))
	if st.fingerprints = st.fingerprints[:0]; !page.settled() {
		st.fingerprint()
	}
	for _, f := range st.fingerprints {
		st.Postings.Add(f, Posting{slices.Min(st.fingerprints), page.Class, words})
	}
	page.ends, page.skeletons = page.ends[:0], page.skeletons[:0]
	if m := st.Params.Similar.Method; m == similar.SimHash || m == similar.None {
		page.words = page.words[:0]
	}
	st.Pages.Add(page.Class, page)
	return nil
}

// fingerprint makes the fingerprints of st.page, and its simhash if that is compared.
func (st *strip) fingerprint() {
	page := st.page
	st.hashes, st.fingerprints = st.hashes[:0], st.fingerprints[:0]
	switch {
	case len(page.words) == 0:
	case st.Params.Similar.Method == similar.SimHash:
		for _, w := range page.words { // each as often as it is there: that is its weight
			st.hashes = append(st.hashes, mix.Full(uint64(w)))
		}
		page.Hash = simhash.Of(st.hashes)
		st.fingerprints = simhash.AppendTables(st.fingerprints, page.Hash, st.Params.Similar.Distance)
	case st.Params.Hashed == Sentences:
		start := uint32(0)
		for _, end := range page.ends {
			if end > start {
				st.hashes = append(st.hashes, shingle.Hash(page.words[start:end]))
			}
			start = end
		}
		st.fingerprints = st.maker.Append(st.fingerprints, st.hashes)
	default:
		st.hashes = shingle.Append(st.hashes, page.words, st.Params.N)
		st.fingerprints = st.maker.Append(st.fingerprints, st.hashes)
	}
}
