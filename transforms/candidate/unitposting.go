package candidate

import (
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
	fn.postings, fn.read = fn.postings[:0], fn.read[:0]
	for i := range sorted.Len() {
		if i%touched == 0 {
			sorted.Touch(i, i+touched)
		}
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
			if !fn.postingShards.Spread(shardKey(s), shard) {
				fn.read = append(fn.read, p)
			} else if portion == 0 {
				fn.away = append(fn.away, p)
			}
		}); err != nil {
			return 0, err
		}
		if len(fn.read) >= readTogether {
			n = fn.keep(n, portion, portions)
		}
	}
	n = fn.keep(n, portion, portions)
	fn.unitBits = 0
	if fn.kind == signature.ChainKind {
		fn.unitBits = chain.PlaceBits
	}
	return n, nil
}

const (
	// touched is the number of records whose payloads are brought from memory together.
	touched = 64
	// readTogether is the number of postings that are looked up in fn.shared together.
	readTogether = 512
)

// keep appends those of fn.read to fn.postings that unitPostings unpacks, and empties fn.read. n
// postings were unpacked before; keep returns how many are after it.
//
// Every posting is looked up somewhere else in memory. The processor waits for many of them at the same
// time, as long as it need not guess what comes of them.
func (fn *unitMatchFn) keep(n, portion, portions int) int {
	first := len(fn.postings)
	fn.postings = append(fn.postings, fn.read...)
	kept := fn.postings[first:]
	count := 0
	for _, p := range fn.read {
		kept[count] = p
		keep := 1
		if !fn.all {
			keep = fn.shared.Shared(p.Signature)
		}
		if portions > 1 && portionOf(p.Signature, portions) != portion {
			keep = 0
		}
		count += keep
	}
	n, fn.read = n+count, fn.read[:0]
	if portions == 1 && n > fn.most { // they do not fit: they are only counted
		count = 0
	}
	fn.postings = fn.postings[:first+count]
	return n
}

// see adds the signatures of a shard, or of a part of it, to fn.shared. What is damaged in them is seen
// when the postings are unpacked.
func (fn *unitMatchFn) see(sorted *block.Sorted) {
	most := 0
	sorted.EachPayload(func(payload []byte) { most += signature.MostUnitPostings(payload) })
	fn.shared.Reset(most)
	fn.signatures = fn.signatures[:0]
	sorted.EachPayload(func(payload []byte) {
		fn.signatures = signature.AppendUnitSignatures(fn.signatures, payload)
		if len(fn.signatures) >= readTogether {
			fn.shared.Add(fn.signatures...)
			fn.signatures = fn.signatures[:0]
		}
	})
	fn.shared.Add(fn.signatures...)
}

// again reports whether record i is of the same document as the one before it: the same document
// was given under one id twice.
func again(sorted *block.Sorted, i int) bool { return i > 0 && sorted.Key(i) == sorted.Key(i-1) }
