package cleaning

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/wire"
)

// packed is a record of this stage: it knows its key and its payload.
type packed interface {
	// key returns the key under which the record meets others.
	key() uint64
	// Append appends the payload to dst.
	Append(dst []byte) []byte
}

// Sender packs records of one type and emits them as blocks. It belongs to one bundle: make
// it in StartBundle, and Flush it in FinishBundle.
type Sender[R packed] struct {
	packer  *shuffle.Packer
	payload []byte // scratch, never emitted
}

// NewSender returns a Sender for the shards of p.
func NewSender[R packed](p shuffle.Params) *Sender[R] {
	return &Sender[R]{packer: shuffle.NewPacker(p)}
}

// Send sends a record to where it meets others of its key.
func (s *Sender[R]) Send(r R, emit func(int, []byte)) {
	s.payload = r.Append(s.payload[:0])
	s.packer.Add(r.key(), s.payload, emit)
}

// Flush emits the records that are left.
func (s *Sender[R]) Flush(emit func(int, []byte)) { s.packer.Flush(emit) }

// idKey returns the key under which the records of a document meet.
func idKey(id string) uint64 { return xxhash.Sum64String(id) }

// sumKey returns the key under which equal things meet whose hash is sum.
func sumKey(sum [16]byte) uint64 { return binary.BigEndian.Uint64(sum[:]) }

func readSum(r *wire.Reader) (sum [16]byte) {
	copy(sum[:], r.Bytes(16))
	return sum
}
