package evaluate

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/parquetio"
	"example.org/diagonal/io/result"
)

func TestEachRow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.parquet")
	var b bytes.Buffer
	w := parquetio.NewWriter(&b, []parquetio.Column{{Name: "a"}, {Name: "a_start", Kind: parquetio.Int}})
	for i := range 3 {
		if err := w.Write([]any{"t", i}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	filetest.Write(t, path, b.Bytes())
	var got []int
	err := eachRow(t.Context(), path, func(n int, r row) error {
		if got = append(got, *r.AStart); n == 2 {
			return result.ErrStop
		}
		return nil
	})
	if err != nil || !slices.Equal(got, []int{0, 1}) {
		t.Errorf("%v, %v", got, err)
	}
	wrong := errors.New("wrong")
	if err := eachRow(t.Context(), path, func(int, row) error {
		return wrong
	}); !errors.Is(err, wrong) || err.Error() != path+", row 1: wrong" {
		t.Errorf("an error of a row: %v", err)
	}
	if err := eachRow(t.Context(), path+"x", nil); err == nil || err.Error() != path+"x: no such file or folder" {
		t.Errorf("no file: %v", err)
	}
}
