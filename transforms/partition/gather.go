package partition

import (
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/partition/site"
	"example.org/diagonal/transforms/resemblance"
)

func init() { dofn.Plain(&gatherFn{}) }

// Gathered is the result of Gather.
type Gathered struct {
	// Pages is by class.
	Pages shuffle.Blocks[Page]
	// Counts is how many pages of a site have each sentence, as far as a bundle has counted.
	Counts shuffle.Blocks[SiteCount]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Gather makes a page of each class. members is the result of resemblance.Classes, contents of Emit.
// Gather panics if p is not valid.
func Gather(s beam.Scope, p Params, members shuffle.Blocks[resemblance.Members], contents shuffle.Blocks[Content]) Gathered {
	s = start(s, "Gather", p)
	pages, counts, ledger := beam.ParDo3(s, &gatherFn{Params: p}, shuffle.Group(s, p.Shuffle, members, contents))
	return Gathered{shuffle.BlocksOf[Page](p.Shuffle, pages), shuffle.BlocksOf[SiteCount](p.Shuffle, counts), ledger}
}

type gatherFn struct {
	Params Params

	pages   *shuffle.Packer
	counter *siteCounter
	ledger  shuffle.Ledger

	// scratch, never emitted
	payload []byte
	page    Page
}

func (fn *gatherFn) StartBundle(_, _ func(int, []byte), _ func(string, int64)) {
	fn.pages, fn.counter = shuffle.NewPacker(fn.Params.Shuffle), newSiteCounter(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{Pages: 0, Taken: 0}
}

func (fn *gatherFn) ProcessElement(_ int, blocks func(*[]byte) bool, pages, counts func(int, []byte), _ func(string, int64)) error {
	return fn.Params.Shuffle.EachGroup("partition.Gather", blocks, func(sorted *block.Sorted, from, to int) error {
		ok, err := fn.gather(sorted, from, to)
		if !ok || err != nil {
			return err
		}
		fn.ledger.Add(Pages, 1)
		if id := site.Of(fn.page.ID); fn.Params.Templates && id != 0 {
			fn.counter.page(id, &fn.page.text, counts)
		}
		fn.payload = fn.page.Append(fn.payload[:0])
		fn.pages.Add(fn.page.Class, fn.payload, pages)
		return nil
	})
}

func (fn *gatherFn) FinishBundle(pages, counts func(int, []byte), ledger func(string, int64)) {
	fn.pages.Flush(pages)
	fn.counter.flush(counts)
	fn.ledger.Flush(ledger)
}

// gather makes fn.page of the records from from to to, which are those of one class. It reports false
// if all documents were rejected. If two classes have one key, the one with the smaller check has the
// page, and List makes sets of their own of the documents of the other.
func (fn *gatherFn) gather(sorted *block.Sorted, from, to int) (bool, error) {
	page := &fn.page
	page.Class, page.Copies, page.Shards = sorted.Key(from), 0, page.Shards[:0]
	taken := false
	for ; from < to && sorted.Payload(from)[0] != tagContent; from++ {
		m, err := resemblance.ReadMembers(sorted.Payload(from))
		if err != nil {
			return false, err
		}
		if !slices.Contains(page.Shards, m.Shard) {
			page.Shards = append(page.Shards, m.Shard)
		}
		switch {
		case page.Copies == 0:
			page.Check, page.ID, page.Copies = m.Check, m.First.ID, m.First.Copies
		case m.Check != page.Check:
			taken = true
			fn.ledger.Add(Taken, m.First.Copies)
		default:
			page.ID, page.Copies = min(page.ID, m.First.ID), page.Copies+m.First.Copies
		}
	}
	if page.Copies == 0 {
		return false, nil
	}
	if page.Copies == 1 && !taken {
		page.Shards = page.Shards[:0] // the page is its only document
	}
	for ; from < to; from++ {
		r := wire.NewReader(sorted.Payload(from))
		r.Byte()
		if r.Uint64() != page.Check {
			continue
		}
		page.text.read(&r)
		return true, r.Err()
	}
	return false, fmt.Errorf("partition: class %x has no words", page.Class)
}
