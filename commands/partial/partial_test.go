package partial

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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

// update is not named -update, because Beam has a flag of that name.
var update = flag.Bool("update_golden", false, "write testdata/golden/partial anew")

func TestMain(m *testing.M) { jobtest.Main(m) }

// testdata is the folder of corpora and golden results.
const testdata = "../../testdata"

// testDocument is a document of a corpus, or one that a test makes.
type testDocument struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// readCorpus reads the documents of testdata/corpora/NAME.
func readCorpus(t *testing.T, name string) []testDocument {
	t.Helper()
	lines := filetest.Unpack(t, filepath.Join(testdata, "corpora", name, "corpus.jsonl.gz"))
	return jobtest.Decode[testDocument](t, string(lines))
}

// params reads flags as the command does.
func params(t *testing.T, flags ...string) Params {
	t.Helper()
	var p Params
	fs := jobtest.Parse(t, p.Flags, flags...)
	if err := p.Complete(fs); err != nil {
		t.Fatalf("%v: %v", flags, err)
	}
	return p
}

// result is the files of a result by name, without run.json, whose times differ.
type result map[string]string

// runWith runs the job on the embedded runner with the given shuffle.
func runWith(t *testing.T, sh shuffle.Params, flags ...string) result {
	t.Helper()
	p := params(t, flags...)
	return readResult(t, jobtest.Run(t, p.Job.Docs, sh, p.parameters(), func(s beam.Scope, g job.Graph) {
		build(s, p, g)
	}))
}

func readResult(t *testing.T, dir string) result {
	t.Helper()
	r := result(jobtest.Files(t, dir))
	delete(r, "run.json")
	if r["summary.json"] == "" {
		t.Fatalf("%s has no summary.json", dir)
	}
	return r
}

// stream is the lines of one kind.
func (r result) stream(name string) string {
	var b strings.Builder
	for n := 0; ; n++ {
		found := false
		for file, content := range r {
			if strings.HasPrefix(file, fmt.Sprintf("%s-%05d-of-", name, n)) {
				b.WriteString(content)
				found = true
			}
		}
		if !found {
			return b.String()
		}
	}
}

// passages returns those of two documents and those of one, in order.
func (r result) passages(t *testing.T) []record.Passage {
	all := jobtest.Decode[record.Passage](t, r.stream("passages")+r.stream("within"))
	slices.SortFunc(all, func(x, y record.Passage) int { return bytes.Compare(x.SortKey(), y.SortKey()) })
	return all
}

func (r result) counts(t *testing.T) map[string]int64 { return r.summary(t).Counts }

func (r result) ledger(t *testing.T) map[string]int64 { return r.summary(t).Ledger }

func (r result) summary(t *testing.T) (s resultfolder.Summary) {
	t.Helper()
	if err := json.Unmarshal([]byte(r["summary.json"]), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// run.json counts what its own run shuffled, not that of earlier ones of the process. How workers share
// the documents makes a small difference: each adds up its own places of hot passages.
func TestShuffledOfEachRun(t *testing.T) {
	var counted [2]struct {
		Records int64 `json:"shuffled_records"`
		Bytes   int64 `json:"shuffled_bytes"`
	}
	input := filepath.Join(testdata, "corpora/statutes/corpus.jsonl.gz")
	for i := range counted {
		out := filepath.Join(t.TempDir(), "out")
		cmd := Command()
		cmd.SetArgs([]string{"--input=" + input, "--output=" + out, "--quiet"})
		if err := cmd.ExecuteContext(t.Context()); err != nil {
			t.Fatal(err)
		}
		b := filetest.Read(t, filepath.Join(out, "run.json"))
		if err := json.Unmarshal(b, &counted[i]); err != nil {
			t.Fatal(err)
		}
	}
	near := func(a, b int64) bool { return a > 0 && max(a, b)-min(a, b) < a/100 }
	if !near(counted[0].Records, counted[1].Records) || !near(counted[0].Bytes, counted[1].Bytes) {
		t.Errorf("two runs of the same: %+v", counted)
	}
}

// A run says what its temporary files take, where that is much, and run.json has it.
func TestSpoolExpected(t *testing.T) {
	document := "{\"text\":\"a\"}\n"
	large := filetest.Write(t, filepath.Join(t.TempDir(), "large.jsonl"),
		[]byte(document+strings.Repeat(" ", 22_000_000-len(document))))
	for name, tc := range map[string]struct {
		flags []string
		want  int64
		line  string // empty: none
	}{
		"n-grams": {nil, 110_000_000, "temporary files of the shuffle take about 110MB beside the result, or more " +
			"if many documents share text\n"},
		"chains": {[]string{"--candidates=chains"}, 70_400_000, ""},
		"quiet":  {[]string{"--quiet"}, 110_000_000, ""},
		"fast":   {[]string{"--preset=fast"}, 33_000_000, ""},
	} {
		out := filepath.Join(t.TempDir(), "out")
		var said strings.Builder
		r, err := Run(t.Context(),
			params(t, append(tc.flags, "--input="+large, "--output="+out, "--max_record=1kB")...), &said)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if r.Run.SpoolBytes != tc.want {
			t.Errorf("%s: spool_bytes_expected is %d, want %d", name, r.Run.SpoolBytes, tc.want)
		}
		// a file takes whole pages
		if page := int64(4096); r.Run.SpoolLargest > (r.Run.ShuffledBytes+page-1)/page*page {
			t.Errorf("%s: spool_bytes_largest is %d, more than the %d bytes shuffled", name, r.Run.SpoolLargest,
				r.Run.ShuffledBytes)
		}
		if got := strings.Contains(said.String(), "temporary files"); got != (tc.line != "") ||
			!strings.Contains(said.String(), tc.line) {
			t.Errorf("%s: %q is printed, want %q", name, said.String(), tc.line)
		}
		b, err := os.ReadFile(filepath.Join(out, "run.json"))
		if want := fmt.Sprintf("\"spool_bytes_expected\": %d", tc.want); err != nil ||
			!strings.Contains(string(b), want) {
			t.Errorf("%s: run.json is %s, %v; want %s", name, b, err, want)
		}
	}
}

// What is made of a byte grows with the input, and no faster with chains.
func TestSize(t *testing.T) {
	for _, tc := range []struct {
		candidates string
		bytes      int64
		want       job.Size
	}{
		{"auto", 0, job.Size{Memory: 46, Shuffled: 9, Waiting: 5}},
		{"auto", 10_000_000, job.Size{Memory: 46, Shuffled: 9, Waiting: 5}},
		{"auto", 100_000_000, job.Size{Memory: 31, Shuffled: 5, Waiting: 3.2}},
		{"auto", 700_000_000, job.Size{Memory: 25, Shuffled: 5, Waiting: 3.2}},
		{"chains", 10_000_000, job.Size{Memory: 46, Shuffled: 5, Waiting: 3.2}},
		{"chains", 700_000_000, job.Size{Memory: 25, Shuffled: 5, Waiting: 3.2}},
		{"grams", 700_000_000, job.Size{Memory: 46, Shuffled: 9, Waiting: 5}},
	} {
		p := params(t, "--input=x", "--candidates="+tc.candidates)
		if got := p.size(tc.bytes); got != tc.want {
			t.Errorf("--candidates=%s, %d bytes: %+v for a byte, want %+v", tc.candidates, tc.bytes, got, tc.want)
		}
	}
}
