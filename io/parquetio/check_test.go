package parquetio

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"

	"example.org/diagonal/io/record"
)

// A column that is broken is found when the documents are read, though they do not need it.
func TestBrokenColumn(t *testing.T) {
	schema := parquet.NewSchema("s", parquet.Group{"n": parquet.Compressed(parquet.Int(64), &parquet.Zstd),
		"text": parquet.String()})
	var b bytes.Buffer
	w := parquet.NewGenericWriter[any](&b, schema)
	for i := range 20 {
		if _, err := w.WriteRows([]parquet.Row{{parquet.ValueOf(int64(i*i)).Level(0, 0, 0),
			parquet.ValueOf(fmt.Sprint("text ", i)).Level(0, 0, 1)}}); err != nil {
			t.Fatal(err)
		}
		if i == 9 {
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	meta := openAll(t, data).file.Metadata().RowGroups[0].Columns[0].MetaData
	for i := range meta.TotalCompressedSize / 2 {
		data[meta.DataPageOffset+meta.TotalCompressedSize-1-i] ^= 0xff
	}
	all := Fields{ID: "id", IDOptional: true, Text: "text", All: true}
	got, err := read(t, data, all)
	if err != nil || len(got.docs) != 10 || len(got.rejected) != 1 {
		t.Fatalf("%d documents, %v, %v", len(got.docs), got.rejected, err)
	}
	if reason := got.rejected[0].Reason; !strings.Contains(reason, `the column "n" cannot be written again`) ||
		!strings.Contains(reason, "10 rows") {
		t.Error(reason)
	}
	out := rewritten(t, data, editor{12: dropped})
	if rows := cells(t, out)["n"]; len(rows) != 9 || slices.Contains(rows, "0/0 0000000000000000") {
		t.Errorf("%d rows: %v", len(rows), rows)
	}
	all.All = false
	if got, err := read(t, data, all); err != nil || len(got.docs) != 20 {
		t.Errorf("%d documents, %v", len(got.docs), err)
	}
}

// What cannot be cut is said before anything is read.
func TestFixedTexts(t *testing.T) {
	schema := parquet.NewSchema("s", parquet.Group{"text": parquet.Leaf(parquet.FixedLenByteArrayType(4))})
	var b bytes.Buffer
	w := parquet.NewGenericWriter[any](&b, schema)
	if _, err := w.WriteRows([]parquet.Row{{parquet.FixedLenByteArrayValue([]byte("text")).Level(0, 0,
		0)}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := read(t, b.Bytes(), Fields{ID: "id", IDOptional: true, Text: "text", All: true})
	if err == nil || !strings.Contains(err.Error(), "fixed length, which cannot be cut") {
		t.Error(err)
	}
}

// A byte that is another one gives an error or a file, and costs no more memory than the file could need.
func TestFlippedByteRewrites(t *testing.T) {
	const max = 16 << 20
	e := editor{0: dropped, 1: "another text"}
	for _, codec := range []compress.Codec{&parquet.Uncompressed, &parquet.Zstd} {
		for _, way := range ways {
			data := packed(t, codec, way, 1+len(way.String())%2, "some text", "more text, more text, more text", "",
				"some text")
			for at := range data {
				broken := bytes.Clone(data)
				broken[at] ^= 0x81
				n := allocated(func() {
					f, err := Open("f", bytes.NewReader(broken), int64(len(broken)), Fields{Text: "text", All: true})
					if err == nil {
						f.Rewrite(t.Context(), io.Discard, t.TempDir(), record.Input, e) // may fail
					}
				})
				if n > max {
					t.Errorf("%s, %s: byte %d took %d bytes", codec, way, at, n)
				}
			}
		}
	}
}
