package record

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
)

// Tables of statistics travel with documents, from the reader to the stage that uses
// them, which runners fuse into one: there a document is never encoded, except that Beam
// encodes one now and then to learn its size. With a table of megabytes that took half
// of the time of a job. So a large table is encoded as a handle, by which this process
// finds it again.

// largeTable is the size, in bytes, from which on a table is encoded as a handle.
const largeTable = 1 << 20

// maxTables bounds the tables that handles keep in memory.
const maxTables = 8

// tables are the large tables that were encoded last, the last one at the end.
var tables struct {
	sync.Mutex
	process uint64 // tells the handles of this process from those of others
	last    uint64
	of      []sharedTable
}

type sharedTable struct {
	handle uint64
	table  []byte
}

// appendTable appends a table:
//
//	length uvarint; table; or, from largeTable on: length uvarint; process, handle [8]
func appendTable(b, table []byte) []byte {
	if len(table) < largeTable {
		return appendString(b, table)
	}
	tables.Lock()
	defer tables.Unlock()
	i := slices.IndexFunc(tables.of, func(s sharedTable) bool { return &s.table[0] == &table[0] && len(s.table) == len(table) })
	if i < 0 {
		for tables.process == 0 {
			tables.process = rand.Uint64()
		}
		tables.last++
		if i = len(tables.of); i == maxTables {
			tables.of = slices.Delete(tables.of, 0, 1)
			i--
		}
		tables.of = append(tables.of, sharedTable{tables.last, table})
	}
	b = binary.AppendUvarint(b, uint64(len(table)))
	b = binary.BigEndian.AppendUint64(b, tables.process)
	return binary.BigEndian.AppendUint64(b, tables.of[i].handle)
}

// table reads what appendTable wrote.
func (r *reader) table() []byte {
	n := r.uvarint()
	if n < largeTable {
		return r.bytes(n)
	}
	b := r.bytes(16)
	if b == nil {
		return nil
	}
	tables.Lock()
	defer tables.Unlock()
	for _, s := range tables.of {
		if binary.BigEndian.Uint64(b) == tables.process && binary.BigEndian.Uint64(b[8:]) == s.handle {
			return s.table
		}
	}
	r.err = fmt.Errorf("record: a document has a table of %d bytes that is not in this process; the runner must fuse the stages that read and sign documents", n)
	return nil
}

// tableBytes is about what appendTable appends.
func tableBytes(table []byte) int {
	if len(table) < largeTable {
		return len(table)
	}
	return 26
}
