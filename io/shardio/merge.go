package shardio

import (
	"bufio"
	"bytes"
	"container/heap"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"sync"

	"golang.org/x/sync/semaphore"

	"example.org/diagonal/io/limits"
	"example.org/diagonal/io/store"
)

// part is where to begin reading a run.
type part struct {
	// Run is the base name of the file of the run, or its path.
	Run string `json:"run"`
	// At is the byte offset of a line.
	At int64 `json:"at,omitempty"`
}

// run reads the file of a run line by line.
type run struct {
	name string
	f    io.Closer
	r    *bufio.Reader
	line []byte
}

// Where workers have much memory, a run is read in runBuffer bytes at a time. Otherwise the buffers of all runs that
// are merged take 1/bufferShare of the memory of a worker, and each minRunBuffer at least.
const (
	runBuffer    = 64 << 10
	minRunBuffer = 4 << 10
	bufferShare  = 8
)

// bufferOf returns the size of the buffer of a run, in bytes, for Params of so much memory, where so many runs are
// merged.
func bufferOf(memory int64, runs int) int {
	if memory <= 0 {
		return runBuffer
	}
	return int(min(runBuffer, max(minRunBuffer, memory/bufferShare/int64(max(1, runs)))))
}

// keptLine is the largest size of a line, in bytes, whose memory stays when a shorter line follows. So a
// few long lines do not take their size in every run.
const keptLine = 16 << 10

func openRun(ctx context.Context, p part, buffer int) (*run, error) {
	files, err := store.For(p.Run)
	if err != nil {
		return nil, err
	}
	f, err := files.Open(ctx, p.Run, p.At)
	if err != nil {
		return nil, err
	}
	return &run{name: p.Run, f: f, r: bufio.NewReaderSize(f, buffer)}, nil
}

// next reads the next line; io.EOF at the end.
func (r *run) next() error {
	n, err := binary.ReadUvarint(r.r)
	if err != nil {
		return err
	}
	if n <= keptLine && cap(r.line) > keptLine {
		r.line = nil
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

// seek reads until the line is not below from; io.EOF if there is none.
func (r *run) seek(from []byte) error {
	for {
		if err := r.next(); err != nil || bytes.Compare(r.line, from) >= 0 {
			return err
		}
	}
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

// merge calls f for the lines of all runs that are not below from and below to, in order. Each run has a buffer of so
// many bytes.
func merge(ctx context.Context, parts []part, from, to []byte, buffer int, f func(line []byte) error) error {
	var h runHeap
	defer func() {
		for _, r := range h {
			r.f.Close()
		}
	}()
	for _, p := range parts {
		r, err := openRun(ctx, p, buffer)
		if err != nil {
			return err
		}
		h = append(h, r)
	}
	open := h[:0]
	for _, r := range h {
		switch err := r.seek(from); {
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
		if bytes.Compare(h[0].line, to) >= 0 {
			return nil
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

// maxOpen bounds the runs that the workers of a process have open at once, where the system
// allows that many files: 16 workers that each merge 256 runs.
const maxOpen = 4096

// openRuns has a place for each run that may be open.
var openRuns = sync.OnceValues(func() (*semaphore.Weighted, int) {
	n := limits.Runs(maxOpen)
	return semaphore.NewWeighted(int64(n)), n
})

// takeFiles waits until n more runs may be open at once; more than the limit count as many as
// it allows. The caller calls give when they are closed. The error is that of ctx.
func takeFiles(ctx context.Context, n int) (give func(), err error) {
	places, max := openRuns()
	taken := int64(min(n, max))
	if err := places.Acquire(ctx, taken); err != nil {
		return nil, err
	}
	return func() { places.Release(taken) }, nil
}
