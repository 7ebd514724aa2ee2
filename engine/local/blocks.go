package local

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec"
)

// Blocks is what a run does with the values, of type []byte, of the KVs that wait for a later
// stage, if their keys are of type int. They may name something outside of memory.
type Blocks struct {
	// Hold is called when a value begins to wait, once for each stage that it waits for.
	Hold func(value []byte)
	// Release is called when the stage has processed the value. It is not called for side
	// inputs.
	Release func(value []byte)
	// Ahead is called with values that the stage is about to process. It is not called for all of
	// them, and may be called while they are processed.
	Ahead func(values [][]byte)
	// Early is how many bytes, by Size, of values that wait for the next stage Ahead is called with while a stage
	// works. 0 is none.
	Early int64
	// Size returns the size of a value. Nil: the value is all there is.
	Size func(value []byte) int64
}

// blocksKey is the key of WithBlocks.
type blocksKey struct{}

// WithBlocks lets a run with the context call the functions of b. Workers call them at the same
// time.
func WithBlocks(ctx context.Context, b Blocks) context.Context {
	return context.WithValue(ctx, blocksKey{}, b)
}

// blocks are the Blocks of a run. The zero value does nothing.
type blocks Blocks

func blocksOf(ctx context.Context) blocks {
	b, _ := ctx.Value(blocksKey{}).(Blocks)
	return blocks(b)
}

func (b blocks) size(value []byte) int64 {
	if b.Size == nil {
		return int64(len(value))
	}
	return b.Size(value)
}

func (b blocks) hold(v *exec.FullValue) {
	if bytes, ok := v.Elm2.([]byte); ok && b.Hold != nil && named(v.Elm) {
		b.Hold(bytes)
	}
}

// named reports whether a key is one of blocks: a number. Other bytes, such as the lines of a file under their own
// bytes, could look like a block.
func named(key any) bool {
	_, ok := key.(int)
	return ok
}

// release ends the waiting of an element, and of the values of a group.
func (b blocks) release(v exec.FullValue, groups []exec.ReStream) {
	if b.Release == nil || !named(v.Elm) {
		return
	}
	if bytes, ok := v.Elm2.([]byte); ok {
		b.Release(bytes)
	}
	for _, group := range groups {
		for bytes := range group.(*values).bytes() {
			b.Release(bytes)
		}
	}
}
