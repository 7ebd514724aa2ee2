package reuse

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
)

// The result has the same bytes for any order and number of files, any number of shards, and with the least
// memory.
func TestSameBytes(t *testing.T) {
	docs := append(entries(3, 60, false), entries(4, 60, true)...)
	for i := range docs {
		docs[i].ID = fmt.Sprint("d", i)
	}
	docs = append(docs, testDocument{"d0", "Another text under an id that is taken."}, docs[5])
	reversed := slices.Clone(docs)
	slices.Reverse(reversed)
	for _, method := range []string{"exact", "lsh", "qsign", "divideskip"} {
		flags := []string{"--method=" + method, "--theta_d=1", "--max_documents=6"}
		want := run(t, one, docs, flags...).normal()
		if !strings.Contains(want["summary.json"], `"pairs"`) || len(want["pairs-00000-of-00001.jsonl"]) == 0 ||
			strings.Count(want["rejected-00000-of-00001.jsonl"], "\n") != 2 {
			t.Fatalf("%s: %v", method, want)
		}
		for name, got := range map[string]map[string]string{
			"reversed": run(t, shuffle.Params{Shards: 7, Workers: 2}, reversed, flags...).normal(),
			"two files": runFlags(t, shuffle.Params{Shards: 3},
				append(flags, "--input="+jobtest.Input(t, docs[:50]),
					"--input="+jobtest.Input(t, docs[50:]))...).normal(),
			"little memory": run(t, shuffle.Params{Shards: 2, Memory: 1 << 12}, docs, flags...).normal(),
		} {
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", method, name, diff)
			}
		}
	}
}

// normal returns the files of a result without the names of the input files.
func (r result) normal() map[string]string {
	files := map[string]string{}
	for name, text := range r.files {
		if strings.HasPrefix(name, "rejected") {
			var lines []string
			for _, rejected := range r.rejected {
				lines = append(lines, rejected.ID+"\n")
			}
			slices.Sort(lines)
			text = strings.Join(lines, "")
		}
		files[name] = text
	}
	return files
}

// Ranges are those of the sentences in the text, in code points and in bytes.
func TestPlaces(t *testing.T) {
	docs := []testDocument{
		{"a", "Ein Anfang. The ferry left the harbour at six. 天地玄黄，宇宙洪荒。"},
		{"b", "天地玄黄，宇宙洪荒！At six the ferry left the old harbour. Ende."},
	}
	r := run(t, one, docs, "--theta_d=1")
	if len(r.pairs) != 1 || r.pairs[0].Score != record4(7./8+1) || r.pairs[0].AShare != 0.6667 ||
		r.pairs[0].BShare != 0.6667 {
		t.Fatalf("pairs are %+v", r.pairs)
	}
	var got [][4]string
	for _, s := range r.sentences {
		a, b := docs[0].Text, docs[1].Text
		got = append(got, [4]string{
			string([]rune(a)[s.AStart:s.AEnd]), a[s.AByteStart:s.AByteEnd], string([]rune(b)[s.BStart:s.BEnd]),
			b[s.BByteStart:s.BByteEnd],
		})
	}
	for i := range got {
		for j := range got[i] {
			got[i][j] = strings.TrimSpace(got[i][j])
		}
	}
	want := [][4]string{
		{"The ferry left the harbour at six.", "The ferry left the harbour at six.",
			"At six the ferry left the old harbour.", "At six the ferry left the old harbour."},
		{"天地玄黄，宇宙洪荒。", "天地玄黄，宇宙洪荒。", "天地玄黄，宇宙洪荒！", "天地玄黄，宇宙洪荒！"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func record4(x float64) float64 { return float64(int64(x*1e4+0.5)) / 1e4 }

// Hot text makes no pairs and is counted, and the work on it does not grow with its square: a sentence that
// stands in every document, one of two words, and two of three words, one of which is different everywhere.
func TestHot(t *testing.T) {
	const n = 3000
	var docs []testDocument
	for i := range n {
		name := strings.NewReplacer("0", "an", "1", "bo", "2", "ce", "3", "di", "4", "el", "5", "fa", "6", "gu", "7",
			"ho", "8", "ir", "9", "jo").Replace(fmt.Sprint(i))
		docs = append(docs, testDocument{fmt.Sprint(i),
			fmt.Sprintf("All rights are reserved by the owner of this page. Read more. Posted by M%s. One %s two.",
				name, name)})
	}
	r := run(t, shuffle.Params{Shards: 4}, docs, "--theta_d=0.5")
	s := r.summary
	if len(r.pairs) != 0 || s.Counts["hot_sentences"] != 2+2*n || s.Counts["hot_sentence_occurrences"] != 4*n {
		t.Errorf("%d pairs, counts %v", len(r.pairs), s.Counts)
	}
	if met := s.Counts["sentence_pairs_met"]; met > 400*n {
		t.Errorf("%d pairs of sentences were looked at, for %d documents", met, n)
	}
}

// Two documents of equal sentences take linear time: four of them count.
func TestRepeats(t *testing.T) {
	text := strings.Repeat("Again and again. ", 10_000)
	r := run(t, one, []testDocument{{"a", text}, {"b", text}})
	if len(r.pairs) != 1 || r.pairs[0].Score != 16 || r.summary.Ledger["sentences_repeated_in_a_document"] != 2*9_996 {
		t.Errorf("%+v, ledger %v", r.pairs, r.summary.Ledger)
	}
}

// What lsh finds of a fixed collection stays where it was measured: .48 of the pairs of sentences. They are short,
// and most of them were edited.
func TestRecall(t *testing.T) {
	docs := entries(11, 400, false)
	truth := run(t, shuffle.Params{Shards: 4}, docs, "--max_documents=0", "--theta_d=2").numbers()
	found := run(t, shuffle.Params{Shards: 4}, docs, "--max_documents=0", "--theta_d=2", "--method=lsh").numbers()
	in := map[[4]any]bool{}
	for _, s := range truth {
		in[s] = true
	}
	n := 0
	for _, s := range found {
		if in[s] {
			n++
		} else {
			t.Fatalf("%v is not in the truth", s)
		}
	}
	if recall := float64(n) / float64(len(truth)); recall < 0.45 || recall > 0.55 {
		t.Errorf("lsh finds %.3f of %d pairs of sentences", recall, len(truth))
	}
}

// Empty texts, texts without a word, bytes that are no UTF-8, and a very long sentence.
func TestOddTexts(t *testing.T) {
	long := strings.Repeat("word and other ", 20_000)
	r := run(t, shuffle.Params{Shards: 2}, []testDocument{
		{"empty", ""}, {"marks", "... !!! ---"}, {"a", long}, {"b", long + "more"},
		{"c", "Caf\xe9 au lait. One two three."}, {"d", "One two three!"},
	}, "--theta_d=0.9")
	var got []string
	for _, p := range r.pairs {
		got = append(got, p.A+p.B)
	}
	if diff := cmp.Diff([]string{"ab", "cd"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r := run(t, one, nil); len(r.pairs) != 0 || r.summary.Counts["documents"] != 0 {
		t.Errorf("no documents: %+v", r.pairs)
	}
}

func TestCheck(t *testing.T) {
	for _, tc := range []struct{ flags, want string }{
		{"", ""},
		{"--method=lsh --bits=64 --diff_bits=5 --tables=8 --buckets=1000", ""},
		{"--method=qsign --bits=16 --diff_bits=3", ""},
		{"--method=best", "--method=best: want one of exact, lsh, inverted, divideskip, qsign, partenum"},
		{"--theta_s=0", "--theta_s=0: want above 0 and at most 1"},
		{"--theta_s=1.01", "--theta_s=1.01: want above 0 and at most 1"},
		{"--theta_s=NaN", "--theta_s=NaN: want above 0 and at most 1"},
		{"--theta_d=0", "--theta_d=0: want above 0"},
		{"--theta_d=-1", "--theta_d=-1: want above 0"},
		{"--theta_d=Inf", "--theta_d=+Inf: want above 0 and at most"},
		{"--weight=size", "--weight=size: want one of one, length, position"},
		{"--max_documents=-1", ""}, // pflag says it
		{"--method=lsh --bits=20", "--bits=20: want 16, 24, 32, 48 or 64"},
		{"--method=lsh --bits=16 --diff_bits=17", "--diff_bits=17: want 0 to 15: a signature has 16 bits"},
		{"--method=lsh --bits=16 --diff_bits=15 --tables=1", "--tables=1: want more tables or fewer bits that differ"},
		{"--method=lsh --bits=16 --diff_bits=0 --tables=9",
			"--tables=9: want at most 1: there are no more samples of 16 of 16 bits"},
		{"--method=lsh --tables=1000", "--tables=1000: want 1 to 256"},
		{"--method=lsh --buckets=1", "--buckets=1: want at least 2"},
		{"--bits=32", "--bits has no effect"},
		{"--method=qsign --tables=3", "--tables has no effect"},
	} {
		_, err := parse(strings.Fields(tc.flags)...)
		if tc.flags == "--max_documents=-1" {
			if err == nil {
				t.Errorf("%s is accepted", tc.flags)
			}
			continue
		}
		if (err == nil) != (tc.want == "") || err != nil && (!strings.HasPrefix(err.Error(), tc.want) ||
			strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s: %v, want %s", tc.flags, err, tc.want)
		}
	}
}

// The parameters of a result are those that decided it.
func TestParameters(t *testing.T) {
	for flags, want := range map[string]string{
		"": `{"command":"reuse","method":"exact","theta_s":0.6,"theta_d":5,"weight":"one","max_documents":"auto","source":false}`,
		"--method=lsh --bits=24 --diff_bits=0 --tables=1 --max_documents=7": `{"command":"reuse","method":"lsh","theta_s":0.6,"theta_d":5,"weight":"one","bits":24,"diff_bits":0,"tables":1,"buckets":1048576,"max_documents":7,"source":false}`,
		"--method=partenum --weight=length --source=x":                      `{"command":"reuse","method":"partenum","theta_s":0.6,"theta_d":5,"weight":"length","bits":32,"diff_bits":2,"max_documents":"auto","source":true}`,
	} {
		p, err := parse(strings.Fields(flags)...)
		if err != nil {
			t.Error(err)
			continue
		}
		if got, err := json.Marshal(p.parameters()); err != nil || string(got) != want {
			t.Errorf("%s: %s, want %s", flags, got, want)
		}
	}
}

// The closing lines name the pairs with the highest scores.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	p, err := parse("--input="+
		jobtest.Input(t, []testDocument{{"a", "One two three four. Five six."},
			{"b", "Five six. Four three two one."}}), "--theta_d=1", "--output="+filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), p, os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := report(t.Context(), &b, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Pairs of documents, by score", " a  b   2.00          2  100.0 %  100.0 %",
		"4 sentences in 2 documents, ", "\n1 pair, 2 pairs of sentences, 0 rejected records\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, &b)
		}
	}
}
