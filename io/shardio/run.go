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

	"example.org/diagonal/io/spool"
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
}

func (fn *runFn) ProcessElement(ctx context.Context, shard int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	var streams [256][]ordered // a stream is a byte
	var b []byte
	for blocks(&b) {
		opened, err := spool.Open(b)
		if err != nil {
			return err
		}
		for rest := opened; len(rest) > 0; {
			n, w := binary.Uvarint(rest)
			if w <= 0 || n == 0 || n > uint64(len(rest)-w) {
				return errDamaged
			}
			l := rest[w : w+int(n)]
			streams[l[0]], rest = append(streams[l[0]], orderedOf(l)), rest[w+int(n):]
		}
		b = nil
	}
	name := fmt.Sprintf("%05d", shard)
	runs, err := writeRuns(ctx, store.Join(fn.Dir, runsDir+"/"+name), streams[:], fn.SampleBytes)
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

// bufferFor returns the size of the buffer for a file of packed lines: no more than they take.
func bufferFor(streams [][]ordered) int {
	size := 0
	for _, lines := range streams {
		for _, o := range lines {
			if size += len(o.line) + binary.MaxVarintLen64; size >= maxBuffer {
				return maxBuffer
			}
		}
	}
	return size
}

// writeRuns sorts the packed lines of each stream and writes them to one file, each behind its length, in the order of
// the streams, which is that of the lines. It returns the run of each stream, nil of one without a line, and forgets
// the lines. About one line in sampleBytes becomes a sample. Without a line there is no file.
func writeRuns(ctx context.Context, name string, streams [][]ordered, sampleBytes int64) ([]*runInfo, error) {
	runs := make([]*runInfo, len(streams))
	size := bufferFor(streams)
	if size == 0 {
		return runs, nil
	}
	return runs, store.WriteFile(ctx, name, func(f io.Writer) error {
		w, at := bufio.NewWriterSize(f, size), int64(0)
		for stream, lines := range streams {
			if len(lines) == 0 {
				continue
			}
			slices.SortFunc(lines, ordered.compare)
			runs[stream] = &runInfo{At: at, Lines: int64(len(lines))}
			var err error
			if at, err = runs[stream].write(w, at, lines, sampleBytes); err != nil {
				return err
			}
			streams[stream] = nil
		}
		return w.Flush() // keeps the first error
	})
}

// write writes the lines of a run, from the byte at of its file on, and returns where it ends.
func (made *runInfo) write(w *bufio.Writer, at int64, lines []ordered, sampleBytes int64) (int64, error) {
	var head []byte
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
		w.Write(l)
	}
	return at, nil
}
