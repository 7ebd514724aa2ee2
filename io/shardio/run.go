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

// runFn sorts the lines of a shard and writes a run for each stream.
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
	for stream, lines := range streams {
		if len(lines) == 0 {
			continue
		}
		slices.SortFunc(lines, ordered.compare)
		name := fmt.Sprintf("%d-%05d", stream, shard)
		made, err := writeRun(ctx, store.Join(fn.Dir, runsDir+"/"+name), lines, fn.SampleBytes)
		if err != nil {
			return fmt.Errorf("writing the sorted run of shard %d: %w", shard, err)
		}
		made.Name = name
		emit(0, asJSON(item{Stream: stream, Run: made}))
		streams[stream] = nil
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
	Name string `json:"name"`
	// Lines and Bytes are the number of lines and their bytes, with line ends.
	Lines   int64    `json:"lines"`
	Bytes   int64    `json:"bytes"`
	Samples []sample `json:"samples,omitempty"`
}

// maxBuffer is the size of the buffer of a large run.
const maxBuffer = 256 << 10

// bufferFor returns the size of the buffer for a run of packed lines: no more than they take.
func bufferFor(lines []ordered) int {
	size := 0
	for _, o := range lines {
		if size += len(o.line) + binary.MaxVarintLen64; size >= maxBuffer {
			return maxBuffer
		}
	}
	return size
}

// writeRun writes packed lines of one stream, each behind its length, and returns what is
// written. About one line in sampleBytes becomes a sample.
func writeRun(ctx context.Context, name string, lines []ordered, sampleBytes int64) (*runInfo, error) {
	made := &runInfo{Lines: int64(len(lines))}
	return made, store.WriteFile(ctx, name, func(f io.Writer) error {
		w := bufio.NewWriterSize(f, bufferFor(lines))
		var head []byte
		at := int64(0)
		for _, o := range lines {
			l := o.line
			key, line, err := unpack(l)
			if err != nil {
				return err
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
		return w.Flush() // keeps the first error
	})
}
