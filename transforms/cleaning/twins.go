package cleaning

import (
	"encoding/binary"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
)

func init() { dofn.Plain(&twinsFn{}) }

// Twin is a dropped document that another one represents. Its key is that of the id of the other one, where it meets the
// Fate of that.
type Twin struct {
	// Of is the id of the other document, ID that of the dropped one, which has End code points.
	Of, ID string
	End    int64
}

func (t Twin) key() uint64 { return idKey(t.Of) }

// Append appends the payload to dst:
//
//	of ordered; 1; id ordered; end uvarint
func (t Twin) Append(dst []byte) []byte {
	dst = wire.AppendOrdered(append(wire.AppendOrdered(dst, t.Of), 1), t.ID)
	return binary.AppendUvarint(dst, uint64(t.End))
}

// Fate is what became of a document that represents others. Its key is that of its id.
type Fate struct {
	ID string
	// End is the length of the document in code points.
	End int64
	// Reason is why the document was dropped, and Removed what was removed from it before. Reason is "" if it stays.
	Reason  string
	Removed []record.Removed
}

func (f Fate) key() uint64 { return idKey(f.ID) }

// Append appends the payload to dst. It comes before the twins.
//
//	id ordered; 0; end uvarint; reason string; number of ranges uvarint; of each: start, end uvarint; kept id string; kept start, kept end
//	varint; reason string; source byte
func (f Fate) Append(dst []byte) []byte {
	dst = binary.AppendUvarint(append(wire.AppendOrdered(dst, f.ID), 0), uint64(f.End))
	dst = binary.AppendUvarint(wire.AppendString(dst, f.Reason), uint64(len(f.Removed)))
	for _, r := range f.Removed {
		dst = binary.AppendUvarint(binary.AppendUvarint(dst, uint64(r.Start)), uint64(r.End))
		dst = binary.AppendVarint(binary.AppendVarint(wire.AppendString(dst, r.KeptID), r.KeptStart), r.KeptEnd)
		dst = wire.AppendBool(wire.AppendString(dst, r.Reason), r.Source)
	}
	return dst
}

// Read reads a payload.
func (t *Twin) Read(b []byte) (err error) {
	_, *t, _, err = readTwin(b)
	return err
}

// readTwin reads a payload: a Fate if fate is true, else a Twin.
func readTwin(b []byte) (f Fate, t Twin, fate bool, err error) {
	r := wire.NewReader(b)
	id := r.Ordered()
	if r.Byte() != 0 {
		t = Twin{Of: id, ID: r.Ordered(), End: int64(r.Uvarint())}
		return f, t, false, r.Err()
	}
	f = Fate{ID: id, End: int64(r.Uvarint()), Reason: r.Text()}
	for n := r.Uvarint(); n > 0 && r.Err() == nil; n-- {
		f.Removed = append(f.Removed, record.Removed{
			ID: id, Start: int64(r.Uvarint()), End: int64(r.Uvarint()), KeptID: r.Text(), KeptStart: r.Varint(), KeptEnd: r.Varint(),
			Reason: r.Text(), Source: r.Bool(),
		})
	}
	return f, t, true, r.Err()
}

// ofTwin returns the begin of a payload that names the document that represents others.
func ofTwin(payload []byte) []byte {
	r := wire.NewReader(payload)
	r.Ordered()
	return payload[:len(payload)-r.Len()]
}

// Twins reports the documents that others represent. If one of these was dropped, because too little was left of it, they
// are dropped for the same reason, and what was removed from it was in them, too. removed and dropped are
// PCollections<record.Removed>, ledger is a PCollection<KV<string,int64>>. Twins panics if p is not valid.
func Twins(s beam.Scope, p Params, twins shuffle.Blocks[Twin], fates shuffle.Blocks[Fate]) (removed, dropped, ledger beam.PCollection) {
	s = s.Scope("cleaning.Twins")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	return beam.ParDo3(s, &twinsFn{Params: p}, shuffle.Group(s, p.Shuffle, twins, fates))
}

type twinsFn struct {
	Params Params

	ledger shuffle.Ledger
}

func (fn *twinsFn) StartBundle(_, _ func(record.Removed), _ func(string, int64)) {
	fn.ledger = shuffle.Ledger{}
}

func (fn *twinsFn) ProcessElement(_ int, blocks func(*[]byte) bool, removed, dropped func(record.Removed), _ func(string, int64)) error {
	return fn.Params.Shuffle.EachFirst("cleaning", blocks, ofTwin, func(sorted *block.Sorted, i, end int) error {
		var of Fate
		for ; i < end; i++ {
			f, t, fate, err := readTwin(sorted.Payload(i))
			switch {
			case err != nil:
				return err
			case fate:
				of = f
			case t.Of != of.ID:
				return fmt.Errorf("%s is missing, which represents %s: the input was changed while it was cleaned", t.Of, t.ID)
			default:
				fn.twin(&t, &of, removed, dropped)
			}
		}
		return nil
	})
}

// twin reports a document that another one represents.
func (fn *twinsFn) twin(t *Twin, of *Fate, removed, dropped func(record.Removed)) {
	if of.Reason == "" {
		dropped(record.Removed{ID: t.ID, End: t.End, KeptID: t.Of, KeptEnd: of.End, Reason: DocumentReason})
		return
	}
	dropped(record.Removed{ID: t.ID, End: t.End, Reason: of.Reason})
	fn.ledger.Add(RemovedPassages, int64(len(of.Removed)))
	for _, r := range of.Removed {
		r.ID = t.ID
		removed(r)
	}
}

func (fn *twinsFn) FinishBundle(_, _ func(record.Removed), ledger func(string, int64)) {
	fn.ledger.Flush(ledger)
}
