package delivery

import "example.org/diagonal/transforms/shuffle"

// Sender sends records to cells. It belongs to one bundle, as the packer in it.
//
// Cells are few and large, so they are dealt to the shards in turn: with hashes, the largest of 32 shards
// would have 2.7 times the mean of 91 cells.
type Sender struct{ packer *shuffle.Packer }

// NewSender returns a Sender.
func NewSender(p shuffle.Params) *Sender { return &Sender{shuffle.NewPacker(p)} }

// Add sends a record to a cell.
func (s *Sender) Add(cell uint64, payload []byte, emit func(int, []byte)) {
	s.packer.AddTo(int(cell>>32)%s.packer.Shards(), cell, payload, emit)
}

// Flush emits what is left, at the end of the bundle.
func (s *Sender) Flush(emit func(int, []byte)) { s.packer.Flush(emit) }
