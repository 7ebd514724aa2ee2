package tally

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/engine/wire"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, "prism") }

func init() {
	dofn.Plain(&bundleFn{})
	dofn.Plain(&readFn{})
	Register[lengths]()
	register.Emitter1[string]()
}

// bundleFn counts the words of lines by their length, which is their hash.
type bundleFn struct {
	Shuffle shuffle.Params

	sent  *Words
	lines uint64
	n     map[uint32]uint64
}

func (fn *bundleFn) StartBundle(_ func(int, []byte)) {
	fn.sent, fn.lines, fn.n = NewWords(fn.Shuffle), 0, map[uint32]uint64{}
}

func (fn *bundleFn) ProcessElement(line string, _ func(int, []byte)) {
	fn.lines++
	for _, w := range strings.Fields(line) {
		fn.n[uint32(len(w))]++
	}
}

func (fn *bundleFn) FinishBundle(emit func(int, []byte)) {
	for w, n := range fn.n {
		fn.sent.Send(w, binary.AppendUvarint(nil, n), emit)
	}
	fn.sent.Finish(binary.AppendUvarint(nil, fn.lines), emit)
}

// lengths keeps the lengths that have at least Least words. Its table is a text.
type lengths struct {
	Shuffle shuffle.Params
	Least   uint64
}

func (l lengths) Sum(_ int, counted func(*[]byte) bool) ([]byte, error) {
	lines := uint64(0)
	var counts []vocabulary.Count
	err := EachWord(l.Shuffle, "tally.test", counted, func(payload []byte) error {
		lines += number(payload)
		return nil
	}, func(payload []byte) (uint64, error) { return number(payload), nil }, func(c vocabulary.Count) {
		if c.N >= l.Least {
			counts = append(counts, c)
		}
	})
	return vocabulary.AppendCounts(binary.AppendUvarint(nil, lines), counts...), err
}

func number(payload []byte) uint64 {
	n, _ := binary.Uvarint(payload)
	return n
}

func (l lengths) Join(summed func(*[]byte) bool) ([]byte, error) {
	lines, n := uint64(0), map[uint32]uint64{}
	counts, err := JoinWords(summed, func(r *wire.Reader) { lines = max(lines, r.Uvarint()) })
	for _, c := range counts {
		n[c.Word] += c.N
	}
	return fmt.Appendf(nil, "%d lines %v", lines, n), err
}

// readFn writes a line with the table, which it reads once for each bundle.
type readFn struct {
	bundle dofn.Bundle
	table  string
}

func (fn *readFn) ProcessElement(line string, table []byte, emit func(string)) error {
	err := fn.bundle.Begin(func() error { fn.table = string(table); return nil })
	emit(line + ": " + fn.table)
	return err
}

func (fn *readFn) FinishBundle(_ []byte, _ func(string)) { fn.bundle.Finish(func() {}) }

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
			sh := shuffle.Params{Shards: shards}
			counts := shuffle.BlocksOf[WordCount](sh, beam.ParDo(s, &bundleFn{Shuffle: sh}, lines))
			table := Make[string](s, lengths{Shuffle: sh, Least: 2}, shuffle.Group(s, sh, counts))
			fn := &readFn{}
			passert.Equals(s, beam.ParDo(s, fn, beam.Create(s, "x"), table.Side(fn)...), "x: "+tc.want)
		}
		ptest.RunAndValidate(t, p)
	}
}

func TestGiven(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	fn := &readFn{}
	passert.Equals(s, beam.ParDo(s, fn, beam.Create(s, "x"), Given[string](s, []byte("y")).Side(fn)...), "x: y")
	ptest.RunAndValidate(t, p)
}

func TestRequire(t *testing.T) {
	_, s := beam.NewPipelineWithRoot()
	for _, tc := range []struct {
		table  Table[string]
		needed bool
		want   any
	}{
		{Table[string]{}, false, nil},
		{Given[string](s, nil), true, nil},
		{Table[string]{}, true, "a.Stage: m needs a table of string, but there is none"},
		{Given[string](s, nil), false, "a.Stage: m has no use for a table of string"},
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
	if (Table[string]{}).Side(&readFn{}) != nil {
		t.Error("no table is a side input")
	}
}

// The words with the smallest and the largest hash are not taken for totals.
func TestFirstAndLastWord(t *testing.T) {
	one := shuffle.Params{Shards: 1}
	var blocks [][]byte
	emit := func(_ int, b []byte) { blocks = append(blocks, b) }
	w := NewWords(one)
	w.Send(^uint32(0), []byte("last"), emit)
	w.Send(0, []byte("first"), emit)
	w.Finish([]byte("total"), emit)
	var got []string
	err := EachWord(one, "tally.test", shuffletest.Iterate(blocks...), func(payload []byte) error {
		got = append(got, string(payload))
		return nil
	}, func(payload []byte) (uint64, error) {
		got = append(got, string(payload))
		return 7, nil
	}, func(c vocabulary.Count) {
		got = append(got, fmt.Sprint(c.Word, " ", c.N))
	})
	if want := []string{"total", "first", "0 7", "last", "4294967295 7"}; !slices.Equal(got, want) || err != nil {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}

// A shard that is larger than memory has the same counts, after the same totals.
func TestWordsInParts(t *testing.T) {
	sum := func(p shuffle.Params) (total uint64, counts []vocabulary.Count) {
		var blocks [][]byte
		emit := func(_ int, b []byte) { blocks = append(blocks, b) }
		for bundle := range uint32(5) {
			w := NewWords(p)
			for n := range uint32(3000) {
				w.Send(n*n*0x9e3779b1, binary.AppendUvarint(nil, uint64(bundle+n%7)), emit)
			}
			w.Finish(binary.AppendUvarint(nil, uint64(bundle)), emit)
		}
		err := EachWord(p, "tally.test", shuffletest.Iterate(blocks...), func(payload []byte) error {
			if counts != nil {
				t.Error("totals after words")
			}
			total += number(payload)
			return nil
		}, func(payload []byte) (uint64, error) { return number(payload), nil }, func(c vocabulary.Count) {
			counts = append(counts, c)
		})
		if err != nil {
			t.Fatal(err)
		}
		return total, counts
	}
	total, want := sum(shuffle.Params{Shards: 1})
	parts := shuffle.Progress.Parts.Load()
	again, got := sum(shuffle.Params{Shards: 1, Spool: t.TempDir(), Memory: 90_000})
	if total != 10 || again != total || len(want) < 2500 || !slices.Equal(got, want) {
		t.Errorf("totals of %d and %d, %d and %d words", total, again, len(want), len(got))
	}
	if n := shuffle.Progress.Parts.Load() - parts; n < 5 {
		t.Errorf("the shard came in %d parts, want several", n)
	}
}

func TestErrors(t *testing.T) {
	one := shuffle.Params{Shards: 1}
	broken := errors.New("broken")
	var blocks [][]byte
	emit := func(_ int, b []byte) { blocks = append(blocks, b) }
	w := NewWords(one)
	w.Send(1, nil, emit)
	w.Finish(nil, emit)
	none := func(vocabulary.Count) {}
	for name, failing := range map[string][2]error{"total": {broken, nil}, "count": {nil, broken}} {
		err := EachWord(one, "tally.test", shuffletest.Iterate(blocks...), func([]byte) error { return failing[0] }, func([]byte) (uint64, error) { return 0, failing[1] }, none)
		if err != broken {
			t.Errorf("%s fails: EachWord returns %v", name, err)
		}
	}
	for _, part := range [][]byte{{0x80}, {1, 2, 3, 4, 5}} {
		if _, err := JoinWords(shuffletest.Iterate(part), func(r *wire.Reader) { r.Uvarint() }); err == nil {
			t.Errorf("JoinWords of %x: no error", part)
		}
	}
}
