package arrowio

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/columns"
	"example.org/diagonal/io/parquetio"
)

// What is written is read again, also over several batches, and the same rows are the same bytes.
func TestWrite(t *testing.T) {
	made := func(rows int) []byte {
		var b bytes.Buffer
		w, err := NewWriter(&b, []parquetio.Column{{Name: "text"}, {Name: "n", Kind: parquetio.Int},
			{Name: "x", Kind: parquetio.Float}, {Name: "ok", Kind: parquetio.Bool}, {Name: "o", Optional: true}})
		if err != nil {
			t.Fatal(err)
		}
		for i := range rows {
			if err := w.Write([]any{fmt.Sprintf("text %d 中\xff", i), int64(i), .5, i%2 == 0, nil}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for _, rows := range []int{0, 1, rowsPerBatch + 3} {
		content := made(rows)
		if !bytes.Equal(content, made(rows)) {
			t.Errorf("%d rows: other bytes", rows)
		}
		got, err := rowsOf(OpenFile("f", bytes.NewReader(content), int64(len(content)), 64<<20,
			columns.Fields{Text: "text", Keep: []string{"n", "x", "ok", "o"}}))
		if err != nil || len(got) != rows {
			t.Fatalf("%d rows, error %v, want %d", len(got), err, rows)
		}
		if rows > 0 {
			last := rows - 1
			want := fmt.Sprintf(`%d f:%d "text %d 中�" {"n":%d,"x":0.5,"ok":%v}`, last, rows, last, last, last%2 == 0)
			if diff := cmp.Diff(want, got[last]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		}
	}
}
