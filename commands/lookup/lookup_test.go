package lookup_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"example.org/diagonal/commands/index"
	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/commands/lookup"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/store/storetest"
	pipeline "example.org/diagonal/pipelines/lookup"
)

// execute runs a command with arguments, and returns what it prints, and its exit code.
func execute(t *testing.T, cmd *cobra.Command, in string, args ...string) (out string, code int) {
	t.Helper()
	cmd.SetIn(strings.NewReader(in))
	out, err := jobtest.Execute(t.Context(), cmd, args...)
	return out, line.ExitCode(err)
}

// must runs a command that succeeds.
func must(t *testing.T, cmd *cobra.Command, args ...string) string {
	t.Helper()
	out, code := execute(t, cmd, "", args...)
	if code != 0 {
		t.Fatalf("%v: exit code %d:\n%s", args, code, out)
	}
	return out
}

var vocabulary = func() (words []string) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 3000 {
		var w strings.Builder
		for range 2 + rng.IntN(3) {
			w.WriteByte("bcdfghklmnprstvz"[rng.IntN(16)])
			w.WriteByte("aeiou"[rng.IntN(5)])
		}
		words = append(words, w.String())
	}
	return words
}()

// prose returns sentences of n words in all.
func prose(rng *rand.Rand, n int) string {
	var b strings.Builder
	for i := range n {
		w := vocabulary[int(rng.Float64()*rng.Float64()*float64(len(vocabulary)))]
		if i%12 == 0 {
			w = strings.ToUpper(w[:1]) + w[1:]
		}
		b.WriteString(w)
		if i%12 == 11 || i == n-1 {
			b.WriteString(". ")
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// han returns Chinese sentences of n characters.
func han(rng *rand.Rand, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteRune(rune(0x4e00 + int(rng.Float64()*rng.Float64()*2000)))
		if i%15 == 14 {
			b.WriteString("。")
		}
	}
	return b.String()
}

// texts are documents by id, and queries that copy from them.
func texts() (documents, queries map[string]string) {
	rng := rand.New(rand.NewPCG(1, 2))
	documents, queries = map[string]string{}, map[string]string{}
	for i := range 30 {
		documents[fmt.Sprintf("d%02d", i)] = prose(rng, 300)
		documents[fmt.Sprintf("h%02d", i)] = han(rng, 600)
	}
	cut := func(text string, from, to int) string { r := []rune(text); return string(r[from:to]) }
	queries["copy"] = prose(rng, 60) + cut(documents["d03"], 200, 900) + prose(rng, 60)
	queries["two"] = cut(documents["d05"], 0, 500) + prose(rng, 40) + cut(documents["d06"], 700, 1300)
	queries["han"] = han(rng, 100) + cut(documents["h07"], 100, 260) + han(rng, 100)
	queries["none"] = prose(rng, 100)
	queries["short"] = "a"
	queries["empty"] = ""
	return documents, queries
}

// write writes documents as JSON Lines, in the order of their ids.
func write(t *testing.T, path string, documents map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	var ids []string
	for id := range documents {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		text, err := json.Marshal(map[string]string{"id": id, "text": documents[id]})
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(text, '\n'))
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// made makes an index and a file of queries.
func made(t *testing.T, flags ...string) (dir, queries, ix string) {
	t.Helper()
	documents, asked := texts()
	dir = t.TempDir()
	queries, ix = write(t, filepath.Join(dir, "queries.jsonl"), asked), filepath.Join(dir, "ix")
	must(t, index.Command(),
		append([]string{"--input=" + write(t, filepath.Join(dir, "documents.jsonl"), documents), "--index=" + ix,
			"--quiet"}, flags...)...)
	return dir, queries, ix
}

// answers are the answers of a Searcher, as records of the two kinds.
func answers(t *testing.T, ix, queries string, p pipeline.Params) (passages []record.Passage, near []record.NearText) {
	t.Helper()
	x, err := indexio.Open(t.Context(), ix)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	ranks, err := pipeline.Ranks(x)
	if err != nil {
		t.Fatal(err)
	}
	s, err := pipeline.NewSearcher(x, ranks, p)
	if err != nil {
		t.Fatal(err)
	}
	docs := docio.Defaults()
	docs.Input = []string{queries}
	plan, err := docio.NewPlan(t.Context(), docs)
	if err != nil {
		t.Fatal(err)
	}
	err = plan.Each(t.Context(), func(d record.Document) error {
		a, err := s.Find(t.Context(), &d)
		if err == nil {
			passages, near = append(passages, a.Passages...), append(near, a.Texts...)
		}
		return err
	}, func(r record.Rejected) { t.Errorf("rejected: %v", r) })
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(passages, func(a, b record.Passage) int { return bytes.Compare(a.SortKey(), b.SortKey()) })
	slices.SortFunc(near, func(a, b record.NearText) int { return bytes.Compare(a.SortKey(), b.SortKey()) })
	return passages, near
}

// recordsOf are the records of a stream of a result.
func recordsOf[T any](t *testing.T, dir, stream string) []T {
	t.Helper()
	folder, err := result.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	records, err := result.First[T](t.Context(), folder, stream, 1000)
	if err != nil {
		t.Fatal(err)
	}
	return records
}

// The pipeline and the terminal give the same answers, and both find what was copied.
func TestSameAnswers(t *testing.T) {
	for _, signature := range []string{"frequency", "winnowing"} {
		t.Run(signature, func(t *testing.T) {
			dir, queries, ix := made(t, "--signature="+signature)
			out := filepath.Join(dir, "passages")
			must(t, lookup.Command(), "--index="+ix, "--input="+queries, "--output="+out, "--quiet")
			passages, _ := answers(t, ix, queries, pipeline.Defaults())
			if diff := cmp.Diff(passages, recordsOf[record.Passage](t, out, "passages")); diff != "" {
				t.Errorf("passages (-searcher +pipeline):\n%s", diff)
			}
			found := map[string]bool{}
			for _, p := range passages {
				found[p.A+" "+p.B] = true
			}
			if want := map[string]bool{"copy d03": true, "two d05": true, "two d06": true,
				"han h07": true}; !cmp.Equal(found, want) {
				t.Errorf("found %v, want %v", found, want)
			}
			out = filepath.Join(dir, "texts")
			must(t, lookup.Command(), "--index="+ix, "--input="+queries, "--output="+out, "--answer=text",
				"--top=2", "--quiet")
			p := pipeline.Defaults()
			p.Answer, p.Texts.Top = pipeline.Texts, 2
			_, near := answers(t, ix, queries, p)
			if diff := cmp.Diff(near, recordsOf[record.NearText](t, out, "texts")); diff != "" {
				t.Errorf("texts (-searcher +pipeline):\n%s", diff)
			}
			best := map[string]string{}
			for _, n := range near {
				if n.Rank == 1 {
					best[n.Query] = n.ID
				}
			}
			if best["copy"] != "d03" || best["han"] != "h07" || best["two"] != "d06" {
				t.Errorf("the best texts are %v", best)
			}
			shown := must(t, lookup.Command(), "--index="+ix, queries)
			for _, want := range []string{"copy: 1 passage", "two: 2 passages", "han: 1 passage", "none: nothing found",
				"short: too short", "empty: too short"} {
				if !strings.Contains(shown, want) {
					t.Errorf("the terminal shows no %q:\n%s", want, shown)
				}
			}
		})
	}
}

// Passages are those that partial --source finds: their ranges are where the copies are.
func TestPlaces(t *testing.T) {
	documents, asked := texts()
	_, queries, ix := made(t)
	passages, _ := answers(t, ix, queries, pipeline.Defaults())
	for _, p := range passages {
		a, b := []rune(asked[p.A]), []rune(documents[p.B])
		if string(a[p.AStart:p.AEnd]) != string(b[p.BStart:p.BEnd]) || p.Kind != record.Verbatim {
			t.Errorf("%+v:\n%s\n%s", p, string(a[p.AStart:p.AEnd]), string(b[p.BStart:p.BEnd]))
		}
		if asked[p.A][p.AByteStart:p.AByteEnd] != string(a[p.AStart:p.AEnd]) ||
			documents[p.B][p.BByteStart:p.BByteEnd] != string(b[p.BStart:p.BEnd]) {
			t.Errorf("%+v: bytes and code points differ", p)
		}
	}
}

// --with_text adds the texts of both sides, and changes nothing else. Every format has the same passages.
func TestWithText(t *testing.T) {
	documents, asked := texts()
	dir, queries, ix := made(t)
	find := func(name string, flags ...string) string {
		out := filepath.Join(dir, name)
		must(t, lookup.Command(), append(flags, "--index="+ix, "--input="+queries, "--output="+out, "--quiet")...)
		return out
	}
	plain := recordsOf[record.Passage](t, find("plain"), "passages")
	for _, max := range []int{5, 100_000} {
		out := find(fmt.Sprint(max), fmt.Sprintf("--with_text=%d", max))
		passages := recordsOf[record.Passage](t, out, "passages")
		for i := range passages {
			p := &passages[i]
			a, b := []rune(asked[p.A])[p.AStart:p.AEnd], []rune(documents[p.B])[p.BStart:p.BEnd]
			if p.AText != string(a[:min(max, len(a))]) || p.BText != string(b[:min(max, len(b))]) ||
				p.ATextCut != (len(a) > max) || p.BTextCut != (len(b) > max) {
				t.Errorf("%d: %+v\nwant %s\n%s", max, p, string(a), string(b))
			}
			p.AText, p.BText, p.ATextCut, p.BTextCut = "", "", false, false
		}
		if diff := cmp.Diff(plain, passages); diff != "" {
			t.Errorf("%d: passages (-without +with):\n%s", max, diff)
		}
		if b, err := os.ReadFile(filepath.Join(out, result.SummaryFile)); err != nil ||
			!bytes.Contains(b, fmt.Appendf(nil, `"with_text": %d`, max)) {
			t.Errorf("%s, %v", b, err)
		}
	}
	sheets, err := filepath.Glob(filepath.Join(find("sheet", "--output_format=csv", "--with_text"), "passages-*.csv"))
	if err != nil || len(sheets) != 1 {
		t.Fatalf("files %v, %v", sheets, err)
	}
	f, err := os.Open(sheets[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) != 1+len(plain) {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if names := strings.Join(rows[0], ","); !strings.HasPrefix(names, "a,a_start,") ||
		!strings.HasSuffix(names, ",similarity,source,a_text,a_text_cut,b_text,b_text_cut") {
		t.Errorf("columns %s", names)
	}
	for i, p := range plain {
		row := rows[i+1]
		if text := string([]rune(asked[p.A])[p.AStart:p.AEnd]); row[0] != p.A || row[len(row)-4] != text ||
			row[len(row)-5] != "true" {
			t.Errorf("%+v\n%q", p, row)
		}
	}
	for format, pattern := range map[string]string{"parquet": "passages-*.parquet", "pan": "pan/two-d05.xml"} {
		if files, err := filepath.Glob(filepath.Join(find(format, "--output_format="+format), pattern)); err != nil ||
			len(files) != 1 {
			t.Errorf("%s: files %v, %v", format, files, err)
		}
	}
}

// The closing lines show how many records of an archive were skipped.
func TestSkipped(t *testing.T) {
	dir, _, ix := made(t)
	out := must(t, lookup.Command(), "--index="+ix, "--input=../../io/warcio/testdata/wget-plain.warc",
		"--output="+filepath.Join(dir, "found"))
	if !strings.Contains(out, "Queries: ") || !strings.Contains(out, "of archives and mail skipped: ") {
		t.Errorf("the closing lines are\n%s", out)
	}
}

// summary.json names the command that reads files of other kinds, for every job.
func TestPre(t *testing.T) {
	documents, _ := texts()
	dir, _, ix := made(t)
	if err := os.WriteFile(filepath.Join(dir, "query.odd"), []byte(documents["d09"][100:700]), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "found")
	must(t, lookup.Command(), "--index="+ix, "--input="+filepath.Join(dir, "query.odd"), "--pre=cat {}",
		"--pre_glob=*.odd", "--output="+out, "--quiet")
	var summary struct {
		Parameters struct {
			Command string
			Pre     []docio.Pre
		}
	}
	b, err := os.ReadFile(filepath.Join(out, result.SummaryFile))
	if err != nil || json.Unmarshal(b, &summary) != nil {
		t.Fatalf("%s, %v", b, err)
	}
	if p := summary.Parameters; p.Command != "lookup" ||
		!cmp.Equal(p.Pre, []docio.Pre{{Command: "cat {}", Glob: []string{"*.odd"}}}) {
		t.Errorf("the parameters are %+v", p)
	}
}

// The document and the query of the examples of Sun, Qin and Wang, sections 4.1 and 4.3: the answer is the text of the
// query, without the window that a candidate text reaches beyond it.
func TestBestSpan(t *testing.T) {
	dir := t.TempDir()
	input := write(t, dir+"/in.jsonl", map[string]string{"d": "zyxwvabcdedcbavwxyz"})
	for _, signature := range []string{"frequency", "winnowing"} {
		ix := filepath.Join(dir, signature)
		must(t, index.Command(), "--input="+input, "--index="+ix, "--signature="+signature, "--q=3", "--w=4", "--quiet")
		queries, out := write(t, dir+"/q.jsonl", map[string]string{"q": "abcdedcba"}),
			filepath.Join(dir, "out-"+signature)
		must(t, lookup.Command(), "--index="+ix, "--input="+queries, "--output="+out, "--answer=text", "--quiet")
		want := []record.NearText{{Query: "q", Rank: 1, ID: "d", Start: 5, End: 14, ByteStart: 5, ByteEnd: 14,
			Similarity: 1}}
		if diff := cmp.Diff(want, recordsOf[record.NearText](t, out, "texts")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", signature, diff)
		}
	}
}

// Of two texts the one with the rare words of a query is nearer; with --equal_weights the one with more of its words
// is.
func TestEqualWeights(t *testing.T) {
	const often, rare = "it came to pass in those days", "calcaneum levavit"
	documents := map[string]string{"rare": "xx " + rare + " yy"}
	rng := rand.New(rand.NewPCG(5, 9))
	for i := range 40 {
		documents[fmt.Sprint("other", i)] = prose(rng, 20) + " " + often + " " + prose(rng, 20)
	}
	dir := t.TempDir()
	ix, queries := filepath.Join(dir, "ix"),
		write(t, filepath.Join(dir, "q.jsonl"), map[string]string{"q": often + " " + rare})
	must(t, index.Command(), "--input="+write(t, filepath.Join(dir, "in.jsonl"), documents), "--index="+ix,
		"--w=3", "--quiet")
	for flag, want := range map[string]bool{"--equal_weights=false": true, "--equal_weights": false} {
		out := filepath.Join(dir, "out"+flag)
		must(t, lookup.Command(), "--index="+ix, "--input="+queries, "--output="+out, "--answer=text", "--quiet", flag)
		if got := recordsOf[record.NearText](t, out, "texts"); len(got) != 1 || (got[0].ID == "rare") != want {
			t.Errorf("%s: %+v", flag, got)
		}
	}
}

// Nearest texts are those of the documents that are in the index now. A query is edited in one document of the index,
// and word by word in one that is added later: first the one is the answer, then the other, and the first is as similar
// as it was. Compaction changes no answer.
func TestNearestOfAGrownIndex(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 8))
	documents, _ := texts()
	asked, added := map[string]string{}, map[string]string{}
	want := map[string]record.NearText{} // the copy in the added document, by query
	for _, q := range []struct {
		id, text, odd string // odd: letters that no document has
		every         int
		around        func(*rand.Rand, int) string
	}{
		{"en", strings.TrimSpace(prose(rng, 84)), "wxqj", 60, prose},
		{"zh", han(rng, 150), "龘靐齉", 70, han},
	} {
		edited := []rune(q.text)
		for i := q.every; i < len(edited); i += q.every {
			edited[i] = []rune(q.odd)[i/q.every%len([]rune(q.odd))]
		}
		documents["old-"+q.id] = q.around(rng, 90) + string(edited) + " " + q.around(rng, 90)
		before := q.around(rng, 150)
		asked[q.id], added["new-"+q.id] = q.text, before+q.text+" "+q.around(rng, 30)
		end := before + strings.TrimRight(q.text, ".。") // an answer ends with a letter
		want[q.id] = record.NearText{
			Query: q.id, Rank: 1, ID: "new-" + q.id, Start: int64(len([]rune(before))), End: int64(len([]rune(end))),
			ByteStart: int64(len(before)), ByteEnd: int64(len(end)), Similarity: 1,
		}
	}
	for _, signature := range []string{"frequency", "winnowing"} {
		dir := t.TempDir()
		ix, queries := filepath.Join(dir, "ix"), write(t, filepath.Join(dir, "queries.jsonl"), asked)
		nearest := func() (first, second map[string]record.NearText) {
			t.Helper()
			out := filepath.Join(dir, "found")
			must(t, lookup.Command(), "--index="+ix, "--input="+queries, "--output="+out, "--answer=text", "--top=2",
				"--overwrite", "--quiet")
			first, second = map[string]record.NearText{}, map[string]record.NearText{}
			for _, n := range recordsOf[record.NearText](t, out, "texts") {
				if n.Rank == 1 {
					first[n.Query] = n
				} else {
					second[n.Query] = n
				}
			}
			return first, second
		}
		must(t, index.Command(), "--input="+write(t, filepath.Join(dir, "documents.jsonl"), documents), "--index="+ix,
			"--signature="+signature, "--quiet")
		old, _ := nearest()
		for id, n := range old {
			if n.ID != "old-"+id || n.Similarity < .5 || n.Similarity > .99 {
				t.Fatalf("%s: the nearest text of %s is %v, want an edited one", signature, id, n)
			}
		}
		must(t, index.Command(), "--input="+write(t, filepath.Join(dir, "more.jsonl"), added), "--index="+ix,
			"--add", "--quiet")
		for _, change := range []string{"--add", "--compact"} {
			if change == "--compact" {
				must(t, index.Command(), "--index="+ix, "--compact", "--quiet")
			}
			first, second := nearest()
			if diff := cmp.Diff(want, first); diff != "" {
				t.Errorf("%s, after %s: the nearest texts (-want +got):\n%s", signature, change, diff)
			}
			for id, n := range old {
				if n.Rank = 2; !cmp.Equal(n, second[id]) {
					t.Errorf("%s, after %s: the next text of %s is %v, and was %v", signature, change, id,
						second[id], n)
				}
			}
			shown := must(t, lookup.Command(), "--index="+ix, "--answer=text", "--top=1", queries)
			for id := range asked {
				if !strings.Contains(shown, "new-"+id) || strings.Contains(shown, "old-"+id) {
					t.Errorf("%s, after %s: the terminal shows another nearest text of %s:\n%s", signature,
						change, id, shown)
				}
			}
		}
	}
}

func TestStdin(t *testing.T) {
	documents, _ := texts()
	_, _, ix := made(t)
	out, code := execute(t, lookup.Command(), documents["d09"][100:700], "--index="+ix, "--answer=text", "-")
	if code != 0 || !strings.Contains(out, "d09") || !strings.Contains(out, "1.0000") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
}

// A document that has changed since it was indexed is no answer, and is reported.
func TestChanged(t *testing.T) {
	documents, _ := texts()
	dir, queries, ix := made(t)
	documents["d03"] = "X" + documents["d03"][1:]
	write(t, filepath.Join(dir, "documents.jsonl"), documents)
	out, code := execute(t, lookup.Command(), "", "--index="+ix, queries)
	if code != 0 || !strings.Contains(out, "(d03): it has changed since it was indexed") ||
		!strings.Contains(out, "copy: nothing found") || !strings.Contains(out, "han: 1 passage") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
	to := filepath.Join(dir, "found")
	must(t, lookup.Command(), "--index="+ix, "--input="+queries, "--output="+to, "--quiet")
	if unread := recordsOf[record.Rejected](t, to, "unread"); len(unread) != 1 || unread[0].ID != "d03" {
		t.Errorf("unread: %v", unread)
	}
}

// An index in a bucket is built, changed and read there, and gives the same answers.
func TestBucket(t *testing.T) {
	storetest.Start(t, "b")
	dir, queries, ix := made(t)
	const there = "gs://b/ix"
	must(t, index.Command(), "--input="+filepath.Join(dir, "documents.jsonl"), "--index="+there, "--quiet")
	want, _ := answers(t, ix, queries, pipeline.Defaults())
	got, _ := answers(t, there, queries, pipeline.Defaults())
	if diff := cmp.Diff(want, got); diff != "" || len(got) == 0 {
		t.Errorf("passages (-disk +bucket):\n%s", diff)
	}
	must(t, index.Command(), "--index="+there, "--remove=d03", "--quiet")
	must(t, index.Command(), "--index="+there, "--compact", "--quiet")
	to := "gs://b/found"
	must(t, lookup.Command(), "--index="+there, "--input="+queries, "--output="+to, "--quiet")
	got = recordsOf[record.Passage](t, to, "passages")
	want = slices.DeleteFunc(want, func(p record.Passage) bool { return p.B == "d03" })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("after a document was removed (-want +got):\n%s", diff)
	}
	if out, code := execute(t, lookup.Command(), "", "--index=gs://b/none", queries); code != 2 ||
		!strings.Contains(out, "there is no index") {
		t.Errorf("no index there: exit code %d\n%s", code, out)
	}
}

// A query that has more answers than are looked at has a bounded answer, and what was not looked at is reported.
func TestManyAnswers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	notice := prose(rng, 60)
	documents := map[string]string{}
	for i := range 130 {
		documents[fmt.Sprintf("d%03d", i)] = prose(rng, 100) + notice
	}
	for i := range 40 { // enough text that the notice is no chance
		documents[fmt.Sprintf("e%03d", i)] = prose(rng, 12_000)
	}
	dir := t.TempDir()
	ix := filepath.Join(dir, "ix")
	must(t, index.Command(), "--input="+write(t, filepath.Join(dir, "documents.jsonl"), documents),
		"--index="+ix, "--quiet")
	out, code := execute(t, lookup.Command(), notice, "--index="+ix, "--max_documents=0", "-")
	if code != 0 || !strings.Contains(out, "stdin.txt: 30 documents more of the index share text with it as surely") ||
		!strings.Contains(out, "stdin.txt: 100 passages") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
}

// A query without letters is told, and so are two queries of one id: the rest is answered.
func TestOddQueries(t *testing.T) {
	dir, _, ix := made(t)
	documents, asked := texts()
	one := write(t, filepath.Join(dir, "one.jsonl"), map[string]string{"same": asked["copy"], "empty": "",
		"short": "ab"})
	write(t, filepath.Join(dir, "two.jsonl"), map[string]string{"same": documents["d09"][:700]})
	out := filepath.Join(dir, "out")
	said := must(t, lookup.Command(), "--index="+ix, "--input="+one, "--input="+filepath.Join(dir, "two.jsonl"),
		"--output="+out)
	if !strings.Contains(said, "2 queries are too short: a query needs the letters of one q-gram") {
		t.Errorf("the closing lines are\n%s", said)
	}
	found := map[string]bool{}
	for _, p := range recordsOf[record.Passage](t, out, "passages") {
		found[p.A+" "+p.B] = true
	}
	if want := map[string]bool{"same d03": true, "same d09": true}; !cmp.Equal(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
	rejected := recordsOf[record.Rejected](t, out, "rejected")
	if len(rejected) != 1 || rejected[0].ID != "same" || !strings.HasSuffix(rejected[0].File, "two.jsonl") ||
		!strings.Contains(rejected[0].Reason, "has the same id") {
		t.Errorf("rejected: %+v", rejected)
	}
	if said, code := execute(t, lookup.Command(), "", "--index="+ix, "--input="+dir+"/{one,two}.jsonl",
		"--output="+out+"2", "--strict"); code != 1 {
		t.Errorf("with --strict: exit code %d:\n%s", code, said)
	}
}

// A query of 10 MB, in which a text of the index is 15,000 times, is answered.
func TestLargeQuery(t *testing.T) {
	_, _, ix := made(t)
	documents, _ := texts()
	query := strings.Repeat(documents["d11"][:660]+"\n", 10_000_000/660)
	out, code := execute(t, lookup.Command(), query, "--index="+ix, "-")
	if code != 0 || !strings.Contains(out, " d11 ") {
		t.Errorf("exit code %d:\n%.1000s", code, out)
	}
}

// An index that was made with --fold reads its queries in the same way, and offsets are those of both texts as they
// are. So do documents that are added later and an index that was compacted and renewed.
func TestFold(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	old := strings.NewReplacer("u", "v", "s", "ſ", "o", "ó")
	shared := prose(rng, 60)
	documents := map[string]string{"first": prose(rng, 200) + shared + prose(rng, 200)}
	for i := range 10 {
		documents[fmt.Sprintf("other%d", i)] = prose(rng, 300)
	}
	added := prose(rng, 60)
	dir := t.TempDir()
	file := write(t, filepath.Join(dir, "documents.jsonl"), documents)
	more := write(t, filepath.Join(dir, "more.jsonl"), map[string]string{"second": prose(rng, 200) + added})
	before := "Ægó. "
	queries := write(t, filepath.Join(dir, "queries.jsonl"), map[string]string{"q1": before + old.Replace(shared),
		"q2": before + old.Replace(added)})

	plain, folded := filepath.Join(dir, "plain"), filepath.Join(dir, "folded")
	must(t, index.Command(), "--input="+file, "--index="+plain, "--quiet")
	must(t, index.Command(), "--input="+file, "--index="+folded, "--fold=long_s,marks,uv", "--quiet")
	must(t, index.Command(), "--input="+more, "--index="+folded, "--add", "--quiet") // as the index was made
	if got, _ := answers(t, plain, queries, pipeline.Defaults()); len(got) != 0 {
		t.Fatalf("without --fold: %v", got)
	}
	check := func() {
		t.Helper()
		got, _ := answers(t, folded, queries, pipeline.Defaults())
		if len(got) != 2 {
			t.Fatalf("%d passages, want one for each query: %v", len(got), got)
		}
		for i, text := range []string{shared, added} {
			p, start := got[i], int64(len([]rune(before)))
			in := []string{documents["first"], ""}[i]
			from := int64(strings.Index(in, text))
			if in == "" {
				from = p.BStart
			}
			want := int64(len(strings.TrimSpace(text)))
			if p.AStart != start || p.AEnd != start+want || p.BStart != from || p.BEnd != from+want ||
				p.Kind != record.Verbatim {
				t.Errorf("%s: %+v; want %d characters from %d and %d, verbatim", p.A, p, want, start, from)
			}
		}
	}
	check()
	must(t, index.Command(), "--index="+folded, "--compact", "--quiet")
	check()
	must(t, index.Command(), "--index="+folded, "--compact", "--renew", "--quiet")
	check()

	for ix, want := range map[string]string{plain: "without --fold", folded: "with --fold=marks,uv,long_s"} {
		if out, code := execute(t, index.Command(), "", "--input="+more, "--index="+ix, "--replace",
			"--fold=digits"); code != 2 || !strings.Contains(out, want) {
			t.Errorf("another --fold: exit code %d, %q; want 2 and %q", code, out, want)
		}
	}
	if out := must(t, index.Command(), "--index="+folded, "--info"); !strings.Contains(out, "marks, uv, long_s") {
		t.Errorf("--info does not name the letters:\n%s", out)
	}
}

// An index that was made with a table of spellings keeps it: what is added and what is asked is read by it.
func TestSpelling(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 9))
	var table strings.Builder
	old := func(text string) string { // every word has another spelling
		words := strings.Fields(text)
		for i, w := range words {
			word := strings.Trim(w, ".")
			words[i] = strings.Replace(w, word, word+"ye", 1)
			fmt.Fprintf(&table, "%sye,%s\n", strings.ToLower(word), strings.ToLower(word))
		}
		return strings.Join(words, " ")
	}
	shared, added := prose(rng, 60), prose(rng, 60)
	oldShared, oldAdded := old(shared), old(added)
	dir := t.TempDir()
	tables := map[string]string{"table.csv": table.String(), "other.csv": "vertue,virtue\n"}
	for name, text := range tables {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	documents := map[string]string{"first": prose(rng, 200) + shared + prose(rng, 200)}
	for i := range 10 {
		documents[fmt.Sprintf("other%d", i)] = prose(rng, 300)
	}
	file := write(t, filepath.Join(dir, "documents.jsonl"), documents)
	more := write(t, filepath.Join(dir, "more.jsonl"), map[string]string{"second": prose(rng, 200) + added})
	before := "Ægó. "
	queries := write(t, filepath.Join(dir, "queries.jsonl"),
		map[string]string{"q1": before + oldShared, "q2": before + oldAdded})
	plain, spelled := filepath.Join(dir, "plain"), filepath.Join(dir, "spelled")
	must(t, index.Command(), "--input="+file, "--index="+plain, "--quiet")
	must(t, index.Command(), "--input="+file, "--index="+spelled,
		"--spelling="+filepath.Join(dir, "table.csv"), "--quiet")
	must(t, index.Command(), "--input="+more, "--index="+spelled, "--add", "--quiet")
	if got, _ := answers(t, plain, queries, pipeline.Defaults()); len(got) != 0 {
		t.Fatalf("without --spelling: %v", got)
	}
	check := func() {
		t.Helper()
		got, _ := answers(t, spelled, queries, pipeline.Defaults())
		if len(got) != 2 {
			t.Fatalf("%d passages, want one for each query: %v", len(got), got)
		}
		for i, query := range []string{oldShared, oldAdded} {
			p, start := got[i], int64(len([]rune(before)))
			want := int64(len(strings.TrimSpace([]string{shared, added}[i])))
			if p.AStart != start || p.AEnd != start+int64(len(query)) || p.BEnd-p.BStart != want ||
				p.Kind != record.Verbatim {
				t.Errorf("%s: %+v; want %d characters from %d, and %d, verbatim", p.A, p, len(query), start, want)
			}
		}
	}
	check()
	must(t, index.Command(), "--index="+spelled, "--compact", "--renew", "--quiet")
	check()
	for _, ix := range []string{plain, spelled} {
		out, code := execute(t, index.Command(), "", "--input="+more, "--index="+ix, "--replace",
			"--spelling="+filepath.Join(dir, "other.csv"))
		if code != 2 || !strings.Contains(out, "another table of spellings") {
			t.Errorf("another --spelling: exit code %d, %q", code, out)
		}
	}
	if out := must(t, index.Command(), "--index="+spelled, "--info"); !strings.Contains(out,
		"words with a standard form") {
		t.Errorf("--info does not say that words have a standard form:\n%s", out)
	}
}

func TestUsage(t *testing.T) {
	dir, queries, ix := made(t)
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{"x.txt"}, "--index is missing"},
		{[]string{"--index=" + ix}, "there is no query"},
		{[]string{"--index=" + dir, queries}, "there is no index (no file index.json)"},
		{[]string{"--index=" + ix, "--output=o", queries}, "--output has no effect with files"},
		{[]string{"--index=" + ix, "--top=2", queries}, "--top"},
		{[]string{"--index=" + ix, "--answer=text", "--threshold=2", queries}, "--threshold"},
		{[]string{"--index=" + ix, "--answer=both", queries}, "--answer"},
		{[]string{"--index=" + ix, filepath.Join(dir, "nothing")}, "no such file"},
		{[]string{"--index=" + ix, "--input=" + queries}, "--output is missing"},
		{[]string{"--index=" + ix, "--clusters", queries}, "--clusters has no effect with files"},
		{[]string{"--index=" + ix, "--input=" + queries, "--output=o", "--answer=text", "--clusters"},
			"--clusters=true: want false"},
		{[]string{"--index=" + ix, "--with_text", queries}, "--with_text has no effect with files"},
		{[]string{"--index=" + ix, "--input=" + queries, "--output=o", "--answer=text", "--output_format=csv"},
			"--output_format has no effect with --answer=text"},
		{[]string{"--index=" + ix, "--input=" + queries, "--output=o", "--output_format=xls"},
			"--output_format=xls: want jsonl, parquet, arrow, csv or pan"},
		{[]string{"--index=" + ix, "--input=" + queries, "--output=o", "--with_text=-1"}, "--with_text=-1: want 0"},
	} {
		out, code := execute(t, lookup.Command(), "", tc.args...)
		if code != 2 || !strings.Contains(out, tc.want) {
			t.Errorf("%v: exit code %d, want 2 and %q:\n%s", tc.args, code, tc.want, out)
		}
	}
}
