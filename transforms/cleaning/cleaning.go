// Package cleaning decides what is taken out of a collection so that of every text that
// stands in several places one copy stays. It knows the places from a result; texts it
// does not see.
//
// The copies of one text meet and are put in the order of the policy: the first is to be
// kept, the others are candidates (chooseFn). A document hears of all its copies of both
// kinds, and says which parts of those to be kept are intact (weighFn); at these the
// candidates become edits (joinFn). The rule, and why a copy that is named as kept is
// kept, is in the package removal. Every step looks at one document or at one text, so
// memory is that of a shard.
package cleaning

import (
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"diagonal/io/record"
	"diagonal/transforms/shuffle"
)

func init() {
	register.DoFn3x1[int, func(*[]byte) bool, func(int, []byte), error](&rankFn{})
	register.DoFn3x1[int, func(*[]byte) bool, func(int, []byte), error](&chooseFn{})
	register.DoFn5x1[int, func(*[]byte) bool, func(int, []byte), func(int, []byte), func(string, int64), error](&weighFn{})
	register.DoFn4x1[int, func(*[]byte) bool, func(int, []byte), func(string, int64), error](&joinFn{})
	register.Emitter2[int, []byte]()
	register.Emitter2[string, int64]()
	register.Iter1[[]byte]()
}

// The policies.
const (
	// KeepFirst keeps the copy in the document with the smallest id in byte order; in
	// one document the earliest.
	KeepFirst = "keep_first"
	// KeepLongest keeps the copy in the longest document, in code points; among documents
	// of one length that of KeepFirst.
	KeepLongest = "keep_longest"
	// DropAll keeps none.
	DropAll = "drop_all"
)

// Left is the name in the ledger of candidates of which nothing was taken out, because
// the copy that is to be kept stands, in part or as a whole, where another one is a
// candidate. When the cleaned collection is searched again they are found, if they are
// still there twice.
const Left = "not_compared.copies_left_for_another_pass"

// Params configures Decide.
type Params struct {
	// Policy is KeepFirst, KeepLongest or DropAll.
	//
	// Required.
	Policy string
	// Result and Collection name the two in errors.
	Result, Collection string
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Validate reports the first field that holds an impossible value.
func (p Params) Validate() error {
	if !slices.Contains([]string{KeepFirst, KeepLongest, DropAll}, p.Policy) {
		return fmt.Errorf("cleaning.Params: Policy is %q", p.Policy)
	}
	return p.Shuffle.Validate()
}

// Input is what Decide looks at. Each field is collections of blocks,
// PCollection<KV<int,[]byte>>.
type Input struct {
	// Homes is blocks of record.Home, one for every document, by IDKey.
	Homes []beam.PCollection
	// Copies is what Address made of the copies.
	Copies []beam.PCollection
	// Needed is what Address made of NeededCopies; it may be empty.
	Needed []beam.PCollection
}

// Result is what Decide makes.
type Result struct {
	// Edits is collections of blocks of record.Edit, PCollection<KV<int,[]byte>>, by
	// PartKey; their shards are those of PartShard.
	Edits []beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Address appends to dst the payload under which a copy of a group comes to Decide, and
// returns its key. Copies of the kind NeededCopy belong to no group; they come to
// Input.Needed.
func (p Params) Address(dst []byte, group uint64, c *record.Copy) (key uint64, payload []byte) {
	at := record.AtDocument{Tag: record.TagRanked, Group: group, Copy: *c}
	switch {
	case c.Kind == record.NeededCopy:
		at.Tag = record.TagKept
	case p.Policy == DropAll:
		at.Tag = record.TagCandidate
	case p.Policy == KeepFirst:
		return group, record.AppendCopy(dst, c)
	}
	return record.IDKey(c.ID), record.AppendAtDocument(dst, &at)
}

// PartShard is the shard at which a part of a file meets its edits: one of those of a
// branch, so that parts are written by as many branches as there are.
func PartShard(branch int, key uint64, p shuffle.Params) int {
	return branch%p.Branches + p.Branches*shuffle.ShardOf(key, p.Shards/p.Branches)
}

// Decide decides what is to be taken out of which document. A copy in a document that
// is not there, or outside of it, is an error: the result belongs to another collection.
// Decide panics if p is not valid.
func Decide(s beam.Scope, p Params, in Input) Result {
	s = s.Scope("cleaning.Decide")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	both := func(copies ...[]beam.PCollection) []beam.PCollection {
		return shuffle.Group(s, p.Shuffle, slices.Concat(in.Homes, slices.Concat(copies...))...)
	}
	copies := in.Copies
	if p.Policy == KeepLongest {
		copies = shuffle.ParDoEach(s, &rankFn{Params: p}, 1, both(copies))[0]
	}
	if p.Policy != DropAll {
		copies = shuffle.ParDoEach(s, &chooseFn{Params: p}, 1, shuffle.Group(s, p.Shuffle, copies...))[0]
	}
	weighed := shuffle.ParDoEach(s, &weighFn{Params: p}, 3, both(copies, in.Needed))
	joined := shuffle.ParDoEach(s, &joinFn{Params: p}, 2, shuffle.Group(s, p.Shuffle, weighed[0]...))
	return Result{
		Edits:  slices.Concat(weighed[1], joined[0]),
		Ledger: shuffle.Flatten(s, slices.Concat(weighed[2], joined[1])),
	}
}
