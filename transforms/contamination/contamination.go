// Package contamination says which items of test sets are in a training text.
//
// Items makes one table of all items, which is a side input. Scan reads each document of the
// training text once, and sends what it shares with an item to that item. Judge says of each item
// whether it is dirty, by four methods, and what is to be cut from the documents.
//
// Memory is that of the table: about 40 bytes for each word of the test sets, on every worker.
package contamination

import (
	"bytes"
	"cmp"
	"context"
	"encoding/gob"
	"iter"
	"slices"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/contamination/overlap"
	"example.org/diagonal/transforms/parameter"
)

func init() {
	engine.RegisterMap[*listItems]()
	tally.Register[itemTable]()
}

// The methods.
const (
	// Passage: enough words of an item are in one place of a document, in runs of at least five.
	Passage = "passage"
	// GPT3: a document has an n-gram of the item (overlap.GPT3N).
	GPT3 = "gpt3"
	// PaLM: enough 8-grams of the item are in the training text (overlap.PaLMShare).
	PaLM = "palm"
	// Llama2: enough words of the item are in spans that documents have (overlap.Llama2Dirty).
	Llama2 = "llama2"
)

// Methods are all methods.
var Methods = []string{Passage, GPT3, PaLM, Llama2}

// Params configures the stages.
type Params struct {
	// Method decides which items are dirty and what is cut from documents.
	//
	// Required.
	Method string
	// Threshold is the share of the words of an item, above 0 and at most 1, that a document must
	// have in one place, with the method Passage. Lower ones find items that were changed more,
	// and set phrases.
	Threshold float64
	// Answer is the field of an item that contains its answer; "" is none.
	Answer string
}

// Validate returns a *parameter.Error about the first field with an impossible value, or nil.
func (p Params) Validate() error {
	impossible := parameter.Of("contamination.Params").Impossible
	switch {
	case !slices.Contains(Methods, p.Method):
		return impossible("Method", p.Method, "passage, gpt3, palm or llama2")
	case !(p.Threshold > 0 && p.Threshold <= 1):
		return impossible("Threshold", p.Threshold, "above 0 and at most 1")
	}
	return nil
}

// Items makes the table of the items of test sets, a PCollection<record.Document>: the File of a
// document is the name of its test set. Items panics if p is not valid.
func Items(s beam.Scope, p Params, tests beam.PCollection) tally.Table[Table] {
	s = s.Scope("contamination.Items")
	parameter.Must(p.Validate())
	listed := engine.Map(s, engine.Params{}, "contamination.Items", tests, &listItems{Params: p})
	return tally.Make[Table](s, itemTable{}, listed.Items.Sent())
}

// item is an item that travels.
type item = record.AsJSON[overlap.Item]

// listItems makes items of documents.
type listItems struct {
	Params Params

	Items engine.Send[int, item] // with the key 0

	layout analysis.Layout
	tokens []token.Token // scratch
}

func (st *listItems) Map(_ context.Context, d record.Document) error {
	of := overlap.Item{Benchmark: d.File, ID: d.ID}
	st.tokens = token.Append(st.tokens[:0], st.layout.Readable(&d))
	of.Words = hashesOf(st.tokens)
	if st.Params.Answer != "" {
		fields, err := d.Fields.Texts()
		if err != nil {
			return err
		}
		of.Answer = hashesOf(token.Append(nil, []byte(fields[st.Params.Answer])))
	}
	st.Items.Add(0, item{Of: of})
	return nil
}

func hashesOf(tokens []token.Token) []uint32 {
	words := make([]uint32, len(tokens))
	for i, t := range tokens {
		words[i] = t.Hash
	}
	return words
}

// itemTable puts items in order (tally.Method).
type itemTable struct{}

// Table returns the table.
func (itemTable) Table(listed iter.Seq[*item]) ([]byte, error) {
	var items []overlap.Item
	for i := range listed {
		items = append(items, i.Of)
	}
	slices.SortFunc(items, func(x, y overlap.Item) int {
		return cmp.Or(cmp.Compare(x.Benchmark, y.Benchmark), cmp.Compare(x.ID, y.ID), slices.Compare(x.Words, y.Words),
			slices.Compare(x.Answer, y.Answer))
	})
	var table bytes.Buffer // not JSON, in which it would be more than twice as large
	if err := gob.NewEncoder(&table).Encode(items); err != nil {
		return nil, err
	}
	return table.Bytes(), nil
}

// Table is the items of test sets.
type Table struct{ of *overlap.Table }

// Read reads a table that Items made.
func (t *Table) Read(encoded []byte) (err error) {
	t.of, err = tableOf(encoded)
	return err
}

// tables keeps the table that was decoded last: all workers of a process use one.
var tables struct {
	sync.Mutex
	sum   uint64
	table *overlap.Table
}

// tableOf returns the table that itemTable made.
func tableOf(encoded []byte) (*overlap.Table, error) {
	tables.Lock()
	defer tables.Unlock()
	if sum := xxhash.Sum64(encoded); tables.table == nil || tables.sum != sum {
		var items []overlap.Item
		if err := gob.NewDecoder(bytes.NewReader(encoded)).Decode(&items); err != nil {
			return nil, err
		}
		tables.sum, tables.table = sum, overlap.NewTable(items)
	}
	return tables.table, nil
}
