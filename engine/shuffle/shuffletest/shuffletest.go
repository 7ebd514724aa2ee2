// Package shuffletest helps to test DoFns that receive a shard, without a runner.
package shuffletest

// Iterate returns the iterator over some blocks that a DoFn receives after a GroupByKey. A nil is no block.
func Iterate(blocks ...[]byte) func(*[]byte) bool {
	return func(b *[]byte) bool {
		for len(blocks) > 0 {
			*b, blocks = blocks[0], blocks[1:]
			if *b != nil {
				return true
			}
		}
		return false
	}
}
