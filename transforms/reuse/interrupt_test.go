package reuse

import (
	"context"
	"errors"
	"testing"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/transforms/reuse/score"
)

// Judge, Expand and Score end inside a group and inside a shard when their context ends: they send no more than what
// was packed until then, and return its error.
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
			send(1, m.Append(nil))
		}
	})
	two := blocksOf(func(send func(uint64, []byte)) {
		send(pairKey(1, 2), (&Half{1, Like{Other: 2, Shared: 5, Longest: 5}, members[:n/2]}).Append(nil))
		send(pairKey(1, 2), (&Half{2, Like{Other: 1, Shared: 5, Longest: 5}, members[n/2:]}).Append(nil))
	})
	groups := func(same bool) [][]byte {
		return blocksOf(func(send func(uint64, []byte)) {
			for i := range uint64(100 * n) {
				key := uint64(1)
				if !same {
					key = i
				}
				send(key, (&Match{i + 10, score.Match{I0: 9, K0: 9, Shared: 9, Longest: 9}}).Append(nil))
			}
		})
	}
	none := func(string, int64) {}
	for _, tc := range []struct {
		name   string
		blocks [][]byte
		stage  func() engine.Stage
	}{
		{"Judge", one, func() engine.Stage { return &judge{Params: p, Size: engine.SideWith(int64(1))} }},
		{"Expand", two, func() engine.Stage { return &expand{} }},
		{"Score, pairs of one document", groups(true), func() engine.Stage { return &scorePairs{Params: p} }},
		{"Score, documents", groups(false), func() engine.Stage { return &scorePairs{Params: p} }},
	} {
		run := func(ctx context.Context, emit func(int, []byte)) error {
			emitters := []any{emit, none}
			if tc.name == "Judge" {
				emitters = []any{emit, emit, none}
			}
			return engine.RunReduce(ctx, p.Shuffle, tc.stage(), 0, shuffletest.Iterate(tc.blocks...), emitters...)
		}
		all := 0
		if err := run(t.Context(), func(int, []byte) { all++ }); err != nil || all < 10 {
			t.Fatalf("%s: %d blocks, %v", tc.name, all, err)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		sent := 0
		err := run(ctx, func(int, []byte) { sent++; cancel(stopped) })
		if !errors.Is(err, stopped) || sent > 2 {
			t.Errorf("%s: %d of %d blocks were sent, and the error is %v", tc.name, sent, all, err)
		}
	}
}
