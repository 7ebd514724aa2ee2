package engine_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/local"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/engine/spool"
	"example.org/diagonal/engine/wire"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, local.Name) }

func init() {
	engine.RegisterMap[*divide]()
	engine.RegisterReduce[*join]()
}

// title and mark are records of one key: the title of a document, and its marks.
//
//	tag byte; title: the text; mark: number [4]
type (
	title struct{ text string }
	mark  struct{ number uint32 }
)

var errNine = errors.New("there is no mark 9")

func (*title) Tag() byte                   { return 0 }
func (t *title) Append(dst []byte) []byte  { return append(append(dst, 0), t.text...) }
func (t *title) Read(payload []byte) error { t.text = string(payload[1:]); return nil }
func (*mark) Tag() byte                    { return 1 }
func (m *mark) Append(dst []byte) []byte {
	return binary.BigEndian.AppendUint32(append(dst, 1), m.number)
}
func (m *mark) Read(payload []byte) error {
	r := wire.NewReader(payload[1:])
	if m.number = r.Uint32(); m.number == 9 {
		return errNine
	}
	return r.Err()
}

// divide sends titles, which are letters, and marks, which are numbers, of documents: "7 a" and "7 3".
type divide struct {
	Titles engine.Out[title]
	Marks  engine.Out[mark]
	Ledger engine.Ledger
}

func (d *divide) Map(_ context.Context, line string) error {
	var key uint64
	var text string
	var number uint32
	if n, _ := fmt.Sscanf(line, "%d %d", &key, &number); n == 2 {
		d.Marks.Add(key, mark{number})
	} else if _, err := fmt.Sscanf(line, "%d %s", &key, &text); err != nil {
		return err
	} else {
		d.Titles.Add(key, title{text})
	}
	d.Ledger.Add("lines", 1)
	return nil
}

// join writes what each document has, with a factor, and how many documents have one name.
type join struct {
	Factor uint32 // a parameter

	Titles engine.In[title]
	Marks  engine.In[mark]
	More   engine.Side[int64]
	Lines  engine.Elements[string]
	Ledger engine.Ledger

	named []string
	open  bool
}

func (j *join) StartBundle() { j.open = true }

func (j *join) FinishBundle() error {
	j.Ledger.Add("bundles", 1)
	j.open = false
	return nil
}

func (j *join) Name(int) error {
	j.named = nil
	for key, t := range j.Titles.Named {
		j.named = append(j.named, fmt.Sprint(t.text, key>>32))
	}
	return nil
}

func (j *join) Reduce(_ context.Context, key uint64) error {
	if !j.open {
		return errors.New("no bundle")
	}
	line := fmt.Sprintf("%d of %v:", key&(1<<32-1), j.named)
	for t := range j.Titles.All {
		line += " " + t.text
	}
	for m := range j.Marks.All {
		line += fmt.Sprint(" ", m.number*j.Factor+uint32(j.More.Value()))
	}
	j.Lines.Emit(line)
	j.Ledger.Add("documents", int64(j.Titles.Len()))
	return nil
}

// graph joins lines with the factor 2, and 1 more.
func graph(s beam.Scope, p engine.Params, lines ...string) (divided *divide, joined *join) {
	divided = engine.Map(s, p, "test.Divide", beam.CreateList(s, lines),
		&divide{Ledger: engine.Counting("lines", "blanks")})
	return divided, engine.Reduce(s, p, "test.Join", &join{
		Factor: 2, Titles: engine.From(divided.Titles.Blocks()), Marks: engine.From(divided.Marks.Blocks()),
		More: engine.SideOf[int64](beam.Create(s, int64(1))),
	})
}

// Inputs come in their order, records in that of their bytes, keys of one name together, on the embedded runner and on
// prism, which sends the stages to its workers as bytes.
func TestReduce(t *testing.T) {
	lines := []string{"3 10", "3 b", "4 7", "3 2", "4294967299 c", "3 a", "5 1"}
	for _, runner := range []string{local.Name, "prism"} {
		for shards := range 3 {
			p, s := beam.NewPipelineWithRoot()
			divided, joined := graph(s, engine.Params{Shards: 1 + 2*shards}, lines...)
			passert.EqualsList(s, joined.Lines.Collection(), []string{"3 of [a0 b0]: a b 5 21", "4 of [a0 b0]: 15",
				"5 of [a0 b0]: 3", "3 of [c1]: c"})
			passert.Equals(s, beam.DropKey(s, divided.Ledger.Collection()),
				int64(7), int64(0)) // lines, and blanks, which nobody counted
			if _, err := beam.Run(t.Context(), runner, p); err != nil {
				t.Errorf("%s, %d shards: %v", runner, 1+2*shards, err)
			}
		}
	}
}

// The order of inputs is that of the struct; a stage whose records order in another way panics when the graph is made.
func TestOrder(t *testing.T) {
	type wrong struct {
		join
		Titles engine.In[mark]
		Marks  engine.In[title]
	}
	for name, build := range map[string]func(s beam.Scope, p engine.Params, d *divide){
		"must ascend": func(s beam.Scope, p engine.Params, d *divide) {
			engine.Reduce(s, p, "x",
				&wrong{Titles: engine.From(d.Marks.Blocks()), Marks: engine.From(d.Titles.Blocks())})
		},
		"Shards": func(s beam.Scope, p engine.Params, d *divide) {
			engine.Reduce(s, engine.Params{}, "x", &join{})
		},
		"no collection": func(s beam.Scope, p engine.Params, d *divide) { engine.Reduce(s, p, "x", &join{}) },
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.Contains(got, name) {
					t.Errorf("a panic with %q, want one with %q", got, name)
				}
			}()
			_, s := beam.NewPipelineWithRoot()
			p := engine.Params{Shards: 4}
			build(s, p, engine.Map(s, p, "test.Divide", beam.CreateList(s, []string{"1 a"}), &divide{}))
		}()
	}
}

// A record that cannot be read fails the job, and so does one that no input takes.
func TestErrors(t *testing.T) {
	var titles, marks [][]byte
	keep := func(to *[][]byte) func(int, []byte) { return func(_ int, b []byte) { *to = append(*to, b) } }
	count := map[string]int64{}
	add := func(name string, n int64) { count[name] += n }
	p := engine.Params{Shards: 1}
	if err := engine.RunMap(t.Context(), p, &divide{}, []string{"1 a", "1 9"}, keep(&titles), keep(&marks),
		add); err != nil || count["lines"] != 2 {
		t.Fatal(err, count)
	}
	emit := func(string) {}
	err := engine.RunReduce(t.Context(), p, &join{}, 0, shuffletest.Iterate(slices.Concat(titles, marks)...), emit, add)
	if !errors.Is(err, errNine) {
		t.Errorf("a record that cannot be read: %v", err)
	}
	err = engine.RunReduce(t.Context(), p, &onlyMarks{}, 0, shuffletest.Iterate(slices.Concat(titles, marks)...), emit)
	if err == nil || !strings.Contains(err.Error(), "unknown tag 0") {
		t.Errorf("a record of no input: %v", err)
	}
	if count["bundles"] != 0 || count["documents"] != 0 {
		t.Errorf("a job that failed counts %v", count)
	}
}

// onlyMarks has two inputs, and none for titles.
type onlyMarks struct {
	Marks engine.In[mark]
	Ends  engine.In[end]
	Lines engine.Elements[string]
}

// end is a record that comes last.
type end struct{ mark }

func (*end) Tag() byte { return 2 }

func (*onlyMarks) Reduce(context.Context, uint64) error { return nil }

func init() {
	shuffle.RegisterKeep[string, texts]()
	engine.RegisterMapKept[*label, string, texts]()
	engine.RegisterMap[*label]()
	engine.RegisterReduce[*halves]()
}

// texts keeps texts.
type texts struct{}

func (texts) Key(*string) uint64                      { return 1 }
func (texts) Append(dst []byte, text *string) []byte  { return append(dst, *text...) }
func (texts) Read(payload []byte, into *string) error { *into = string(payload); return nil }

// prefix is a side that is read of bytes: "none" of no bytes.
type prefix string

func (p *prefix) Read(encoded []byte) error {
	*p = prefix(encoded)
	if len(encoded) == 0 {
		*p = "none"
	}
	return nil
}

// label has its ports in a struct that it embeds.
type label struct{ labelled }

type labelled struct {
	Prefix engine.Side[prefix]
	Lines  engine.Elements[string]
}

func (l *label) Map(_ context.Context, text string) error {
	l.Lines.Emit(string(l.Prefix.Value()) + text)
	return nil
}

// One stage gets elements, or waits for its side, which is read; a side that is not given is read of no bytes.
func TestMapKept(t *testing.T) {
	for _, runner := range []string{local.Name, "prism"} {
		p, s := beam.NewPipelineWithRoot()
		params := engine.Params{Shards: 2}
		given := beam.CreateList(s, []string{"a", "b"})
		kept := shuffle.Keep[string, texts](s, params, given)
		waited := engine.MapKept[*label, string, texts](s, params, "test.Kept", kept,
			&label{labelled{Prefix: engine.SideOf[prefix](beam.Create(s, []byte("x")))}})
		passert.EqualsList(s, waited.Lines.Collection(), []string{"xa", "xb"})
		passert.EqualsList(s, engine.Map(s, params, "test.Direct", given, &label{}).Lines.Collection(),
			[]string{"nonea", "noneb"})
		if _, err := beam.Run(t.Context(), runner, p); err != nil {
			t.Errorf("%s: %v", runner, err)
		}
	}
}

// halves is called for keys with the same half.
type halves struct {
	Marks engine.In[mark]
	Lines engine.Elements[string]
}

func (*halves) Group(key uint64) uint32 { return uint32(key / 2) }

func (h *halves) Reduce(_ context.Context, key uint64) error {
	line := fmt.Sprint(key, ":")
	for m := range h.Marks.Distinct {
		line += fmt.Sprint(" ", m.number)
	}
	h.Lines.Emit(line)
	return nil
}

// A stage with a Group gets the records of all keys of a group at once. Distinct leaves out one that is the same.
func TestGroup(t *testing.T) {
	var packed []byte
	for _, key := range []uint64{5, 2, 3, 3} {
		packed = shuffle.Append(packed, key, (&mark{uint32(key)}).Append(nil))
	}
	var got []string
	if err := engine.RunReduce(t.Context(), engine.Params{Shards: 1}, &halves{}, 0, shuffletest.Iterate(packed),
		func(line string) { got = append(got, line) }); err != nil {
		t.Fatal(err)
	}
	if want := []string{"2: 2 3", "5: 5"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// letter has places, which gather adds up.
type letter struct{ places []int }

func (l *letter) Append(dst []byte) []byte { return fmt.Append(dst, l.places) }
func (l *letter) Read(payload []byte) error {
	place := 0
	if _, err := fmt.Sscanf(string(payload), "[%d]", &place); err != nil {
		return err
	}
	l.places = []int{place}
	return nil
}

// place sends the place of each letter of a text.
type place struct {
	Letters engine.Send[string, letter]
}

// torn counts the workers that were ended.
var torn atomic.Int64

func (st *place) Teardown() { torn.Add(1) }

func (st *place) Map(_ context.Context, text string) error {
	for i, c := range text {
		st.Letters.Add(string(c), letter{[]int{i}})
	}
	return nil
}

// gather sends how many places a letter has to the only key, and total adds that.
type gather struct {
	Counts engine.Send[int, letter]
}

func (st *gather) Join(_ context.Context, _ string, letters iter.Seq[*letter]) error {
	kept := slices.Collect(letters)
	st.Counts.Add(0, letter{[]int{len(kept)}})
	return nil
}

type total struct {
	Lines engine.Elements[string]
}

func (st *total) Join(_ context.Context, key int, counts iter.Seq[*letter]) error {
	sum := 0
	for c := range counts {
		sum += c.places[0]
	}
	st.Lines.Emit(fmt.Sprint(key, ": ", sum))
	return nil
}

func init() {
	engine.RegisterMap[*place]()
	engine.RegisterJoin[*gather]()
	engine.RegisterJoin[*total]()
}

// A Joiner gets the records of a key together, and with Nothing it is called if there are none. The workers end.
func TestJoin(t *testing.T) {
	for _, runner := range []string{local.Name, "prism"} {
		for text, want := range map[string]string{"abba": "0: 4", "": "0: 0"} {
			before := torn.Load()
			p, s := beam.NewPipelineWithRoot()
			placed := engine.Map(s, engine.Params{}, "test.Place", beam.CreateList(s, []string{text}), &place{})
			counts := engine.Join(s, "test.Gather", &gather{}, placed.Letters.Sent()).Counts.Sent()
			passert.Equals(s,
				engine.Join(s, "test.Total", &total{}, counts, engine.Nothing[letter](s)).Lines.Collection(), want)
			if _, err := beam.Run(t.Context(), runner, p); err != nil {
				t.Errorf("%s: %v", runner, err)
			}
			if runner == local.Name && torn.Load() == before {
				t.Error("no Teardown")
			}
		}
	}
}

// A record that cannot be read fails the job, whatever the stage returns.
func TestJoinOfDamaged(t *testing.T) {
	err := engine.RunJoin(t.Context(), &total{}, 0, []letter{{[]int{1}}, {[]int{1, 2}}}, func(string) {})
	if err == nil {
		t.Error("no error")
	}
}

// A record travels as bytes that no runner takes for a block in a file, whatever it begins with.
func TestSendIsNoPlaceOfABlock(t *testing.T) {
	var sent [][]byte
	st := &looksPlaced{}
	err := engine.RunMap(t.Context(), engine.Params{}, st, []string{""}, func(_ int, payload []byte) {
		sent = append(sent, payload)
	})
	if err != nil || len(sent) != 1 || spool.InFile(sent[0]) {
		t.Errorf("%x, %v", sent, err)
	}
}

// looksPlaced sends what looks like the place of a block.
type looksPlaced struct {
	Sent engine.Send[int, engine.Bytes]
}

func (st *looksPlaced) Map(context.Context, string) error {
	st.Sent.Add(0, engine.Bytes{2, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0})
	return nil
}
