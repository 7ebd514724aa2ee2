package docio

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/semaphore"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// Room is how much text a run has memory for, in bytes.
type Room struct {
	// Text is the limit for all documents together: the run was planned for it.
	Text int64
	// Document is the limit for the documents that are worked on at the same time, so no
	// document is larger.
	Document int64
	// TextError and DocumentError are the errors of a run that needs more: they tell the
	// user what to do.
	TextError, DocumentError error
}

// largeText is the size of a document from which on it counts as one that takes memory.
const largeText = 1 << 20

// budget keeps the readers of this process within a Room. The plan knows sizes of
// compressed files by estimate only, and a file may say anything: so what is read is
// counted.
type budget struct {
	room Room
	// large is held by the documents that are worked on, for the bytes of each.
	large *semaphore.Weighted

	mu   sync.Mutex
	used int64
	// read is the most that was read of each range: some are read twice.
	read map[place]int64
	over atomic.Pointer[error]
}

type place struct {
	side  record.Side
	path  string
	start int64
}

// budgets holds those of the runs of this process. A DoFn travels as JSON: it has the number.
var budgets struct {
	sync.Mutex
	of   map[int64]*budget
	last int64
}

func budgetOf(number int64) *budget {
	budgets.Lock()
	defer budgets.Unlock()
	return budgets.of[number]
}

// Bound limits the text that readers of this plan in this process read: beyond room, the run
// fails with the errors of room. exceeded returns that error, with the file, or nil; end ends
// the counting.
func (p *Plan) Bound(room Room) (exceeded func() error, end func()) {
	room.Text = max(room.Text, p.TextBytes)
	b := &budget{room: room, large: semaphore.NewWeighted(room.Document), read: map[place]int64{}}
	budgets.Lock()
	defer budgets.Unlock()
	budgets.last++
	number := budgets.last
	if budgets.of == nil {
		budgets.of = map[int64]*budget{}
	}
	budgets.of[number] = b
	p.budget = number
	return func() error {
			if e := b.over.Load(); e != nil {
				return *e
			}
			return nil
		}, func() {
			budgets.Lock()
			defer budgets.Unlock()
			delete(budgets.of, number)
		}
}

// grow records that so much was read of a range in one reading.
func (b *budget) grow(at place, bytes int64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if more := bytes - b.read[at]; more > 0 {
		b.read[at] = bytes
		b.used += more
	}
	if b.used > b.room.Text {
		return b.exceed(at.path, b.room.TextError)
	}
	return nil
}

// during calls emit while a document of so many bytes has its room.
func (b *budget) during(ctx context.Context, path string, bytes int64, emit func() error) error {
	if bytes < largeText {
		return emit()
	}
	if bytes > b.room.Document {
		return b.exceed(path, b.room.DocumentError)
	}
	if err := b.large.Acquire(ctx, bytes); err != nil {
		return err
	}
	defer b.large.Release(bytes)
	return emit()
}

// exceed keeps the first error, and returns it.
func (b *budget) exceed(path string, why error) error {
	err := error(&store.Error{Path: path, Why: why.Error(), Broken: true})
	b.over.CompareAndSwap(nil, &err)
	return err
}

// limit is that of a record of this range: what the user allows, and no more than what the
// run has room for. A record above that room ends the run, and is not rejected: what is in
// the result must not depend on the memory of a machine.
func (in *Input) limit() record.Limit {
	limit := record.LimitOf(in.params.MaxRecord)
	if in.budget == nil || in.budget.room.Document >= limit.Bytes {
		return limit
	}
	return record.Limit{Bytes: in.budget.room.Document, Exceeded: func() error {
		return in.note(in.budget.exceed(in.Path, in.budget.room.DocumentError))
	}}
}

// maxExpansion is how many times its stored size a compressed file may have, once it is
// larger than a record may be: gzip has no more than 1,032, and text no more than 20 or so.
const maxExpansion = 1000

// unpack counts bytes that were made of what is stored. Its error is that of a file, or of an archive with all that is
// in it, that has more of them.
func (in *Input) unpack(bytes int) error {
	for _, of := range []*Input{in, in.outermost} {
		if of == nil {
			continue
		}
		of.made += int64(bytes)
		if of.Bytes > 0 && of.made > max(in.params.MaxRecord, maxExpansion*of.Bytes) {
			return fmt.Errorf("the file has %d bytes and decompresses to more than %d times as many; decompress it yourself if that is meant", of.Bytes, maxExpansion)
		}
	}
	return nil
}

// archive is the outermost archive of the members of in.
func (in *Input) archive() *Input {
	if in.outermost != nil {
		return in.outermost
	}
	return in
}
