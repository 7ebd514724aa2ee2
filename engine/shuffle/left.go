package shuffle

import (
	"encoding/binary"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/spool"
)

// left is the records of a part of which the large shared ones stay in the spool. What is sorted in their place is:
//
//	head  [9]  of the payload: what Portion reads of a shared record
//	sum   [8]  xxhash64 of the payload, big-endian: it orders payloads with equal heads
//	block [4]  its number in the part, big-endian
//	at    [4]  where the payload begins in the block, big-endian
//	size  [4]  of the payload, big-endian
type left struct {
	part Records
	// memory has what is sorted, in blocks. The last one is open.
	memory opened
	blocks [][]byte
}

const (
	headBytes = 9
	leftBytes = headBytes + 8 + 3*4
	// minLeft is the least size of a payload that stays in the spool. A smaller one takes little more than its place.
	minLeft = 1 << 10
)

// leaves reports whether a shared record stays in the spool. One that has the size of a stand-in does, so that no
// payload is taken for one.
func leaves(payload []byte) bool { return len(payload) >= minLeft || len(payload) == leftBytes }

// takes returns what a record takes in memory.
func takes(payload []byte, shared bool) int64 {
	if shared && leaves(payload) {
		return leftBytes + 9 + recordBytes
	}
	return int64(len(payload)) + 9 + recordBytes
}

// sortLeft is sortPart for records of which the large shared ones stay in the spool. It does nothing and returns false
// if that takes more than max bytes of memory, where that is not 0.
func sortLeft(
	stage string, part Records, portion Portion, max int64, f func(*block.Sorted) error,
) (done bool, err error) {
	l := &left{part: part}
	defer l.memory.close()
	var memory []byte
	all := int64(0)
	for n, sealed := range part {
		opened, err := spool.OpenIn(&memory, sealed)
		if err != nil {
			return false, fmt.Errorf("%s: %w", stage, err)
		}
		end := 0
		if err := block.Each(opened, func(key uint64, payload []byte) error {
			shared := portion(payload).Shared
			all += takes(payload, shared)
			end += block.Size(len(payload))
			if shared && leaves(payload) {
				payload = standIn(payload, n, end-len(payload))
			}
			l.add(key, payload)
			return nil
		}); err != nil {
			return false, fmt.Errorf("%s: %w", stage, err)
		}
		if max > 0 && all > max {
			return false, nil
		}
	}
	sorted, err := block.Sort(l.blocks)
	if err != nil {
		return false, fmt.Errorf("%s: %w", stage, err)
	}
	sorted.Leave(l)
	defer sorted.Close()
	return true, f(sorted)
}

// standIn returns what is sorted in the place of a payload, which begins at a byte of a block.
func standIn(payload []byte, block, at int) []byte {
	b := append(make([]byte, 0, leftBytes), payload[:headBytes]...)
	b = binary.BigEndian.AppendUint64(b, xxhash.Sum64(payload))
	b = binary.BigEndian.AppendUint32(b, uint32(block))
	b = binary.BigEndian.AppendUint32(b, uint32(at))
	return binary.BigEndian.AppendUint32(b, uint32(len(payload)))
}

// add adds a record to what is sorted.
func (l *left) add(key uint64, payload []byte) {
	last, needed := len(l.blocks)-1, block.Head+len(payload)
	if last < 0 || len(l.blocks[last])+needed > cap(l.blocks[last]) {
		l.blocks = append(l.blocks, l.memory.room(max(needed, blockBytes))[:0])
		last++
	}
	l.blocks[last] = block.Append(l.blocks[last], key, payload)
}

// Size returns the size of a payload.
func (l *left) Size(standIn []byte) int {
	if len(standIn) != leftBytes {
		return len(standIn)
	}
	return int(binary.BigEndian.Uint32(standIn[leftBytes-4:]))
}

// Whole reads a payload.
func (l *left) Whole(memory *[]byte, standIn []byte) ([]byte, error) {
	if len(standIn) != leftBytes {
		return standIn, nil
	}
	place := standIn[headBytes+8:]
	sealed, at, size := l.part[binary.BigEndian.Uint32(place)], binary.BigEndian.Uint32(place[4:]),
		binary.BigEndian.Uint32(place[8:])
	payload, err := spool.PartIn(memory, sealed, int64(at), int64(size))
	if err == nil && xxhash.Sum64(payload) != binary.BigEndian.Uint64(standIn[headBytes:]) {
		err = spool.ErrCorrupt
	}
	return payload, err
}
