package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/bench/texts"
)

// item is a question of a test set, in the format of decon.
type item struct {
	ID          string `json:"id"`
	Set         string `json:"eval_key"`
	Number      int    `json:"eval_instance_index"` // of the item, from 0
	Split       string `json:"split"`
	Document    int    `json:"doc_id"` // as Number
	Fingerprint string `json:"fingerprint"`
	Question    string `json:"question"`
	Answer      string `json:"answer"`
	Correct     *bool  `json:"is_correct,omitempty"` // nil is true
}

// minWords and maxWords are the words of an item.
const minWords, maxWords = 8, 40

// readItems reads the items of a folder, each question once, with its right answer.
func readItems(folder string) ([]item, error) {
	read, err := program.ReadLines[item](folder + "/*.jsonl*")
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	var all []item
	for _, it := range read {
		words := len(strings.Fields(it.Question))
		if it.Correct != nil && !*it.Correct || words < minWords || words > maxWords || known[it.Question] {
			continue
		}
		known[it.Question] = true
		it.Correct = nil
		all = append(all, it)
	}
	return all, nil
}

// kind is how an item is planted.
type kind struct {
	name           string
	answer, edited bool
}

// editedShare is the share of words that are edited.
const editedShare = .1

var kinds = []kind{
	{name: "question"},
	{name: "question and answer", answer: true},
	{name: "edited question", edited: true},
	{name: "edited question and answer", answer: true, edited: true},
}

// lengths are the most words of the groups of items that the tables show.
var lengths = []int{12, 20, maxWords}

// placed is a planted item.
type placed struct {
	kind, length int // indices of kinds and lengths
	item         int
	document     int
}

// hostWords is the least words of a document that an item is put in.
const hostWords = 100

// plant puts n items of each kind into documents, each before a word in the middle of a document of its own. A tenth of
// the words of an edited one are exchanged, left out, or have another before them, and one at least. The items that
// plant returns are these, and up to so many others that have no run of eight words of one of these.
func plant(docs []texts.Document, all []item, n, others int, seed uint64) ([]item, []placed, error) {
	r := rand.New(rand.NewPCG(seed, 0))
	var hosts []int
	for i, d := range docs {
		if len(strings.Fields(d.Text)) >= hostWords {
			hosts = append(hosts, i)
		}
	}
	need := len(kinds) * n
	if len(hosts) < need || len(all) < need {
		return nil, nil, fmt.Errorf("%d documents of %d words and more, and %d items, want %d of both: give more, or a smaller --planted", len(hosts), hostWords, len(all), need)
	}
	r.Shuffle(len(hosts), func(i, j int) { hosts[i], hosts[j] = hosts[j], hosts[i] })
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	anyWord := func() string {
		words := strings.Fields(docs[hosts[r.IntN(len(hosts))]].Text)
		return words[r.IntN(len(words))]
	}
	var list []placed
	shared := map[string]bool{}
	for i, it := range all[:need] {
		k := i % len(kinds)
		text := it.Question
		for kinds[k].edited && text == it.Question {
			text = texts.Edit(it.Question, editedShare, r, anyWord)
		}
		if kinds[k].answer {
			text += " " + it.Answer
		}
		docs[hosts[i]].Put(text)
		length, _ := slices.BinarySearch(lengths, len(strings.Fields(it.Question)))
		list = append(list, placed{k, length, i, hosts[i]})
		for _, run := range runs(it.Question) {
			shared[run] = true
		}
	}
	items := all[:need:need]
	for _, it := range all[need:] {
		if len(items) < need+others && !slices.ContainsFunc(runs(it.Question), func(run string) bool {
			return shared[run]
		}) {
			items = append(items, it)
		}
	}
	for i := range items {
		items[i].ID, items[i].Number, items[i].Document, items[i].Fingerprint = fmt.Sprint(i), i, i,
			fmt.Sprintf("%016x", i)
	}
	return items, list, nil
}

// runs returns the runs of eight words of a text.
func runs(text string) (all []string) {
	words := strings.Fields(strings.ToLower(text))
	for i := range max(0, len(words)-7) {
		all = append(all, strings.Join(words[i:i+8], " "))
	}
	return all
}
