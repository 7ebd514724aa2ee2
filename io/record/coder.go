package record

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/wire"
)

// A document passes a coder up to three times, and JSON would take 20 to 50 times as long as these. Lines of the result
// are JSON.
func init() {
	beam.RegisterCoder(reflect.TypeFor[Document](), encodeDocument, ReadDocument)
	beam.RegisterCoder(reflect.TypeFor[Rejected](), encodeRejected, decodeRejected)
	beam.RegisterCoder(reflect.TypeFor[Analysed](), encodeAnalysed, ReadAnalysed)
	RegisterJSON[ClusterPlace]()
	RegisterJSON[TestItem]()
	RegisterJSON[TestSet]()
	RegisterJSON[Converted]()
	RegisterJSON[Equal]()
	RegisterJSON[NearText]()
	RegisterJSON[Passage]()
	RegisterJSON[HotOccurrence]()
	RegisterJSON[Excerpt]()
	RegisterJSON[Removed]()
	RegisterJSON[Cut]()
	RegisterJSON[ReusePair]()
	RegisterJSON[ReusedSentence]()
	RegisterJSON[InSet]()
	RegisterJSON[SetSize]()
	RegisterJSON[DocumentShare]()
	RegisterJSON[SimilarPair]()
	RegisterJSON[Grouped]()
	RegisterJSON[Template]()
}

// RegisterJSON makes JSON the coder of the elements T of a PCollection.
func RegisterJSON[T any]() { beam.RegisterCoder(reflect.TypeFor[T](), encodeJSON, decodeJSON) }

func encodeJSON(v beam.T) ([]byte, error) { return JSON(v) }

func decodeJSON(t reflect.Type, b []byte) (beam.T, error) {
	v := reflect.New(t)
	err := json.Unmarshal(b, v.Interface())
	return v.Elem().Interface(), err
}

func encodeDocument(d Document) []byte {
	return AppendDocument(make([]byte, 0, len(d.Text)+len(d.ID)+len(d.Date)+len(d.File)+len(d.Charset.Bytes)+32), &d)
}

// AppendDocument appends a document to dst, as its coder encodes it:
//
//	side, markup byte; id, date, file string; record, offset varint; text string;
//	fold, skip byte; elements, spelling string; charset; lines (appendLines); fields, the rest
//	charset: 0 byte for UTF-8; else 1, or 2 if it is not sure, byte; name, bytes string
func AppendDocument(dst []byte, d *Document) []byte {
	dst = append(dst, byte(d.Side), byte(d.Markup))
	dst = wire.AppendString(dst, d.ID)
	dst = wire.AppendString(dst, d.Date)
	dst = wire.AppendString(dst, d.File)
	dst = binary.AppendVarint(dst, d.Record)
	dst = binary.AppendVarint(dst, d.Offset)
	dst = append(wire.AppendString(dst, d.Text), byte(d.Reading.Fold), byte(d.Reading.Skip))
	dst = wire.AppendString(wire.AppendString(dst, d.Reading.Elements), d.Reading.Spelling)
	return append(appendLines(appendCharset(dst, d.Charset), d.Lines), d.Fields...)
}

func appendCharset(dst []byte, c Charset) []byte {
	switch {
	case c.Name == "":
		return append(dst, 0)
	case c.Unsure:
		dst = append(dst, 2)
	default:
		dst = append(dst, 1)
	}
	return wire.AppendString(wire.AppendString(dst, c.Name), string(c.Bytes))
}

func readCharset(r *wire.Reader) (c Charset) {
	if kind := r.Byte(); kind > 0 {
		c = Charset{Unsure: kind == 2, Name: r.Text(), Bytes: ByteMap(r.Text())}
	}
	return c
}

// ReadDocument reads what AppendDocument wrote. The text is a view of b.
func ReadDocument(b []byte) (Document, error) {
	r := wire.NewReader(b)
	d := Document{Side: Side(r.Byte()), Markup: Markup(r.Byte())}
	d.ID, d.Date, d.File = r.Text(), r.Text(), r.Text()
	d.Record, d.Offset = r.Varint(), r.Varint()
	d.Text = r.Bytes(r.Uvarint())
	d.Reading = Reading{Fold: Fold(r.Byte()), Skip: Skip(r.Byte()), Elements: r.Text(), Spelling: r.Text()}
	d.Charset = readCharset(&r)
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

// AsJSON is a T that travels from stage to stage as JSON: for few records, of many fields.
type AsJSON[T any] struct{ Of T }

// Append appends the payload to dst.
func (j *AsJSON[T]) Append(dst []byte) []byte {
	b, err := JSON(j.Of)
	if err != nil {
		panic(fmt.Sprintf("record.AsJSON: %+v: %v", j.Of, err)) // only of a T that has no JSON
	}
	return append(dst, b...)
}

// Read reads a payload.
func (j *AsJSON[T]) Read(payload []byte) error { return FromJSON(payload, &j.Of) }
