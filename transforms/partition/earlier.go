package partition

import (
	"context"
	"encoding/binary"
	"math"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/resemblance"
)

func init() {
	engine.RegisterMap[*earlier]()
	engine.RegisterReduce[*grow]()
}

// Earlier sends the lines of an earlier result, a PCollection<record.InSet>, to their documents. ledger is a
// PCollection<KV<string,int64>>. If lines is the zero value, so are the results. Earlier panics if p is not valid.
func Earlier(
	s beam.Scope, p Params, lines beam.PCollection,
) (sent engine.Blocks[resemblance.Earlier], ledger beam.PCollection) {
	s = start(s, "Earlier", p)
	if !lines.IsValid() {
		return sent, ledger
	}
	st := engine.Map(s, p.Shuffle, "partition.Earlier", lines, &earlier{})
	return st.Lines.Blocks(), st.Ledger.Collection()
}

// earlier sends lines.
type earlier struct {
	Lines  engine.Out[resemblance.Earlier]
	Ledger engine.Ledger
}

func (st *earlier) Map(_ context.Context, line record.InSet) error {
	st.Lines.Add(resemblance.EarlierKey(line.ID), resemblance.Earlier{InSet: line})
	if at := strings.LastIndexByte(line.ID, ' '); at >= 0 { // of captures of several dates (record.Dated)
		st.Lines.Add(resemblance.EarlierKey(line.ID[:at]), resemblance.Earlier{InSet: line})
	}
	if line.ID == line.Representative {
		st.Ledger.Add(resemblance.EarlierWithoutText, 1) // Classes subtracts those that it finds
	}
	return nil
}

// Grown is new documents of a set of an earlier result. Its key is a hash of the set, and the payload is
//
//	set, representative string; documents uvarint; least r float [8]
type Grown struct{ record.SetSize }

// Append appends the payload of g to dst.
func (g *Grown) Append(dst []byte) []byte {
	dst = binary.AppendUvarint(wire.AppendString(wire.AppendString(dst, g.Set), g.Representative), uint64(g.Documents))
	return binary.BigEndian.AppendUint64(dst, math.Float64bits(g.MinR))
}

// Read reads a payload. The error is wire.ErrShort.
func (g *Grown) Read(payload []byte) error {
	r := wire.NewReader(payload)
	g.SetSize = record.SetSize{
		Set: r.Text(), Representative: r.Text(), Documents: int64(r.Uvarint()),
		MinR: math.Float64frombits(r.Uint64()),
	}
	return r.Err()
}

// Grow adds up the new documents of each set of an earlier result. grown is of Assign and Divide. sizes is a
// PCollection<record.SetSize>, ledger a PCollection<KV<string,int64>>. Grow panics if p is not valid.
func Grow(s beam.Scope, p Params, grown ...engine.Blocks[Grown]) (sizes, ledger beam.PCollection) {
	s = start(s, "Grow", p)
	st := engine.Reduce(s, p.Shuffle, "partition.Grow", &grow{Grown: engine.From(shuffle.Flatten(s, grown...))})
	return st.Sizes.Collection(), st.Ledger.Collection()
}

// grow adds up the documents of a set.
type grow struct {
	Grown  engine.In[Grown]
	Sizes  engine.Elements[record.SetSize]
	Ledger engine.Ledger
}

func (st *grow) Reduce(context.Context, uint64) error {
	var sum record.SetSize
	for g := range st.Grown.All { // of one set, but for two sets of one hash, which come one after the other
		if g.Set != sum.Set {
			st.write(sum)
			sum = record.SetSize{Set: g.Set, Representative: g.Representative, MinR: 1}
		}
		sum.Documents += g.Documents
		sum.MinR = min(sum.MinR, g.MinR)
	}
	st.write(sum)
	return nil
}

func (st *grow) write(sum record.SetSize) {
	if sum.Documents == 0 {
		return
	}
	st.Sizes.Emit(sum)
	st.Ledger.Add(EarlierSets, 1)
	st.Ledger.Add(EarlierJoined, sum.Documents)
}
