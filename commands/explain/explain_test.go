package explain

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/commands/partial"
	"example.org/diagonal/io/record"
)

func TestMain(m *testing.M) {
	beamlog.SetupLogging("error", "text")
	beam.Init()
	os.Exit(m.Run())
}

type doc struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// corpus returns every n-th document of a corpus of testdata, at most so many.
func corpus(t *testing.T, name string, n, max int) (docs []doc) {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "testdata", "corpora", name, "corpus.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	all := json.NewDecoder(r)
	for i := 0; len(docs) < max && all.More(); i++ {
		var d doc
		if err := all.Decode(&d); err != nil {
			t.Fatal(err)
		}
		if i%n == 0 {
			docs = append(docs, d)
		}
	}
	return docs
}

// write writes documents to a new file.
func write(t *testing.T, docs []doc) string {
	t.Helper()
	var b bytes.Buffer
	for _, d := range docs {
		line, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(line, '\n'))
	}
	name := filepath.Join(t.TempDir(), "in.jsonl")
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// params returns the parameters of partial that flags make.
func params(t *testing.T, flags ...string) (p partial.Params) {
	t.Helper()
	fs := pflag.NewFlagSet("partial", pflag.ContinueOnError)
	p.Flags(fs)
	if err := fs.Parse(flags); err != nil {
		t.Fatal(err)
	}
	if err := p.Complete(fs); err != nil {
		t.Fatal(err)
	}
	return p
}

// found returns the passages of partial by the ids of their documents.
func found(t *testing.T, p partial.Params) map[[2]string][]record.Passage {
	t.Helper()
	p.Job.Output, p.Job.Quiet = filepath.Join(t.TempDir(), "out"), true
	r, err := partial.Run(t.Context(), p, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	all := map[[2]string][]record.Passage{}
	for _, stream := range []string{"passages", "within"} {
		passages, err := job.First[record.Passage](t.Context(), r.Dir, stream, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range passages {
			key := [2]string{q.A, q.B}
			if len(p.Job.Docs.Source) == 0 {
				slices.Sort(key[:])
			}
			all[key] = append(all[key], q)
		}
	}
	return all
}

// flagSets are settings that judge pairs in different ways.
var flagSets = []struct {
	corpus string
	flags  []string
}{
	{"licences", nil},
	{"licences", []string{"--max_documents=3"}},
	{"licences", []string{"--candidates=chains", "--max_documents=4"}},
	{"licences", []string{"--min_similarity=.9", "--candidates=grams"}},
	{"licences", []string{"--preset=fast"}},
	{"licences", []string{"--matching=diagonal", "--max_documents=3", "--gap=2"}},
	{"licences", []string{"--signature=shingle", "--tau=.6", "--max_documents=3", "--gamma=1"}},
	{"licences", []string{"--signature=spotsigs", "--max_documents=4"}},
	{"statutes", nil},
	{"statutes", []string{"--preset=fast", "--max_documents=2", "--gamma=0"}},
}

// For every pair of a small collection, each document with itself included, the passages of explain
// are the records of partial, and the verdict says whether there are any.
func TestSameAsPartial(t *testing.T) {
	for _, set := range flagSets {
		t.Run(strings.Join(append([]string{set.corpus}, set.flags...), " "), func(t *testing.T) {
			n, max := 1, 7
			if set.corpus == "statutes" {
				n, max = 9, 9
			}
			docs := corpus(t, set.corpus, n, max)
			p := params(t, append(set.flags, "--input="+write(t, docs))...)
			want := found(t, p)
			passages := 0
			for i, a := range docs {
				for _, b := range docs[i:] {
					passages += same(t, p, a.ID, b.ID, want[key(a.ID, b.ID)])
				}
			}
			if passages < 4 {
				t.Errorf("too little to compare: %d passages", passages)
			}
		})
	}
}

func key(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

// same explains a pair, and returns the number of its passages.
func same(t *testing.T, p partial.Params, a, b string, want []record.Passage) int {
	t.Helper()
	p.Job.Quiet = true
	e, err := Run(t.Context(), Params{Partial: p, A: a, B: b}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	var got []record.Passage
	for _, q := range e.Passages {
		got = append(got, q.Passage)
		if q.Ends == "" {
			t.Errorf("%s, %s: nothing says why the passage at %d ends where it does", a, b, q.AStart)
		}
	}
	byPlace := cmpopts.SortSlices(func(x, y record.Passage) bool { return bytes.Compare(x.SortKey(), y.SortKey()) < 0 })
	if diff := cmp.Diff(want, got, byPlace, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s, %s: passages of partial and of explain (-want +got):\n%s", a, b, diff)
	}
	if nothing := strings.HasPrefix(e.Verdict, "nothing found"); nothing != (len(want) == 0) {
		t.Errorf("%s, %s: %d passages, but the verdict is %q", a, b, len(want), e.Verdict)
	}
	if len(want) == 0 && len(e.Advice) == 0 {
		t.Errorf("%s, %s: nothing was tried", a, b)
	}
	return len(got)
}

// With a source, the first id is one of the input and the second one of the source, also if they are
// equal.
func TestSource(t *testing.T) {
	docs := corpus(t, "licences", 1, 8)
	input, source := write(t, docs[:5]), write(t, docs[2:])
	for _, flags := range [][]string{nil, {"--preset=fast"}} {
		p := params(t, append(flags, "--input="+input, "--source="+source)...)
		want := found(t, p)
		passages := 0
		for _, a := range docs[:5] {
			for _, b := range docs[2:] {
				passages += same(t, p, a.ID, b.ID, want[[2]string{a.ID, b.ID}])
			}
		}
		if passages < 3 {
			t.Errorf("too little to compare: %d passages", passages)
		}
	}
}

// With --compare=all, the second id is one of the source, or of the input if the source has no such
// document.
func TestCompareAll(t *testing.T) {
	docs := corpus(t, "licences", 1, 6)
	p := params(t, "--compare=all", "--input="+write(t, docs[:4]), "--source="+write(t, docs[4:]))
	want := found(t, p)
	passages := 0
	for i, a := range docs[:4] {
		for _, b := range docs[i:] {
			key := [2]string{a.ID, b.ID}
			if i := slices.IndexFunc(docs, func(d doc) bool { return d.ID == b.ID }); i < 4 && b.ID < a.ID {
				slices.Sort(key[:])
			}
			passages += same(t, p, a.ID, b.ID, want[key])
		}
	}
	if passages < 6 {
		t.Errorf("too little to compare: %d passages", passages)
	}
}

// text returns sentences of made-up words.
func text(rng *rand.Rand, sentences int) string {
	var b strings.Builder
	for range sentences {
		for i := range 14 {
			word := fmt.Sprintf("w%c%c%d", 'a'+rng.IntN(26), 'a'+rng.IntN(26), rng.IntN(90))
			if i == 0 {
				word = "W" + word[1:]
			}
			b.WriteString(word)
			b.WriteByte(' ')
		}
		b.WriteString("end. ")
	}
	return b.String()
}

// Sentences and the parts of them that are compared are two things.
func TestInLine(t *testing.T) {
	d := Document{ID: "a", File: "in.jsonl", Sentences: 1, Words: 170}
	if got, want := inLine(d), "a  (in.jsonl, line 1)  1 sentence, 170 words"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	d.Hot, d.Units = 2, 5
	if got, want := inLine(d), "a  (in.jsonl, line 1)  1 sentence, 170 words; hot: 2 of its 5 parts (sentences; long ones are cut, short ones joined)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The tables fit a terminal, and are whole where there is none.
func TestTablesFit(t *testing.T) {
	const columns = 60
	long := strings.Repeat("long words ", 12)
	e := &Explanation{
		Signatures: Signatures{Kind: "runs", All: 1, Shared: []Shared{{Text: long, Fate: "used"}}},
		Steps:      []Step{{Text: long}},
	}
	e.Parameters.Matching, e.Candidate = "refine", &Candidate{}
	lines := jobtest.Terminal(t, columns, func(w *os.File) {
		if err := print(w, e); err != nil {
			t.Error(err)
		}
	})
	tables := slices.DeleteFunc(lines, func(l string) bool { return !strings.Contains(l, "long words") })
	if len(tables) < 2 {
		t.Errorf("%d rows", len(tables))
	}
	jobtest.Fits(t, columns, tables)
}

// What stopped a pair is said, and a flag that finds it is found.
func TestVerdicts(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 28))
	notice, short, few := text(rng, 6), "Quokkas juggled seventeen crimson umbrellas beneath frozen waterfalls.",
		text(rng, 2)
	docs := []doc{
		{"a", text(rng, 8) + few + text(rng, 8)},
		{"b", text(rng, 8) + few + text(rng, 8)},
		{"c", text(rng, 8) + notice},
		{"d", text(rng, 8) + short + " " + text(rng, 8)},
		{"e", text(rng, 8) + short + " " + text(rng, 8)},
		{"empty", ""},
	}
	for i := range 24 {
		docs = append(docs, doc{fmt.Sprintf("f%d", i), notice + text(rng, 8)})
	}
	input := "--input=" + write(t, docs)
	for _, tc := range []struct {
		flags         []string
		a, b          string
		verdict, help string
	}{
		{nil, "a", "b", "1 passage found", ""},
		{nil, "a", "c", "no runs of three words in common", ""},
		{nil, "a", "empty", "one of the two has no word", ""},
		{nil, "c", "f3", "all that the two share is hot: in more than 20 documents (--max_documents), the most frequent in 25; with --max_documents=25 there is 1 passage", "--max_documents=25"},
		{nil, "d", "e", "similar sentences have 8 words in common, and 10 are needed",
			"--matching=diagonal --signature=shingle --tau=.5 --gamma=0"},
		{[]string{"--noise=off", "--min_prose=.01"}, "d", "e",
			"similar sentences have 8 words in common, and 10 are needed",
			"--matching=diagonal --signature=shingle --tau=.5 --gamma=0"},
		{[]string{"--preset=fast"}, "a", "b", "", "--gamma=0"},
		{[]string{"--matching=diagonal"}, "a", "b",
			"the longest run of duplicate sentences has 2, and --gamma asks for 3", "--gamma=1"},
		{[]string{"--preset=fast"}, "c", "f3", "12 sentences have no word that counts (--idf)",
			"--signature=shingle --tau=.5 --gamma=0"},
		{[]string{"--signature=shingle"}, "c", "f3", "all that the two share is hot: in more than 20 documents",
			"--max_documents=25"},
	} {
		e, err := Run(t.Context(), Params{Partial: params(t, append(tc.flags, input)...), A: tc.a, B: tc.b}, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(e.Verdict, tc.verdict) {
			t.Errorf("%s %s %v: %q, want %q", tc.a, tc.b, tc.flags, e.Verdict, tc.verdict)
		}
		helps := ""
		for _, a := range e.Advice {
			if a.Passages > 0 && helps == "" {
				helps = a.Flags
			}
		}
		if helps != tc.help {
			t.Errorf("%s %s %v: %q helps, want %q (%+v)", tc.a, tc.b, tc.flags, helps, tc.help, e.Advice)
		}
		var out bytes.Buffer
		if err := print(&out, e); err != nil || !strings.Contains(out.String(), upper(e.Verdict)) {
			t.Errorf("the text does not have the verdict (%v):\n%s", err, &out)
		}
	}
}

// An id that does not exist is a mistake of the user, and the nearest ids are named.
func TestNoDocument(t *testing.T) {
	input := write(t, []doc{{"essay-17", "x"}, {"essay-18", "x"}, {"Moby", "x"}, {"books/moby.txt", "x"}, {"y", "x"}})
	for _, tc := range []struct {
		flags      []string
		a, b, want string
	}{
		{nil, "essay-17", "essay-71",
			"no document in the input has the id essay-71; the nearest ids are essay-17, essay-18, "},
		{nil, "moby.txt", "y",
			"no document in the input has the id moby.txt; the nearest ids are books/moby.txt, Moby, "},
		{[]string{"--source=" + write(t, []doc{{"book", "x"}})}, "y", "bok",
			"no document in the source has the id bok; the nearest ids are book"},
		{[]string{"--source=" + write(t, []doc{{"book", "x"}})}, "book", "book", "no document in the input (with --source, the first id is a document of the input and the second one of the source) has the id book; the nearest ids are "},
		{[]string{"--within=false"}, "y", "y", "--within=false compares no document with itself"},
	} {
		_, err := Run(t.Context(), Params{Partial: params(t, append(tc.flags, "--input="+input)...), A: tc.a, B: tc.b},
			io.Discard)
		if err == nil || !strings.HasPrefix(err.Error(), tc.want) || line.ExitCode(err) != 2 {
			t.Errorf("%s %s: %v (exit code %d), want %s", tc.a, tc.b, err, line.ExitCode(err), tc.want)
		}
	}
}

// Of two documents with one id, that of partial is explained. A page with captures of several dates
// needs the date.
func TestKept(t *testing.T) {
	one, two := record.Document{ID: "a", Text: []byte("one"), File: "f"},
		record.Document{ID: "a", Text: []byte("two"), File: "g"}
	winner := "one"
	if record.Content(two.Text) < record.Content(one.Text) {
		winner = "two"
	}
	for _, all := range [][]record.Document{{one, two}, {two, one}} {
		if d, _ := kept(all, "a", record.Input); d == nil || string(d.Text) != winner {
			t.Errorf("kept is %v, want %s", d, winner)
		}
	}
	captures := []record.Document{{ID: "u", Date: "2", Text: []byte("x")}, {ID: "u", Date: "1", Text: []byte("y")}}
	if _, dates := kept(captures, "u", record.Input); !slices.Equal(dates, []string{"1", "2"}) {
		t.Errorf("dates %q", dates)
	}
	if d, dates := kept(captures, "u 1", record.Input); d == nil || string(d.Text) != "y" || len(dates) > 0 {
		t.Errorf("the capture of a date: %v, %q", d, dates)
	}
	if d, _ := kept(captures, "u", record.Source); d != nil {
		t.Errorf("on the other side: %v", d)
	}
}
