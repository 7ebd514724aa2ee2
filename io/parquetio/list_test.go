package parquetio

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/io/record"
)

// A list of strings is a text of their lines, as in JSON. An empty list is an empty text, and a null is none. The file
// is that of pyarrow, where its column of tags may be null and so may its elements.
func TestListOfPyarrow(t *testing.T) {
	r, err := read(t, file(t, "pyarrow-zstd.parquet"), Fields{ID: "id", Text: "tags"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"doc-0: a\nb", "doc-1: ", "doc-3: c", "doc-4: d", "doc-5: ", "doc-6: ", "doc-7: e"}
	if diff := cmp.Diff(want, r.texts()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(r.rejected) != 1 || r.rejected[0].ID != "doc-2" || r.rejected[0].Reason != "the text is null" {
		t.Errorf("rejected %v", r.rejected)
	}
}

// writtenRows returns a file of rows. Its pages are of a few rows, so that some begin in the middle of what is written
// again.
func writtenRows[T any](t testing.TB, rows []T, options ...parquet.WriterOption) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b, append(options, parquet.PageBufferSize(200))...)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// list2 is a list as old writers made it: the repeated column lies in the group LIST itself.
type list2 struct{ parquet.Group }

func (list2) Type() parquet.Type { return parquet.List(parquet.String()).Type() }

// Writers have lists in several forms. The column is named as the list is, whatever is inside.
func TestFormsOfLists(t *testing.T) {
	a, b := "a", "b c"
	type list struct {
		Text []string `parquet:"text,list"`
	}
	type optional struct {
		Text []*string `parquet:"text,optional,list"`
	}
	type repeated struct {
		Text []string `parquet:"text"`
	}
	type inside struct {
		Doc list `parquet:"doc"`
	}
	old := parquet.NewSchema("old",
		parquet.Group{"text": parquet.Optional(list2{parquet.Group{"array": parquet.Repeated(parquet.String())}})})
	var oldFile bytes.Buffer
	w := parquet.NewWriter(&oldFile, old)
	for _, row := range []parquet.Row{
		{parquet.ByteArrayValue([]byte(a)).Level(0, 2, 0), parquet.ByteArrayValue([]byte(b)).Level(1, 2, 0)},
		{parquet.NullValue().Level(0, 1, 0)},
		{parquet.NullValue().Level(0, 0, 0)},
	} {
		if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	const null, element = "the text is null", "the text is a list with a null in it"
	for name, tt := range map[string]struct {
		data     []byte
		column   string
		texts    []string
		rejected []string
	}{
		"list": {writtenRows(t, []list{{[]string{a, b}}, {}, {[]string{"", ""}}}), "text",
			[]string{"f:1: a\nb c", "f:2: ", "f:3: \n"}, nil},
		"optional": {writtenRows(t, []optional{{[]*string{&a, &b}}, {}, {[]*string{&a, nil}}}), "text",
			[]string{"f:1: a\nb c"}, []string{null, element}},
		"repeated": {writtenRows(t, []repeated{{[]string{a, b}}, {}}), "text", []string{"f:1: a\nb c", "f:2: "}, nil},
		"inside":   {writtenRows(t, []inside{{list{[]string{a, b}}}}), "doc.text", []string{"f:1: a\nb c"}, nil},
		"old":      {oldFile.Bytes(), "text", []string{"f:1: a\nb c", "f:2: "}, []string{null}},
	} {
		r, err := read(t, tt.data, Fields{Text: tt.column})
		var reasons []string
		for _, v := range r.rejected {
			reasons = append(reasons, v.Reason)
		}
		if err != nil || !slices.Equal(r.texts(), tt.texts) || !slices.Equal(reasons, tt.rejected) {
			t.Errorf("%s: %q and %q, %v; want %q and %q", name, r.texts(), reasons, err, tt.texts, tt.rejected)
		}
	}
}

// What is a list of anything else than strings is no text, and the error says so.
func TestOtherLists(t *testing.T) {
	type turn struct {
		Role, Content string
	}
	type row struct {
		Numbers []int64    `parquet:"numbers,list"`
		Turns   []turn     `parquet:"turns,list"`
		Nested  [][]string `parquet:"nested,list"`
	}
	data := writtenRows(t, []row{{[]int64{1}, []turn{{"a", "b"}}, nil}})
	_, err := read(t, data, Fields{Text: "numbers"})
	if err == nil || !strings.Contains(err.Error(), `column "numbers" is a list of int`) {
		t.Error(err)
	}
	_, err = read(t, data, Fields{Text: "turns.list.element.Content"})
	if err == nil ||
		!strings.Contains(err.Error(), `column "turns.list.element.Content" is a list: it cannot be the text`) {
		t.Error(err)
	}
}

// A list that is long without end is refused by the limit of a text, and the next row is read.
func TestLimitOfLists(t *testing.T) {
	type row struct {
		Text []string `parquet:"text,list"`
	}
	data := writtenRows(t, []row{{slices.Repeat([]string{"0123456789"}, 1000)}, {[]string{"next"}}})
	r, err := read(t, data, Fields{Text: "text", Limit: record.LimitOf(100)})
	if err != nil || !slices.Equal(r.texts(), []string{"f:2: next"}) || len(r.rejected) != 1 ||
		r.rejected[0].Reason != record.LimitOf(100).Exceeded().Error() {
		t.Errorf("%q, rejected %v, %v", r.texts(), r.rejected, err)
	}
}

// A list that is edited is written as the list of the lines of its new text, with all others as they were: it is the
// file that the writer makes of the edited rows.
func TestRewriteLists(t *testing.T) {
	type row struct {
		ID    int64    `parquet:"id"`
		Text  []string `parquet:"text,list"`
		After string   `parquet:"after"`
	}
	type inDictionary struct {
		ID    int64    `parquet:"id"`
		Text  []string `parquet:"text,list,dict"`
		After string   `parquet:"after"`
	}
	var rows, want []row
	e := editor{}
	for i := range 300 {
		r := row{int64(i), []string{}, fmt.Sprint("after ", i)}
		lines := i % 7
		if i == 142 || i == 143 { // longer than a page; the first is edited
			lines = 500
		}
		for k := range lines {
			r.Text = append(r.Text, fmt.Sprintf("line %d of %d", k, i))
		}
		rows = append(rows, r)
		switch {
		case i%11 == 3:
			e[int64(i)] = dropped
			continue
		case i%5 == 2 && i%7 > 0:
			e[int64(i)] = fmt.Sprintf("edited %d\n\nend", i)
			r.Text = []string{fmt.Sprintf("edited %d", i), "", "end"}
		}
		want = append(want, r)
	}
	dictionary := func(rows []row) (all []inDictionary) {
		for _, r := range rows {
			all = append(all, inDictionary(r))
		}
		return all
	}
	for version := range 2 {
		pages := parquet.DataPageVersion(version + 1)
		for name, files := range map[string][2][]byte{
			"plain":      {writtenRows(t, rows, pages), writtenRows(t, want, pages)},
			"dictionary": {writtenRows(t, dictionary(rows), pages), writtenRows(t, dictionary(want), pages)},
		} {
			got := rewritten(t, files[0], e)
			if diff := cmp.Diff(cells(t, files[1]), cells(t, got)); diff != "" {
				t.Errorf("%s, pages %d (-want +got):\n%s", name, version+1, diff)
			}
		}
	}
}
