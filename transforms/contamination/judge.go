package contamination

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/contamination/overlap"
	"example.org/diagonal/transforms/parameter"
)

func init() {
	engine.RegisterMap[*list]()
	engine.RegisterJoin[*judge]()
	engine.RegisterJoin[*sum]()
}

// Items of the ledger.
const (
	// items counts items of test sets, dirty and short those of them that are dirty or too short.
	items = "test_items"
	dirty = "test_items_dirty"
	short = "test_items_too_short"
	// hot counts runs of five words that very many items have.
	hot = "not_compared.runs_of_5_words_in_very_many_items"
)

// places is the number of documents of an item that are named.
const places = 10

// SpanReason begins the reason of a range that is cut: the name of the test set follows.
const SpanReason = "test "

// Verdicts is what Judge says.
type Verdicts struct {
	// Items is a PCollection<record.TestItem>, and Sets a PCollection<record.TestSet>.
	Items, Sets beam.PCollection
	// Spans is a PCollection<record.Removed>: what is to be cut from documents.
	Spans beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Judge judges the items of a table by hits. Judge panics if p is not valid.
func Judge(s beam.Scope, p Params, table tally.Table[Table], found hits) Verdicts {
	s = s.Scope("contamination.Judge")
	parameter.Must(p.Validate())
	listed := engine.Map(s, engine.Params{}, "contamination.List", table.Collection(), &list{})
	judged := engine.Join(s, "contamination.Judge", &judge{Params: p, Table: table.Input()}, listed.Items.Sent(), found)
	summed := engine.Join(s, "contamination.Sum", &sum{}, judged.Sets.Sent())
	return Verdicts{
		Items: judged.Items.Collection(), Sets: summed.Sets.Collection(), Spans: judged.Spans.Collection(),
		Ledger: beam.Flatten(s, listed.Ledger.Collection(), summed.Ledger.Collection()),
	}
}

// list sends nothing to each item of a table, so that all are judged.
type list struct {
	Items  engine.Send[int, record.AsJSON[hit]]
	Ledger engine.Ledger
}

func (st *list) Map(_ context.Context, encoded []byte) error {
	t, err := tableOf(encoded)
	if err != nil {
		return err
	}
	for i := range t.Items {
		st.Items.Add(i, record.AsJSON[hit]{})
	}
	if t.Hot > 0 {
		st.Ledger.Add(hot, int64(t.Hot))
	}
	return nil
}

// judge judges an item.
type judge struct {
	Params Params

	Table engine.Side[Table]
	Items engine.Elements[record.TestItem]
	Spans engine.Elements[record.Removed]
	Sets  engine.Send[string, record.AsJSON[record.TestSet]] // by test set
}

func (st *judge) Join(_ context.Context, number int, found iter.Seq[*record.AsJSON[hit]]) error {
	table := st.Table.Value().of
	of := &table.Items[number]
	j := judgement{of: listed{of.Benchmark, of.ID, len(of.Words), table.N[of.Benchmark]}, params: &st.Params}
	for h := range found {
		j.add(&h.Of, st.Spans.Emit)
	}
	item, set := j.verdict()
	st.Items.Emit(item)
	st.Sets.Add(of.Benchmark, record.AsJSON[record.TestSet]{Of: set})
	return nil
}

// listed is what a judgement knows of an item.
type listed struct {
	Benchmark, ID string
	Words, N      int
}

// judgement is what is known of an item so far.
type judgement struct {
	of            listed
	params        *Params
	longest, most int
	answer        bool
	grams, tokens overlap.Set
	documents     int64
	in            []record.TestItemIn
}

// shareOf returns n of so many, rounded as in a result; 0 of none.
func shareOf(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return record.Round(float64(n) / float64(of))
}

// verdicts says by which methods an item is dirty.
type verdicts struct{ passage, gpt3, palm, llama2, notClean bool }

func (v verdicts) of(method string) bool {
	switch method {
	case GPT3:
		return v.gpt3
	case PaLM:
		return v.palm
	case Llama2:
		return v.llama2
	}
	return v.passage
}

// judge returns the verdicts about what was found.
func (j *judgement) judge(longest, most int, grams, tokens overlap.Set) verdicts {
	n := j.of.Words
	if n < overlap.ShortestItem {
		return verdicts{}
	}
	return verdicts{
		passage: shareOf(most, n) >= j.params.Threshold, gpt3: longest >= j.of.N,
		palm:     shareOf(grams.Len(), overlap.GramsOf(n, overlap.PaLMWords)) >= overlap.PaLMShare,
		llama2:   shareOf(tokens.Len(), n) >= overlap.Llama2Dirty,
		notClean: shareOf(tokens.Len(), n) >= overlap.Llama2NotClean,
	}
}

// add adds what a document shares with the item, and sends what is to be cut from it: what makes it dirty by itself.
func (j *judgement) add(h *hit, spans func(record.Removed)) {
	alone := j.judge(h.Longest, h.Passage, h.Grams, h.Tokens)
	j.longest, j.most = max(j.longest, h.Longest), max(j.most, h.Passage)
	j.grams.Union(h.Grams)
	j.tokens.Union(h.Tokens)
	if !alone.passage && len(h.Runs) == 0 {
		return // nothing that a method looks at
	}
	j.documents++
	j.in = append(j.in, record.TestItemIn{ID: h.Doc, Start: h.Start, End: h.End,
		Passage: shareOf(h.Passage, j.of.Words), Answer: h.Answer})
	if len(j.in) > 2*places {
		j.best()
	}
	if !alone.of(j.params.Method) {
		return
	}
	j.answer = j.answer || h.Answer
	span := func(start, end int64) {
		spans(record.Removed{ID: h.Doc, Start: start, End: end, KeptID: j.of.ID, Reason: SpanReason + j.of.Benchmark,
			Source: true})
	}
	if j.params.Method == Passage {
		span(h.Start, h.End)
		return
	}
	min := map[string]int{GPT3: j.of.N, PaLM: overlap.PaLMWords, Llama2: overlap.Llama2Words}[j.params.Method]
	for _, r := range h.Runs {
		if r.Words >= min {
			span(r.Start, r.End)
		}
	}
}

// best keeps the best documents.
func (j *judgement) best() {
	slices.SortFunc(j.in, func(x, y record.TestItemIn) int {
		return cmp.Or(cmp.Compare(y.Passage, x.Passage), cmp.Compare(x.ID, y.ID), cmp.Compare(x.Start, y.Start))
	})
	j.in = j.in[:min(len(j.in), places)]
}

// verdict returns the line of the item, and what it counts for its test set.
func (j *judgement) verdict() (record.TestItem, record.TestSet) {
	j.best()
	v, n := j.judge(j.longest, j.most, j.grams, j.tokens), j.of.Words
	item := record.TestItem{
		Benchmark: j.of.Benchmark, ID: j.of.ID, Words: n, Short: n < overlap.ShortestItem, Dirty: v.of(j.params.Method),
		Passage: shareOf(j.most, n), GPT3: v.gpt3, PaLM: shareOf(j.grams.Len(), overlap.GramsOf(n, overlap.PaLMWords)),
		Llama2:    shareOf(j.tokens.Len(), n),
		Documents: j.documents, In: j.in,
	}
	item.Answer = item.Dirty && j.answer
	count := func(is bool) int64 {
		if is {
			return 1
		}
		return 0
	}
	return item, record.TestSet{
		Benchmark: j.of.Benchmark, Items: 1, Short: count(item.Short), Clean: count(!item.Short && !item.Dirty),
		Dirty:   count(item.Dirty),
		Passage: count(v.passage), GPT3: count(v.gpt3), PaLM: count(v.palm), Llama2: count(v.llama2),
		Llama2NotClean: count(v.notClean),
		Answers:        count(item.Answer), GPT3N: j.of.N,
	}
}

// sum sums what the items of a test set count.
type sum struct {
	Sets   engine.Elements[record.TestSet]
	Ledger engine.Ledger
}

func (st *sum) Join(_ context.Context, name string, counted iter.Seq[*record.AsJSON[record.TestSet]]) error {
	sum := record.TestSet{Benchmark: name}
	for c := range counted {
		v := &c.Of
		sum.Items, sum.Short, sum.Clean, sum.Dirty = sum.Items+v.Items, sum.Short+v.Short, sum.Clean+v.Clean,
			sum.Dirty+v.Dirty
		sum.Passage, sum.GPT3, sum.PaLM, sum.Llama2 = sum.Passage+v.Passage, sum.GPT3+v.GPT3, sum.PaLM+v.PaLM,
			sum.Llama2+v.Llama2
		sum.Llama2NotClean, sum.Answers, sum.GPT3N = sum.Llama2NotClean+v.Llama2NotClean, sum.Answers+v.Answers, v.GPT3N
	}
	st.Sets.Emit(sum)
	st.Ledger.Add(items, sum.Items)
	st.Ledger.Add(dirty, sum.Dirty)
	st.Ledger.Add(short, sum.Short)
	return nil
}
