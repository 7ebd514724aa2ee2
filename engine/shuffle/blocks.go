package shuffle

import (
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/transforms/parameter"
)

// Blocks is a collection of blocks with records of the type R: a PCollection<KV<int,[]byte>> by
// shard, and the Params with which it was packed. R only names the record, so that the wrong
// collection does not compile: a Packer takes encoded records. The zero value is no collection.
type Blocks[R any] struct {
	params Params
	col    beam.PCollection
	_      [0]R // Blocks of different records cannot be converted
}

// BlocksOf returns the output of a stage whose DoFns pack records of the type R with a
// Packer for p. col is a PCollection<KV<int,[]byte>>. BlocksOf panics if p is not valid.
func BlocksOf[R any](p Params, col beam.PCollection) Blocks[R] {
	parameter.Must(p.Validate())
	return Blocks[R]{params: p, col: col}
}

// IsValid reports whether b is a collection. The zero value is none.
func (b Blocks[R]) IsValid() bool { return b.col.IsValid() }

// Params returns the Params with which the blocks were packed.
func (b Blocks[R]) Params() Params { return b.params }

// Collection returns the PCollection<KV<int,[]byte>>, for a DoFn that reads single blocks with
// Each.
func (b Blocks[R]) Collection() beam.PCollection { return b.col }

// Single returns the blocks as a collection of its own, which nothing else reads. Use it for the second
// reader of blocks if one reader is a Group, and the other one a DoFn with a side input, or a Group by which a side
// input is made: the planner of Beam's Flink and Spark runners (2.62.0) fails on some such graphs ("exactly one
// producing PTransformNode").
func (b Blocks[R]) Single(s beam.Scope) Blocks[R] {
	return BlocksOf[R](b.params, beam.ParDo(s, sameFn, b.col))
}

func sameFn(shard int, block []byte) (int, []byte) { return shard, block }

// Together returns the blocks as those of one shard.
func (b Blocks[R]) Together(s beam.Scope) Blocks[R] {
	one := b.params
	one.Shards = 1
	return BlocksOf[R](one, beam.ParDo(s, firstFn, b.col))
}

func firstFn(_ int, block []byte) (int, []byte) { return 0, block }

func (b Blocks[R]) packed() (col beam.PCollection, shards int, record string) {
	return b.col, b.params.Shards, reflect.TypeFor[R]().String()
}

// Packed is Blocks with any type of record.
type Packed interface {
	packed() (col beam.PCollection, shards int, record string)
}

// Flatten joins collections with one type of record. It leaves out zero values; if all are, the
// result is the zero value. Flatten panics if the collections differ in Shards.
func Flatten[R any](s beam.Scope, blocks ...Blocks[R]) (joined Blocks[R]) {
	var cols []beam.PCollection
	for _, b := range blocks {
		switch {
		case !b.IsValid():
			continue
		case len(cols) == 0:
			joined.params = b.params
		}
		cols = append(cols, collection("shuffle.Flatten", b, joined.params.Shards))
	}
	if len(cols) > 0 {
		joined.col = beam.Flatten(s, cols...)
	}
	return joined
}

// Group brings the blocks of each shard together. If there are several types of records, the
// receiving stage must be able to tell them apart, for example by the first byte of the payload.
// The result is a PCollection<CoGBK<int,[]byte>>, which a DoFn reads with EachPart. Group leaves
// out zero values. It panics if p is not valid, if a collection was packed with another number of
// Shards, or if there is no collection.
func Group(s beam.Scope, p Params, blocks ...Packed) beam.PCollection {
	s = s.Scope("shuffle.Group")
	parameter.Must(p.Validate())
	var cols []beam.PCollection
	for _, b := range blocks {
		if col, _, _ := b.packed(); col.IsValid() {
			cols = append(cols, collection("shuffle.Group", b, p.Shards))
		}
	}
	if len(cols) == 0 {
		panic("shuffle.Group: there is no collection")
	}
	return beam.GroupByKey(s, beam.Flatten(s, cols...))
}

// collection returns the collection of b. It panics if b does not have so many shards.
func collection(caller string, b Packed, shards int) beam.PCollection {
	col, packed, record := b.packed()
	if packed != shards {
		panic(fmt.Sprintf("%s: blocks of %s were packed with %d Shards, want %d", caller, record, packed, shards))
	}
	return col
}
