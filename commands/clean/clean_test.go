package clean_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/spf13/cobra"

	"example.org/diagonal/commands/clean"
	"example.org/diagonal/commands/index"
	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/commands/partial"
	"example.org/diagonal/commands/resemblance"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/transforms/analysis/token"
)

func TestMain(m *testing.M) {
	beamlog.SetupLogging("error", "text")
	beam.Init()
	os.Exit(m.Run())
}

const corpora = "../../testdata/corpora/"

// command runs a command, and returns what it printed.
func command(ctx context.Context, args ...string) (string, error) {
	return jobtest.Command(ctx, []*cobra.Command{partial.Command(), resemblance.Command(), index.Command(),
		clean.Command()}, args...)
}

func mustRun(t *testing.T, args ...string) string {
	t.Helper()
	out, err := command(t.Context(), args...)
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return out
}

// refused runs a command that has to fail with the exit code and all of the words.
func refused(t *testing.T, code int, words []string, args ...string) {
	t.Helper()
	_, err := command(t.Context(), args...)
	if err == nil || line.ExitCode(err) != code {
		t.Errorf("%v: exit code %d, %v; want %d", args, line.ExitCode(err), err, code)
		return
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%v: %q does not say %q", args, err, w)
		}
	}
}

func write(t *testing.T, name string, b []byte) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b, 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		if b, err = io.ReadAll(z); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// texts are the documents of a file of JSON Lines.
func texts(t *testing.T, name string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, d := range jobtest.Decode[struct{ ID, Text string }](t, string(read(t, name))) {
		all[d.ID] = d.Text
	}
	return all
}

func summary(t *testing.T, dir string) (s result.Summary) {
	t.Helper()
	if err := json.Unmarshal(read(t, filepath.Join(dir, result.SummaryFile)), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// checkCleaned checks a cleaned collection against what it says of itself: each text is
// that of the input without its cuts; what is named as kept is there; what was taken out
// is not.
func checkCleaned(t *testing.T, input, output map[string]string, dir string) {
	t.Helper()
	cuts := map[string][]record.Cut{}
	for _, c := range jobtest.Stream[record.Cut](t, dir, "cuts") {
		cuts[c.ID] = append(cuts[c.ID], c)
	}
	dropped := map[string]bool{}
	for _, d := range jobtest.Stream[record.Removed](t, dir, "dropped") {
		dropped[d.ID] = true
		if n := utf8.RuneCountInString(input[d.ID]); d.Start != 0 || d.End != int64(n) {
			t.Errorf("%+v: the document has %d characters", d, n)
		}
	}
	for id, text := range input {
		got, ok := output[id]
		if ok == dropped[id] {
			t.Errorf("%s: written %v, dropped %v", id, ok, dropped[id])
		}
		var want []rune
		at := int64(0)
		for _, c := range cuts[id] {
			if c.Start < at || c.End <= c.Start {
				t.Errorf("%s: cuts %v", id, cuts[id])
			}
			want = append(want, []rune(text)[at:c.Start]...)
			at = c.End
		}
		if want = append(want, []rune(text)[at:]...); ok && got != string(want) {
			t.Errorf("%s is %q, without its cuts it is %q", id, got, string(want))
		}
	}
	if len(output) != len(input)-len(dropped) {
		t.Errorf("%d documents, want %d", len(output), len(input)-len(dropped))
	}
	manifest := jobtest.Stream[record.Removed](t, dir, "manifest")
	for _, m := range manifest {
		if m.KeptID != "" {
			if gone, kept := wordsOf(input[m.ID], m.Start, m.End),
				wordsOf(input[m.KeptID], m.KeptStart, m.KeptEnd); gone != kept {
				t.Errorf("%+v: cut was\n%s\nand kept is\n%s", m, gone, kept)
			}
		}
		for _, c := range cuts[m.KeptID] {
			// White space beside a kept sentence may go with the one before or behind it.
			if from, to := max(c.Start, m.KeptStart), min(c.End, m.KeptEnd); from < to &&
				strings.TrimSpace(string([]rune(input[m.KeptID])[from:to])) != "" {
				t.Errorf("%+v: the kept copy is cut from %d to %d", m, c.Start, c.End)
			}
		}
		if m.KeptID != "" && (dropped[m.KeptID] || m.KeptEnd <= m.KeptStart ||
			m.KeptEnd > int64(utf8.RuneCountInString(input[m.KeptID]))) {
			t.Errorf("%+v: nothing is kept there", m)
		}
		stays, at := "", m.Start
		for _, c := range cuts[m.ID] {
			if c.Start < m.End && m.Start < c.End {
				stays += string([]rune(input[m.ID])[at:max(at, c.Start)])
				at = min(c.End, m.End)
			}
		}
		// White space and marks of Markdown may stay.
		marks := func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune("`*_", c) }
		if stays += string([]rune(input[m.ID])[at:m.End]); !dropped[m.ID] && strings.TrimFunc(stays, marks) != "" {
			t.Errorf("%+v: %q is not cut", m, stays)
		}
	}
	s := summary(t, dir)
	if s.Lines["manifest"] != int64(len(manifest)) || s.Lines["dropped"] != int64(len(dropped)) ||
		s.Counts["documents_written"] != int64(len(output)) ||
		s.Counts["documents_dropped"] != int64(len(dropped)) || s.Counts["documents_cut"] != int64(len(cuts)) ||
		s.Counts["documents"] != int64(len(input)) {
		t.Errorf("the summary says %v, %v; there are %d lines, %d dropped, %d cut, %d written", s.Counts, s.Lines,
			len(manifest), len(dropped), len(cuts), len(output))
	}
}

// wordsOf is the words of a range of a text.
func wordsOf(text string, start, end int64) string {
	b := []byte(string([]rune(text)[start:end]))
	var words []string
	for _, t := range token.Append(nil, b) {
		words = append(words, string(token.AppendWord(nil, b, t)))
	}
	return strings.Join(words, " ")
}

// TestNothingIsLost: with the commands of docs/clean.md, every word that is cut or dropped is in a run
// of three words that is left (or with all words of its cut, if they are fewer), no documents are identical, and hardly
// any run of 50 words occurs twice.
func TestNothingIsLost(t *testing.T) {
	for _, corpus := range []string{"licences", "statutes"} {
		dir := t.TempDir()
		input := corpora + corpus + "/corpus.jsonl.gz"
		mustRun(t, "partial", "--input="+input, "--output="+dir+"/found", "--quiet")
		mustRun(t, "clean", "--input="+input, "--result="+dir+"/found", "--output="+dir+"/out", "--quiet")
		before, after := texts(t, input), texts(t, dir+"/out/documents/corpus.jsonl.gz")
		checkCleaned(t, before, after, dir+"/out")

		kept, windows := map[string]bool{}, map[string]int{}
		seen := map[string]string{}
		all, twice := 0, 0
		for id, text := range after {
			if other, ok := seen[text]; ok {
				t.Errorf("%s: %s and %s are identical", corpus, id, other)
			}
			seen[text] = id
			words := strings.Fields(wordsOf(text, 0, int64(utf8.RuneCountInString(text))))
			for i := range words {
				for n := 1; n <= 3 && i+n <= len(words); n++ {
					kept[strings.Join(words[i:i+n], " ")] = true
				}
			}
			for i := range max(0, len(words)-49) {
				windows[strings.Join(words[i:i+50], " ")]++
			}
		}
		for _, n := range windows {
			if all += n; n > 1 {
				twice += n
			}
		}
		if 50*twice > all {
			t.Errorf("%s: %d of %d windows of 50 words occur twice", corpus, twice, all)
		}
		lost := 0
		for _, name := range []string{"cuts", "dropped"} {
			var all []record.Cut // those with only white space between them, which stays, are one
			for _, c := range jobtest.Stream[record.Cut](t, dir+"/out", name) {
				if n := len(all); n > 0 && all[n-1].ID == c.ID &&
					strings.TrimSpace(string([]rune(before[c.ID])[all[n-1].End:c.Start])) == "" {
					all[n-1].End = c.End
					continue
				}
				all = append(all, c)
			}
			for _, gone := range all {
				words := strings.Fields(wordsOf(before[gone.ID], gone.Start, gone.End))
				n := min(3, len(words))
				for i := range words {
					some := false
					for k := max(0, i-n+1); k <= i && k+n <= len(words); k++ {
						some = some || kept[strings.Join(words[k:k+n], " ")]
					}
					if !some {
						lost++
					}
				}
			}
		}
		if lost > 0 {
			t.Errorf("%s: %d words that were cut are in no run of three words that is left", corpus, lost)
		}
	}
}

// Without a result, identical documents are dropped, also those that repeat themselves, and
// the others are searched.
func TestWithoutResult(t *testing.T) {
	dir := t.TempDir()
	const saying = "An old miller told it so to his son."
	twice := strings.Repeat(shared+" "+own+"\n\n", 200)
	for name, text := range map[string]string{"a.txt": twice, "b.txt": twice, "c.txt": chinese + saying,
		"d/e.txt": chinese, "f.txt": "Before it. " + chinese + chinese} {
		write(t, dir+"/in/"+name, []byte(text))
	}
	for _, flags := range [][]string{nil, {"--passes=1"}} {
		out := dir + "/out" + strings.Join(flags, "")
		mustRun(t, append(flags, "clean", "--input="+dir+"/in", "--output="+out, "--quiet")...)
		if b := read(t, out+"/documents/a.txt"); strings.Count(string(b), "sheep") != 1 {
			t.Errorf("%v: a.txt is %.500q", flags, b)
		}
		if b := read(t, out+"/documents/c.txt"); string(b) != chinese+saying {
			t.Errorf("%v: c.txt is %q", flags, b)
		}
		var dropped []string
		for _, d := range jobtest.Stream[record.Removed](t, out, "dropped") {
			dropped = append(dropped, d.ID+" "+d.KeptID+" "+d.Reason)
		}
		if want := []string{"b.txt a.txt document", "d/e.txt  0 characters left"}; !slices.Equal(dropped, want) {
			t.Errorf("%v: dropped %q, want %q", flags, dropped, want)
		}
	}
	input := write(t, dir+"/in.jsonl",
		[]byte(fmt.Sprintf(`{"text":%q}`+"\n"+`{"text":%q}`+"\n"+`{"text":%q}`+"\n", own, own, twice)))
	mustRun(t, "clean", "--input="+input, "--output="+dir+"/lines", "--quiet")
	if b := string(read(t, dir+"/lines/documents/in.jsonl")); strings.Count(b, "sheep") != 1 ||
		strings.Count(b, "\n") != 2 {
		t.Errorf("lines without ids: %.500q", b)
	}
	mustRun(t, "clean", "--input="+input, "--output="+dir+"/marked", "--quiet", "--policy=annotate")
	if b := string(read(t, dir+"/marked/documents/in.jsonl")); strings.Count(b, `"duplicates":[`) != 2 {
		t.Errorf("annotated: %.500q", b)
	}
}

// Runs of words are found wherever they begin, in texts without sentences, in one document and in
// two; the first place stays, and what is shorter than a run stays.
func TestExact(t *testing.T) {
	dir := t.TempDir()
	words := func(name string, n int) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf("%s%d", name, i*i%97))
		}
		return strings.Join(all, " ")
	}
	run, short := words("river", 90), words("mill", 30)
	docs := map[string]string{
		"a": words("old", 23) + " " + run + " " + words("town", 31) + " " + short,
		"b": words("new", 40) + " " + short + " " + words("hill", 20) + " " + run + " " + words("sheep", 17),
		"c": run + " " + words("ridge", 11) + " " + run,
		"d": short,
	}
	var lines string
	for _, id := range []string{"a", "b", "c", "d"} {
		lines += fmt.Sprintf(`{"id":%q,"text":%q}`+"\n", id, docs[id])
	}
	input := write(t, dir+"/in.jsonl", []byte(lines))
	mustRun(t, "clean", "--input="+input, "--output="+dir+"/out", "--quiet", "--exact=50")
	after := texts(t, dir+"/out/documents/in.jsonl")
	checkCleaned(t, docs, after, dir+"/out")
	if after["a"] != docs["a"] || after["d"] != docs["d"] {
		t.Errorf("a is %q, d is %q", after["a"], after["d"])
	}
	if left := strings.Count(after["b"], "river"); left > 2*50/3 || strings.Count(after["b"], "mill") != 30 ||
		strings.Count(after["b"], "new")+strings.Count(after["b"], "hill")+strings.Count(after["b"], "sheep") != 77 {
		t.Errorf("b is %q", after["b"])
	}
	if left := strings.Count(after["c"], "river"); left > 4*50/3 || strings.Count(after["c"], "ridge") != 11 {
		t.Errorf("c is %q", after["c"])
	}
	refused(t, 2, []string{"--exact=3", "20 or more"}, "clean", "--input="+input, "--output="+dir+"/no", "--exact=3")
	refused(t, 2, []string{"--result does not go with --exact"}, "clean", "--input="+input, "--output="+dir+"/no",
		"--exact=50", "--result="+dir+"/out")
	refused(t, 2, []string{"--passes does not go with --exact"}, "clean", "--input="+input, "--output="+dir+"/no",
		"--exact=50", "--passes=2")
}

// TestSecondPass is the promise that what was cleaned is clean: a search of it finds next to
// nothing that is taken out.
func TestSecondPass(t *testing.T) {
	for _, tc := range []struct {
		corpus string
		flags  []string
		clean  []string
	}{
		{"licences", []string{"--preset=fast"}, nil},
		{"licences", []string{"--matching=diagonal"}, []string{"--policy=keep_longest", "--min_text=200"}},
		{"licences", []string{"--signature=shingle"}, nil},
		{"licences", []string{"--matching=diagonal", "--max_documents=7"}, nil},
		{"statutes", []string{"--preset=fast"}, nil},
		{"statutes", []string{"--signature=shingle"}, []string{"--policy=drop_all"}},
	} {
		t.Run(strings.Join(slices.Concat([]string{tc.corpus}, tc.flags, tc.clean), " "), func(t *testing.T) {
			dir := t.TempDir()
			input, found, out, again := corpora+tc.corpus+"/corpus.jsonl.gz", dir+"/found", dir+"/out", dir+"/again"
			mustRun(t, append(tc.flags, "partial", "--input="+input, "--output="+found, "--quiet")...)
			mustRun(t, append(tc.clean, "clean", "--input="+input, "--result="+found, "--output="+out, "--quiet")...)
			mustRun(t, append(tc.flags, "partial", "--input="+out+"/documents", "--output="+again, "--quiet")...)
			mustRun(t, append(tc.clean, "clean", "--input="+out+"/documents", "--result="+again,
				"--output="+dir+"/twice", "--quiet", "--passes=1")...)
			// A place that a pass has named as kept stays, also where the next pass finds it equal to
			// another one of that kind. A new run knows nothing of that.
			if s := summary(t, dir+"/twice"); 1000*s.Counts["characters_removed"] > s.Counts["bytes"] ||
				s.Counts["documents_dropped"] != 0 {
				t.Errorf("a second cleaning takes out %v; the first says %v, %v", s.Counts, summary(t, out).Counts,
					summary(t, out).Ledger)
			}
			if s := summary(t, out); s.Counts["copies_removed"] < 30 {
				t.Errorf("only %v removed", s.Counts)
			}
			checkCleaned(t, texts(t, input), texts(t, out+"/documents/corpus.jsonl.gz"), out)
		})
	}
}

// Cleaning once is checked against what it says of itself, too.
func TestOnePass(t *testing.T) {
	dir := t.TempDir()
	input := corpora + "licences/corpus.jsonl.gz"
	mustRun(t, "partial", "--input="+input, "--output="+dir+"/found", "--quiet")
	mustRun(t, "clean", "--input="+input, "--result="+dir+"/found", "--output="+dir+"/out", "--quiet", "--passes=1")
	checkCleaned(t, texts(t, input), texts(t, dir+"/out/documents/corpus.jsonl.gz"), dir+"/out")
}

// Of passages that are less alike than --min_similarity nothing goes.
func TestMin(t *testing.T) {
	dir := t.TempDir()
	input := corpora + "licences/corpus.jsonl.gz"
	mustRun(t, "partial", "--input="+input, "--output="+dir+"/found", "--quiet")
	removed := map[string]int64{}
	for _, min := range []string{"0", "0.9", "1"} {
		out := dir + "/" + min
		mustRun(t, "clean", "--input="+input, "--result="+dir+"/found", "--output="+out, "--quiet", "--passes=1",
			"--min_similarity="+min)
		removed[min] = summary(t, out).Counts["characters_removed"]
	}
	if removed["1"] == 0 || removed["1"] >= removed["0.9"] || removed["0.9"] >= removed["0"] {
		t.Errorf("characters removed by least similarity: %v", removed)
	}
	alike := map[string][]record.Passage{}
	for _, p := range append(jobtest.Stream[record.Passage](t, dir+"/found", "passages"),
		jobtest.Stream[record.Passage](t, dir+"/found", "within")...) {
		if p.Similarity >= .9 {
			alike[p.A], alike[p.B] = append(alike[p.A], p), append(alike[p.B], p)
		}
	}
	for _, m := range jobtest.Stream[record.Removed](t, dir+"/0.9", "manifest") {
		if !slices.ContainsFunc(alike[m.ID], func(p record.Passage) bool {
			return p.A == m.ID && p.AStart < m.End && m.Start < p.AEnd ||
				p.B == m.ID && p.BStart < m.End && m.Start < p.BEnd
		}) {
			t.Errorf("%+v is in no passage that is alike", m)
		}
	}
	mustRun(t, "partial", "--input="+input, "--output="+dir+"/exact", "--quiet", "--preset=fast")
	refused(t, 2, []string{"--min_similarity has no effect", "--matching=refine"}, "clean", "--input="+input,
		"--result="+dir+"/exact", "--output="+dir+"/x", "--min_similarity=.5")
}

// Passages of refine begin and end inside sentences. What a search still finds is reported, of the statutes what it
// finds before the last pass, because that removes little.
func TestRefine(t *testing.T) {
	for name, tc := range map[string]struct {
		result              bool // clean is given a result of refine
		searched, left, hot string
	}{
		"licences": {false, "out", "passages_left", "hot_passages_left"}, // the last pass removes nothing
		"statutes": {true, "once", "passages_before_last_pass", "hot_passages_before_last_pass"},
	} {
		dir := t.TempDir()
		input := corpora + name + "/corpus.jsonl.gz"
		mustRun(t, "partial", "--input="+input, "--output="+dir+"/found", "--quiet", "--matching=refine")
		clean := []string{"clean", "--input=" + input, "--quiet"}
		if tc.result {
			clean = append(clean, "--result="+dir+"/found")
		}
		mustRun(t, slices.Concat(clean, []string{"--output=" + dir + "/out"})...)
		mustRun(t, slices.Concat(clean, []string{"--output=" + dir + "/once", "--passes=1"})...)
		mustRun(t, "partial", "--input="+dir+"/"+tc.searched+"/documents", "--output="+dir+"/again", "--quiet")
		s, again := summary(t, dir+"/out"), summary(t, dir+"/again")
		if s.Ledger[tc.left] != again.Lines["passages"]+again.Lines["within"] ||
			s.Ledger[tc.hot] != again.Lines["hot"] || s.Counts["copies_removed"] == 0 {
			t.Errorf("%s: the cleaning says %v, %v; a search finds %v", name, s.Counts, s.Ledger, again.Lines)
		}
		checkCleaned(t, texts(t, input), texts(t, dir+"/out/documents/corpus.jsonl.gz"), dir+"/out")
	}
}
