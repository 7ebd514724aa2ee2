package passageio

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
)

// Every form gives back the passages that were written, with kept fields as texts; the best form is the one that is
// read.
func TestEachLine(t *testing.T) {
	const columns = `{"Refined":true,"Source":true,"Fields":["n","title"],"Texts":true,"Locs":true}`
	passages := []record.Passage{
		{A: "=a", AEnd: 1 << 40, B: "文", BStart: 3, BEnd: 9, Kind: record.Verbatim, Matched: 3, Similarity: 1,
			Prose: record.ProseOf(0, 1)},
		{A: "'=a", AStart: 7, AEnd: 8, AByteStart: 9, AByteEnd: 10, ASentence: 11, ASentences: 12, B: "b \"<&\n",
			BStart: 13, BEnd: 14,
			BByteStart: 15, BByteEnd: 16, BSentence: 17, BSentences: 18, Kind: record.Reworded, Matched: 19,
			Similarity: 0.6364, Evidence: 36.5,
			Source: true, AFields: `{"n":1.50,"title":"x\""}`, BFields: `{"title":"'"}`, AText: "it,\n\"it\"",
			ATextCut: true, BText: "'tis", ALoc: "1.2"},
	}
	want := append([]record.Passage(nil), passages...)
	want[1].AFields = `{"n":"1.50","title":"x\""}`
	dir := t.TempDir()
	for _, form := range []struct {
		extension string
		write     func() error
		want      []record.Passage
	}{
		{result.CSVExtension, func() error {
			return shardio.WriteFiles(t.Context(), dir, "passages", csvFiles(columns), linesOf(passages))
		}, want},
		{result.ArrowExtension, func() error {
			return shardio.WriteFiles(t.Context(), dir, "passages", arrowFiles(columns), linesOf(passages))
		}, want},
		{result.TableExtension, func() error {
			return shardio.WriteFiles(t.Context(), dir, "passages", parquetFiles(columns), linesOf(passages))
		}, want},
		{result.LinesExtension, func() error {
			return shardio.WriteStream(t.Context(), dir, "passages", linesOf(passages))
		}, passages},
	} {
		if err := form.write(); err != nil {
			t.Fatal(err)
		}
		folder, err := result.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		files := Files(folder, "passages")
		if len(files) != 1 || filepath.Ext(files[0]) != form.extension {
			t.Fatalf("%s was written last, and is not read: %v", form.extension, files)
		}
		var got []record.Passage
		if err := EachLine(t.Context(), files[0], func(n int, line []byte) error {
			var p record.Passage
			got = append(got, p)
			return record.FromJSON(line, &got[n-1])
		}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(form.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", form.extension, diff)
		}
		wrong, seen := errors.New("wrong"), 0
		if err := EachLine(t.Context(), files[0], func(int, []byte) error { return wrong }); !errors.Is(err, wrong) {
			t.Errorf("%s: %v", form.extension, err)
		}
		if err := EachLine(t.Context(), files[0], func(int, []byte) error {
			seen++
			return result.ErrStop
		}); err != nil || seen != 1 {
			t.Errorf("%s: stopped after %d, %v", form.extension, seen, err)
		}
	}
	if Files(&result.Folder{Dir: dir}, "passages") != nil {
		t.Error("there are files in an empty folder")
	}
}

// What is no table is an error that names the file, and the row.
func TestEachLineErrors(t *testing.T) {
	dir := t.TempDir()
	for name, tc := range map[string][2]string{
		"a.parquet": {"PAR1", "a.parquet: not a Parquet file that can be read"},
		"a.arrow":   {"ARROW1", "a.arrow: not an Arrow file that can be read"},
		"a.csv":     {"a,b,a_start\nx,y,1\nx,y,z\n", "a.csv, row 2: column a_start is not a whole number"},
		"b.csv":     {"a,b\nx\n", "b.csv: record on line 2: wrong number of fields"},
	} {
		path := filetest.Write(t, filepath.Join(dir, name), tc[0])
		err := EachLine(t.Context(), path, func(int, []byte) error { return nil })
		if err == nil || len(err.Error()) < len(dir) ||
			err.Error()[len(dir)+1:][:min(len(tc[1]), len(err.Error())-len(dir)-1)] != tc[1] {
			t.Errorf("%s: %v, want %s", name, err, tc[1])
		}
		var no *result.OpenError
		if err := EachLine(t.Context(), path+"x"+filepath.Ext(name), nil); !errors.As(err, &no) {
			t.Errorf("no file: %v", err)
		}
	}
}
