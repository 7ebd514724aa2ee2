package shuffle

import "example.org/diagonal/engine/spool"

// Sorter sorts records of any number in one process, without a pipeline: Add all, then Each as often as wanted, and
// Add again then. It is not safe for concurrent use.
type Sorter struct {
	params Params
	all    *parts // one
}

// NewSorter returns a Sorter that sorts in so many bytes of memory. All records wait in a folder, until it is closed.
func NewSorter(folder *spool.Folder, memory int64) *Sorter {
	p := Params{Shards: 1, Spool: folder.Path(), Memory: memory}
	return &Sorter{p, newParts(p.Spool, 1)}
}

// Add adds a record. It does not keep the payload. The error is that of the folder.
func (s *Sorter) Add(key uint64, payload []byte) error { return s.all.add(0, key, payload) }

// Each is Ordered.Each for the records so far.
func (s *Sorter) Each(f func(key uint64, payload []byte) error) error {
	if err := s.all.blocks.Flush(s.all.keep); err != nil {
		return err
	}
	return Ordered{s.params, "sort", s.all.sealed[0]}.Each(f)
}
