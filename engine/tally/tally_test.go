package tally

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/engine/tally/vocabulary"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, "prism") }

func init() {
	engine.RegisterMap[*count]()
	engine.RegisterReduce[*sum]()
	engine.RegisterMap[*show]()
	Register[lengths]()
}

// count counts the words of lines by their length, which is their hash.
type count struct {
	Counts engine.Out[WordCount]

	lines uint64
	n     map[uint32]uint64
}

func (st *count) StartBundle() { st.lines, st.n = 0, map[uint32]uint64{} }

func (st *count) Map(_ context.Context, line string) error {
	st.lines++
	for _, w := range strings.Fields(line) {
		st.n[uint32(len(w))]++
	}
	return nil
}

func (st *count) FinishBundle() error {
	for w, n := range st.n {
		Send(&st.Counts, w, []uint64{n})
	}
	SendTotals(&st.Counts, st.lines)
	return nil
}

// sum keeps the lengths that have at least Min words.
type sum struct {
	Min uint64

	Counts engine.In[WordCount]
	Parts  engine.Send[int, Part]

	lines uint64
	part  Part
}

func (st *sum) StartShard(int) { st.lines, st.part = 0, Part{} }

func (st *sum) Reduce(_ context.Context, key uint64) error {
	c, ok, err := Sum(&st.Counts, key, Lengths{1, 1}, func(numbers []uint64) {
		if st.part.Counts != nil {
			panic("totals after words")
		}
		st.lines += numbers[0]
	}, First)
	if ok && c.N >= st.Min {
		st.part.Counts = append(st.part.Counts, c)
	}
	return err
}

func (st *sum) FinishShard() error {
	st.part.Totals = []uint64{st.lines}
	st.Parts.Add(0, st.part)
	return nil
}

// lengths makes a table that is a text.
type lengths struct{}

func (lengths) Table(parts iter.Seq[*Part]) ([]byte, error) {
	n := map[uint32]uint64{}
	lines, counts, err := Join(parts, 1)
	if err != nil {
		return nil, err
	}
	for _, c := range counts {
		n[c.Word] += c.N
	}
	return fmt.Appendf(nil, "%d lines %v", lines[0], n), nil
}

// show writes a line with the table.
type show struct {
	Table engine.Side[text]
	Lines engine.Elements[string]
}

// text is a table.
type text string

func (t *text) Read(encoded []byte) error { *t = text(encoded); return nil }

func (st *show) Map(_ context.Context, line string) error {
	st.Lines.Emit(line + ": " + string(st.Table.Value()))
	return nil
}

func TestTable(t *testing.T) {
	for _, tc := range []struct {
		lines []string
		want  string
	}{
		{nil, "0 lines map[]"},
		{[]string{""}, "1 lines map[]"},
		{[]string{"a bb", "c dd a", "eee"}, "3 lines map[1:3 2:2]"},
	} {
		p, s := beam.NewPipelineWithRoot()
		lines := beam.CreateList(s, tc.lines)
		for _, shards := range []int{1, 3} {
			sh := engine.Params{Shards: shards}
			counted := engine.Map(s, sh, "tally.test", lines, &count{})
			summed := engine.Reduce(s, sh, "tally.test", &sum{Min: 2, Counts: engine.From(counted.Counts.Blocks())})
			table := Make[text](s, lengths{}, summed.Parts.Sent())
			shown := engine.Map(s, sh, "tally.test", beam.Create(s, "x"), &show{Table: table.Input()})
			passert.Equals(s, shown.Lines.Collection(), "x: "+tc.want)
		}
		ptest.RunAndValidate(t, p)
	}
}

func TestGiven(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	shown := engine.Map(s, engine.Params{}, "tally.test", beam.Create(s, "x"),
		&show{Table: Given[text](s, []byte("y")).Input()})
	passert.Equals(s, shown.Lines.Collection(), "x: y")
	ptest.RunAndValidate(t, p)
}

func TestRequire(t *testing.T) {
	_, s := beam.NewPipelineWithRoot()
	for _, tc := range []struct {
		table  Table[text]
		needed bool
		want   any
	}{
		{Table[text]{}, false, nil},
		{Given[text](s, nil), true, nil},
		{Table[text]{}, true, "a.Stage: m needs a table of tally.text, but there is none"},
		{Given[text](s, nil), false, "a.Stage: m has no use for a table of tally.text"},
	} {
		func() {
			defer func() {
				if got := recover(); got != tc.want {
					t.Errorf("Require panics with %v, want %v", got, tc.want)
				}
			}()
			tc.table.Require(tc.needed, "a.Stage", "m")
		}()
	}
}

// A record or a part of another length is an error, and not left out.
func TestLengths(t *testing.T) {
	p := engine.Params{Shards: 1}
	for _, tc := range []struct {
		key     uint64
		numbers []uint64
		ok      bool
	}{
		{totals, []uint64{3}, true},
		{totals, []uint64{3, 4}, false},
		{7<<32 | 1, []uint64{3}, true},
		{7<<32 | 1, []uint64{3, 4}, false},
	} {
		b := shuffle.Append(nil, tc.key, (&WordCount{tc.numbers}).Append(nil))
		err := engine.RunReduce(t.Context(), p, &sum{}, 0, shuffletest.Iterate(b), func(int, Part) {})
		if (err == nil) != tc.ok {
			t.Errorf("the key %x with %d numbers: %v", tc.key, len(tc.numbers), err)
		}
	}
	for n := range 3 {
		if _, _, err := Join(slices.Values([]*Part{{Totals: make([]uint64, n)}}), 1); (err == nil) != (n == 1) {
			t.Errorf("a part of %d totals, want 1: %v", n, err)
		}
	}
}

// sumOf returns what sum sends of the blocks of a shard.
func sumOf(t *testing.T, p engine.Params, blocks ...[]byte) (part Part) {
	err := engine.RunReduce(t.Context(), p, &sum{}, 0, shuffletest.Iterate(blocks...), func(_ int, sent Part) {
		part = sent
	})
	if err != nil {
		t.Fatal(err)
	}
	return part
}

// The words with the smallest and the largest hash are not taken for totals.
func TestFirstAndLastWord(t *testing.T) {
	var block []byte
	for _, word := range []uint32{^uint32(0), 0} {
		block = shuffle.Append(block, uint64(word)<<32|1, (&WordCount{[]uint64{7}}).Append(nil))
	}
	block = shuffle.Append(block, totals, (&WordCount{[]uint64{3}}).Append(nil))
	part := sumOf(t, engine.Params{Shards: 1}, block)
	if want := []vocabulary.Count{{Word: 0, N: 7}, {Word: ^uint32(0), N: 7}}; !slices.Equal(part.Counts, want) ||
		part.Totals[0] != 3 {
		t.Errorf("%+v, want a total of 3, and %v", part, want)
	}
}

// A shard that is larger than memory has the same counts, after the same totals.
func TestWordsInParts(t *testing.T) {
	var blocks [][]byte
	for bundle := range uint64(5) {
		var block []byte
		for n := range uint32(3000) {
			block = shuffle.Append(block, uint64(n*n*0x9e3779b1)<<32|1,
				(&WordCount{[]uint64{bundle + uint64(n)%7}}).Append(nil))
		}
		blocks = append(blocks, shuffle.Append(block, totals, (&WordCount{[]uint64{bundle}}).Append(nil)))
	}
	want := sumOf(t, engine.Params{Shards: 1}, blocks...)
	parts := shuffle.Progress.Parts.Load()
	got := sumOf(t, engine.Params{Shards: 1, Spool: t.TempDir(), Memory: 90_000}, blocks...)
	if want.Totals[0] != 10 || got.Totals[0] != 10 || len(want.Counts) < 2500 ||
		!slices.Equal(got.Counts, want.Counts) {
		t.Errorf("totals of %v and %v, %d and %d words", want.Totals, got.Totals, len(want.Counts), len(got.Counts))
	}
	if n := shuffle.Progress.Parts.Load() - parts; n < 5 {
		t.Errorf("the shard came in %d parts, want several", n)
	}
}

// Damaged records are errors.
func TestErrors(t *testing.T) {
	for _, payload := range [][]byte{nil, {0x80}, {1, 0x80}} {
		if err := new(WordCount).Read(payload); err == nil {
			t.Errorf("counts of %x: no error", payload)
		}
	}
	for _, payload := range [][]byte{nil, {0x80}, {2, 1}, {0, 2, 3, 4, 5}} {
		if err := new(Part).Read(payload); err == nil {
			t.Errorf("a part of %x: no error", payload)
		}
	}
}
