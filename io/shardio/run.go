package shardio

import (
	"bufio"
	"bytes"
	"container/heap"
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
	Dir     string
	Streams []string
}

func (fn *runFn) ProcessElement(ctx context.Context, shard int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	var lines [][]byte
	var b []byte
	for blocks(&b) {
		opened, err := spool.Open(b)
		if err != nil {
			return err
		}
		for rest := opened; len(rest) > 0; {
			n, w := binary.Uvarint(rest)
			if w <= 0 || n > uint64(len(rest)-w) {
				return errDamaged
			}
			lines, rest = append(lines, rest[w:w+int(n)]), rest[w+int(n):]
		}
		b = nil
	}
	slices.SortFunc(lines, bytes.Compare)
	for len(lines) > 0 {
		stream, end := lines[0][0], 0
		for end < len(lines) && lines[end][0] == stream {
			end++
		}
		name := fmt.Sprintf("%d-%05d", stream, shard)
		if err := writeRun(ctx, store.Join(fn.Dir, runsDir+"/"+name), lines[:end]); err != nil {
			return fmt.Errorf("writing the sorted run of shard %d: %w", shard, err)
		}
		emit(0, item{Stream: int(stream), Run: name, Lines: int64(end)}.json())
		lines = lines[end:]
	}
	return ctx.Err()
}

// writeRun writes packed lines, each behind its length.
func writeRun(ctx context.Context, name string, lines [][]byte) error {
	return store.WriteFile(ctx, name, func(f io.Writer) error {
		w := bufio.NewWriterSize(f, 256<<10)
		var head []byte
		for _, l := range lines {
			head = binary.AppendUvarint(head[:0], uint64(len(l)))
			w.Write(head)
			w.Write(l)
		}
		return w.Flush() // keeps the first error
	})
}

// run reads a run line by line.
type run struct {
	name string
	f    io.Closer
	r    *bufio.Reader
	line []byte
}

func openRun(ctx context.Context, name string) (*run, error) {
	files, err := store.For(name)
	if err != nil {
		return nil, err
	}
	f, err := files.Open(ctx, name, 0)
	if err != nil {
		return nil, err
	}
	return &run{name: name, f: f, r: bufio.NewReaderSize(f, 64<<10)}, nil
}

// next reads the next line; io.EOF at the end.
func (r *run) next() error {
	n, err := binary.ReadUvarint(r.r)
	if err != nil {
		return err
	}
	r.line = slices.Grow(r.line[:0], int(n))[:n]
	if _, err := io.ReadFull(r.r, r.line); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return fmt.Errorf("%s: %w", r.name, err)
	}
	return nil
}

// runHeap orders runs by their present lines.
type runHeap []*run

func (h runHeap) Len() int           { return len(h) }
func (h runHeap) Less(i, j int) bool { return bytes.Compare(h[i].line, h[j].line) < 0 }
func (h runHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *runHeap) Push(x any)        { *h = append(*h, x.(*run)) }
func (h *runHeap) Pop() any {
	last := len(*h) - 1
	r := (*h)[last]
	*h = (*h)[:last]
	return r
}

// merge calls f for the lines of all runs, in order.
func merge(ctx context.Context, names []string, f func(line []byte) error) (err error) {
	var h runHeap
	defer func() {
		for _, r := range h {
			r.f.Close()
		}
	}()
	for _, name := range names {
		r, err := openRun(ctx, name)
		if err != nil {
			return err
		}
		h = append(h, r)
	}
	open := h[:0]
	for _, r := range h {
		switch err := r.next(); {
		case err == io.EOF:
			r.f.Close()
		case err != nil:
			return err
		default:
			open = append(open, r)
		}
	}
	h = open
	heap.Init(&h)
	for n := 0; len(h) > 0; n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		_, line, err := unpack(h[0].line)
		if err != nil {
			return err
		}
		if err := f(line); err != nil {
			return err
		}
		switch err := h[0].next(); {
		case err == io.EOF:
			h[0].f.Close()
			heap.Pop(&h)
		case err != nil:
			return err
		default:
			heap.Fix(&h, 0)
		}
	}
	return nil
}
