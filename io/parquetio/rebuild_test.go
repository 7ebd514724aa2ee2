package parquetio

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/io/record"
)

// Statistics say what is there: bounds that went are left out, and nulls are counted.
func TestRewriteStatistics(t *testing.T) {
	schema := parquet.NewSchema("s", parquet.Group{
		"n": parquet.Optional(parquet.Int(32)), "text": parquet.String(),
	})
	var b bytes.Buffer
	w := parquet.NewGenericWriter[any](&b, schema)
	for i, text := range []string{"a", "b", "c", "d"} {
		n := parquet.ValueOf(int32(i)).Level(0, 1, 0)
		if i == 2 {
			n = parquet.NullValue().Level(0, 0, 0)
		}
		if _, err := w.WriteRows([]parquet.Row{{n, parquet.ValueOf(text).Level(0, 0, 1)}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		edits editor
		want  string
	}{
		{editor{1: dropped}, "1 00000000 03000000"},
		{editor{3: dropped}, "1  "},
		{editor{2: dropped}, "0 00000000 03000000"},
		{editor{0: "A", 3: "D"}, "1 00000000 03000000"},
	} {
		out := checkRewrite(t, b.Bytes(), tc.edits)
		chunks := openAll(t, out).file.Metadata().RowGroups[0].Columns
		s := chunks[0].MetaData.Statistics
		if got := fmt.Sprintf("%d %x %x", s.NullCount, s.MinValue, s.MaxValue); got != tc.want {
			t.Errorf("%v: %s, want %s", tc.edits, got, tc.want)
		}
		if s := chunks[1].MetaData.Statistics; tc.edits[0] == "A" && (s.MinValue != nil || s.MaxValue != nil) {
			t.Errorf("%v: the texts are %q to %q", tc.edits, s.MinValue, s.MaxValue)
		}
	}
}

// Texts that have no room in memory go through a file, which is removed.
func TestRewriteSpills(t *testing.T) {
	const rows = 3 * spillRoom / (1 << 20)
	var texts []string
	e := editor{}
	for i := range rows {
		text := strings.Repeat(fmt.Sprint(i), 1<<20)
		texts = append(texts, "x"+text)
		e[int64(i)] = text
	}
	data := packed(t, &parquet.Uncompressed, &parquet.Plain, 2, texts...)
	scratch := t.TempDir()
	var out bytes.Buffer
	if err := openAll(t, data).Rewrite(t.Context(), &out, scratch, record.Input, e); err != nil {
		t.Fatal(err)
	}
	got, err := read(t, out.Bytes(), byID)
	if err != nil || len(got.docs) != len(texts) {
		t.Fatalf("%d documents, %v", len(got.docs), err)
	}
	for i, d := range got.docs {
		if string(d.Text) != texts[i][1:] {
			t.Errorf("row %d is not what it was made", i)
		}
	}
	if left, _ := os.ReadDir(scratch); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// A dictionary has the values that are still there, and no more.
func TestRewriteDictionary(t *testing.T) {
	var texts []string
	for i := range 40 {
		texts = append(texts, fmt.Sprintf("text number %d", i%8))
	}
	data := packed(t, &parquet.Uncompressed, &parquet.RLEDictionary, 1, texts...)
	e := editor{}
	for i := range int64(40) {
		switch i % 8 {
		case 3:
			e[i] = dropped
		case 5:
			e[i] = "a new one"
		}
	}
	out := checkRewrite(t, data, e)
	for _, gone := range []string{"text number 3", "text number 5"} {
		if !bytes.Contains(data, []byte(gone)) || bytes.Contains(out, []byte(gone)) {
			t.Errorf("%q is in the file before %v, after %v", gone, bytes.Contains(data, []byte(gone)),
				bytes.Contains(out, []byte(gone)))
		}
	}
	if n := bytes.Count(out, []byte("a new one")); n != 1 {
		t.Errorf("the new text is there %d times", n)
	}
}
