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
	"encoding/gob"
	"slices"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/contamination/overlap"
	"example.org/diagonal/transforms/parameter"
)

func init() {
	dofn.Plain(&itemFn{})
	dofn.Plain(&tableFn{})
	register.Emitter2[int, []byte]()
	register.Emitter1[[]byte]()
	register.Iter1[[]byte]()
	register.Function2x0(noItemFn)
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
	switch {
	case !slices.Contains(Methods, p.Method):
		return &parameter.Error{Of: "contamination.Params", Name: "Method", Value: p.Method, Want: "passage, gpt3, palm or llama2"}
	case !(p.Threshold > 0 && p.Threshold <= 1):
		return &parameter.Error{Of: "contamination.Params", Name: "Threshold", Value: p.Threshold, Want: "above 0 and at most 1"}
	}
	return nil
}

// Items makes the table of the items of test sets, a PCollection<record.Document>: the File of a
// document is the name of its test set. It is a PCollection<[]byte> of one element. Items panics if
// p is not valid.
func Items(s beam.Scope, p Params, tests beam.PCollection) beam.PCollection {
	s = s.Scope("contamination.Items")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	items := beam.ParDo(s, &itemFn{Params: p}, tests)
	none := beam.ParDo(s, noItemFn, beam.Impulse(s)) // else there is no table if there are no items
	return beam.ParDo(s, &tableFn{}, beam.GroupByKey(s, beam.Flatten(s, items, none)))
}

func noItemFn(_ []byte, emit func(int, []byte)) { emit(0, nil) }

// itemFn makes an item of a document.
type itemFn struct {
	Params Params

	layout analysis.Layout
	tokens []token.Token // scratch
}

func (fn *itemFn) ProcessElement(d record.Document, emit func(int, []byte)) error {
	item := overlap.Item{Benchmark: d.File, ID: d.ID}
	fn.tokens = token.Append(fn.tokens[:0], fn.layout.Readable(&d))
	item.Words = hashesOf(fn.tokens)
	if fn.Params.Answer != "" {
		fields, err := d.Fields.Texts()
		if err != nil {
			return err
		}
		item.Answer = hashesOf(token.Append(nil, []byte(fields[fn.Params.Answer])))
	}
	b, err := encode(item)
	if err == nil {
		emit(0, b)
	}
	return err
}

func hashesOf(tokens []token.Token) []uint32 {
	words := make([]uint32, len(tokens))
	for i, t := range tokens {
		words[i] = t.Hash
	}
	return words
}

// tableFn puts items in order.
type tableFn struct{}

func (fn *tableFn) ProcessElement(_ int, encoded func(*[]byte) bool, emit func([]byte)) error {
	var items []overlap.Item
	var b []byte
	for encoded(&b) {
		if len(b) == 0 {
			continue
		}
		var item overlap.Item
		if err := decode(b, &item); err != nil {
			return err
		}
		items = append(items, item)
	}
	slices.SortFunc(items, func(x, y overlap.Item) int {
		return cmp.Or(cmp.Compare(x.Benchmark, y.Benchmark), cmp.Compare(x.ID, y.ID), slices.Compare(x.Words, y.Words), slices.Compare(x.Answer, y.Answer))
	})
	var table bytes.Buffer // not JSON, in which it would be more than twice as large
	if err := gob.NewEncoder(&table).Encode(items); err != nil {
		return err
	}
	emit(table.Bytes())
	return nil
}

// tables keeps the table that was decoded last: all workers of a process use one.
var tables struct {
	sync.Mutex
	sum   uint64
	table *overlap.Table
}

// tableOf returns the table that tableFn made.
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

func encode(v any) ([]byte, error) { return record.JSON(v) }
func decode(b []byte, v any) error { return record.FromJSON(b, v) }
