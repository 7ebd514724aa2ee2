package shardio

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"example.org/diagonal/io/store"
)

var errDamaged = errors.New("shardio: a packed line is damaged")

// runsDir is the folder of the runs inside Params.Dir.
const runsDir = ".runs"

// Scratch returns the folder, inside dir (Params.Dir), for files that Commit removes.
func Scratch(dir string) string { return store.Join(dir, runsDir) }

// runFn sorts the lines of a shard and writes a run for each stream, all to one file.
type runFn struct {
	Dir         string
	SampleBytes int64
	// Spool and Memory are those of Params.
	Spool  string
	Memory int64

	sorter *sorter
}

func (fn *runFn) ProcessElement(ctx context.Context, shard int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	var sealed [][]byte
	var b []byte
	for blocks(&b) {
		sealed = append(sealed, b)
		b = nil // the iterator may otherwise decode into the same memory
	}
	if fn.sorter == nil {
		fn.sorter = newSorter(fn.Spool, fn.Memory)
	}
	name := fmt.Sprintf("%05d", shard)
	runs, err := writeRuns(ctx, store.Join(fn.Dir, runsDir+"/"+name), sizeOf(sealed), fn.SampleBytes, func(write func(*streams) error) error {
		return fn.sorter.each(ctx, sealed, write)
	})
	if err != nil {
		return fmt.Errorf("writing the sorted runs of shard %d: %w", shard, err)
	}
	for stream, made := range runs {
		if made != nil {
			made.Name = name
			emit(0, asJSON(item{Stream: stream, Run: made}))
		}
	}
	return ctx.Err()
}

// FinishBundle lets the memory of the lines go.
func (fn *runFn) FinishBundle(_ func(int, []byte)) { fn.sorter = nil }

// streams are packed lines by their streams: a stream is a byte.
type streams [256][]ordered

// ordered is a packed line with the first 8 bytes behind its stream as a number, by which most
// lines of a stream can be compared.
type ordered struct {
	head uint64
	line []byte
}

func orderedOf(packed []byte) ordered {
	var head [8]byte
	copy(head[:], packed[1:])
	return ordered{binary.BigEndian.Uint64(head[:]), packed}
}

// compare orders lines of one stream by their bytes.
func (a ordered) compare(b ordered) int {
	if a.head != b.head {
		return cmp.Compare(a.head, b.head)
	}
	return bytes.Compare(a.line, b.line)
}

// runInfo describes a run.
type runInfo struct {
	// Name is that of the file, in which the run begins at the byte At and ends at a line of another stream, or
	// with the file.
	Name string `json:"name"`
	At   int64  `json:"at,omitempty"`
	// Lines and Bytes are the number of lines and their bytes, with line ends.
	Lines   int64    `json:"lines"`
	Bytes   int64    `json:"bytes"`
	Samples []sample `json:"samples,omitempty"`
}

// maxBuffer is the size of the buffer of a large file.
const maxBuffer = 256 << 10

// writeRuns writes the file of a shard, of about size bytes: the packed lines of each stream, each behind its length,
// in the order of the streams, which is that of the lines. each calls its argument with all lines, sorted, in one or
// more parts. writeRuns returns the run of each stream, nil of one without a line. About one line in sampleBytes
// becomes a sample. Where lines are divided into parts changes nothing.
func writeRuns(ctx context.Context, name string, size, sampleBytes int64, each func(write func(*streams) error) error) ([]*runInfo, error) {
	runs := make([]*runInfo, len(streams{}))
	return runs, store.WriteFile(ctx, name, func(f io.Writer) error {
		w, at := bufio.NewWriterSize(f, int(min(size, maxBuffer))), int64(0)
		err := each(func(part *streams) error {
			for stream, lines := range part {
				if len(lines) == 0 {
					continue
				}
				if runs[stream] == nil {
					runs[stream] = &runInfo{At: at}
				}
				var err error
				if at, err = runs[stream].write(w, at, lines, sampleBytes); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		return w.Flush() // keeps the first error
	})
}

// write writes more lines of a run, from the byte at of its file on, and returns where they end.
func (made *runInfo) write(w *bufio.Writer, at int64, lines []ordered, sampleBytes int64) (int64, error) {
	var head []byte
	made.Lines += int64(len(lines))
	for _, o := range lines {
		l := o.line
		key, line, err := unpack(l)
		if err != nil {
			return 0, err
		}
		made.Bytes += int64(len(line)) + 1
		if bytes := sampled(l, int64(len(line))+1, sampleBytes); bytes > 0 {
			made.Samples = append(made.Samples, sample{Key: slices.Clone(key), At: at, Bytes: bytes})
		}
		head = binary.AppendUvarint(head[:0], uint64(len(l)))
		at += int64(len(head) + len(l))
		w.Write(head)
		if _, err := w.Write(l); err != nil {
			return 0, err
		}
	}
	return at, nil
}
