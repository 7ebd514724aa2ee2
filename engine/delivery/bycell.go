package delivery

import (
	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
)

// ByCell returns p for blocks of records by cell, for so many groups. Cells are few and large, so all shards have the
// same number of them, but for the last cells: with p.Shards and hashes, the largest of 41 shards had 2.7 times the
// mean of 136 cells. across is whether documents of two sides are compared.
func ByCell(p shuffle.Params, groups int, across bool) shuffle.Params {
	cells := rows(groups)
	if across {
		cells = groups * groups
	}
	each := (cells + p.Shards - 1) / p.Shards
	p.Shards = (cells + each - 1) / each
	return p
}

// ToCell sends a record to a cell. The output is packed as ByCell says.
func ToCell[R any](out *engine.Out[R], cell uint64, r R) {
	out.AddTo(shardOf(cell, out.Shards()), cell, r)
}

// shardOf returns the shard of a cell.
func shardOf(cell uint64, shards int) int { return int(cell>>32) % shards }
