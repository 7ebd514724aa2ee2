package clean_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/io/record"
)

const (
	shared  = "The river rises in the hills above the old town. Every spring it floods the lower meadows. Farmers move their sheep to the ridge in March. The mill was closed after the great flood of 1953."
	chinese = "春天的河水淹没了低处的草地。农民在三月把羊群赶到山脊上。磨坊在大洪水之后关闭了。镇上的老人还记得那一年的雨。"
	own     = "Nothing else is known of it here."
)

// search finds passages with the shingles of words, which small collections need.
func search(t *testing.T, input, found string) {
	t.Helper()
	mustRun(t, "partial", "--signature=shingle", "--input="+input, "--output="+found, "--quiet")
}

// Lines keep all that is not the text, byte for byte, and untouched lines are untouched.
func TestLines(t *testing.T) {
	first := `{"id":"a","text":"` + own + " " + shared + `","n":1.50}` + "\r\n"
	cut := `{ "n": [1, {"text": "x"}], "text" : "Before it. ` + strings.ReplaceAll(shared, " ", `\u0020`) +
		`\nAfter it: \ud83d\ude00 \"<&>\".", "id": "b", "last": null }` + "\n"
	blank := "\n"
	dropped := `{"id":"c","text":"` + shared + `"}` + "\n"
	broken := "{\n"
	last := `{"id":"d","text":"` + chinese + `"}` + "\n" + `{"text":"` + own + chinese + `","id":"e"}`
	want := "\ufeff" + first +
		`{ "n": [1, {"text": "x"}], "text" : "Before it.\nAfter it: 😀 \"<&>\".", "id": "b", "last": null }` +
		"\n" + blank +
		`{"id":"d","text":"` + chinese + `"}` + "\n" + `{"text":"` + own + `","id":"e"}`

	dir := t.TempDir()
	input := write(t, dir+"/in/deep/x.jsonl", []byte("\ufeff"+first+cut+blank+dropped+broken+last))
	search(t, dir+"/in", dir+"/found")
	mustRun(t, "clean", "--input="+dir+"/in", "--result="+dir+"/found", "--output="+dir+"/out", "--quiet")
	if diff := cmp.Diff(want, string(read(t, dir+"/out/documents/deep/x.jsonl"))); diff != "" {
		t.Errorf("cleaned (-want +got):\n%s", diff)
	}
	wantDropped := []record.Removed{{ID: "c", End: int64(len(shared)), Reason: "0 characters left"}}
	if diff := cmp.Diff(wantDropped, jobtest.Stream[record.Removed](t, dir+"/out", "dropped")); diff != "" {
		t.Errorf("dropped (-want +got):\n%s", diff)
	}
	if rejected := jobtest.Stream[record.Rejected](t, dir+"/out", "rejected"); len(rejected) != 1 ||
		rejected[0].File != input || rejected[0].Record != 4 {
		t.Errorf("rejected %v", rejected)
	}

	// annotate takes nothing out.
	mustRun(t, "clean", "--input="+dir+"/in", "--result="+dir+"/found", "--output="+dir+"/marked", "--quiet",
		"--policy=annotate")
	start := len(own) + 1
	span := func(from int, id string, at, length int) string {
		return fmt.Sprintf(`,"duplicates":[{"start":%d,"end":%d,"kept_id":"%s","kept_start":%d,"kept_end":%d,"reason":"passage"}]}`, from, from+length, id, at, at+length)
	}
	runes := len([]rune(chinese))
	wantMarked := "\ufeff" + first + strings.TrimSuffix(cut, "}\n") + span(11, "a", start, len(shared)) + "\n" + blank +
		strings.TrimSuffix(dropped, "}\n") + span(0, "a", start, len(shared)) + "\n" + strings.TrimSuffix(last, "}") +
		span(len(own), "d", 0, runes)
	if diff := cmp.Diff(wantMarked, string(read(t, dir+"/marked/documents/deep/x.jsonl"))); diff != "" {
		t.Errorf("annotated (-want +got):\n%s", diff)
	}
	refused(t, 1, []string{"line 2", "duplicates", "name another one"}, "clean", "--input="+dir+"/marked/documents",
		"--result="+dir+"/found", "--output="+dir+"/twice", "--quiet", "--policy=annotate", "--strict=false")
}

// Files of text and pages stay files, compressed as they were; markup stays.
// Files of which nothing is left are not there any more: that is a collection, too.
func TestNothingIsLeft(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/in/a.txt", []byte(shared))
	write(t, dir+"/in/b.txt", []byte(shared))
	search(t, dir+"/in", dir+"/found")
	said := mustRun(t, "clean", "--input="+dir+"/in", "--result="+dir+"/found", "--output="+dir+"/out",
		"--policy=drop_all")
	if left, _ := filepath.Glob(dir + "/out/documents/*"); len(left) > 0 ||
		!strings.Contains(said, "cleaned once; a last search found nothing") {
		t.Errorf("left %v:\n%s", left, said)
	}
}

// Where the cleaned collection cannot be searched again, the last words say why, and what to
// do.
func TestNotSearchedAgain(t *testing.T) {
	dir := t.TempDir()
	line := func(text string) string { return fmt.Sprintf(`{"text":%q}`+"\n", text) }
	input := write(t, dir+"/in.jsonl", []byte(line(shared)+line(shared)+line(own)))
	words := write(t, dir+"/words.txt", []byte("the\na\nof\n"))
	named := write(t, dir+"/named.jsonl",
		[]byte(fmt.Sprintf(`{"id":"a","text":%q}`+"\n"+`{"id":"b","text":%q}`+"\n", shared, own+" "+shared)))
	for i, tc := range []struct {
		input string
		flags []string
		want  string
	}{
		{input, []string{"--signature=shingle"},
			"cleaned once, and not searched again: 3 records without an id, and their line numbers have changed, because lines were left out. Give every record an id (--id_field), or run partial on the cleaned collection and clean that with the new result\n" +
				"The cleaned collection is in "},
		{named, []string{"--signature=spotsigs", "--antecedents=" + words},
			"cleaned once, and not searched again: the result was made with antecedents from a file"},
		{named, []string{"--signature=spotsigs"}, "a last search found nothing\n"},
		{named, []string{"--signature=spotsigs", "--antecedents=5"}, "a last search found nothing\n"},
	} {
		found, out := fmt.Sprint(dir, "/found", i), fmt.Sprint(dir, "/out", i)
		mustRun(t, append([]string{"partial", "--input=" + tc.input, "--output=" + found, "--quiet"}, tc.flags...)...)
		if said := mustRun(t, "clean", "--input="+tc.input, "--result="+found,
			"--output="+out); !strings.Contains(said, tc.want) {
			t.Errorf("%v: %q is not said:\n%s", tc.flags, tc.want, said)
		}
	}
}

func TestFiles(t *testing.T) {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write([]byte("A note. " + shared + "\n\n" + own + "\n"))
	w.Close()
	sentences := strings.SplitAfter(shared, ". ")
	page := "<html><p class=x>Page of " + own + "</p><p>" + sentences[0] + "<b>" + sentences[1] + "</b><!-- note -->" +
		sentences[2] + "<i>" + sentences[3] + "</i></p></html>"
	dir := t.TempDir()
	write(t, dir+"/in/a.txt", []byte(shared+"\n\xff\n——"))
	write(t, dir+"/in/b.txt.gz", z.Bytes())
	write(t, dir+"/in/c.txt", []byte(shared))
	write(t, dir+"/in/d/e.html", []byte(page))
	search(t, dir+"/in", dir+"/found")
	mustRun(t, "clean", "--input="+dir+"/in", "--result="+dir+"/found", "--output="+dir+"/out", "--quiet")
	for name, want := range map[string]string{
		"a.txt": shared + "\n\xff\n——", "b.txt.gz": "A note.\n\n" + own + "\n",
		"d/e.html": "<html><p class=x>Page of " + own + "</p><p><b></b><!-- note --><i></i></p></html>",
	} {
		got := string(read(t, dir+"/out/documents/"+name))
		if strings.HasSuffix(name, "html") {
			got = strings.ReplaceAll(got, " <", "<")
			got = strings.ReplaceAll(got, "> ", ">")
		}
		if got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if _, err := os.Stat(dir + "/out/documents/c.txt"); !os.IsNotExist(err) {
		t.Errorf("c.txt, a copy of all of a.txt: %v", err)
	}
}

// Parquet files keep their schema, their other columns and their metadata.
func TestParquet(t *testing.T) {
	type row struct {
		Score float64  `parquet:"score,optional"`
		ID    string   `parquet:"id"`
		Tags  []string `parquet:"tags,list"`
		Text  string   `parquet:"text,zstd"`
	}
	rows := []row{
		{1, "a", []string{"x", "y"}, own + " " + shared},
		{2, "b", nil, "It begins. " + shared + "\n\nIt ends."},
		{3, "c", []string{"z"}, shared},
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[row](&b, parquet.KeyValueMetadata("origin", "a test"))
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	w.Close()
	dir := t.TempDir()
	input := write(t, dir+"/x.parquet", b.Bytes())
	search(t, input, dir+"/found")
	mustRun(t, "clean", "--input="+input, "--result="+dir+"/found", "--output="+dir+"/out", "--quiet")
	out := read(t, dir+"/out/documents/x.parquet")
	f, err := parquet.OpenFile(bytes.NewReader(out), int64(len(out)))
	if err != nil {
		t.Fatal(err)
	}
	before, _ := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if f.Schema().String() != before.Schema().String() {
		t.Errorf("the schema is\n%s\nwas\n%s", f.Schema(), before.Schema())
	}
	if v, _ := f.Lookup("origin"); v != "a test" {
		t.Errorf("metadata %q", v)
	}
	got, err := parquet.Read[row](bytes.NewReader(out), int64(len(out)))
	if err != nil {
		t.Fatal(err)
	}
	want := []row{rows[0], {2, "b", nil, "It begins.\n\nIt ends."}}
	for i := range got {
		if len(got[i].Tags) == 0 {
			got[i].Tags = nil
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// A text of Parquet that is a list of strings is searched as their lines, and written as a list again: the lines that
// stay, with the line ends between them.
func TestParquetLists(t *testing.T) {
	type row struct {
		ID   string   `parquet:"id"`
		Text []string `parquet:"text,list"`
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[row](&b)
	if _, err := w.Write([]row{{"a", []string{own, shared}},
		{"b", []string{"It begins.", shared, "It ends."}}}); err != nil {
		t.Fatal(err)
	}
	w.Close()
	dir := t.TempDir()
	input := write(t, dir+"/x.parquet", b.Bytes())
	search(t, input, dir+"/found")
	mustRun(t, "clean", "--input="+input, "--result="+dir+"/found", "--output="+dir+"/out", "--quiet")
	out := read(t, dir+"/out/documents/x.parquet")
	got, err := parquet.Read[row](bytes.NewReader(out), int64(len(out)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]row{{"a", []string{own, shared}}, {"b", []string{"It begins.", "It ends."}}},
		got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// With a result of resemblance, all documents of a group are dropped but its representative.
func TestGroups(t *testing.T) {
	dir := t.TempDir()
	input := write(t, dir+"/in.jsonl",
		[]byte(`{"id":"a","text":"one"}`+"\n"+`{"id":"b","text":"one two"}`+"\n"+`{"id":"c","text":"alone"}`+"\n"))
	write(t, dir+"/found/summary.json", []byte(`{"parameters":{"command":"resemblance","policy":"keep_longest","source":false},"counts":{"documents":3,"bytes":15}}`))
	write(t, dir+"/found/_SUCCESS", nil)
	write(t, dir+"/found/groups-00000-of-00001.jsonl",
		[]byte(`{"id":"a","group":"b","resemblance":0.5}`+"\n"+`{"id":"b","group":"b","resemblance":1}`+"\n"))
	mustRun(t, "clean", "--input="+input, "--result="+dir+"/found", "--output="+dir+"/out", "--quiet")
	if diff := cmp.Diff(map[string]string{"b": "one two", "c": "alone"},
		texts(t, dir+"/out/documents/in.jsonl")); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	want := []record.Removed{{ID: "a", End: 3, KeptID: "b", KeptEnd: 7, Reason: "document"}}
	if diff := cmp.Diff(want, jobtest.Stream[record.Removed](t, dir+"/out", "dropped")); diff != "" {
		t.Errorf("dropped (-want +got):\n%s", diff)
	}
	mustRun(t, "clean", "--input="+input, "--result="+dir+"/found", "--output="+dir+"/longest", "--quiet",
		"--policy=keep_longest")
	if diff := cmp.Diff(texts(t, dir+"/out/documents/in.jsonl"),
		texts(t, dir+"/longest/documents/in.jsonl")); diff != "" {
		t.Errorf("keep_longest (-keep_first +keep_longest):\n%s", diff)
	}
	refused(t, 2, []string{"--policy=keep_first", "keep_longest"}, "clean", "--input="+input, "--result="+dir+"/found",
		"--output="+dir+"/no", "--policy=keep_first")
	mustRun(t, "clean", "--input="+input, "--result="+dir+"/found", "--output="+dir+"/none", "--quiet",
		"--policy=drop_all")
	if diff := cmp.Diff(map[string]string{"c": "alone"}, texts(t, dir+"/none/documents/in.jsonl")); diff != "" {
		t.Errorf("drop_all (-want +got):\n%s", diff)
	}
}

// With a result of partition, one document of each set stays, which the policy chooses.
func TestSets(t *testing.T) {
	dir := t.TempDir()
	input := write(t, dir+"/in.jsonl",
		[]byte(`{"id":"a","text":"one"}`+"\n"+`{"id":"b","text":"one two three"}`+"\n"+`{"id":"c","text":"one two"}`+
			"\n"+`{"id":"d","text":"alone"}`+"\n"))
	write(t, dir+"/found/summary.json",
		[]byte(`{"parameters":{"command":"partition"},"counts":{"documents":4,"bytes":28}}`))
	write(t, dir+"/found/_SUCCESS", nil)
	sets := ""
	for _, id := range []string{"a", "b", "c"} {
		sets += fmt.Sprintf(`{"id":%q,"set":"a","representative":"c","r":0.9}`+"\n", id)
	}
	write(t, dir+"/found/sets-00000-of-00001.jsonl",
		[]byte(sets+`{"id":"d","set":"d","representative":"d","r":1}`+"\n"))
	for policy, want := range map[string]map[string]string{
		"keep_first":   {"a": "one", "d": "alone"},
		"keep_longest": {"b": "one two three", "d": "alone"},
		"drop_all":     {"d": "alone"},
	} {
		out := dir + "/" + policy
		mustRun(t, "clean", "--input="+input, "--result="+dir+"/found", "--output="+out, "--quiet", "--policy="+policy)
		if diff := cmp.Diff(want, texts(t, out+"/documents/in.jsonl")); diff != "" {
			t.Errorf("%s: documents (-want +got):\n%s", policy, diff)
		}
		if dropped := jobtest.Stream[record.Removed](t, out, "dropped"); policy == "keep_longest" {
			want := []record.Removed{{ID: "a", End: 3, KeptID: "b", KeptEnd: 13, Reason: "document"},
				{ID: "c", End: 7, KeptID: "b", KeptEnd: 13, Reason: "document"}}
			if diff := cmp.Diff(want, dropped); diff != "" {
				t.Errorf("%s: dropped (-want +got):\n%s", policy, diff)
			}
		}
	}
}

// Results that do not belong to the collection are refused, and leave nothing.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	line := func(id, text string) string { return fmt.Sprintf(`{"id":%q,"text":%q}`+"\n", id, text) }
	good := line("a", own+" "+shared) + line("b", shared)
	input := write(t, dir+"/in.jsonl", []byte(good))
	search(t, input, dir+"/found")
	args := func(input, found string) []string {
		return []string{"clean", "--input=" + input, "--result=" + found, "--output=" + dir + "/out", "--quiet"}
	}
	other := write(t, dir+"/other.jsonl", []byte(line("a", own+" "+shared)+line("c", shared)))
	refused(t, 1, []string{"found", "other.jsonl", `"b"`, "does not belong"}, args(other, dir+"/found")...)
	more := write(t, dir+"/more.jsonl", []byte(good+line("c", "x")))
	refused(t, 1, []string{"found", "more.jsonl", "does not belong"}, args(more, dir+"/found")...)
	shifted := write(t, dir+"/shifted.jsonl",
		[]byte(line("a", own+" "+shared)+line("b", strings.Replace(shared, "town. Every", "town, every", 1))))
	refused(t, 1, []string{"line 2 (b)", "another text"}, args(shifted, dir+"/found")...)

	passage := jobtest.Stream[record.Passage](t, dir+"/found", "passages")[0]
	for name, spoil := range map[string]func(*record.Passage){
		"from 0 to 5000": func(p *record.Passage) { p.BEnd = 5000 },
		"from 7 to 7":    func(p *record.Passage) { p.BStart, p.BEnd = 7, 7 },
		"from -1 to":     func(p *record.Passage) { p.BStart = -1 },
		"sentences 1 to": func(p *record.Passage) { p.BSentence = 1 },
	} {
		bad := dir + "/bad" + strings.ReplaceAll(name, " ", "")
		write(t, bad+"/summary.json", read(t, dir+"/found/summary.json"))
		write(t, bad+"/_SUCCESS", nil)
		p := passage
		spoil(&p)
		b, _ := json.Marshal(p)
		write(t, bad+"/passages-00000-of-00001.jsonl", append(b, '\n'))
		write(t, bad+"/hot-occurrences-00000-of-00001.jsonl", nil)
		refused(t, 1, []string{name}, args(input, bad)...)
		write(t, bad+"/passages-00000-of-00001.jsonl", []byte("{}\nnot JSON\n"))
		refused(t, 1, []string{"passages-00000", "line 2"}, args(input, bad)...)
		os.Remove(bad + "/_SUCCESS")
		refused(t, 2, []string{"not whole"}, args(input, bad)...)
	}
	write(t, dir+"/new/summary.json", []byte(`{"parameters":{"command":"partition","against":true}}`))
	write(t, dir+"/new/_SUCCESS", nil)
	refused(t, 2, []string{"has the new documents only"}, args(input, dir+"/new")...)
	refused(t, 2, []string{"--policy=x"}, append(args(input, dir+"/found"), "--policy=x")...)
	refused(t, 2, []string{"--html=all", "was made with --html=main", "leave out --html"},
		append(args(input, dir+"/found"), "--html=all")...)
	refused(t, 2, []string{"--field has no effect without --policy=annotate"},
		append(args(input, dir+"/found"), "--field=x")...)
	refused(t, 2, []string{"--min_text", "no effect with --policy=annotate"},
		append(args(input, dir+"/found"), "--policy=annotate", "--min_text=3")...)
	write(t, dir+"/inputs/in.jsonl", []byte(good))
	for output, why := range map[string]string{
		"found": "--result", "found/clean": "--result", ".": "--result", "inputs": "--input", "inputs/clean": "--input",
	} {
		refused(t, 2, []string{output, why, "which is read"}, "clean", "--input="+dir+"/inputs",
			"--result="+dir+"/found", "--output="+dir+"/"+output, "--overwrite", "--quiet")
	}
	refused(t, 2, []string{"summary.json"}, args(input, dir+"/inputs")...)
	warc := write(t, dir+"/x.warc", []byte("WARC/1.0\r\n\r\n"))
	refused(t, 2, []string{"x.warc", "not written again"}, args(warc, dir+"/found")...)
	bzip2 := write(t, dir+"/x.jsonl.bz2", []byte("BZh9\x17rE8P\x90\x00\x00\x00\x00")) // of nothing
	refused(t, 2,
		[]string{"x.jsonl.bz2", "files of bzip2 can be read, but not written again; compress it with gzip or zstd"},
		args(bzip2, dir+"/found")...)
	write(t, dir+"/1/in.jsonl", []byte(good))
	write(t, dir+"/2/in.jsonl", []byte(good))
	refused(t, 2, []string{"in.jsonl", "give one --input above both"},
		append(args(dir+"/1", dir+"/found"), "--input="+dir+"/2")...)
	if left, _ := filepath.Glob(dir + "/*out*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	// A copy of an id: the record that is not kept is reported, and not written.
	twice := write(t, dir+"/twice.jsonl", []byte(good+line("b", shared)))
	search(t, twice, dir+"/found2")
	refused(t, 2, []string{"found holds", "which is read"}, "clean",
		"--input="+dir+"/found/passages-00000-of-00001.jsonl", "--text_field=a", "--result="+dir+"/found2",
		"--output="+dir+"/found", "--overwrite")
	mustRun(t, "clean", "--input="+twice, "--result="+dir+"/found2", "--output="+dir+"/out2", "--quiet")
	if r := jobtest.Stream[record.Rejected](t, dir+"/out2", "rejected"); len(r) != 1 || r[0].Record != 2 ||
		!strings.Contains(r[0].Reason, "duplicate id") {
		t.Errorf("rejected %v", r)
	}
}

// A result whose search cannot be repeated is refused before anything is cleaned.
func TestNoSuchSearch(t *testing.T) {
	dir := t.TempDir()
	input := write(t, dir+"/in.jsonl",
		[]byte(fmt.Sprintf(`{"id":"a","text":%q}`+"\n"+`{"id":"b","text":%q}`+"\n", shared, own+" "+shared)))
	search(t, input, dir+"/found")
	args := []string{"clean", "--input=" + input, "--result=" + dir + "/found", "--output=" + dir + "/out", "--quiet"}
	whole := string(read(t, dir+"/found/summary.json"))
	for old, spoiled := range map[string]string{`"gamma":2`: `"gamma":-2`, `"signature":"shingle"`: `"signature":"x"`,
		`"max_documents":"auto"`: `"max_documents":"all"`} {
		write(t, dir+"/found/summary.json",
			[]byte(strings.Replace(strings.ReplaceAll(whole, ": ", ":"), old, spoiled, 1)))
		refused(t, 2, []string{"--result=", "summary.json"}, args...)
		if _, err := os.Stat(dir + "/out"); !os.IsNotExist(err) {
			t.Errorf("%s: there is a result: %v", spoiled, err)
		}
	}
	write(t, dir+"/found/summary.json", []byte(whole))
	mustRun(t, args...)
}

// The same bytes for any cutting and any number of cores: a file that is written in parts
// is the small files, joined, that have the same documents.
func TestSameBytes(t *testing.T) {
	dir := t.TempDir()
	var lines [][]byte
	for i := range 4000 {
		text := fmt.Sprintf("Document %d begins here. Its number is %d in the list.", i, i*i)
		if i%200 == 0 {
			text += " " + shared
		}
		for j := range 12 {
			text += fmt.Sprintf(" Sentence %d-%d says that %d is not %d.", i, j, i*j, i+j)
		}
		lines = append(lines, []byte(fmt.Sprintf(`{"id":"%05d","text":%q}`+"\n", i, text)))
	}
	all := bytes.Join(lines, nil)
	input := write(t, dir+"/in.jsonl", all)
	mustRun(t, "partial", "--signature=shingle", "--input="+input, "--output="+dir+"/found", "--quiet")
	clean := func(name, input string) map[string]string {
		mustRun(t, "clean", "--input="+input, "--result="+dir+"/found", "--output="+dir+"/"+name, "--quiet",
			"--passes=1")
		files := map[string]string{}
		for _, f := range []string{"documents/in.jsonl", "manifest-00000-of-00001.jsonl", "cuts-00000-of-00001.jsonl",
			"dropped-00000-of-00001.jsonl", "summary.json"} {
			if f != "documents/in.jsonl" || input == dir+"/in.jsonl" {
				files[f] = string(read(t, dir+"/"+name+"/"+f))
			}
		}
		return files
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	want := clean("one", input)
	runtime.GOMAXPROCS(4)
	if got := clean("four", input); !cmp.Equal(want, got) {
		for f := range want {
			if got[f] != want[f] {
				t.Errorf("%s is another one on four cores: %d bytes, %d bytes", f, len(want[f]), len(got[f]))
			}
		}
	}
	const pieces = 5
	for i := range pieces {
		write(t, fmt.Sprintf("%s/cut/%d.jsonl", dir, i),
			bytes.Join(lines[len(lines)*i/pieces:len(lines)*(i+1)/pieces], nil))
	}
	clean("joined", dir+"/cut")
	joined := ""
	for i := range pieces {
		joined += string(read(t, fmt.Sprintf("%s/joined/documents/%d.jsonl", dir, i)))
	}
	if joined != want["documents/in.jsonl"] {
		t.Errorf("%d small files have %d bytes together, the one file %d, or others", pieces, len(joined),
			len(want["documents/in.jsonl"]))
	}
	if n := strings.Count(want["documents/in.jsonl"], "sheep"); n != 1 {
		t.Errorf("what was in 20 documents is in %d", n)
	}
}

// Parquet as other programs write it, without dictionaries and with runs of truth values, goes
// through all passes; broken columns are told before the search, by their names.
func TestForeignParquet(t *testing.T) {
	for _, name := range []string{"pyarrow-all-plain", "pyarrow-all-v2-plain", "pyarrow-delta-v1", "duckdb-v2",
		"fastparquet-zstd"} {
		for _, mode := range []string{"--exact=20", "--passes=2"} {
			dir := t.TempDir()
			data := read(t, "../../io/parquetio/testdata/writers/"+name+".parquet")
			input := write(t, dir+"/x.parquet", data)
			mustRun(t, "clean", "--input="+input, "--output="+dir+"/out", "--quiet", mode)
			out := read(t, dir+"/out/documents/x.parquet")
			before, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
			if err != nil {
				t.Fatal(err)
			}
			after, err := parquet.OpenFile(bytes.NewReader(out), int64(len(out)))
			if err != nil {
				t.Fatal(err)
			}
			if after.NumRows() == 0 || after.NumRows() >= before.NumRows() {
				t.Errorf("%s, %s: %d rows of %d", name, mode, after.NumRows(), before.NumRows())
			}
			if diff := cmp.Diff(before.Schema().String(), after.Schema().String()); diff != "" {
				t.Errorf("%s, %s: the schema (-was +is):\n%s", name, mode, diff)
			}
		}
	}
}
