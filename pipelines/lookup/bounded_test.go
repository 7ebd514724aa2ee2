package lookup_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/index"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/lookup"
)

// sentences returns made-up sentences of n words in all.
func sentences(rng *rand.Rand, n int) string {
	var b strings.Builder
	for i := range n {
		word := int(rng.Float64() * rng.Float64() * 2000)
		for _, syllable := range []int{word % 64, word / 64} {
			b.WriteByte("bcdfghklmnprstvz"[syllable%16])
			b.WriteByte("aeiou"[(syllable/16+word)%5])
		}
		b.WriteString([]string{" ", " ", " ", " ", " ", " ", " ", ". "}[i%8])
	}
	return b.String()
}

// indexed makes an index of n documents in two segments, and queries. Most documents have one header, some another one,
// and many a set phrase in their text. Some copy from each other, and so do the queries. Some do not count any more.
func indexed(t *testing.T, rng *rand.Rand, n int) (dir string, texts []string, queries []record.Document) {
	t.Helper()
	folder := t.TempDir()
	dir = filepath.Join(folder, "index")
	header, other, phrase := sentences(rng, 60), sentences(rng, 40), sentences(rng, 7)
	passage := func() string {
		if len(texts) == 0 {
			return ""
		}
		text := texts[rng.IntN(len(texts))]
		from := rng.IntN(max(1, len(text)-300))
		return text[from:min(len(text), from+200+rng.IntN(100))]
	}
	text := func() string {
		var b strings.Builder
		if rng.IntN(10) < 6 {
			b.WriteString(header)
		}
		b.WriteString(sentences(rng, 30+rng.IntN(30)))
		if rng.IntN(10) == 0 {
			b.WriteString(other)
		}
		if rng.IntN(2) == 0 {
			b.WriteString(phrase)
		}
		b.WriteString(sentences(rng, 30+rng.IntN(30)))
		if rng.IntN(4) == 0 {
			b.WriteString(passage())
		}
		return b.String()
	}
	segments := [2]strings.Builder{}
	for i := range n {
		texts = append(texts, text())
		line, err := json.Marshal(map[string]string{"id": fmt.Sprint("d", i), "text": texts[i]})
		if err != nil {
			t.Fatal(err)
		}
		segments[i*3/n/2].Write(append(line, '\n'))
	}
	for i := range 12 {
		query := text() + passage() + sentences(rng, 10)
		switch i {
		case 0:
			query = header
		case 1:
			query = header + sentences(rng, 10) + other
		}
		queries = append(queries, record.Document{ID: fmt.Sprint("q", i), Text: []byte(query)})
	}
	run := func(args ...string) {
		cmd := index.Command()
		cmd.SetArgs(append(args, "--index="+dir, "--quiet"))
		cmd.SetOut(io.Discard)
		if err := cmd.ExecuteContext(t.Context()); err != nil {
			t.Fatalf("%v: %v", args, err)
		}
	}
	for i := range segments {
		file := filepath.Join(folder, fmt.Sprint(i, ".jsonl"))
		if err := os.WriteFile(file, []byte(segments[i].String()), 0o600); err != nil {
			t.Fatal(err)
		}
		run([][]string{{"--input=" + file}, {"--input=" + file, "--add"}}[i]...)
	}
	run("--remove=d5")
	return dir, slices.Delete(texts, 5, 6), queries
}

// near reports whether the number of documents of hot text is about right. The query is one.
func near(hot record.HotPassage, texts []string) bool {
	n := 1.0
	for _, text := range texts {
		if strings.Contains(text, hot.Text[:100]) {
			n++
		}
	}
	return math.Abs(float64(hot.Documents)-n) < .7*n
}

// If long lists are not read whole, the answers are those of reading all: the same passages, and the same hot text,
// with a number of documents that is about right. Where the sample is so small, a text at the limit of what is hot may
// be judged otherwise: in few queries, and only of those with long lists. What is known of a document is all that its
// postings say.
func TestLongLists(t *testing.T) {
	rng := rand.New(rand.NewPCG(38, 6))
	asked, answers, compared, long := 0, 0, 0, int64(0)
	var others []string
	for range 6 {
		n := 300 + rng.IntN(300)
		dir, texts, queries := indexed(t, rng, n)
		x, err := indexio.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		ranks, err := lookup.Ranks(x)
		if err != nil {
			t.Fatal(err)
		}
		params := lookup.Defaults()
		params.MaxDocuments = 8
		var searchers [2]*lookup.Searcher // plain, and the other one
		for i, max := range []int{math.MaxInt, 120} {
			if searchers[i], err = lookup.NewSearcher(x, ranks, params); err != nil {
				t.Fatal(err)
			}
			searchers[i].SetMax(max, 40)
		}
		for _, q := range queries {
			asked++
			want, err := searchers[0].Find(t.Context(), &q)
			if err != nil {
				t.Fatal(err)
			}
			got, err := searchers[1].Find(t.Context(), &q)
			if err != nil {
				t.Fatal(err)
			}
			answers += len(want.Passages)
			long += got.Ledger[lookup.Long]
			same := cmp.Equal(want.Passages, got.Passages) && len(want.Hot) == len(got.Hot)
			for i := range want.Hot {
				same = same && want.Hot[i].Passage.Hash == got.Hot[i].Passage.Hash && near(got.Hot[i].Passage, texts)
			}
			switch {
			case same:
			case got.Ledger[lookup.Long] == 0:
				t.Errorf("%s has no long list, and another answer:\n%s", q.ID, cmp.Diff(want, got))
			default:
				others = append(others, cmp.Diff(want, got))
				continue
			}
			all, some := searchers[0].Places(), searchers[1].Places()
			if len(some) > 200 { // more than are completed
				continue
			}
			for ref, places := range some {
				if all[ref] == nil { // there were so many documents that those with one signature were dropped
					continue
				}
				slices.Sort(places)
				slices.Sort(all[ref])
				if diff := cmp.Diff(all[ref], places); diff != "" {
					t.Errorf("%s: places in %v (-plain +got):\n%s", q.ID, ref, diff)
				}
				compared++
			}
		}
		for _, s := range searchers {
			s.Close()
		}
		x.Close()
	}
	if answers < 50 || compared < 100 || long < 50 {
		t.Errorf("too little was tested: %d passages, %d documents compared, %d long lists", answers, compared, long)
	}
	if len(others) > asked/20 {
		t.Errorf("%d of %d queries have other answers (-plain +got):\n%s", len(others), asked,
			strings.Join(others, "\n"))
	}
}
