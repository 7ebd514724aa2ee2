package tally

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/wire"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/tally/vocabulary"
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
type lengths struct{ Least uint64 }

func (l lengths) Sum(_ int, counted func(*[]byte) bool) ([]byte, error) {
	lines := uint64(0)
	shard, err := ReceiveWords("tally.test", counted, func(payload []byte) error {
		r := wire.NewReader(payload)
		lines += r.Uvarint()
		return r.Err()
	})
	if err != nil {
		return nil, err
	}
	out := binary.AppendUvarint(nil, lines)
	err = shard.Each(func(payload []byte) (uint64, error) {
		r := wire.NewReader(payload)
		n := r.Uvarint()
		return n, r.Err()
	}, func(c vocabulary.Count) {
		if c.N >= l.Least {
			out = vocabulary.AppendCounts(out, c)
		}
	})
	return out, err
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
			table := Make[string](s, lengths{Least: 2}, shuffle.Group(s, sh, counts))
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

// once iterates over parts.
func once(parts ...[]byte) func(*[]byte) bool {
	return func(b *[]byte) bool {
		if len(parts) == 0 {
			return false
		}
		*b, parts = parts[0], parts[1:]
		return true
	}
}

// A word with the largest hash is not taken for totals.
func TestLastWord(t *testing.T) {
	var blocks [][]byte
	emit := func(_ int, b []byte) { blocks = append(blocks, b) }
	w := NewWords(shuffle.Params{Shards: 1})
	w.Send(^uint32(0), []byte("n"), emit)
	w.Finish([]byte("t"), emit)
	var total, counted []byte
	shard, err := ReceiveWords("tally.test", once(blocks...), func(payload []byte) error { total = payload; return nil })
	if err != nil {
		t.Fatal(err)
	}
	err = shard.Each(func(payload []byte) (uint64, error) { counted = payload; return 7, nil }, func(c vocabulary.Count) {
		if c != (vocabulary.Count{Word: ^uint32(0), N: 7}) {
			t.Errorf("a word of %+v", c)
		}
	})
	if string(total) != "t" || string(counted) != "n" || err != nil {
		t.Errorf("totals %q, count %q, %v", total, counted, err)
	}
}

func TestErrors(t *testing.T) {
	broken := errors.New("broken")
	var blocks [][]byte
	emit := func(_ int, b []byte) { blocks = append(blocks, b) }
	w := NewWords(shuffle.Params{Shards: 1})
	w.Send(1, nil, emit)
	w.Finish(nil, emit)
	if _, err := ReceiveWords("tally.test", once(blocks...), func([]byte) error { return broken }); err != broken {
		t.Errorf("ReceiveWords returns %v", err)
	}
	shard, err := ReceiveWords("tally.test", once(blocks...), func([]byte) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if err := shard.Each(func([]byte) (uint64, error) { return 0, broken }, func(vocabulary.Count) {}); err != broken {
		t.Errorf("Each returns %v", err)
	}
	for _, part := range [][]byte{{0x80}, {1, 2, 3, 4, 5}} {
		if _, err := JoinWords(once(part), func(r *wire.Reader) { r.Uvarint() }); err == nil {
			t.Errorf("JoinWords of %x: no error", part)
		}
	}
}
