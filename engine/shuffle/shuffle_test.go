package shuffle

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle/block"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, "prism") }

func init() {
	dofn.Direct(func(fn *packFn, a []any) []any {
		fn.ProcessElement(a[0].(string), a[1].(func(int, []byte)))
		return nil
	})
	dofn.Plain(&groupsFn{})
	register.Emitter1[int]()
	register.Emitter1[string]()
}

// packFn packs words under the hash of their first letter.
type packFn struct {
	Shards int
	packer *Packer
}

func (fn *packFn) StartBundle(_ func(int, []byte)) { fn.packer = NewPacker(Params{Shards: fn.Shards}) }
func (fn *packFn) ProcessElement(w string, emit func(int, []byte)) {
	fn.packer.Add(uint64(w[0])*0x9e3779b97f4a7c15, []byte(w), emit)
}
func (fn *packFn) FinishBundle(emit func(int, []byte)) { fn.packer.Flush(emit) }

// groupsFn writes each group as one line.
type groupsFn struct{}

func (fn *groupsFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(string)) error {
	return Params{}.EachGroup("test", blocks, func(s *block.Sorted, from, to int) error {
		var words []string
		for i := from; i < to; i++ {
			words = append(words, string(s.Payload(i)))
		}
		emit(strings.Join(words, " "))
		return nil
	})
}

func TestGroupGivesTheSameForAnyShards(t *testing.T) {
	words := strings.Fields("pear apple 中文 avocado plum apple banana 中国 cherry")
	want := []string{"apple apple avocado", "banana", "cherry", "pear plum", "中国 中文"}
	for _, p := range []Params{{Shards: 1}, {Shards: 3}, {Shards: 64, Workers: 3}} {
		t.Run(fmt.Sprintf("%+v", p), func(t *testing.T) {
			pl, s, a, b := ptest.CreateList2(words[:4], words[4:])
			fn := &packFn{Shards: p.Shards}
			blocks := BlocksOf[string](p, beam.ParDo(s, fn, a))
			more := BlocksOf[[]byte](p, beam.ParDo(s, fn, b)) // of another record
			passert.EqualsList(s, beam.ParDo(s, &groupsFn{}, Group(s, p, blocks, Blocks[int]{}, more)), want)
			passert.EqualsList(s,
				beam.ParDo(s, &groupsFn{},
					Group(s, p, Flatten(s, Blocks[[]byte]{}, BlocksOf[[]byte](p, blocks.Collection()), more))), want)
			ptest.RunAndValidate(t, pl)
		})
	}
}

// A full block leaves during the bundle, and its memory is not written again.
func TestPackerDoesNotReuseBlocks(t *testing.T) {
	var got, copies [][]byte
	emit := func(_ int, b []byte) { got, copies = append(got, b), append(copies, slices.Clone(b)) }
	p := NewPacker(Params{Shards: 1})
	payload := make([]byte, 100)
	for i := range 3 * blockBytes / 109 {
		payload[0] = byte(i)
		p.Add(uint64(i), payload, emit)
	}
	p.Flush(emit)
	p.Flush(emit)
	if len(got) != 3 {
		t.Errorf("%d blocks, want 3", len(got))
	}
	for i := range got {
		if !slices.Equal(got[i], copies[i]) {
			t.Errorf("block %d changed after it was emitted", i)
		}
	}
}

func TestShardOfSpreadsAndKeepsNamesTogether(t *testing.T) {
	const shards = 16
	var count [shards]int
	for i := range uint64(16000) {
		count[ShardOf(i<<32, shards)]++
		if a, b := ShardOf(i<<32, shards), ShardOf(i<<32|0xffffffff, shards); a != b {
			t.Fatalf("name %d is in shards %d and %d", i, a, b)
		}
	}
	for shard, n := range count {
		if n < 800 || n > 1200 {
			t.Errorf("shard %d has %d of 16000 keys, want about 1000", shard, n)
		}
	}
}

// All open blocks of a Packer take a 24th of the memory of a worker at most, or 64 MB where that is not known, if they
// are not of the least size.
func TestPackerBoundsItsOpenBlocks(t *testing.T) {
	for _, tc := range []struct {
		shards, want int
		memory       int64
	}{
		{8, blockBytes, 0},
		{4096, 16 << 10, 0},
		{1 << 20, minBlockBytes, 0},
		{32, blockBytes, 86e6}, // 1 and 5 million short documents, with --memory=256MB
		{314, 11411, 86e6},
		{1 << 14, 10922, 4 << 30},
		{1 << 20, minBlockBytes, 4 << 30},
	} {
		if got := (Params{Shards: tc.shards, Memory: tc.memory}).fullBlock(tc.shards); got != tc.want {
			t.Errorf("%d shards and %d bytes: blocks of %d bytes, want %d", tc.shards, tc.memory, got, tc.want)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, tc := range []struct {
		p    Params
		want string
	}{
		{Params{}, "shuffle.Params: Shards is 0, want at least 1; Size chooses them"},
		{Params{Shards: MaxShards + 1}, "shuffle.Params: Shards is 65537, want at most 65536; Size chooses them"},
		{Params{Shards: 4, Workers: -1}, "shuffle.Params: Workers is -1, want 0 (not known) or more"},
		{Params{Shards: 4, Memory: -1}, "shuffle.Params: Memory is -1, want 0 (enough) or more bytes"},
		{Size(-1, 0, 0), "shuffle.Params: TextBytes is -1, want 0 or more bytes"},
	} {
		if err := tc.p.Validate(); err == nil || err.Error() != tc.want {
			t.Errorf("%+v: %v, want %s", tc.p, err, tc.want)
		}
	}
	if err := (Params{Shards: MaxShards}).Validate(); err != nil {
		t.Error(err)
	}
}

func TestPostings(t *testing.T) {
	for _, tc := range []struct {
		text    int64
		workers int
		memory  int64
		shards  int
	}{
		{20e9, 2, 1.5e9, 67},
		{2e9, 2, 1.5e9, minShards},
		{2e9, 16, 1.5e9, 64}, // four for each worker
		{1 << 20, 1, 1e9, minShards},
		{20e9, 2, 0, 1192},    // no bound on memory: those of Size
		{20e9, 0, 1.5e9, 320}, // the number of workers is not known: the same
		{20e9, 2, 100e6, 1001},
	} {
		if got := Size(tc.text, tc.workers, tc.memory).Postings().Shards; got != tc.shards {
			t.Errorf("%d bytes, %d workers with %d bytes: %d shards, want %d", tc.text, tc.workers, tc.memory,
				got, tc.shards)
		}
	}
	if p := Size(20e9, 2, 1.5e9); p.Postings() != p.Postings().Postings() {
		t.Error("Postings of Postings has other shards")
	}
}

// A worker takes no more memory than the text, but what is enough in any case.
func TestSizeBoundsMemory(t *testing.T) {
	for _, tc := range []struct{ text, memory, want int64 }{
		{1 << 20, 0, 0}, // not known
		{1 << 20, enough / 3, enough / 3},
		{1 << 20, 100 * enough, enough},
		{3 * enough, 2 * enough, 2 * enough},
		{3 * enough, 100 * enough, 3 * enough},
	} {
		if got := Size(tc.text, 2, tc.memory).Memory; got != tc.want {
			t.Errorf("%d bytes of text, %d of memory: a worker may use %d, want %d", tc.text, tc.memory, got, tc.want)
		}
	}
}

func TestSize(t *testing.T) {
	for _, tc := range []struct {
		input   int64
		workers int
		memory  int64
		shards  int
	}{
		{0, 0, 0, 4},
		{0, 2, 0, 32},
		{0, 16, 0, 64},
		{1 << 20, 0, 0, 4},
		{1 << 30, 2, enough, 64},
		{1 << 30, 2, enough / 2, 128},
		{1 << 31, 2, 100 * enough, 128},
		{1 << 32, 2, 2 * enough, 256},
		{1 << 32, 2, 3 * enough, 170},
		{1 << 32, 2, 100 * enough, 128},
		{1 << 34, 2, 5 * enough, 409},
		{1 << 34, 2, 100 * enough, 256},
		{1 << 30, 2, 1, 64 * minPart},
		{1 << 40, 0, 0, 65536},
		{1 << 45, 0, 0, MaxShards},
	} {
		p := Size(tc.input, tc.workers, tc.memory)
		if p.Shards != tc.shards || p.Validate() != nil {
			t.Errorf("Size(%d, %d, %d) = %+v, want %d shards", tc.input, tc.workers, tc.memory, p, tc.shards)
		}
		if tc.input < 1<<40 && p.Text() < tc.input {
			t.Errorf("%d shards are enough for %d bytes of text, and %d are there", p.Shards, p.Text(), tc.input)
		}
	}
}
