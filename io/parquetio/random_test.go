package parquetio

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding"
)

// random makes files of random schemas and values.
type random struct {
	*rand.Rand
	column int
}

// leaf returns a column of a random type, in an encoding that it may have.
func (r *random) leaf() parquet.Node {
	numbers := []encoding.Encoding{&parquet.Plain, &parquet.RLEDictionary, &parquet.DeltaBinaryPacked,
		&parquet.ByteStreamSplit}
	floats := []encoding.Encoding{&parquet.Plain, &parquet.RLEDictionary, &parquet.ByteStreamSplit}
	texts := []encoding.Encoding{&parquet.Plain, &parquet.RLEDictionary, &parquet.DeltaLengthByteArray,
		&parquet.DeltaByteArray}
	fixed := []encoding.Encoding{&parquet.Plain, &parquet.RLEDictionary, &parquet.DeltaByteArray,
		&parquet.ByteStreamSplit}
	types := []struct {
		node parquet.Node
		in   []encoding.Encoding
	}{
		{parquet.Leaf(parquet.BooleanType), []encoding.Encoding{&parquet.Plain}},
		{parquet.Int(8), numbers}, {parquet.Int(32), numbers}, {parquet.Int(64), numbers}, {parquet.Uint(16), numbers},
		{parquet.Uint(64), numbers},
		{parquet.Date(), numbers}, {parquet.Timestamp(parquet.Microsecond), numbers},
		{parquet.Decimal(2, 9, parquet.Int32Type), numbers},
		{parquet.Leaf(parquet.Int96Type), []encoding.Encoding{&parquet.Plain}},
		{parquet.Leaf(parquet.FloatType), floats}, {parquet.Leaf(parquet.DoubleType), floats},
		{parquet.String(), texts}, {parquet.Leaf(parquet.ByteArrayType), texts}, {parquet.JSON(), texts},
		{parquet.Enum(), texts},
		{parquet.UUID(), fixed}, {parquet.Leaf(parquet.FixedLenByteArrayType(1 + r.IntN(20))), fixed},
	}
	of := types[r.IntN(len(types))]
	return parquet.Compressed(parquet.Encoded(of.node, of.in[r.IntN(len(of.in))]), codecs[r.IntN(len(codecs))])
}

// node returns a column, or a struct of columns, that may be null, a list or both.
func (r *random) node(depth int) parquet.Node {
	n := parquet.Node(nil)
	switch kind := r.IntN(6); {
	case depth == 0 || kind < 3:
		n = r.leaf()
	case kind < 5:
		g := parquet.Group{}
		for i := range 1 + r.IntN(3) {
			g[fmt.Sprint("f", i)] = r.node(depth - 1)
		}
		n = g
	default:
		n = parquet.List(r.node(depth - 1))
	}
	switch r.IntN(4) {
	case 0:
		return parquet.Optional(n)
	case 1:
		return parquet.Repeated(n)
	}
	return n
}

// value returns a random value of a type, often one that was there before.
func (r *random) value(t parquet.Type) parquet.Value {
	n := r.Uint64()
	if r.IntN(2) == 0 {
		n %= 5
	}
	b := bytes.Repeat(binary.BigEndian.AppendUint64(nil, n), 3)
	switch t.Kind() {
	case parquet.Boolean:
		return parquet.BooleanValue(n%2 == 0)
	case parquet.Int32:
		return parquet.Int32Value(int32(n))
	case parquet.Int64:
		return parquet.Int64Value(int64(n))
	case parquet.Int96:
		return parquet.Int96Value(deprecated.Int96{uint32(n), uint32(n >> 32), 7})
	case parquet.Float:
		return parquet.FloatValue(float32(int32(n)) / 8)
	case parquet.Double:
		return parquet.DoubleValue(float64(int64(n)) / 8)
	case parquet.FixedLenByteArray:
		return parquet.FixedLenByteArrayValue(b[:t.Length()])
	}
	return parquet.ByteArrayValue(b[:r.IntN(len(b)+1)])
}

// shred appends the values of a node to a row, as Dremel does: rep and def are the levels so
// far, and there is false if it is in something that is null or empty. max is the repetition
// level of the node.
func (r *random) shred(row parquet.Row, n parquet.Node, rep, def, max int, there bool) parquet.Row {
	count := 1
	if n.Repeated() {
		max++
		if there {
			count = r.IntN(4)
		}
	}
	if there && n.Optional() && r.IntN(3) == 0 || count == 0 {
		there, count = false, 1
	} else if there && !n.Required() {
		def++
	}
	from := r.column
	for i := range count {
		r.column = from
		if i > 0 {
			rep = max
		}
		if !n.Leaf() {
			for _, f := range n.Fields() {
				row = r.shred(row, f, rep, def, max, there)
			}
			continue
		}
		v := parquet.NullValue()
		if there {
			v = r.value(n.Type())
		}
		row = append(row, v.Level(rep, def, r.column))
		r.column++
	}
	return row
}

// file returns a file and edits of it.
func (r *random) file(t testing.TB) ([]byte, editor) {
	root := parquet.Group{"id": parquet.Int(64),
		"text": parquet.Compressed(parquet.Encoded(parquet.Optional(parquet.String()), ways[r.IntN(len(ways))]),
			codecs[r.IntN(len(codecs))])}
	for i := range r.IntN(5) {
		root[fmt.Sprint("c", i)] = r.node(2)
	}
	schema := parquet.NewSchema("random", root)
	var b bytes.Buffer
	w := parquet.NewGenericWriter[any](&b, schema, parquet.DataPageVersion(1+r.IntN(2)),
		parquet.PageBufferSize(1<<(5+r.IntN(8))))
	e := editor{}
	rows := int64(r.IntN(60))
	for i := range rows {
		r.column = 0
		var row parquet.Row
		for _, f := range schema.Fields() {
			var v parquet.Row
			switch column := r.column; f.Name() {
			case "id":
				v = parquet.Row{parquet.Int64Value(i).Level(0, 0, column)}
				r.column++
			case "text":
				v = parquet.Row{parquet.ByteArrayValue(fmt.Appendf(nil, "text %d", r.IntN(9))).Level(0, 1, column)}
				if r.IntN(9) == 0 {
					v[0] = parquet.NullValue().Level(0, 0, column)
				} else if r.IntN(4) == 0 {
					e[i] = []string{dropped, "", "another text"}[r.IntN(3)]
				}
				r.column++
			default:
				v = r.shred(nil, f, 0, 0, 0, true)
			}
			slices.SortStableFunc(v, func(a, b parquet.Value) int { return a.Column() - b.Column() })
			row = append(row, v...)
		}
		if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
			t.Fatal(err)
		}
		if r.IntN(20) == 0 {
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), e
}

// Files of any schema are written again with all that is in them.
func TestRewriteRandom(t *testing.T) {
	for seed := range uint64(150) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := random{Rand: rand.New(rand.NewPCG(seed, 35))}
			data, e := r.file(t)
			checkRewrite(t, data, e)
		})
	}
}

func FuzzRewrite(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		r := random{Rand: rand.New(rand.NewPCG(a, b))}
		data, e := r.file(t)
		checkRewrite(t, data, e)
	})
}
