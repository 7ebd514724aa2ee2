package docio

import (
	"fmt"
	"sync"
	"sync/atomic"

	"diagonal/io/record"
	"diagonal/io/store"
)

// budget is how much text the readers of this process may give to a run that keeps it in
// memory. The plan knows sizes of compressed files by estimate only, and a file may say
// anything: so what is read is counted.
type budget struct {
	most int64
	// refusal says what to do.
	refusal func() error

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

// Bound stops a run whose readers, in this process, give more than most bytes of text: it
// fails with what refusal returns. It returns a function that says with which error, if
// any, and one that ends the counting.
func (p *Plan) Bound(most int64, refusal func() error) (exceeded func() error, end func()) {
	b := &budget{most: max(most, p.TextBytes), refusal: refusal, read: map[place]int64{}}
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

// grow says that so much was read of a range in one reading.
func (b *budget) grow(at place, bytes int64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if more := bytes - b.read[at]; more > 0 {
		b.read[at] = bytes
		b.used += more
	}
	if b.used > b.most {
		return b.exceed(at.path)
	}
	return nil
}

// exceed keeps the first refusal, and returns it.
func (b *budget) exceed(path string) error {
	err := error(&store.Error{Path: path, Why: b.refusal().Error(), Broken: true})
	b.over.CompareAndSwap(nil, &err)
	return err
}

// limit is that of a record of this range: what the user allows, and no more than what the
// run has room for. A record above that room ends the run, and is not rejected: what is in
// the result must not depend on the memory of a machine.
func (in *input) limit() record.Limit {
	limit := record.AtMost(in.params.MaxRecord)
	if in.budget == nil || in.budget.most >= limit.Bytes {
		return limit
	}
	return record.Limit{Bytes: in.budget.most, Exceeded: func() error {
		return in.note(in.budget.exceed(in.Path))
	}}
}

// maxExpansion is how many times its stored size a compressed file may have, once it is
// larger than a record may be: gzip has no more than 1,032, and text no more than 20 or so.
const maxExpansion = 1000

// expanded is the error for a compressed file that has more.
func (in *input) expanded(read int64) error {
	if in.Bytes <= 0 || read <= max(in.params.MaxRecord, maxExpansion*in.Bytes) {
		return nil
	}
	return fmt.Errorf("the file has %d bytes and decompresses to more than %d times as many; decompress it yourself if that is meant", in.Bytes, maxExpansion)
}
