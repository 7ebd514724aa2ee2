package reuse

import (
	"context"
	"encoding/binary"
	"iter"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/reuse/prefix"
)

func init() {
	engine.RegisterReduce[*crowded]()
	tally.Register[smallest]()
}

// crowds is wordings that are hot, in ascending order: all that are known, or the smallest ones if they are very many.
// The result does not depend on how many they are.
type crowds []uint64

// maxCrowds bounds crowds: 8 MB.
const maxCrowds = 1 << 20

// crowdsOf makes a table of crowds.
func crowdsOf(s beam.Scope, p Params, of engine.Blocks[Crowd]) tally.Table[crowds] {
	st := engine.Reduce(s, p.Shuffle, "reuse.Meet, hot sentences", &crowded{Crowds: engine.From(of)})
	return tally.Make[crowds](s, smallest{}, st.Found.Sent())
}

// crowded finds the smallest wordings of a shard.
type crowded struct {
	Crowds engine.In[Crowd]
	Found  engine.Send[int, crowds]

	found crowds
}

func (st *crowded) StartShard(int) { st.found = nil }

func (st *crowded) Reduce(_ context.Context, wording uint64) error {
	if len(st.found) < maxCrowds { // keys of a shard ascend
		st.found = append(st.found, wording)
	}
	return nil
}

func (st *crowded) FinishShard() error {
	st.Found.Add(0, st.found)
	return nil
}

// smallest makes the table of the smallest wordings of all shards (tally.Method).
type smallest struct{}

// Table returns the table.
func (smallest) Table(found iter.Seq[*crowds]) ([]byte, error) {
	var all crowds
	for some := range found {
		all = append(all, *some...)
		slices.Sort(all)
		all = all[:min(len(all), maxCrowds)]
	}
	return all.Append(nil), nil
}

// Append appends a table to dst: a byte that is 0, and the wordings [8] each.
func (c *crowds) Append(dst []byte) []byte {
	dst = append(dst, 0)
	for _, wording := range *c {
		dst = binary.BigEndian.AppendUint64(dst, wording)
	}
	return dst
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
