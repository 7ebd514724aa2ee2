// Package cleaning decides what is taken out of a collection so that one place stays of
// every text that stands in several. It sees hashes of words and places, never texts.
//
// Of documents with the same text, and of those that a result of resemblance has in one
// group, one stays (Documents). In the others the places that a result names are looked at
// (Orders). The units of words in them meet by their hash, and the first place of each
// stays (First). The rule, and why nothing is lost by it, is in the package removal. Every
// step looks at one document or at one text, so memory is that of a shard.
package cleaning

import (
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/block"
)

func init() {
	register.DoFn4x1[int, func(*[]byte) bool, func(int, []byte), func(int, []byte), error](&namesFn{})
	register.DoFn4x1[int, func(*[]byte) bool, func(int, []byte), func(int, []byte), error](&membersFn{})
	register.DoFn3x1[int, func(*[]byte) bool, func(int, []byte), error](&ordersFn{})
	register.DoFn3x1[int, func(*[]byte) bool, func(int, []byte), error](&firstFn{})
	register.DoFn3x1[int, func(*[]byte) bool, func(int, []byte), error](&repeatedFn{})
	register.Emitter2[int, []byte]()
	register.Iter1[[]byte]()
}

// The policies.
const (
	// KeepFirst keeps the place in the document with the smallest id in byte order; in
	// one document the earliest.
	KeepFirst = "keep_first"
	// KeepLongest keeps the place in the longest document, in code points; among documents
	// of one length that of KeepFirst.
	KeepLongest = "keep_longest"
	// DropAll keeps none.
	DropAll = "drop_all"
)

// Reasons in the manifest.
const (
	// RepeatReason is a place whose words are kept in the same document.
	RepeatReason = "repeat"
	// PassageReason is a place whose words are kept in another one.
	PassageReason = "passage"
	// HotReason is a place in a hot passage.
	HotReason = "hot"
	// DocumentReason is a whole document: another one stands for it.
	DocumentReason = "document"
)

// Params configures the stages.
type Params struct {
	// Policy is KeepFirst, KeepLongest or DropAll.
	//
	// Required.
	Policy string
	// Result and Collection name the two in errors.
	Result, Collection string
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Validate reports the first field that holds an impossible value.
func (p Params) Validate() error {
	if !slices.Contains([]string{KeepFirst, KeepLongest, DropAll}, p.Policy) {
		return fmt.Errorf("cleaning.Params: Policy is %q", p.Policy)
	}
	return p.Shuffle.Validate()
}

// homesOf reads the homes at the head of the records of one key: of each id the one that
// is kept. refused is told the others. next is the first record that is no home.
func homesOf(sorted *block.Sorted, from, to int, refused func(loser, winner *record.Home)) (homes map[string]*record.Home, next int, err error) {
	homes = map[string]*record.Home{}
	for next = from; next < to && sorted.Payload(next)[0] == record.TagHome; next++ {
		h, err := record.ReadHome(sorted.Payload(next))
		if err != nil {
			return nil, 0, err
		}
		if b, ok := homes[h.ID]; !ok || h.Less(b) {
			homes[h.ID] = &h
		}
	}
	if len(homes) == next-from || refused == nil {
		return homes, next, nil
	}
	for i := from; i < next; i++ {
		h, err := record.ReadHome(sorted.Payload(i))
		if err != nil {
			return nil, 0, err
		}
		if b := homes[h.ID]; b.File != h.File || b.Record != h.Record {
			refused(&h, b)
		}
	}
	return homes, next, nil
}

// settle checks that a place is in its document: home, which is nil if there is none.
func (p Params) settle(c *record.Copy, home *record.Home) error {
	if home == nil {
		return fmt.Errorf("the result %s does not belong to the collection %s: it names the document %.100q, which is not there", p.Result, p.Collection, c.ID)
	}
	if c.Kind != record.DocumentCopy && (c.Start < 0 || c.Start >= c.End || c.End > home.Runes) {
		return fmt.Errorf("the result %s does not belong to the collection %s: it has a passage of %.100q from %d to %d, and that document has %d characters",
			p.Result, p.Collection, c.ID, c.Start, c.End, home.Runes)
	}
	return nil
}

// Sender sends edits to the shards at which the parts of files meet them.
type Sender struct {
	packer  *shuffle.Packer
	payload []byte // scratch, never emitted
}

// NewSender makes a Sender for one bundle.
func NewSender(p shuffle.Params) *Sender {
	return &Sender{packer: shuffle.NewPacker(p)}
}

// Send sends an edit to a document.
func (s *Sender) Send(at record.Spot, e record.Edit, emit func(int, []byte)) {
	e.File, e.Part, e.Record = at.File, at.Part, at.Record
	s.payload = record.AppendEdit(s.payload[:0], &e)
	s.packer.Add(record.PartKey(e.File, e.Part), s.payload, emit)
}

// Flush emits what is left.
func (s *Sender) Flush(emit func(int, []byte)) { s.packer.Flush(emit) }

// each calls f for every group of equal keys of a shard.
func each(blocks func(*[]byte) bool, f func(sorted *block.Sorted, from, to int) error) error {
	sorted, err := shuffle.Receive("cleaning", blocks)
	if err != nil {
		return err
	}
	for i := 0; i < sorted.Len(); {
		end := sorted.Group(i)
		if err := f(sorted, i, end); err != nil {
			return err
		}
		i = end
	}
	return nil
}
