package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/bench/texts"
)

// words returns n words that begin with a name, as "a0 a1 a2".
func words(name string, n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprint(name, i)
	}
	return strings.Join(all, " ")
}

func some(n int) (docs []texts.Document, items []item) {
	for i := range n {
		docs = append(docs, texts.Document{ID: fmt.Sprint("d", i), Text: words(fmt.Sprintf("d%dx", i), hostWords)})
		items = append(items, item{Question: words(fmt.Sprintf("q%dx", i), minWords+i%(maxWords-minWords+1)),
			Answer: "the answer"})
	}
	return docs, items
}

// Each planted item is in its document, whole unless it is edited, and an item that has words of a planted one is not
// among the others.
func TestPlant(t *testing.T) {
	docs, all := some(40)
	for _, it := range all[:20] { // each has a twin, of which at most one may be there
		all = append(all, item{Question: "so " + it.Question})
	}
	items, planted, err := plant(docs, all, 8, 100, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(planted) != 8*len(kinds) {
		t.Fatalf("%d planted", len(planted))
	}
	hosts, runsOf := map[int]bool{}, map[string]int{}
	for _, p := range planted {
		text, it, k := docs[p.document].Text, items[p.item], kinds[p.kind]
		if whole := strings.Contains(text, it.Question); whole == k.edited {
			t.Errorf("%s: %q in %q: %v", k.name, it.Question, text, whole)
		}
		if strings.Contains(text, "the answer") && !k.answer || len(strings.Fields(it.Question)) > lengths[p.length] {
			t.Errorf("%+v: %q", p, text)
		}
		hosts[p.document] = true
		for _, run := range runs(it.Question) {
			runsOf[run]++
		}
	}
	if len(hosts) != len(planted) {
		t.Errorf("%d documents for %d items", len(hosts), len(planted))
	}
	for _, it := range items[len(planted):] {
		for _, run := range runs(it.Question) {
			if runsOf[run] > 0 {
				t.Errorf("%q is not planted, and a planted item has %q", it.Question, run)
			}
		}
	}
}

// A hit is right, or another item beside a planted one, or in a document without one, which counts once.
func TestScore(t *testing.T) {
	docs, all := some(40)
	items, planted, err := plant(docs, all, 5, 100, 1)
	if err != nil {
		t.Fatal(err)
	}
	b := bench{docs: docs, items: items, planted: planted}
	free := 0
	for hosts := b.all(); free < len(docs); free++ {
		host := false
		for _, h := range hosts {
			host = host || h.Document == free
		}
		if !host {
			break
		}
	}
	other := len(planted)
	s := b.score(append(b.all(), b.all()[0], hit{free, 0}, hit{free, other}, hit{planted[0].document, other}))
	if exact, edited := s.totals(); exact != 10 || edited != 10 || s.documents != 1 || s.pairs != 1 {
		t.Errorf("%d, %d, %+v", exact, edited, s)
	}
}

// Of a folder of test sets wrong answers, repeated questions, and short and long ones are left out.
func TestReadItems(t *testing.T) {
	wrong, right := false, true
	folder := t.TempDir()
	if err := program.WriteLines(filepath.Join(folder, "set.jsonl"), []item{
		{Question: words("a", 8), Answer: "no", Correct: &wrong},
		{Question: words("a", 8), Answer: "yes", Correct: &right},
		{Question: words("a", 8), Answer: "yes, too"}, {Question: words("b", 7)}, {Question: words("c", 41)},
		{Question: words("d", 40)},
	}); err != nil {
		t.Fatal(err)
	}
	items, err := readItems(folder)
	if err != nil || len(items) != 2 || items[0].Answer != "yes" || items[1].Question != words("d", 40) {
		t.Errorf("%+v, %v", items, err)
	}
}
