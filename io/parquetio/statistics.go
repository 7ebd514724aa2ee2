package parquetio

import "bytes"

// The fields of the statistics of a column chunk. Old files have the first two, in an order that
// is not that of the type.
const (
	oldMax = iota + 1
	oldMin
	nullCount
	_
	maxValue
	minValue
	maxIsExact
	minIsExact
)

// statistics are those of a column chunk. The least and the largest value stay as long as
// both are still there: this holds in every order that a type may have.
type statistics struct {
	fields fields
	bounds []bound
}

type bound struct {
	id    int64
	value []byte
	seen  bool
}

func statisticsOf(structure []byte) statistics {
	s := statistics{}
	if structure == nil {
		return s
	}
	var err error
	if s.fields, err = fieldsOf(structure); err != nil {
		return statistics{}
	}
	for _, id := range []int64{oldMax, oldMin, maxValue, minValue} {
		w := walker{b: s.fields.get(id)}
		if n := w.uvarint(); w.err == nil && n == uint64(len(w.b)-w.at) {
			s.bounds = append(s.bounds, bound{id: id, value: w.b[w.at:]})
		}
	}
	return s
}

// see looks at a value that is written.
func (s *statistics) see(v []byte) {
	for i := range s.bounds {
		if b := &s.bounds[i]; !b.seen && bytes.Equal(b.value, v) {
			b.seen = true
		}
	}
}

// written returns the statistics of what was written.
func (s *statistics) written(nulls int64) fields {
	seen := map[int64]bool{}
	for _, b := range s.bounds {
		seen[b.id] = b.seen
	}
	var kept fields
	if seen[oldMax] && seen[oldMin] {
		kept = s.fields.only(oldMax, oldMin)
	}
	kept = kept.i64(nullCount, nulls)
	if seen[maxValue] && seen[minValue] {
		kept = append(kept, s.fields.only(maxValue, minValue, maxIsExact, minIsExact)...)
	}
	return kept
}
