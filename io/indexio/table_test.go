package indexio

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/snappy"
	"github.com/syndtr/goleveldb/leveldb/opt"
	"github.com/syndtr/goleveldb/leveldb/storage"
	"github.com/syndtr/goleveldb/leveldb/table"
	"github.com/syndtr/goleveldb/leveldb/util"
)

// inMemory is a file in memory.
type inMemory struct{ *bytes.Reader }

func (f inMemory) Size() int64 { return f.Reader.Size() }
func (inMemory) Close() error  { return nil }

// openBytes opens a table in memory.
func openBytes(b []byte) (*tableReader, error) {
	return openTable("some/x.table", inMemory{bytes.NewReader(b)})
}

// read returns the entries of a range, and the error that ended it.
func read(r *tableReader, from, to []byte) (all []string, err error) {
	err = r.each(from, to, func(key, value []byte) error {
		all = append(all, fmt.Sprintf("%x %x", key, value))
		return nil
	})
	return all, err
}

// lastOf returns the key of the last entry up to a key, in hexadecimal.
func lastOf(r *tableReader, key []byte) (last string, err error) {
	err = r.last(key, func(key, _ []byte) error {
		last = fmt.Sprintf("%x", key)
		return nil
	})
	return last, err
}

func plainLast(keys [][]byte, key []byte) (last string) {
	for _, k := range keys {
		if bytes.Compare(k, key) <= 0 {
			last = fmt.Sprintf("%x", k)
		}
	}
	return last
}

// written returns a table of so many entries as this program writes it, and their keys.
func written(t *testing.T, rng *rand.Rand, n int) (b []byte, keys [][]byte) {
	t.Helper()
	var buf bytes.Buffer
	out := bufio.NewWriter(&buf)
	w := newTableWriter(out, 8)
	key := uint64(0)
	for range n {
		key += 1 + rng.Uint64N(1<<uint(rng.IntN(40)))
		line := binary.BigEndian.AppendUint64(nil, key)
		keys = append(keys, slices.Clone(line))
		value := bytes.Repeat([]byte{byte(rng.Uint32())}, rng.IntN(50))
		if rng.IntN(100) == 0 {
			value = make([]byte, rng.IntN(10_000))
		}
		if err := w.Write(append(line, value...)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), out.Flush()); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes(), keys
}

// The reader finds in every range what the reader of goleveldb finds.
func TestTableAsGoleveldb(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 100, 5000} {
		b, keys := written(t, rng, n)
		got, err := openBytes(b)
		if err != nil {
			t.Fatalf("%d entries: %v", n, err)
		}
		want, err := table.NewReader(bytes.NewReader(b), int64(len(b)), storage.FileDesc{}, nil, nil,
			&opt.Options{Strict: opt.StrictAll})
		if err != nil {
			t.Fatal(err)
		}
		bound := func() []byte {
			switch {
			case rng.IntN(5) == 0:
				return nil
			case rng.IntN(2) == 0 && len(keys) > 0:
				return keys[rng.IntN(len(keys))]
			}
			return binary.BigEndian.AppendUint64(nil, rng.Uint64N(1<<45))
		}
		for range 200 {
			from, to := bound(), bound()
			if from != nil && to != nil && bytes.Compare(from, to) > 0 {
				from, to = to, from
			}
			var all []string
			it := want.NewIterator(&util.Range{Start: from, Limit: to}, nil)
			for it.Next() {
				all = append(all, fmt.Sprintf("%x %x", it.Key(), it.Value()))
			}
			if err := it.Error(); err != nil {
				t.Fatal(err)
			}
			it.Release()
			if last, err := lastOf(got, from); err != nil {
				t.Fatal(err)
			} else if want := plainLast(keys, from); last != want {
				t.Fatalf("%d entries, the last one up to %x: %s, want %s", n, from, last, want)
			}
			found, err := read(got, from, to)
			if diff := cmp.Diff(all, found); diff != "" || err != nil {
				t.Fatalf("%d entries, from %x to %x: error %v (-want +got):\n%.1000s", n, from, to, err, diff)
			}
		}
	}
}

// wholeUpTo returns the key of the last of entries up to a key, in hexadecimal.
func wholeUpTo(entries []string, key []byte) (last string) {
	for _, e := range entries {
		if k, _, _ := strings.Cut(e, " "); k <= fmt.Sprintf("%x", key) {
			last = k
		}
	}
	return last
}

// safe opens and reads a table that may be anything. It fails if a range has another answer than the same
// range of the whole, or if more memory is taken than a table of this size may have.
func safe(t *testing.T, b []byte, rng *rand.Rand) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := openBytes(b)
	if err == nil {
		var whole []string
		whole, err = read(r, nil, nil)
		for range 5 {
			from := make([]byte, rng.IntN(9))
			for i := range from {
				from[i] = byte(rng.Uint32())
			}
			part, failed := read(r, from, nil)
			last, lastFailed := lastOf(r, from)
			if err != nil || failed != nil {
				continue
			}
			if before := wholeUpTo(whole, from); lastFailed != nil || last != before {
				t.Fatalf("the last entry up to %x is %q, want %q (error %v)", from, last, before, lastFailed)
			}
			i, _ := slices.BinarySearch(whole, fmt.Sprintf("%x ", from))
			if diff := cmp.Diff(slices.Clone(whole[i:]), part); len(whole[i:])+len(part) > 0 && diff != "" {
				t.Fatalf("from %x (-whole +part):\n%.500s", from, diff)
			}
		}
		if !slices.IsSorted(whole) {
			t.Fatal("the entries are not in order")
		}
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 20*minLimit {
		t.Fatalf("a table of %d bytes took %d bytes", len(b), got)
	}
	var damaged *DamagedError
	if err != nil && (!errors.As(err, &damaged) || damaged.Path != "some/x.table") {
		t.Fatalf("the error %v names no file", err)
	}
}

// FuzzTable: any bytes are an error or a table.
func FuzzTable(f *testing.F) {
	f.Add([]byte{}, uint16(0), byte(0))
	f.Add(append(make([]byte, 200), tableMagic...), uint16(3), byte(1))
	f.Fuzz(func(t *testing.T, b []byte, at uint16, to byte) {
		rng := rand.New(rand.NewPCG(uint64(at), uint64(to)))
		safe(t, b, rng)
		whole, _ := written(t, rng, int(at)%300)
		whole[(int(at)*31+int(to))%len(whole)] = to
		safe(t, whole, rng)
	})
}

// crafter makes tables whose checksums are right and that lie elsewhere, now and then.
type crafter struct {
	*rand.Rand
	lies int // one number in so many
}

// number appends a number, or another one.
func (c crafter) number(b []byte, n int) []byte {
	v := uint64(n)
	if c.IntN(c.lies) == 0 {
		v = []uint64{0, 1, v + 1, v - 1, 1 << 31, 1 << 32, 1 << 62, 1<<63 - 1, 1 << 63, 1<<64 - 1,
			1<<63 + 8}[c.IntN(11)]
	}
	b = binary.AppendUvarint(b, v)
	if c.IntN(10*c.lies) == 0 {
		b[len(b)-1] |= 0x80 // it does not end
	}
	return b
}

// block appends a block to b, with its end, and returns its place.
func (c crafter) block(b []byte, entries [][2][]byte) ([]byte, handle) {
	var block, last []byte
	for _, e := range entries {
		shared := 0
		for shared < min(len(last), len(e[0])) && last[shared] == e[0][shared] {
			shared++
		}
		block = c.number(c.number(c.number(block, shared), len(e[0])-shared), len(e[1]))
		block = append(append(block, e[0][shared:]...), e[1]...)
		last = e[0]
	}
	restarts := uint32(1)
	block = binary.LittleEndian.AppendUint32(block, c.Uint32N(uint32(c.lies)))
	if c.IntN(c.lies) == 0 {
		restarts = []uint32{0, 2, 1 << 29, 1 << 30, 1<<30 - 1, 1 << 31, 1<<32 - 1}[c.IntN(7)]
	}
	block = binary.LittleEndian.AppendUint32(block, restarts)
	kind := byte(0)
	switch c.IntN(2 * c.lies) {
	case 0:
		kind = byte(c.Uint32())
	case 1:
		kind, block = 1, append(c.number(nil, 1<<30), block...) // it says that it is large
	case 2, 3, 4, 5:
		kind, block = 1, snappy.Encode(nil, block)
	}
	h := handle{int64(len(b)), int64(len(block))}
	block = append(block, kind)
	sum := crc32.Checksum(block, castagnoli)
	return binary.LittleEndian.AppendUint32(append(b, block...), (sum>>15|sum<<17)+0xa282ead8), h
}

// table makes a table of random entries.
func (c crafter) table() []byte {
	var b []byte
	var index [][2][]byte
	key := 0
	for range c.IntN(6) {
		var entries [][2][]byte
		for range c.IntN(12) {
			if key += 1 + c.IntN(300); c.IntN(10*c.lies) == 0 {
				key = c.IntN(key + 1)
			}
			entries = append(entries, [2][]byte{binary.BigEndian.AppendUint32(nil, uint32(key)),
				make([]byte, c.IntN(9))})
		}
		var h handle
		b, h = c.block(b, entries)
		index = append(index, [2][]byte{binary.BigEndian.AppendUint32(nil, uint32(key)),
			c.number(c.number(nil, int(h.offset)), int(h.length))})
		key++
	}
	b, names := c.block(b, nil)
	b, at := c.block(b, index)
	footer := c.number(c.number(c.number(c.number(nil, int(names.offset)), int(names.length)), int(at.offset)),
		int(at.length))
	footer = append(footer, make([]byte, handlesSize)...)[:handlesSize]
	return append(append(b, footer...), tableMagic...)
}

// FuzzCraftedTable: a table that lies about its handles, lengths, order, restarts or sizes is an error, or has one
// answer.
func FuzzCraftedTable(f *testing.F) {
	for seed := range uint64(2000) {
		f.Add(seed, byte(seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, lies byte) {
		c := crafter{rand.New(rand.NewPCG(seed, 1)), 6 + int(lies)}
		safe(t, c.table(), c.Rand)
	})
}

// The fuzz test makes tables of both kinds.
func TestCraftedTables(t *testing.T) {
	opened, failed := 0, map[error]int{}
	for seed := range uint64(3000) {
		c := crafter{rand.New(rand.NewPCG(seed, 1)), 6 + int(seed%100)}
		r, err := openBytes(c.table())
		if err == nil {
			_, err = read(r, nil, nil)
		}
		if err == nil {
			opened++
		} else {
			failed[errors.Unwrap(err)]++
		}
	}
	for _, err := range []error{errHandle, errKind, errBlock, errOrder} {
		if failed[err] == 0 {
			t.Errorf("no table fails with: %v", err)
		}
	}
	if opened < 500 {
		t.Errorf("%d tables are whole; the others: %v", opened, failed)
	}
}
