package resemblance

import (
	"context"
	"encoding/binary"
	"errors"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/resemblance/rarity"
)

func init() {
	analysis.RegisterMap[*count]()
	tally.Register[rarityTable]()
}

// Rarity counts the elements of documents, for Emit. analysed is a
// PCollection<record.Analysed>; Rarity uses its words. In a large collection it counts only
// elements that come more than once. Rarity panics if p is not valid.
func Rarity(s beam.Scope, p Params, analysed beam.PCollection) tally.Table[rarity.Table] {
	s = start(s, "Rarity", p)
	var counted beam.PCollection
	if _, crowded := p.table(); crowded {
		counted = countRepeats(s, p, analysed)
	} else {
		counted = analysis.Map(s, p.Shuffle, "resemblance.Rarity", analysed, false, &count{Params: p}).Counts.Collection()
	}
	return tally.Make[rarity.Table](s, rarityTable{p}, beam.GroupByKey(s, counted))
}

// parts is the number of parts of the table.
const parts = 64

// count counts the elements of documents.
type count struct {
	Params Params

	Counts engine.Keyed[int, []byte] // by part

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
func emitParts(table *rarity.Table, to *engine.Keyed[int, []byte]) {
	counters := table.Counters()
	size := len(counters) / parts
	for part := range parts {
		to.Emit(part, rarity.AppendPart(nil, counters[part*size:(part+1)*size]))
	}
}

// rarityTable makes the table of rarity (tally.Method).
type rarityTable struct{ Params Params }

// Sum returns the number of the part, a uvarint, and its counters (rarity.AppendPart).
func (t rarityTable) Sum(part int, counted func(*[]byte) bool) ([]byte, error) {
	counters := make([]byte, t.partBytes())
	var b []byte
	for counted(&b) {
		if err := rarity.AddPart(counters, b); err != nil {
			return nil, err
		}
	}
	return rarity.AppendPart(binary.AppendUvarint(nil, uint64(part)), counters), nil
}

// Join returns the counters of all parts (rarity.Of).
func (t rarityTable) Join(summed func(*[]byte) bool) ([]byte, error) {
	counters := make([]byte, parts*t.partBytes())
	var b []byte
	for summed(&b) {
		part, w := binary.Uvarint(b)
		if w <= 0 || part >= parts {
			return nil, errors.New("resemblance: a part of the table of rarity is damaged")
		}
		if err := rarity.AddPart(counters[int(part)*t.partBytes():][:t.partBytes()], b[w:]); err != nil {
			return nil, err
		}
	}
	return counters, nil
}

// partBytes returns the number of bytes of counters in a part.
func (t rarityTable) partBytes() int {
	tableBits, _ := t.Params.table()
	return 1 << tableBits / 2 / parts
}
