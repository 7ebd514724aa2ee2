// Package engine lies between a stage and Beam: a stage is a struct with typed ports, and a method that is called
// for each key. This stage says how many words each document has:
//
//	type count struct {
//		Words  engine.In[Word]                // records of the type Word, by document
//		Counts engine.Elements[DocumentWords] // a PCollection<DocumentWords>
//		Ledger engine.Ledger                  // outcomes that are counted
//	}
//
//	func init() { engine.RegisterReduce[*count]() }
//
//	func (c *count) Reduce(_ context.Context, document uint64) error {
//		c.Counts.Emit(DocumentWords{document, c.Words.Len()})
//		c.Ledger.Add("documents", 1)
//		return nil
//	}
//
// A composite connects it, and gets what it makes:
//
//	stage := engine.Reduce(s, p, "words.Count", &count{Words: engine.From(words)})
//	return stage.Counts.Collection()
//
// # Ports
//
// Ports are exported fields of the struct. An In is an input. Out sends records to another stage, which are packed
// into blocks by the shards of their keys; Elements emits elements of Beam, for what is not many; Ledger counts, and
// outcomes that Counting names are 0 if there are none. A Side is a value that was made of a whole collection before.
// Other exported fields are parameters: they travel to the workers as JSON. Other fields are memory of a worker that
// is used again from key to key.
//
// A record is a type whose pointer is a Record: Append writes it and Read reads it again. Read may use the memory of
// the record that was there before. So records cost no allocation, and what a stage keeps of one it must copy.
//
// # Order
//
// Records of one key come by input, in the order of the inputs in the struct, and those of one input in the order of
// their bytes. It is the same on every runner, for any number of shards. Keys come in no order that a stage may depend
// on. If there is more than one input, each type of record has a Tag, its first byte, and these must ascend: Reduce
// checks that.
//
// # Names
//
// Documents whose keys have the same upper half are in one shard, and come one after the other. A stage that must see
// them together has a method Name, which is called before the first of them.
//
// A stage with a method Group(key uint64) uint32 is called once for keys that follow each other and have the same
// Group. A Gatherer brings records together itself. An Orderer goes through all records of a shard.
//
// # Elements
//
// A Mapper is called for each element of a PCollection (Map), or of one that waits for its sides (MapKept), or for each
// record of another stage (MapBlocks).
//
// A few records that need no blocks, such as what each bundle has counted, go from a Send to a Joiner, which gets all
// records of a key at once (Join); Counts makes them of Ledgers. A Mapper or a Joiner may have a method Teardown, for
// what a worker has opened.
//
// # Bundles, memory
//
// A stage may have the methods StartBundle, StartShard, FinishShard and FinishBundle, for what it adds up. A shard that
// does not fit in Params.Memory is sorted in parts, outside of memory, and no stage sees that.
//
// # Without Beam
//
// RunReduce runs a stage on one shard, RunMap on elements and RunJoin on the records of a key, for tests.
package engine

import (
	"context"

	"example.org/diagonal/engine/shuffle"
)

// Params configures the shuffle of a pipeline. Size makes one.
type Params = shuffle.Params

// Blocks is a collection of records of the type R, packed by shard: an Out of one stage, and an In of another one.
type Blocks[R any] = shuffle.Blocks[R]

// Record is a pointer to a record.
type Record interface {
	// Append appends the payload of the record to dst. Payloads order as their bytes.
	Append(dst []byte) []byte
	// Read reads a payload into the record, whose memory it may use. It may keep views of the payload, which is valid
	// until the stage is called for the next key.
	Read(payload []byte) error
}

// Tagged is a Record that meets records of another type.
type Tagged interface {
	Record
	// Tag is the first byte of every payload.
	Tag() byte
}

// Stage is a Reducer, a Gatherer or an Orderer, a pointer to a struct with ports.
type Stage any

// Reducer is a stage that is called for each key.
type Reducer interface {
	Reduce(ctx context.Context, key uint64) error
}

// Gatherer is a stage with one input of records that are lists of small things, which it brings together itself
// (shuffle.Params.EachSplit).
type Gatherer interface {
	// Split is a shuffle.Split.
	Split(key uint64, payload []byte, n int, add func(part int, key uint64, payload []byte) error) error
	// Gather gets the records of a shard, or of a part of it, in no order.
	Gather(ctx context.Context, records shuffle.Records) error
}

// Orderer is a stage with one input, whose records it gets shard by shard, in the order of their keys and bytes. They
// need not fit in memory.
type Orderer interface {
	Order(ctx context.Context, shard int, records shuffle.Ordered) error
}
