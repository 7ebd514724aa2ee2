package partial

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/catalogue"
)

// goldens are the results that are kept in testdata/golden/partial/NAME.jsonl: the
// lines of passages, then those of hot passages; and in NAME-documents.jsonl. After a change that is meant,
//
//	go test ./commands/partial -run Golden -update_golden
//
// writes them anew, and the difference is there to read.
var goldens = []struct {
	name, corpus string
	flags        []string
}{
	{"licences", "licences", nil},
	{"licences-diagonal", "licences", []string{"--matching=diagonal"}},
	{"licences-fast", "licences", []string{"--preset=fast"}},
	{"licences-shingle", "licences", []string{"--signature=shingle", "--tau=0.7"}},
	{"licences-spotsigs", "licences", []string{"--signature=spotsigs"}},
	{"licences-hot", "licences", []string{"--max_documents=7", "--gamma=5"}},
	{"statutes", "statutes", nil},
	{"statutes-diagonal", "statutes", []string{"--matching=diagonal"}},
	{"statutes-fast", "statutes", []string{"--preset=fast"}},
	{"statutes-shingle", "statutes", []string{"--signature=shingle", "--tau=0.7"}},
	{"statutes-spotsigs", "statutes", []string{"--signature=spotsigs", "--antecedents=60"}},
}

func goldenFile(name string) string {
	return filepath.Join(testdata, "golden", "partial", name+".jsonl")
}

func TestGolden(t *testing.T) {
	for _, g := range goldens {
		t.Run(g.name, func(t *testing.T) {
			input := filepath.Join(testdata, "corpora", g.corpus, "corpus.jsonl.gz")
			r := runWith(t, shuffle.Params{Shards: 4}, append(g.flags, "--input="+input)...)
			golden(t, goldenFile(g.name), r.stream("passages")+r.stream("within")+r.stream("hot"))
			golden(t, goldenFile(g.name+"-documents"), r.stream("documents"))
		})
	}
}

// golden compares a result with a file, or writes it there.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		filetest.Write(t, file, []byte(got))
	}
	want := filetest.Read(t, file)
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// analysed is a document as the golden results see it.
type analysed struct {
	text      []byte
	sentences []catalogue.Sentence
}

// readAnalysed is a corpus by id.
func readAnalysed(t *testing.T, corpus string) map[string]analysed {
	var an analysis.Analyser
	docs := map[string]analysed{}
	for _, d := range readCorpus(t, corpus) {
		_, entry := an.Analyse(&record.Document{ID: d.ID, Text: []byte(d.Text)})
		docs[d.ID] = analysed{[]byte(d.Text), slices.Clone(entry.Sentences)}
	}
	return docs
}

func words(text []byte) []uint32 {
	var all []uint32
	for _, t := range token.Append(nil, text) {
		all = append(all, t.Hash)
	}
	return all
}

// TestGoldenRanges checks each passage of the golden results against the texts: what
// the ranges say in code points, in bytes and in sentences is the same place, and the
// words there are equal exactly where the kind says so.
func TestGoldenRanges(t *testing.T) {
	for _, g := range goldens {
		t.Run(g.name, func(t *testing.T) {
			docs := readAnalysed(t, g.corpus)
			b := filetest.Read(t, goldenFile(g.name))
			end := bytes.Index(b, []byte(`{"text":`)) // of the passages
			if end < 0 {
				end = len(b)
			}
			passages := jobtest.Decode[record.Passage](t, string(b[:end]))
			if len(passages) < 50 {
				t.Errorf("only %d passages", len(passages))
			}
			for _, p := range passages {
				refine := params(t, g.flags...).Find.Matching == partial.Refine
				a := checkSide(t, docs[p.A], refine, p.A, p.AStart, p.AEnd, p.AByteStart, p.AByteEnd, p.ASentence,
					p.ASentences)
				b := checkSide(t, docs[p.B], refine, p.B, p.BStart, p.BEnd, p.BByteStart, p.BByteEnd, p.BSentence,
					p.BSentences)
				if equal := slices.Equal(words(a), words(b)); equal != (p.Kind == record.Verbatim) {
					t.Errorf("%+v: kind is %s, words are equal: %v", p, p.Kind, equal)
				}
				if p.A > p.B || p.A == p.B && p.AStart >= p.BStart {
					t.Errorf("%+v: a is not the smaller or earlier one", p)
				}
				if !refine && p.Matched > min(p.ASentences, p.BSentences) || p.Matched == 0 ||
					!(p.Similarity > 0 && p.Similarity <= 1) {
					t.Errorf("%+v: matched or similarity is impossible", p)
				}
			}
			for _, h := range jobtest.Decode[record.HotPassage](t, string(b[end:])) {
				for i, s := range h.Samples {
					text := string([]rune(string(docs[s.ID].text))[s.Start:s.End])
					if begin, cut := strings.CutSuffix(h.Text, record.CutMark); i == 0 &&
						(!strings.HasPrefix(text, begin) || cut != (len(begin) < len(text))) {
						t.Errorf("hot passage %s: text %q, sample %q", h.Hash, h.Text, text)
					}
					if n := len(words([]byte(text))); n != int(h.Words) {
						t.Errorf("hot passage %s: sample %s has %d words, want %d", h.Hash, s.ID, n, h.Words)
					}
				}
			}
		})
	}
}

// checkSide returns the text at the bytes of one side of a passage. Its sentences are
// those that the range touches; diagonals begin and end with sentences.
func checkSide(
	t *testing.T, d analysed, refine bool, id string, start, end, byteStart, byteEnd int64, sentence, sentences uint32,
) []byte {
	t.Helper()
	if byteStart >= byteEnd || byteEnd > int64(len(d.text)) {
		t.Fatalf("%s: bytes %d to %d of %d", id, byteStart, byteEnd, len(d.text))
	}
	if n := int64(utf8.RuneCount(d.text[:byteStart])); n != start {
		t.Errorf("%s: byte %d is code point %d, not %d", id, byteStart, n, start)
	}
	if n := int64(utf8.RuneCount(d.text[:byteEnd])); n != end {
		t.Errorf("%s: byte %d is code point %d, not %d", id, byteEnd, n, end)
	}
	first, last := d.sentences[sentence], d.sentences[sentence+sentences-1]
	if refine && first.ByteStart <= byteStart && byteStart < first.ByteEnd && last.ByteStart < byteEnd &&
		byteEnd <= last.ByteEnd {
		return d.text[byteStart:byteEnd]
	}
	if first.ByteStart != byteStart || last.ByteEnd != byteEnd {
		t.Errorf("%s: sentences %d to %d are bytes %d to %d, not %d to %d", id, sentence, sentence+sentences,
			first.ByteStart, last.ByteEnd, byteStart, byteEnd)
	}
	return d.text[byteStart:byteEnd]
}

// TestCorporaAreSelected holds the corpora to what their README says.
func TestCorporaAreSelected(t *testing.T) {
	for name, want := range map[string]int{"licences": 108, "statutes": 97} {
		ids := map[string]bool{}
		texts := map[string]string{}
		for _, d := range readCorpus(t, name) {
			ids[d.ID] = true
			if other, ok := texts[d.Text]; ok && name == "licences" {
				t.Errorf("%s and %s have the same text", other, d.ID)
			}
			texts[d.Text] = d.ID
			if !utf8.ValidString(d.Text) || d.Text == "" {
				t.Errorf("%s/%s is empty or not UTF-8", name, d.ID)
			}
		}
		if len(ids) != want {
			t.Errorf("%s has %d documents, want %d", name, len(ids), want)
		}
	}
}
