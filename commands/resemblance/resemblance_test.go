package resemblance

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
	resultfolder "example.org/diagonal/io/result"
)

func TestMain(m *testing.M) { jobtest.Main(m) }

// one is a shuffle of one shard.
var one = shuffle.Params{Shards: 1}

// testDocument is a document that a test makes.
type testDocument struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// result is what a job wrote.
type result struct {
	pairs    []record.SimilarPair
	groups   []record.Grouped
	equal    []record.Equal
	rejected []record.Rejected
	summary  resultfolder.Summary
	files    map[string]string // by name
}

// run1 runs the job on documents.
func run1(t *testing.T, sh shuffle.Params, documents []testDocument, flags ...string) result {
	t.Helper()
	return runFlags(t, sh, append(flags, "--input="+jobtest.Input(t, documents))...)
}

// write writes a file into a folder of its own.
func write(t *testing.T, name string, b []byte) string {
	t.Helper()
	return filetest.Write(t, filepath.Join(t.TempDir(), name), b)
}

func runFlags(t *testing.T, sh shuffle.Params, flags ...string) result {
	t.Helper()
	var p Params
	fs := jobtest.Parse(t, p.Flags, flags...)
	if err := p.check(fs); err != nil {
		t.Fatal(err)
	}
	return read(t, jobtest.Run(t, p.Job.Docs, sh, p.parameters(), func(s beam.Scope, g job.Graph) { build(s, p, g) }))
}

func read(t *testing.T, dir string) result {
	t.Helper()
	r := result{files: jobtest.Files(t, dir)}
	r.pairs = jobtest.Decode[record.SimilarPair](t, r.files["pairs-00000-of-00001.jsonl"])
	r.groups = jobtest.Decode[record.Grouped](t, r.files["groups-00000-of-00001.jsonl"])
	r.equal = jobtest.Decode[record.Equal](t, r.files["equal-00000-of-00001.jsonl"])
	r.rejected = jobtest.Decode[record.Rejected](t, r.files["rejected-00000-of-00001.jsonl"])
	if err := json.Unmarshal([]byte(r.files["summary.json"]), &r.summary); err != nil {
		t.Fatal(err)
	}
	return r
}

// An impossible value of a flag is reported before anything runs.
func TestFlags(t *testing.T) {
	for _, tc := range []struct{ flags, want string }{
		{"--method=best", "--method=best: want one of exact, modm, minhash, simhash, spotsigs"},
		{"--threshold=0", "--threshold=0: want a resemblance above 0 and at most 1"},
		{"--threshold=1.1", "--threshold=1.1: want a resemblance above 0 and at most 1"},
		{"--threshold=NaN", "--threshold=NaN: want a resemblance above 0 and at most 1"},
		{"--containment=-1", "--containment=-1: want a containment above 0 and at most 1, or 0 for none"},
		{"--containment=NaN", "--containment=NaN: want a containment above 0 and at most 1, or 0 for none"},
		{"--n=0", "--n=0: want at least 1: a shingle has at least one word"},
		{"--method=modm --modulus=0", "--modulus=0: want 1 to 2^32"},
		{"--method=minhash --permutations=0", "--permutations=0: want 1 to 4096"},
		{"--method=minhash --bands=129",
			"--bands=129: want 1 to the number of permutations, 128, or 0 to choose by the threshold"},
		{"--method=simhash --distance=8", "--distance=8: want 0 to 7 bits"},
		{"--method=spotsigs --spot_distance=0", "--spot_distance=0: want at least 1"},
		{"--method=spotsigs --chain=17", "--chain=17: want 1 to 16"},
		{"--policy=drop_all", "--policy=drop_all: want keep_first or keep_longest"},
		{"--method=simhash --containment=0.5", "--containment has no effect with --method=simhash, only with --method=exact, modm or spotsigs: leave out one of the two"},
		{"--only_groups --groups=star", "--only_groups writes no pairs, and --source, --equal_pairs and --groups=star need them: leave out one of the two"},
		{"--policy=keep_longest --source=x", "--policy chooses the document that represents a group, and there are no groups with --source: leave out one of the two"},
	} {
		var p Params
		fs := jobtest.Parse(t, p.Flags, strings.Fields(tc.flags)...)
		if err := p.check(fs); err == nil || err.Error() != tc.want {
			t.Errorf("%s: %v, want %s", tc.flags, err, tc.want)
		}
	}
}

// A flag that has no effect is an error, which names the flag that it belongs to.
func TestFlagsThatBelong(t *testing.T) {
	for _, tc := range []struct {
		flags []string
		want  string
	}{
		{[]string{"--threshold=0.5", "--n=4", "--containment=0.9", "--policy=keep_longest"}, ""},
		{[]string{"--method=modm", "--modulus=10", "--n=4", "--containment=0.9"}, ""},
		{[]string{"--method=minhash", "--permutations=64", "--bands=8", "--n=4", "--threshold=0.5"}, ""},
		{[]string{"--method=simhash", "--distance=4", "--n=4", "--policy=keep_longest"}, ""},
		{[]string{"--method=spotsigs", "--chain=3", "--spot_distance=2", "--threshold=0.5", "--containment=0.9"}, ""},
		{[]string{"--method=minhash", "--distance=3"},
			"--distance has no effect with --method=minhash, only with --method=simhash: leave out one of the two"},
		{[]string{"--distance=3"},
			"--distance has no effect without --method=simhash: add that, or leave out --distance"},
		{[]string{"--method=simhash", "--threshold=0.9"}, "--threshold has no effect with --method=simhash, only with --method=exact, modm, minhash or spotsigs: leave out one of the two"},
		{[]string{"--method=spotsigs", "--n=4"}, "--n has no effect with --method=spotsigs, only with --method=exact, modm, minhash or simhash: leave out one of the two"},
		{[]string{"--modulus=10"}, "--modulus has no effect without --method=modm: add that, or leave out --modulus"},
		{[]string{"--method=exact", "--bands=8"},
			"--bands has no effect with --method=exact, only with --method=minhash: leave out one of the two"},
		{[]string{"--chain=3"}, "--chain has no effect without --method=spotsigs: add that, or leave out --chain"},
		{[]string{"--source=x", "--policy=keep_longest"}, "--policy chooses the document that represents a group, and there are no groups with --source: leave out one of the two"},
	} {
		var p Params
		fs := jobtest.Parse(t, p.Flags, tc.flags...)
		got := ""
		if err := p.check(fs); err != nil {
			got = err.Error()
		}
		if got != tc.want {
			t.Errorf("%v:\n%q, want\n%q", tc.flags, got, tc.want)
		}
	}
}
