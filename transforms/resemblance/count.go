package resemblance

import (
	"context"
	"encoding/binary"
	"errors"
	"iter"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/resemblance/rarity"
)

func init() {
	analysis.RegisterMap[*count]()
	engine.RegisterJoin[*sumPart]()
	tally.Register[rarityTable]()
}

// Rarity counts the elements of documents, for Emit. analysed is a
// PCollection<record.Analysed>; Rarity uses its words. In a large collection it counts only
// elements that come more than once. Rarity panics if p is not valid.
func Rarity(s beam.Scope, p Params, analysed beam.PCollection) tally.Table[rarity.Table] {
	s = start(s, "Rarity", p)
	var counted engine.Sent[int, engine.Bytes]
	if _, crowded := p.table(); crowded {
		counted = countRepeats(s, p, analysed)
	} else {
		counted = analysis.Map(s, p.Shuffle, "resemblance.Rarity", analysed, false, &count{Params: p}).Counts.Sent()
	}
	summed := engine.Join(s, "resemblance.Rarity, parts", &sumPart{Params: p}, counted)
	return tally.Make[rarity.Table](s, rarityTable{p}, summed.Parts.Sent())
}

// parts is the number of parts of the table.
const parts = 64

// count counts the elements of documents.
type count struct {
	Params Params

	Counts engine.Send[int, engine.Bytes] // rarity.AppendPart, by part

	taker *taker
	table *rarity.Table
}

func (st *count) StartBundle() { st.taker, st.table = newTaker(st.Params), st.Params.newTable() }

func (st *count) Map(_ context.Context, a record.Analysed) error {
	// A shingle that a document repeats is counted each time. A count may be too large:
	// see package rarity.
	for _, e := range st.taker.take(a.Words) {
		st.table.Add(spread(e))
	}
	return nil
}

func (st *count) FinishBundle() error {
	emitParts(st.table, &st.Counts)
	st.table = nil
	return nil
}

// newTable returns an empty table.
func (p Params) newTable() *rarity.Table {
	tableBits, _ := p.table()
	return rarity.New(tableBits)
}

// emitParts sends the parts of a table.
func emitParts(table *rarity.Table, to *engine.Send[int, engine.Bytes]) {
	counters := table.Counters()
	size := len(counters) / parts
	for part := range parts {
		to.Add(part, rarity.AppendPart(nil, counters[part*size:(part+1)*size]))
	}
}

// sumPart sums what the bundles counted of a part.
type sumPart struct {
	Params Params

	Parts engine.Send[int, part]
}

func (st *sumPart) Join(_ context.Context, number int, counted iter.Seq[*engine.Bytes]) error {
	counters := make([]byte, st.Params.partBytes())
	for b := range counted {
		if err := rarity.AddPart(counters, *b); err != nil {
			return err
		}
	}
	st.Parts.Add(0, part{uint64(number), rarity.AppendPart(nil, counters)})
	return nil
}

// part is a part of the table.
//
//	number uvarint; counters (rarity.AppendPart)
type part struct {
	number   uint64
	counters []byte
}

func (p *part) Append(dst []byte) []byte {
	return append(binary.AppendUvarint(dst, p.number), p.counters...)
}

func (p *part) Read(payload []byte) error {
	r := wire.NewReader(payload)
	*p = part{r.Uvarint(), r.Rest()}
	return r.Err()
}

// rarityTable makes the table of rarity (tally.Method).
type rarityTable struct{ Params Params }

// Table returns the counters of all parts (rarity.Of).
func (t rarityTable) Table(summed iter.Seq[*part]) ([]byte, error) {
	size := t.Params.partBytes()
	counters := make([]byte, parts*size)
	for p := range summed {
		if p.number >= parts {
			return nil, errors.New("resemblance: a part of the table of rarity is damaged")
		}
		if err := rarity.AddPart(counters[int(p.number)*size:][:size], p.counters); err != nil {
			return nil, err
		}
	}
	return counters, nil
}

// partBytes returns the number of bytes of counters in a part.
func (p Params) partBytes() int {
	tableBits, _ := p.table()
	return 1 << tableBits / 2 / parts
}
