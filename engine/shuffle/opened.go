package shuffle

import (
	"sync"

	"example.org/diagonal/engine/spool"
)

// chunkBytes is the size of the pieces of memory that blocks are opened in: room for more than a
// dozen full blocks. A block larger than a quarter of it has memory of its own.
const chunkBytes = 1 << 20

// chunks keep the memory of blocks that nobody needs any more.
var chunks = sync.Pool{New: func() any { return new([chunkBytes]byte) }}

// opened is the memory of the blocks of a part of a shard. The zero value is empty.
type opened struct {
	chunks []*[chunkBytes]byte
	rest   []byte // of the last chunk
}

// open opens a sealed block, which is valid until close.
func (o *opened) open(sealed []byte) ([]byte, error) {
	size := spool.Size(sealed)
	if size > chunkBytes/4 || !spool.InFile(sealed) {
		return spool.Open(sealed)
	}
	memory := o.room(int(size))
	return spool.OpenIn(&memory, sealed)
}

// room returns size bytes with any content, which are valid until close.
func (o *opened) room(size int) []byte {
	if size > chunkBytes/4 {
		return make([]byte, size)
	}
	if size > len(o.rest) {
		c := chunks.Get().(*[chunkBytes]byte)
		o.chunks, o.rest = append(o.chunks, c), c[:]
	}
	memory := o.rest[:size:size]
	o.rest = o.rest[size:]
	return memory
}

// close lets the memory be used again. Nobody may read the blocks any more.
func (o *opened) close() {
	for _, c := range o.chunks {
		chunks.Put(c)
	}
	*o = opened{}
}
