package candidate

import (
	"math"

	"example.org/diagonal/transforms/candidate/thin"
	"example.org/diagonal/transforms/shuffle/block"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/chain"
)

// shardKey is the key by which a signature of 48 bits has its shard.
func shardKey(s uint64) uint64 { return s << 16 }

// unitPostings unpacks the postings of a shard, or of a part of it, into fn.postings: those of one of
// several portions of the signatures. Most signatures have one posting and pair nothing. They are left
// out, but for a few (thin.Seen), unless fn.all. n is the number of postings of the portion. If all
// signatures are one portion, no more than fn.most are unpacked.
//
// Documents are numbered by their keys: fn.documents. Postings in fn.away belong to other shards:
// they are here because they are hot (signature.UnitParams.MaxDocuments). They are in the first
// portion.
func (fn *unitMatchFn) unitPostings(shard int, sorted *block.Sorted, portion, portions int) (n int, err error) {
	fn.met, fn.away, fn.documents = fn.met[:0], fn.away[:0], fn.documents[:0]
	fn.traits, fn.spaceless = fn.traits[:0], fn.spaceless[:0]
	postings, most := fn.postings[:0], fn.most
	if portions > 1 {
		most = math.MaxInt // about as many as fit
	}
	for i := range sorted.Len() {
		if again(sorted, i) {
			continue
		}
		fn.documents = append(fn.documents, sorted.Key(i))
		fn.spaceless = append(fn.spaceless, signature.Spaceless(sorted.Payload(i)))
		number := uint32(len(fn.documents) - 1)
		if !fn.Params.Where.None() {
			fn.traits = append(fn.traits, signature.TraitsOf(sorted.Payload(i)))
		}
		if fn.kind, err = signature.EachUnitPosting(sorted.Payload(i), func(s uint64, unit uint32) {
			p := thin.Posting{Signature: s, Document: number, Unit: unit}
			switch {
			case fn.postingShards.Spread(shardKey(s), shard):
				if portion == 0 {
					fn.away = append(fn.away, p)
				}
			case !fn.all && !fn.shared.Shared(s), portions > 1 && portionOf(s, portions) != portion:
			default:
				if n++; n <= most {
					postings = append(postings, p)
				}
			}
		}); err != nil {
			return 0, err
		}
	}
	fn.postings, fn.unitBits = postings, 0
	if fn.kind == signature.ChainKind {
		fn.unitBits = chain.PlaceBits
	}
	return n, nil
}

// see adds the signatures of a shard, or of a part of it, to fn.shared. What is damaged in them is seen
// when the postings are unpacked.
func (fn *unitMatchFn) see(sorted *block.Sorted) {
	most := 0
	sorted.EachPayload(func(payload []byte) { most += signature.MostUnitPostings(payload) })
	fn.shared.Reset(most)
	sorted.EachPayload(func(payload []byte) {
		fn.signatures = signature.AppendUnitSignatures(fn.signatures[:0], payload)
		for _, s := range fn.signatures {
			fn.shared.Add(s)
		}
	})
}

// again reports whether record i is of the same document as the one before it: the same document
// was given under one id twice.
func again(sorted *block.Sorted, i int) bool { return i > 0 && sorted.Key(i) == sorted.Key(i-1) }
