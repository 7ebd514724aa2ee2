package parquetio

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding"

	"example.org/diagonal/io/record"
)

// packed is a file of documents in a codec and an encoding, with pages of version 1 or 2.
func packed(t testing.TB, codec compress.Codec, as encoding.Encoding, version int, texts ...string) []byte {
	t.Helper()
	schema := parquet.NewSchema("doc", parquet.Group{
		"id":   parquet.Compressed(parquet.String(), codec),
		"text": parquet.Compressed(parquet.Encoded(parquet.Optional(parquet.String()), as), codec),
	})
	var out bytes.Buffer
	w := parquet.NewGenericWriter[any](&out, schema, parquet.DataPageVersion(version),
		parquet.PageBufferSize(max(1<<12, 2*len(strings.Join(texts, "")))))
	for i, text := range texts {
		row := parquet.Row{parquet.ValueOf(fmt.Sprint("doc", i)).Level(0, 0, 0), parquet.ValueOf(text).Level(0, 1, 1)}
		if text == "" {
			row[1] = parquet.NullValue().Level(0, 0, 1)
		}
		if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

var (
	codecs = []compress.Codec{&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Brotli, &parquet.Zstd,
		&parquet.Lz4Raw}
	ways = []encoding.Encoding{&parquet.Plain, &parquet.RLEDictionary, &parquet.DeltaLengthByteArray,
		&parquet.DeltaByteArray}
)

// allocated is how many bytes a function allocates.
func allocated(f func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// What is whole passes all checks, in every codec, encoding and version of pages.
func TestReadEveryWay(t *testing.T) {
	var texts []string
	for i := range 3000 {
		texts = append(texts, []string{"one text", "", "another text, longer", strings.Repeat("long ", i%50)}[i%4])
	}
	for _, codec := range codecs {
		for _, way := range ways {
			for version := 1; version <= 2; version++ {
				name := fmt.Sprintf("%s, %s, pages of version %d", codec, way, version)
				got, err := read(t, packed(t, codec, way, version, texts...), byID)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				i := 0
				for _, d := range got.docs {
					for texts[i] == "" {
						i++
					}
					if string(d.Text) != texts[i] || d.Record != int64(i) {
						t.Fatalf("%s: row %d is %d, %q, want %q", name, i, d.Record, d.Text, texts[i])
					}
					i++
				}
				if n := len(got.docs) + len(got.rejected); n != len(texts) {
					t.Errorf("%s: %d rows of %d, %v", name, n, len(texts), got.rejected)
				}
			}
		}
	}
}

// A byte that is another one never costs more memory than the file could need.
func TestFlippedByteCostsNoMemory(t *testing.T) {
	const max = 8 << 20
	for _, codec := range codecs {
		for _, way := range ways {
			data := packed(t, codec, way, 1+len(way.String())%2, "some text", "more text, more text, more text", "",
				"some text")
			read(t, data, byID) // fills the pools
			for at := range data {
				for _, flip := range []byte{0x80, 0x01} {
					broken := bytes.Clone(data)
					broken[at] ^= flip
					if n := allocated(func() { read(t, broken, byID) }); n > max {
						t.Errorf("%s, %s: byte %d xor %#x took %d bytes", codec, way, at, flip, n)
					}
				}
			}
		}
	}
}

// parquet-go has warnings that it prints by itself.
func TestNothingIsPrinted(t *testing.T) {
	if os.Getenv("PARQUETIO_FLIPS") == "1" {
		for _, way := range ways {
			data := packed(t, &parquet.Uncompressed, way, 1, "some text", "more text", "", "some text")
			for at := range data {
				for bit := range 8 {
					broken := bytes.Clone(data)
					broken[at] ^= 1 << bit
					read(t, broken, byID)
				}
			}
		}
		return
	}
	child := exec.Command(os.Args[0], "-test.run=^TestNothingIsPrinted$")
	child.Env = append(os.Environ(), "PARQUETIO_FLIPS=1")
	var said bytes.Buffer
	child.Stderr = &said
	if err := child.Run(); err != nil {
		t.Fatal(err, said.String())
	}
	if said.Len() > 0 {
		t.Errorf("printed: %.500s", said.String())
	}
}

// A footer that says how long it is is not believed.
func TestFooterLongerThanTheFile(t *testing.T) {
	for _, data := range []string{
		"PAR1\xff\xff\xff\x7fPAR1", "PAR1\xff\xff\xff\xffPAR1", "PAR1\x01\x00\x00\x00PAR1", "PAR1\xff\xff\xff\x7fPARE",
		"PAR1PAR1", "PAR1", "",
		"PAR1\x15\x02\x19\xfc\xff\xff\xff\xff\x07\x00\x0a\x00\x00\x00PAR1", // a list of two billion columns
	} {
		n := allocated(func() {
			if _, err := read(t, []byte(data), byID); err == nil ||
				!strings.Contains(err.Error(), "not a Parquet file") {
				t.Errorf("%q: %v", data, err)
			}
			if _, err := rowsOf(t.Context(), []byte(data), "id"); err == nil {
				t.Errorf("%q is a table", data)
			}
		})
		if n > 1<<20 {
			t.Errorf("%q took %d bytes", data, n)
		}
	}
}

// A text above the limit is rejected, and the rest goes on.
func TestReadLimit(t *testing.T) {
	data := packed(t, &parquet.Zstd, &parquet.RLEDictionary, 2, "short", strings.Repeat("long ", 1000), "short, too")
	fields := byID
	fields.Limit = record.LimitOf(100)
	got, err := read(t, data, fields)
	if err != nil || len(got.docs) != 2 || len(got.rejected) != 1 {
		t.Fatalf("%v, %d documents, %d rejected", err, len(got.docs), len(got.rejected))
	}
	if r := got.rejected[0]; r.Record != 1 || r.ID != "doc1" ||
		r.Reason != "larger than 100 bytes; --max_record sets this limit" {
		t.Errorf("rejected: %+v", r)
	}
}

// A value that is base64 is rejected, as a text file is.
func TestReadEncoded(t *testing.T) {
	got, err := read(t, packed(t, &parquet.Zstd, &parquet.Plain, 2, "a text",
		strings.Repeat("QUJDREVGR0hJSktMTU5P", 60)), byID)
	if err != nil || len(got.docs) != 1 || len(got.rejected) != 1 ||
		!strings.HasPrefix(got.rejected[0].Reason, "most of it is base64") {
		t.Errorf("%v, %d documents, rejected %+v", err, len(got.docs), got.rejected)
	}
}

// Pages that are larger than any record may be are refused before they are decompressed.
func TestPageLimit(t *testing.T) {
	texts := make([]string, pageRoom>>20+1)
	for i := range texts {
		texts[i] = strings.Repeat("0123456789abcdef", 1<<16)
	}
	for _, codec := range []compress.Codec{&parquet.Zstd, &parquet.Snappy} {
		data := packed(t, codec, &parquet.Plain, 2, texts...)
		fields := byID
		fields.Limit = record.LimitOf(1 << 10)
		n := allocated(func() {
			got, err := read(t, data, fields)
			if err != nil || len(got.docs) != 0 || len(got.rejected) != 1 ||
				!strings.Contains(got.rejected[0].Reason, "--max_record raises this limit") {
				t.Errorf("%s: %v, %d documents, %v", codec, err, len(got.docs), got.rejected)
			}
		})
		if max := int64(2*len(data) + 32<<20); n > max {
			t.Errorf("%s: %d bytes allocated, at most %d are needed", codec, n, max)
		}
	}
}
