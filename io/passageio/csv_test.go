package passageio

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
)

// csvOf writes passages as CSV, and returns the file.
func csvOf(t *testing.T, columns string, passages []record.Passage) string {
	t.Helper()
	dir := t.TempDir()
	if err := shardio.WriteFiles(t.Context(), dir, "passages", csvFiles(columns), linesOf(passages)); err != nil {
		t.Fatal(err)
	}
	return read(t, dir+"/"+result.Name("passages", 0, 1, result.CSVExtension))
}

func TestCSV(t *testing.T) {
	const head = "a,a_start,a_end,a_byte_start,a_byte_end,a_sentence,a_sentences,b,b_start,b_end,b_byte_start,b_byte_end,b_sentence,b_sentences,kind,matched,similarity"
	want := head + "\n" +
		"a,0,1099511627776,0,0,0,0,文,3,9,0,0,0,0,verbatim,3,1\n" +
		`a,7,8,9,10,11,12,"b ""<&",13,14,15,16,17,18,reworded,19,0.6364` + "\n"
	if got := csvOf(t, "{}", somePassages); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := csvOf(t, "{}", nil); got != head+"\n" {
		t.Errorf("no passage: %q", got)
	}
	// The columns are those of Parquet, in the same order.
	for _, options := range []string{"{}", `{"Source":true,"Texts":true,"Fields":["x","y z"]}`} {
		var names []string
		for _, c := range columnsOf(options).all() {
			names = append(names, c.Name)
		}
		if got := csvOf(t, options, nil); got != strings.Join(names, ",")+"\n" {
			t.Errorf("columns %s, want %v", got, names)
		}
	}
}

// What a spreadsheet may run has an apostrophe before it, and all texts can be had back.
func TestFormulas(t *testing.T) {
	texts := map[string]string{
		"=1+2": "'=1+2", "+1": "'+1", "-x": "'-x", "@x": "'@x", "\tx": "'\tx", "\rx": "'\rx", "'=x": "''=x",
		"''@": "'''@",
		"":    "", "'": "'", "'tis": "'tis", "x=1": "x=1", "a,\"b\"\nc": "a,\"b\"\nc", " =1": " =1",
	}
	for text, want := range texts {
		file := csvOf(t, `{"Texts":true,"Fields":["f"]}`,
			[]record.Passage{{A: text, B: "b", AText: text, AFields: fieldOf(t, text), Similarity: 1}})
		rows, err := csv.NewReader(strings.NewReader(file)).ReadAll()
		if err != nil || len(rows) != 2 {
			t.Fatalf("%q: %v, %v", text, rows, err)
		}
		got := map[string]string{}
		for i, name := range rows[0] {
			got[name] = rows[1][i]
		}
		if diff := cmp.Diff([]string{want, want, want},
			[]string{got["a"], got["a_text"], got["a_fields_f"]}); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
		back := got["a"]
		if bare := strings.TrimLeft(back, "'"); bare != back && bare != "" &&
			strings.ContainsAny(bare[:1], "=+-@\t\r") {
			back = back[1:]
		}
		if back != text {
			t.Errorf("%q comes back as %q", text, back)
		}
	}
}

func fieldOf(t *testing.T, text string) (f record.Fields) {
	b, err := record.JSON(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Add("f", b); err != nil {
		t.Fatal(err)
	}
	return f
}
