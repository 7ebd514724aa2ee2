package delivery

import (
	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
)

// ByCell returns p for blocks of records by cell, for so many groups. Cells are few and large, so all shards have the same
// number of them, but for the last cells: with p.Shards and hashes, the largest of 41 shards had 2.7 times the mean of 136
// cells. across is whether documents of two sides are compared.
func ByCell(p shuffle.Params, groups int, across bool) shuffle.Params {
	cells := rows(groups)
	if across {
		cells = groups * groups
	}
	each := (cells + p.Shards - 1) / p.Shards
	p.Shards = (cells + each - 1) / each
	return p
}

// Sender sends records to cells. It belongs to one bundle, as the packer in it.
type Sender struct{ packer *shuffle.Packer }

// NewSender returns a Sender for the result of ByCell.
func NewSender(byCell shuffle.Params) *Sender { return &Sender{shuffle.NewPacker(byCell)} }

// Add sends a record to a cell.
func (s *Sender) Add(cell uint64, payload []byte, emit func(int, []byte)) {
	s.packer.AddTo(shardOf(cell, s.packer.Shards()), cell, payload, emit)
}

// ToCell sends a record to a cell. The output is packed as ByCell says.
func ToCell[R any](out *engine.Out[R], cell uint64, r R) {
	out.AddTo(shardOf(cell, out.Shards()), cell, r)
}

// shardOf returns the shard of a cell.
func shardOf(cell uint64, shards int) int { return int(cell>>32) % shards }

// Flush emits what is left, at the end of the bundle.
func (s *Sender) Flush(emit func(int, []byte)) { s.packer.Flush(emit) }
