package shuffle

import "example.org/diagonal/engine/shuffle/frequent"

// Spreader chooses the shards of records, each with a key that is in a document. All records of a
// key would meet in one shard, which is as large as they are many. A key in more than a number of
// documents needs no more of them to be known as such: further ones are spread over the shards of
// their documents, and the stage that receives one there (Params.Spread) knows the key as one in
// too many documents. A Spreader belongs to one bundle. It is not safe for concurrent use.
type Spreader struct {
	shards int
	often  *frequent.Finder
}

// NewSpreader returns a Spreader of keys in more than max documents. With 0 it spreads none.
func NewSpreader(p Params, max int) *Spreader {
	return &Spreader{shards: p.Shards, often: frequent.New(max)}
}

// Shard returns the shard of a record. All records of one document must come together.
func (s *Spreader) Shard(key, document uint64) int {
	if s.often.Frequent(key, document) {
		return ShardOf(document, s.shards)
	}
	return ShardOf(key, s.shards)
}

// Add adds a record to a packer, in its shard (Shard).
func (s *Spreader) Add(p *Packer, key, document uint64, payload []byte, emit func(int, []byte)) {
	p.AddTo(s.Shard(key, document), key, payload, emit)
}

// Spread reports whether a record is in a shard, that of its document, because its key is in more
// documents than the Spreader's number. Of such a key the shard of the key has so many documents, too.
func (p Params) Spread(key uint64, shard int) bool { return ShardOf(key, p.Shards) != shard }
