package reuse

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
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
	pairs     []record.ReusePair
	sentences []record.ReusedSentence
	rejected  []record.Rejected
	summary   resultfolder.Summary
	files     map[string]string // by name
}

// numbers are the documents and numbers of the pairs of sentences.
func (r result) numbers() (all [][4]any) {
	for _, s := range r.sentences {
		all = append(all, [4]any{s.A, int(s.ASentence), s.B, int(s.BSentence)})
	}
	sortSentences(all)
	return all
}

// run runs the job on documents.
func run(t *testing.T, sh shuffle.Params, documents []testDocument, flags ...string) result {
	t.Helper()
	return runFlags(t, sh, append(flags, "--input="+jobtest.Input(t, documents))...)
}

func runFlags(t *testing.T, sh shuffle.Params, flags ...string) result {
	t.Helper()
	p, err := parse(flags...)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, jobtest.Run(t, p.Job.Docs, sh, p.parameters(), func(s beam.Scope, g job.Graph) { build(s, p, g) }))
}

// parse reads and checks flags.
func parse(flags ...string) (p Params, err error) {
	fs := pflag.NewFlagSet("reuse", pflag.ContinueOnError)
	p.Flags(fs)
	if err := fs.Parse(flags); err != nil {
		return p, err
	}
	return p, p.check(fs)
}

func read(t *testing.T, dir string) result {
	t.Helper()
	r := result{files: jobtest.Files(t, dir)}
	r.pairs = jobtest.Decode[record.ReusePair](t, r.files["pairs-00000-of-00001.jsonl"])
	r.sentences = jobtest.Decode[record.ReusedSentence](t, r.files["sentences-00000-of-00001.jsonl"])
	r.rejected = jobtest.Decode[record.Rejected](t, r.files["rejected-00000-of-00001.jsonl"])
	if err := json.Unmarshal([]byte(r.files["summary.json"]), &r.summary); err != nil {
		t.Fatal(err)
	}
	return r
}

// entries makes documents of few sentences, many of which are taken from other documents and edited.
func entries(seed uint64, n int, chinese bool) []testDocument {
	r := rand.New(rand.NewPCG(seed, 7))
	const han = "天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳云腾致雨露结为霜金生丽水玉出昆冈"
	word := func() string {
		k := r.IntN(1 + r.IntN(60))
		if chinese {
			return string([]rune(han)[k%48])
		}
		return string([]byte{'b' + byte(k%20), 'a' + byte(k/20), 'n'})
	}
	var bank [][]string
	var docs []testDocument
	for d := range n {
		var text strings.Builder
		for range 1 + r.IntN(9) {
			var words []string
			if len(bank) > 0 && r.IntN(2) == 0 {
				words = slices.Clone(bank[r.IntN(len(bank))])
				for range r.IntN(4) {
					words[r.IntN(len(words))] = word()
				}
				if r.IntN(3) == 0 {
					r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
				}
			} else {
				for range 1 + r.IntN(14) {
					words = append(words, word())
				}
			}
			bank = append(bank, words)
			if chinese {
				text.WriteString(strings.Join(words, "") + "。")
			} else {
				s := strings.Join(words, " ")
				text.WriteString(strings.ToUpper(s[:1]) + s[1:] + ". ")
			}
		}
		docs = append(docs, testDocument{fmt.Sprintf("d%02d", d), text.String()})
	}
	return docs
}

// Every method finds what comparing all sentences finds, or, where it is not exact, a part of it with
// the same values.
func TestBruteForce(t *testing.T) {
	for _, tc := range []struct {
		name           string
		chinese        bool
		thetaS, thetaD float64
		weight         string
		hot            int
		directed       bool
	}{
		{"english", false, 0.6, 2, "one", 0, false},
		{"chinese", true, 0.6, 2, "one", 0, false},
		{"low", false, 0.2, 3, "length", 0, false},
		{"high", true, 1, 1, "position", 0, false},
		{"half", false, 0.5, 1.5, "position", 0, false},
		{"bounded", false, 0.6, 1, "one", 5, false},
		{"bounded chinese", true, 0.7, 1, "length", 3, false},
		{"directed", false, 0.6, 1, "one", 0, true},
		{"directed and bounded", true, 0.6, 1, "position", 4, true},
	} {
		docs := entries(uint64(len(tc.name)), 40, tc.chinese)
		source := map[int]bool{}
		if tc.directed {
			for i := range docs {
				if source[i] = i%3 == 0; source[i] && i%2 == 0 {
					docs[i].ID = docs[i+1].ID // an id of the other side
				}
			}
		}
		pairs, sentences := bruteForce(docs, source, tc.thetaS, tc.thetaD, tc.weight, tc.hot)
		if len(pairs) < 3 {
			t.Fatalf("%s: %d pairs", tc.name, len(pairs))
		}
		for _, method := range []string{"exact", "inverted", "divideskip", "lsh", "qsign", "partenum"} {
			flags := []string{"--method=" + method, fmt.Sprint("--theta_s=", tc.thetaS),
				fmt.Sprint("--theta_d=", tc.thetaD), "--weight=" + tc.weight, fmt.Sprint("--max_documents=", tc.hot)}
			var r result
			if tc.directed {
				var in, from []testDocument
				for i, d := range docs {
					if source[i] {
						from = append(from, d)
					} else {
						in = append(in, d)
					}
				}
				r = runFlags(t, shuffle.Params{Shards: 3},
					append(flags, "--input="+jobtest.Input(t, in), "--source="+jobtest.Input(t, from))...)
			} else {
				r = run(t, shuffle.Params{Shards: 3}, docs, flags...)
			}
			if method == "exact" || method == "inverted" || method == "divideskip" {
				if diff := cmp.Diff(pairs, r.pairs); diff != "" {
					t.Errorf("%s, %s: pairs (-want +got):\n%s", tc.name, method, diff)
				}
				if diff := cmp.Diff(sentences, r.numbers()); diff != "" {
					t.Errorf("%s, %s: sentences (-want +got):\n%s", tc.name, method, diff)
				}
				continue
			}
			if tc.hot > 0 {
				continue // a wording of which not all that are alike were found may not be hot
			}
			for _, s := range r.numbers() {
				if !slices.Contains(sentences, s) {
					t.Errorf("%s, %s: %v are not alike", tc.name, method, s)
				}
			}
			if len(r.pairs) == 0 {
				t.Errorf("%s, %s finds nothing", tc.name, method)
			}
		}
	}
}

// beside returns n documents of one sentence, which has common words and ten of 300 others beside them.
func beside(n int) (documents []testDocument) {
	r := rand.New(rand.NewPCG(9, 9))
	for i := range n {
		text := "All rights to this text are reserved by the people who wrote it and nobody else"
		for range 10 {
			text += fmt.Sprintf(" w%d", r.IntN(300))
		}
		documents = append(documents, testDocument{fmt.Sprint(i), text + "."})
	}
	return documents
}

// Where all documents have the same words beside others, their sentences are hot, and few of their pairs are compared:
// no more for twice as many documents than twice as many. Those that are not compared are counted.
func TestCommonWordsBesideOthers(t *testing.T) {
	for _, n := range []int64{1200, 2400} {
		r := run(t, shuffle.Params{Shards: 4}, beside(int(n)))
		counts, ledger := r.summary.Counts, r.summary.Ledger
		if hot := counts["hot_sentences"]; hot != n || len(r.pairs) != 0 {
			t.Errorf("%d documents: %d sentences are hot, and %d pairs, want all and none", n, hot, len(r.pairs))
		}
		if compared := counts["sentence_pairs_compared"]; compared > 20*n {
			t.Errorf("%d documents: %d pairs of sentences are compared, want at most 20 for each", n, compared)
		}
		if left := ledger["sentence_pairs_of_a_hot_sentence"]; left < n*(n-1)/10 {
			t.Errorf("%d documents: %d pairs are counted as those of hot sentences", n, left)
		}
	}
}
