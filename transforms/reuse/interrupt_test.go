package reuse

import (
	"context"
	"errors"
	"testing"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/transforms/reuse/score"
)

// Judge, Expand and Score end inside a group and inside a shard when their context ends: they send no more than what was packed
// until then, and return its error.
func TestInterrupt(t *testing.T) {
	const n = 3000 // members of a group, or groups: so many that blocks are sent before the end
	p := Params{Method: Exact, ThetaS: .6, Groups: 2, Shuffle: shuffle.Params{Shards: 2}}
	stopped := errors.New("stopped")
	members := make([]Member, n)
	for i := range members {
		members[i] = Member{Document: uint64(i + 1), Words: 9}
	}
	blocksOf := func(add func(send func(key uint64, payload []byte))) [][]byte {
		var blocks [][]byte
		packer := shuffle.NewPacker(shuffle.Params{Shards: 1})
		emit := func(_ int, b []byte) { blocks = append(blocks, b) }
		add(func(key uint64, payload []byte) { packer.Add(key, payload, emit) })
		packer.Flush(emit)
		return blocks
	}
	one := blocksOf(func(send func(uint64, []byte)) {
		for _, m := range members {
			send(1, appendMember(nil, m))
		}
	})
	two := blocksOf(func(send func(uint64, []byte)) {
		send(pairKey(1, 2), appendHalf(nil, 1, Like{Other: 2, Shared: 5, Longest: 5}, members[:n/2]))
		send(pairKey(1, 2), appendHalf(nil, 2, Like{Other: 1, Shared: 5, Longest: 5}, members[n/2:]))
	})
	groups := func(same bool) [][]byte {
		return blocksOf(func(send func(uint64, []byte)) {
			for i := range uint64(100 * n) {
				key := uint64(1)
				if !same {
					key = i
				}
				send(key, appendMatch(nil, i+10, score.Match{I0: 9, K0: 9, Shared: 9, Longest: 9}))
			}
		})
	}
	for _, tc := range []struct {
		name   string
		blocks [][]byte
		run    func(ctx context.Context, blocks func(*[]byte) bool, emit func(int, []byte)) error
	}{
		{"Judge", one, func(ctx context.Context, blocks func(*[]byte) bool, emit func(int, []byte)) error {
			return (&judgeFn{Params: p}).ProcessElement(ctx, 0, blocks, 1, emit, emit, func(string, int64) {})
		}},
		{"Expand", two, func(ctx context.Context, blocks func(*[]byte) bool, emit func(int, []byte)) error {
			fn := &expandFn{Params: p}
			fn.StartBundle(nil, nil)
			return fn.ProcessElement(ctx, 0, blocks, emit, func(string, int64) {})
		}},
		{"Score, pairs of one document", groups(true), scoreOf(p)},
		{"Score, documents", groups(false), scoreOf(p)},
	} {
		all := 0
		if err := tc.run(t.Context(), shuffletest.Iterate(tc.blocks...), func(int, []byte) { all++ }); err != nil || all < 10 {
			t.Fatalf("%s: %d blocks, %v", tc.name, all, err)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		sent := 0
		err := tc.run(ctx, shuffletest.Iterate(tc.blocks...), func(int, []byte) { sent++; cancel(stopped) })
		if !errors.Is(err, stopped) || sent > 2 {
			t.Errorf("%s: %d of %d blocks were sent, and the error is %v", tc.name, sent, all, err)
		}
	}
}

// scoreOf runs a scoreFn.
func scoreOf(p Params) func(ctx context.Context, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	return func(ctx context.Context, blocks func(*[]byte) bool, emit func(int, []byte)) error {
		fn := &scoreFn{Params: p}
		fn.StartBundle(nil, nil)
		return fn.ProcessElement(ctx, 0, blocks, emit, func(string, int64) {})
	}
}
