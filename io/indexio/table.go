// Package indexio keeps an index in a folder, on a disk or in a bucket:
//
//	index.json                      the manifest: parameters, segments, hidden documents
//	.lock                           held by the process that changes the index (on a disk)
//	segments/00001/                 a segment: the result folder of one build (package result)
//	  postings-00000-of-00001.table   gram, document → places, sorted, packed by gram
//	  documents-00000-of-00001.table  document → id, file, place in the file
//	  counts-00000-of-00001.table     pages of counts of q-grams
//	  frequencies-…                   the same, where the index ranks by other ones than these
//	  rejected-*.jsonl, summary.json, run.json, _SUCCESS
//
// A segment never changes. A change of the index makes a new segment, or none, and then replaces
// the manifest, at once. So a reader sees the old index or the new one, and a build that ends
// before its manifest has changed nothing. Segments that no manifest refers to any more are removed
// by the change after the next one, so that a reader of the manifest before is not disturbed.
//
// # Tables
//
// A table is a sorted table of LevelDB: entries in blocks of 4 kB, with common beginnings of keys left
// out, each compressed by Snappy and with a CRC-32C, and an index of the blocks at the end. One look-up
// reads one block. github.com/syndtr/goleveldb writes tables. Its reader is not used: it believes the
// lengths and offsets that a table says, and panics where a table lies. The reader here checks them
// (block.go). What was compared:
//
//   - the sstable of pebble: the same idea, faster, and kept better. It brings 20 more modules
//     (error reporting, Prometheus, a zstd in C) and 20 MB of binary for one file format.
//   - Parquet with its page index (parquet-go is in this module for other things): one look-up
//     decodes a page in each column, a file is opened by reading the index of all of its pages, and
//     its footer has no checksum.
//   - bbolt: one file that is mapped into memory, without compression and without checksums of its
//     data, so that it is larger, cannot be in a bucket, and does not notice an altered byte.
//   - the table of badger: for mapped files on a disk only.
//
// The format of LevelDB has not changed since 2011. The footer of a table, 48 bytes, has no checksum of
// its own: the manifest has one for it.
package indexio

import (
	"bufio"
	"bytes"
	"fmt"

	"github.com/syndtr/goleveldb/leveldb/opt"
	"github.com/syndtr/goleveldb/leveldb/table"

	"example.org/diagonal/io/indexio/entry"
	"example.org/diagonal/io/shardio"
)

// The streams of a segment, which are also the names of their sinks (shardio.Stream).
const (
	Postings  = "postings"
	Documents = "documents"
	Counts    = "counts"
	// Frequencies is the counts that rank q-grams, where they are not those of the segment.
	Frequencies = "frequencies"
)

// keySizes is the size of the keys of each stream.
var keySizes = map[string]int{Postings: entry.PostingKey, Documents: entry.DocumentKey, Counts: entry.CountsKey,
	Frequencies: entry.CountsKey}

// tableExtension ends the names of tables.
const tableExtension = ".table"

func init() {
	for stream := range keySizes {
		shardio.RegisterFiles(stream, encodingOf(stream))
	}
}

// encodingOf returns the encoding of the tables of a stream.
func encodingOf(stream string) shardio.Encoding {
	return shardio.Encoding{Extension: tableExtension, New: func(w *bufio.Writer) shardio.LineWriter {
		t := newTableWriter(w, keySizes[stream])
		if stream == Postings {
			return &distinctWriter{to: &postingWriter{t: t}}
		}
		return t
	}}
}

// tableOptions are those of writers.
var tableOptions = &opt.Options{Compression: opt.SnappyCompression}

// tableWriter writes entries, which are keys of one size with their values behind them.
type tableWriter struct {
	w    *table.Writer
	size int
}

func newTableWriter(w *bufio.Writer, keySize int) *tableWriter {
	return &tableWriter{w: table.NewWriter(w, tableOptions, nil, 0), size: keySize}
}

// Write writes an entry. Keys ascend.
func (t *tableWriter) Write(line []byte) error {
	if len(line) < t.size {
		return fmt.Errorf("indexio: an entry of %d bytes with a key of %d", len(line), t.size)
	}
	return t.w.Append(line[:t.size], line[t.size:])
}

func (t *tableWriter) Close() error { return t.w.Close() }

// distinctWriter writes of postings with one key only the first: a document that is in the input
// twice, with its id and its text, has its postings twice.
type distinctWriter struct {
	to   *postingWriter
	last []byte // the last key
}

func (d *distinctWriter) Write(line []byte) error {
	key := line[:min(len(line), entry.PostingKey)]
	if d.last != nil && bytes.Equal(key, d.last) {
		return nil
	}
	d.last = append(d.last[:0], key...)
	return d.to.Write(line)
}

func (d *distinctWriter) Close() error { return d.to.Close() }

// postingWriter writes entries of postings, packed.
type postingWriter struct {
	t      *tableWriter
	packer entry.Packer
}

func (p *postingWriter) Write(line []byte) error {
	if len(line) < entry.PostingKey {
		return fmt.Errorf("indexio: a posting of %d bytes", len(line))
	}
	key, value := line[:entry.PostingKey], line[entry.PostingKey:]
	if p.packer.Add(key, value) {
		return nil
	}
	if err := p.flush(); err != nil {
		return err
	}
	if !p.packer.Add(key, value) {
		panic("indexio: an empty pack takes no posting")
	}
	return nil
}

func (p *postingWriter) flush() error {
	if p.packer.Empty() {
		return nil
	}
	err := p.t.w.Append(p.packer.Entry())
	p.packer.Reset()
	return err
}

func (p *postingWriter) Close() error {
	if err := p.flush(); err != nil {
		return err
	}
	return p.t.Close()
}
