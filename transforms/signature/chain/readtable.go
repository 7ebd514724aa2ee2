package chain

import (
	"encoding/binary"
	"errors"
	"sync"
	"weak"

	"github.com/cespare/xxhash/v2"
)

var errTable = errors.New("chain: a table of words is damaged")

// lastTable is the table that was read last, as long as somebody has it.
var lastTable struct {
	sync.Mutex
	sum   uint64 // of its bytes
	bytes int
	table weak.Pointer[Table]
}

// ReadTable reads what AppendTable wrote. The workers of a process share one table, which they must not change:
// with one for each, less of it would be in the caches that they share.
func ReadTable(b []byte) (*Table, error) {
	sum := xxhash.Sum64(b)
	lastTable.Lock()
	defer lastTable.Unlock()
	if t := lastTable.table.Value(); t != nil && lastTable.sum == sum && lastTable.bytes == len(b) {
		return t, nil
	}
	t, err := readTable(b)
	if err == nil {
		lastTable.sum, lastTable.bytes, lastTable.table = sum, len(b), weak.Make(t)
	}
	return t, err
}

func readTable(b []byte) (*Table, error) {
	if len(b) == 0 || b[0] != version {
		return nil, errTable
	}
	words, w := binary.Uvarint(b[1:])
	if w <= 0 || len(b) < 7+w || (len(b)-7-w)%6 != 0 {
		return nil, errTable
	}
	b = b[1+w:]
	t := &Table{Words: words, min: binary.LittleEndian.Uint32(b), rare: binary.LittleEndian.Uint16(b[4:])}
	b = b[6:]
	t.grow(len(b) / 6)
	for ; len(b) > 0; b = b[6:] {
		t.put(binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint16(b[4:]))
	}
	return t, nil
}
