package partition

import (
	"context"
	"encoding/binary"
	"math"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/partition/similar"
	"example.org/diagonal/transforms/resemblance"
)

func init() {
	engine.RegisterReduce[*assign]()
	engine.RegisterReduce[*divide]()
}

// Divided is sets of the result.
type Divided struct {
	// Sets is a PCollection<record.InSet>: the lines of pages of one document.
	Sets beam.PCollection
	// Sizes is a PCollection<record.SetSize>.
	Sizes beam.PCollection
	// Placed is by class, for pages of several documents.
	Placed engine.Blocks[Placed]
	// Grown is by set, for sets of an earlier result that have new documents.
	Grown engine.Blocks[Grown]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Assign sends pages to their perhaps-similar sets. pages is the result of Strip, assigned of Join.
// bySet is by set. A page that is in no such set is a set of the result. Assign panics if p is
// not valid.
func Assign(
	s beam.Scope, p Params, pages engine.Blocks[Page], assigned engine.Blocks[Assigned],
) (bySet engine.Blocks[Page], alone Divided) {
	s = start(s, "Assign", p)
	st := engine.Reduce(s, p.Shuffle, "partition.Assign", &assign{
		Assigned: engine.From(assigned), Pages: engine.From(pages),
	})
	return st.BySet.Blocks(), st.divided()
}

// Divide divides perhaps-similar sets into sets of the result. pages is the result of Assign. Divide
// panics if p is not valid.
func Divide(s beam.Scope, p Params, pages engine.Blocks[Page]) Divided {
	s = start(s, "Divide", p)
	return engine.Reduce(s, p.Shuffle, "partition.Divide", &divide{Params: p, Pages: engine.From(pages)}).divided()
}

// setWriter writes sets of the result.
type setWriter struct {
	Sets   engine.Elements[record.InSet]
	Sizes  engine.Elements[record.SetSize]
	Placed engine.Out[Placed]
	Grown  engine.Out[Grown]
	Ledger engine.Ledger
}

func (w *setWriter) divided() Divided {
	return Divided{w.Sets.Collection(), w.Sizes.Collection(), w.Placed.Blocks(), w.Grown.Blocks(),
		w.Ledger.Collection()}
}

// inSet is a page of a set of the result, and its similarity to the representative.
type inSet struct {
	page *Page
	r    float64
}

// write writes the new documents of a set. pages[0] is its representative.
func (w *setWriter) write(pages []inSet) {
	first := pages[0].page
	named, documents, least := first, int64(0), 1.0
	for _, in := range pages {
		if in.page.ID < named.ID {
			named = in.page
		}
		documents, least = documents+in.page.Copies, min(least, in.r)
	}
	if documents == 0 {
		return
	}
	set, representative := named.ID, first.ID
	if named.Changed { // its id may be the name of an earlier set
		set += " " + resemblance.WordsOf(named.Class, named.Check)
	}
	if first.Earlier != nil {
		set, representative = first.Earlier.Set, first.Earlier.Representative
	}
	for _, in := range pages {
		if in.page.Copies == 0 {
			continue
		}
		r := record.Round(in.r)
		if len(in.page.Shards) == 0 {
			w.Sets.Emit(record.InSet{
				ID: in.page.ID, Set: set, Representative: representative, R: r,
				Words: resemblance.WordsOf(in.page.Class, in.page.Check),
			})
			continue
		}
		for _, shard := range in.page.Shards {
			w.Placed.AddTo(int(shard), in.page.Class, Placed{in.page.Check, r, set, representative})
		}
	}
	size := record.SetSize{Set: set, Representative: representative, Documents: documents, MinR: record.Round(least)}
	if documents > 1 || first.Earlier != nil {
		w.Ledger.Add(Singletons, -documents) // resemblance.Classes has counted all new documents
	}
	switch {
	case first.Earlier != nil:
		w.Grown.Add(xxhash.Sum64String(set), Grown{size})
		return
	case documents > 1:
		w.Sizes.Emit(size)
	}
	w.Ledger.Add(Sets, 1)
	w.Ledger.Add(sizeName(documents), 1)
}

// sizeName is the name in the ledger of the sets of so many documents.
func sizeName(documents int64) string {
	switch {
	case documents == 1:
		return "sets_of_1"
	case documents == 2:
		return "sets_of_2"
	case documents <= 5:
		return "sets_of_3_to_5"
	case documents <= 10:
		return "sets_of_6_to_10"
	case documents <= 100:
		return "sets_of_11_to_100"
	case documents <= 1000:
		return "sets_of_101_to_1000"
	}
	return "sets_of_1001_or_more"
}

// assign reads pages and their sets.
type assign struct {
	Assigned engine.In[Assigned]
	Pages    engine.In[Page]
	BySet    engine.Out[Page]
	setWriter
}

func (st *assign) Reduce(context.Context, uint64) error {
	if st.Pages.Len() == 0 {
		return nil
	}
	var page Page
	if err := st.Pages.Read(st.Pages.Len()-1, &page); err != nil {
		return err
	}
	for a := range st.Assigned.All {
		st.BySet.Add(a.Set, page)
		return nil
	}
	r := 1.0
	if page.settled() {
		r = page.Earlier.R
	}
	st.write([]inSet{{&page, r}})
	return nil
}

// divide divides perhaps-similar sets.
type divide struct {
	Params Params

	Pages engine.In[Page]
	setWriter
}

func (st *divide) Reduce(context.Context, uint64) error {
	pages := make([]Page, st.Pages.Len())
	compared := make([]similar.Page, len(pages))
	for i := range pages {
		p := &pages[i]
		if err := st.Pages.Read(i, p); err != nil {
			return err
		}
		compared[i] = similar.Page{Number: i, ID: p.ID, Words: p.words, Hash: p.Hash, Settled: p.represents()}
	}
	ordered, members, counts := similar.Divide(st.Params.Similar, compared)
	st.Ledger.Add(Compared, counts.Compared)
	st.Ledger.Add(Subsequences, counts.LCS)
	st.Ledger.Add(Words, counts.Words)
	st.Ledger.Add(Sketches, counts.Sketches)
	ofSet := make([][]inSet, len(pages)) // by the representative
	for i, m := range members {
		ofSet[m.Representative] = append(ofSet[m.Representative], inSet{&pages[ordered[i].Number], m.R})
	}
	for _, set := range ofSet {
		if len(set) > 0 {
			st.write(set)
		}
	}
	return nil
}

// Tag is the first byte of a payload.
func (*Placed) Tag() byte { return tagPlaced }

// Append appends the payload of p to dst.
func (p *Placed) Append(dst []byte) []byte {
	dst = appendUint64(dst, tagPlaced, p.Check)
	dst = binary.BigEndian.AppendUint64(dst, math.Float64bits(p.R))
	return wire.AppendString(wire.AppendString(dst, p.Set), p.Representative)
}

// Read reads a payload. The error is wire.ErrShort.
func (p *Placed) Read(payload []byte) error {
	r := wire.NewReader(payload)
	r.Byte()
	*p = Placed{Check: r.Uint64(), R: math.Float64frombits(r.Uint64()), Set: r.Text(), Representative: r.Text()}
	return r.Err()
}
