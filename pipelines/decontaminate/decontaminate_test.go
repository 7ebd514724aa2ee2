package decontaminate_test

import (
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/decontaminate"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, "prism") }

const (
	question = "How many horses did the miller of the old village keep?"
	page     = "It is asked: how many horses did the miller of the old village keep? Seven."
)

// TestFind: an item that is in a document, one that is not, and a document without words.
func TestFind(t *testing.T) {
	tests := []record.Document{
		{ID: "1", File: "village", Text: []byte(question), Fields: `{"answer":"Seven"}`},
		{ID: "2", File: "village", Text: []byte("Which river floods the lower meadows of the town every spring?"),
			Fields: `{"answer":3}`},
	}
	documents := []record.Document{{ID: "page", Text: []byte(page)}, {ID: "empty"},
		{ID: "invalid", Text: []byte("\xff how many horses")}}
	params := decontaminate.Defaults()
	params.Answer = "answer"
	p, s := beam.NewPipelineWithRoot()
	found := decontaminate.Find(s, params, beam.CreateList(s, tests), beam.CreateList(s, documents))
	passert.Equals(s, found.Items,
		record.TestItem{Benchmark: "village", ID: "1", Words: 11, Dirty: true, Passage: 1, GPT3: true, PaLM: 1,
			Llama2: 1, Answer: true, Documents: 1,
			In: []record.TestItemIn{{ID: "page", Start: 13, End: 67, Passage: 1, Answer: true}}},
		record.TestItem{Benchmark: "village", ID: "2", Words: 11},
	)
	passert.Equals(s, found.Sets, record.TestSet{Benchmark: "village", Items: 2, Clean: 1, Dirty: 1, Passage: 1,
		GPT3: 1, PaLM: 1, Llama2: 1, Llama2NotClean: 1, Answers: 1, GPT3N: 11})
	passert.Equals(s, found.Spans, record.Removed{ID: "page", Start: 13, End: 67, KeptID: "1", Reason: "test village",
		Source: true})
	ptest.RunAndValidate(t, p)
}

// TestEmpty: without items and documents there is nothing.
func TestEmpty(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	none := beam.CreateList(s, []record.Document{})
	found := decontaminate.Find(s, decontaminate.Defaults(), none, none)
	passert.Empty(s, found.Items)
	passert.Empty(s, found.Sets)
	ptest.RunAndValidate(t, p)
}

func TestValidate(t *testing.T) {
	for want, spoil := range map[string]func(*decontaminate.Params){
		"Method":    func(p *decontaminate.Params) { p.Method = "other" },
		"Threshold": func(p *decontaminate.Params) { p.Threshold = 1.1 },
	} {
		p := decontaminate.Defaults()
		spoil(&p)
		if err := p.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
