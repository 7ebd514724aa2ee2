package reuse

import (
	"encoding/binary"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/reuse/prefix"
)

func init() { tally.Register[crowdTable]() }

// crowds is wordings that are hot, in ascending order: all that are known, or the smallest ones if they are very many. The
// result does not depend on how many they are.
type crowds []uint64

// mostCrowds bounds crowds: 8 MB.
const mostCrowds = 1 << 20

// crowdsOf makes a table of crowds.
func crowdsOf(s beam.Scope, p Params, of shuffle.Blocks[Crowd]) tally.Table[crowds] {
	return tally.Make[crowds](s, crowdTable{p.Shuffle}, shuffle.Group(s, p.Shuffle, of))
}

// crowdTable makes the table of crowds (tally.Method). It is a byte that is 0, and the wordings [8] each.
type crowdTable struct{ Shuffle shuffle.Params }

// Sum returns the smallest wordings of a shard.
func (t crowdTable) Sum(_ int, blocks func(*[]byte) bool) ([]byte, error) {
	sum := []byte{0}
	err := t.Shuffle.EachGroup("reuse.Meet, hot sentences", blocks, func(sorted *block.Sorted, from, _ int) error {
		if len(sum) < 1+8*mostCrowds { // groups come in the order of keys
			sum = binary.BigEndian.AppendUint64(sum, sorted.Key(from))
		}
		return nil
	})
	return sum, err
}

// Join returns the smallest wordings of all shards.
func (t crowdTable) Join(parts func(*[]byte) bool) ([]byte, error) {
	var all crowds
	var b []byte
	for parts(&b) {
		var some crowds
		if err := some.Read(b); err != nil {
			return nil, err
		}
		all = append(all, some...)
		slices.Sort(all)
		all = all[:min(len(all), mostCrowds)]
	}
	table := []byte{0}
	for _, wording := range all {
		table = binary.BigEndian.AppendUint64(table, wording)
	}
	return table, nil
}

// Read reads a table: none is known if it is empty. The error is wire.ErrShort.
func (c *crowds) Read(table []byte) error {
	if len(table) == 0 {
		return nil
	}
	r := wire.NewReader(table)
	r.Byte()
	*c = make(crowds, 0, r.Len()/8)
	for r.More() {
		*c = append(*c, r.Uint64())
	}
	return r.Err()
}

// appendHas appends to dst whether each of members is one of c.
func (c crowds) appendHas(dst []bool, members []prefix.Member) []bool {
	for i := range members {
		has := false
		if len(c) > 0 {
			_, has = slices.BinarySearch(c, members[i].ID)
		}
		dst = append(dst, has)
	}
	return dst
}
