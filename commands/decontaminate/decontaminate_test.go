package decontaminate_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"example.org/diagonal/commands/clean"
	"example.org/diagonal/commands/decontaminate"
	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

func TestMain(m *testing.M) { jobtest.Main(m) }

// command runs a command, and returns what it printed.
func command(ctx context.Context, args ...string) (string, error) {
	return jobtest.Command(ctx, []*cobra.Command{decontaminate.Command(), clean.Command()}, args...)
}

func mustRun(t *testing.T, args ...string) string {
	t.Helper()
	out, err := command(t.Context(), args...)
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return out
}

func write(t *testing.T, name string, lines ...any) string {
	t.Helper()
	return filetest.Write(t, name, jobtest.Lines(lines))
}

type (
	document struct {
		ID   string `json:"id"`
		Text string `json:"text"`
	}
	question struct {
		ID       string `json:"id"`
		Question string `json:"question"`
		Answer   any    `json:"answer"`
	}
)

// text returns n words that occur nowhere else.
func text(r *rand.Rand, n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("w%d", r.IntN(1<<40))
	}
	return strings.Join(words, " ")
}

// TestDecontaminate: items that are whole, changed, short, Chinese, apart and absent, in longer text; and what clean
// then cuts.
func TestDecontaminate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	whole, changed, eight, absent, halves := text(r, 14), text(r, 20), text(r, 8), text(r, 30), text(r, 40)
	const han = "磨坊在大洪水之后关闭了镇上的老人还记得那一年的雨"
	words := strings.Fields(changed)
	words[6] = "other"
	half := strings.Fields(halves)
	write(t, dir+"/tests/math/a.jsonl",
		question{"whole", whole, "forty two"}, question{"changed", changed, 7},
		question{"eight", eight, "no such answer"}, question{"short", text(r, 7), "yes"})
	write(t, dir+"/tests/b.jsonl", question{"han", han, nil}, question{"absent", absent, "x"},
		question{"halves", halves, "y"})
	before, after := text(r, 60), text(r, 60)
	var training []any
	for i, part := range []string{
		strings.ToUpper(whole[:1]) + whole[1:] + "? The answer is Forty-Two.", strings.Join(words, " ") + " 7",
		eight, han,
		strings.Join(half[:20], " "), strings.Join(half[20:], " "), whole,
	} {
		training = append(training, document{fmt.Sprint("d", i), before + ". " + part + " " + after})
	}
	input := write(t, dir+"/training.jsonl", training...)
	args := func(out string, more ...string) []string {
		return append([]string{"decontaminate", "--input=" + input, "--tests=" + dir + "/tests",
			"--test_field=question", "--answer_field=answer", "--output=" + dir + "/" + out}, more...)
	}
	mustRun(t, args("out")...)
	var got []string
	for _, v := range jobtest.Stream[record.TestItem](t, dir+"/out", "items") {
		var in []string
		for _, p := range v.In {
			in = append(in, p.ID)
		}
		got = append(got, fmt.Sprintf("%s/%s %d dirty:%v answer:%v %.2f %v %.2f %.2f %v", v.Benchmark, v.ID, v.Words,
			v.Dirty, v.Answer, v.Passage, v.GPT3, v.PaLM, v.Llama2, in))
	}
	want := []string{
		"b/absent 30 dirty:false answer:false 0.00 false 0.00 0.00 []",
		"b/halves 40 dirty:false answer:false 0.50 true 0.79 1.00 [d4 d5]", // no document has more than a half
		"b/han 24 dirty:true answer:false 1.00 true 1.00 1.00 [d3]",
		"math/a/changed 20 dirty:true answer:true 0.95 true 0.46 0.65 [d1]",
		"math/a/eight 8 dirty:true answer:false 1.00 true 1.00 0.00 [d2]",
		"math/a/short 7 dirty:false answer:false 0.00 false 0.00 0.00 []",
		"math/a/whole 14 dirty:true answer:true 1.00 true 1.00 1.00 [d0 d6]",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
	sets := jobtest.Stream[record.TestSet](t, dir+"/out", "benchmarks")
	wantSets := []record.TestSet{
		{Benchmark: "b", Items: 3, Clean: 2, Dirty: 1, Passage: 1, GPT3: 2, PaLM: 2, Llama2: 2, Llama2NotClean: 2,
			GPT3N: 13},
		{Benchmark: "math/a", Items: 4, Short: 1, Dirty: 3, Passage: 3, GPT3: 3, PaLM: 2, Llama2: 1, Llama2NotClean: 2,
			Answers: 2, GPT3N: 8},
	}
	if diff := cmp.Diff(wantSets, sets); diff != "" {
		t.Errorf("test sets (-want +got):\n%s", diff)
	}

	mustRun(t, "clean", "--input="+input, "--apply="+dir+"/out", "--output="+dir+"/pure")
	b := filetest.Read(t, dir+"/pure/documents/training.jsonl")
	for i, d := range jobtest.Decode[document](t, string(b)) {
		dirty := !slices.Contains([]int{4, 5}, i)
		if !strings.HasPrefix(d.Text, before) || !strings.HasSuffix(d.Text, after) ||
			dirty != (len(strings.Fields(d.Text)) < 130) {
			t.Errorf("%s is %q", d.ID, d.Text)
		}
		for _, item := range []string{whole[1:], eight, han} {
			if strings.Contains(d.Text, item) {
				t.Errorf("%s still contains %q", d.ID, item)
			}
		}
	}

	for method, want := range map[string]int{"passage": 4, "gpt3": 5, "palm": 4, "llama2": 3} {
		mustRun(t, args(method, "--method="+method)...)
		n := 0
		for _, v := range jobtest.Stream[record.TestItem](t, dir+"/"+method, "items") {
			if v.Dirty {
				n++
			}
		}
		if n != want {
			t.Errorf("%s: %d items are dirty, want %d", method, n, want)
		}
	}
}

// TestSameBytes: the result is the same for any order and number of files.
func TestSameBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	dir := t.TempDir()
	var items, training []any
	for i := range 40 {
		q := text(r, 8+r.IntN(20))
		items = append(items, document{fmt.Sprint("q", i), q})
		for d := range r.IntN(15) {
			training = append(training, document{fmt.Sprintf("%d-%d", i, d), text(r, 30) + " " + q + " " + text(r, 5)})
		}
	}
	write(t, dir+"/tests/t.jsonl", items...)
	write(t, dir+"/one/a.jsonl", training...)
	slices.Reverse(training)
	for i, d := range training {
		write(t, fmt.Sprintf("%s/many/%d.jsonl", dir, i), d)
	}
	for _, input := range []string{"one", "many"} {
		mustRun(t, "decontaminate", "--input="+dir+"/"+input, "--tests="+dir+"/tests", "--output="+dir+"/out-"+input)
	}
	for _, name := range []string{"items", "benchmarks", "spans"} {
		if diff := cmp.Diff(jobtest.Stream[map[string]any](t, dir+"/out-one", name),
			jobtest.Stream[map[string]any](t, dir+"/out-many", name)); diff != "" {
			t.Errorf("%s (-one file +many):\n%s", name, diff)
		}
	}
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	in := write(t, dir+"/in.jsonl", document{"a", "one two three"})
	empty := write(t, dir+"/none.jsonl")
	for _, tc := range []struct {
		say  string
		args []string
	}{
		{"--tests is missing", nil},
		{"--method=x", []string{"--tests=" + in, "--method=x"}},
		{"--threshold=0", []string{"--tests=" + in, "--threshold=0"}},
		{"--source", []string{"--tests=" + in, "--source=" + in}},
		{"no such file", []string{"--tests=" + dir + "/nothing"}},
	} {
		_, err := command(t.Context(), append([]string{"decontaminate", "--input=" + in, "--output=" + dir + "/out"},
			tc.args...)...)
		if err == nil || line.ExitCode(err) != 2 || !strings.Contains(err.Error(), tc.say) {
			t.Errorf("%v: %v, want exit code 2 and %q", tc.args, err, tc.say)
		}
	}
	mustRun(t, "decontaminate", "--input="+in, "--tests="+empty, "--output="+dir+"/out") // no items
	if n := len(jobtest.Stream[record.TestItem](t, dir+"/out", "items")); n != 0 {
		t.Errorf("%d items", n)
	}
}
