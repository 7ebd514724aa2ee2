package cleaning

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/parameter"
)

func init() { engine.RegisterReduce[*twins]() }

// Tags order the records that meet at the id of a document that represents others.
const (
	tagFate byte = iota
	tagTwin
)

// Twin is a dropped document that another one represents. Its key is that of the id of the other one, where it meets
// the Fate of that.
type Twin struct {
	// Of is the id of the other document, ID that of the dropped one, which has End code points.
	Of, ID string
	End    int64
	// Reason is why it was dropped: DocumentReason or SimilarReason.
	Reason string
}

func (t Twin) key() uint64 { return idKey(t.Of) }

// Append appends the payload to dst:
//
//	tagTwin; of, id ordered; end uvarint; reason string
func (t Twin) Append(dst []byte) []byte {
	dst = wire.AppendOrdered(wire.AppendOrdered(append(dst, tagTwin), t.Of), t.ID)
	return wire.AppendString(binary.AppendUvarint(dst, uint64(t.End)), t.Reason)
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
//	tagFate; id ordered; end uvarint; reason string; number of ranges uvarint; of each: start, end uvarint;
//	kept id string; kept start,
//	kept end varint; reason string; source byte
func (f Fate) Append(dst []byte) []byte {
	dst = binary.AppendUvarint(wire.AppendOrdered(append(dst, tagFate), f.ID), uint64(f.End))
	dst = binary.AppendUvarint(wire.AppendString(dst, f.Reason), uint64(len(f.Removed)))
	for _, r := range f.Removed {
		dst = binary.AppendUvarint(binary.AppendUvarint(dst, uint64(r.Start)), uint64(r.End))
		dst = binary.AppendVarint(binary.AppendVarint(wire.AppendString(dst, r.KeptID), r.KeptStart), r.KeptEnd)
		dst = wire.AppendBool(wire.AppendString(dst, r.Reason), r.Source)
	}
	return dst
}

// Tag is the first byte of a payload.
func (t *Twin) Tag() byte { return tagTwin }

// Read reads a payload. The error is wire.ErrShort.
func (t *Twin) Read(b []byte) error {
	r := wire.NewReader(b)
	r.Byte()
	*t = Twin{Of: r.Ordered(), ID: r.Ordered(), End: int64(r.Uvarint()), Reason: r.Text()}
	return r.Err()
}

// Tag is the first byte of a payload.
func (f *Fate) Tag() byte { return tagFate }

// Read reads a payload. The error is wire.ErrShort.
func (f *Fate) Read(b []byte) error {
	r := wire.NewReader(b)
	r.Byte()
	*f = Fate{ID: r.Ordered(), End: int64(r.Uvarint()), Reason: r.Text()}
	for n := r.Uvarint(); n > 0 && r.Err() == nil; n-- {
		f.Removed = append(f.Removed, record.Removed{
			ID: f.ID, Start: int64(r.Uvarint()), End: int64(r.Uvarint()), KeptID: r.Text(), KeptStart: r.Varint(),
			KeptEnd: r.Varint(),
			Reason:  r.Text(), Source: r.Bool(),
		})
	}
	return r.Err()
}

// Twins reports the documents that others represent. If one of these was dropped, because too little was left of it,
// they are dropped for the same reason, and what was removed from it was in them, too. removed and dropped are
// PCollections<record.Removed>, ledger is a PCollection<KV<string,int64>>. Twins panics if p is not valid.
func Twins(
	s beam.Scope, p Params, of shuffle.Blocks[Twin], fates shuffle.Blocks[Fate],
) (removed, dropped, ledger beam.PCollection) {
	parameter.Must(p.Validate())
	st := engine.Reduce(s, p.Shuffle, "cleaning.Twins", &twins{Fates: engine.From(fates), Twins: engine.From(of)})
	return st.Removed.Collection(), st.Dropped.Collection(), st.Ledger.Collection()
}

type twins struct {
	Fates            engine.In[Fate]
	Twins            engine.In[Twin]
	Removed, Dropped engine.Elements[record.Removed]
	Ledger           engine.Ledger
}

// Set returns the part of a payload that names the document that represents others. Its Fate comes first.
func (*twins) Set(payload []byte) []byte {
	r := wire.NewReader(payload)
	r.Byte()
	r.Ordered()
	return payload[1 : len(payload)-r.Len()]
}

func (st *twins) Reduce(context.Context, uint64) error {
	var fates []Fate // one, if the key is that of one id
	for f := range st.Fates.All {
		fates = append(fates, *f)
	}
	for t := range st.Twins.All {
		i := slices.IndexFunc(fates, func(f Fate) bool { return f.ID == t.Of })
		if i < 0 {
			return fmt.Errorf("%s is missing, which represents %s: the input was changed while it was cleaned",
				t.Of, t.ID)
		}
		st.twin(t, &fates[i])
	}
	return nil
}

// twin reports a document that another one represents.
func (st *twins) twin(t *Twin, of *Fate) {
	if of.Reason == "" {
		st.Dropped.Emit(record.Removed{ID: t.ID, End: t.End, KeptID: t.Of, KeptEnd: of.End, Reason: t.Reason})
		return
	}
	st.Dropped.Emit(record.Removed{ID: t.ID, End: t.End, Reason: of.Reason})
	st.Ledger.Add(RemovedPassages, int64(len(of.Removed)))
	for _, r := range of.Removed {
		r.ID = t.ID
		st.Removed.Emit(r)
	}
}
