package record

import (
	"encoding/binary"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/wire"
)

// Beam's default coder of a struct is reflective JSON; these are 20 to 50 times
// as fast, and a document passes a coder up to three times.
func init() {
	beam.RegisterCoder(reflect.TypeFor[Document](), encodeDocument, decodeDocument)
	beam.RegisterCoder(reflect.TypeFor[Rejected](), encodeRejected, decodeRejected)
	beam.RegisterCoder(reflect.TypeFor[Analysed](), encodeAnalysed, ReadAnalysed)
}

func encodeDocument(d Document) []byte {
	return AppendDocument(make([]byte, 0, len(d.Text)+len(d.ID)+len(d.Date)+len(d.File)+len(d.Charset.Bytes)+32), &d)
}

// AppendDocument appends a document to dst, as its coder encodes it:
//
//	side, markup byte; id, date, file string; record, offset varint; text string;
//	charset; lines (appendLines); fields, the rest
//	charset: 0 byte for UTF-8; else 1, or 2 if it is not sure, byte; name, bytes string.
//	The byte is 4 times the fold more.
func AppendDocument(dst []byte, d *Document) []byte {
	dst = append(dst, byte(d.Side), byte(d.Markup))
	dst = wire.AppendString(dst, d.ID)
	dst = wire.AppendString(dst, d.Date)
	dst = wire.AppendString(dst, d.File)
	dst = binary.AppendVarint(dst, d.Record)
	dst = binary.AppendVarint(dst, d.Offset)
	return append(appendLines(appendCharset(wire.AppendString(dst, d.Text), d.Charset, d.Fold), d.Lines), d.Fields...)
}

func appendCharset(dst []byte, c Charset, f Fold) []byte {
	more := byte(f) << 2
	switch {
	case c.Name == "":
		return append(dst, more)
	case c.Unsure:
		dst = append(dst, more|2)
	default:
		dst = append(dst, more|1)
	}
	return wire.AppendString(wire.AppendString(dst, c.Name), string(c.Bytes))
}

func readCharset(r *wire.Reader) (c Charset, f Fold) {
	kind := r.Byte()
	if f = Fold(kind >> 2); kind&3 > 0 {
		c = Charset{Unsure: kind&3 == 2, Name: r.Text(), Bytes: ByteMap(r.Text())}
	}
	return c, f
}

// ReadDocument reads what AppendDocument wrote. The text is a view of b.
func ReadDocument(b []byte) (Document, error) { return decodeDocument(b) }

func decodeDocument(b []byte) (Document, error) {
	r := wire.NewReader(b)
	d := Document{Side: Side(r.Byte()), Markup: Markup(r.Byte())}
	d.ID, d.Date, d.File = r.Text(), r.Text(), r.Text()
	d.Record, d.Offset = r.Varint(), r.Varint()
	d.Text = r.Bytes(r.Uvarint())
	d.Charset, d.Fold = readCharset(&r)
	d.Lines = readLines(&r)
	d.Fields = Fields(r.Rest())
	return d, r.Err()
}

func encodeRejected(v Rejected) []byte {
	b := wire.AppendString(nil, v.File)
	b = binary.AppendVarint(b, v.Record)
	b = wire.AppendString(b, v.ID)
	return wire.AppendString(b, v.Reason)
}

func decodeRejected(b []byte) (Rejected, error) {
	r := wire.NewReader(b)
	v := Rejected{File: r.Text(), Record: r.Varint(), ID: r.Text(), Reason: r.Text()}
	return v, r.Err()
}
