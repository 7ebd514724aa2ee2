package candidate

import (
	"bytes"
	"cmp"
	"slices"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/bucket"
	"example.org/diagonal/transforms/candidate/thin"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/chain"
)

// shardKey is the key by which a signature of 48 bits has its shard.
func shardKey(s uint64) uint64 { return s << 16 }

// source is a record of a document of which postings were unpacked. Postings have its number until all are
// unpacked: their number among the sources, which come in any order. A document has several sources if it
// was given under one id several times.
type source struct {
	key    uint64
	number uint32
	// spaceless is whether it is in a script without spaces.
	spaceless bool
}

// twice is the number of a source whose document has a source before it.
const twice = 1<<32 - 1

// The Document of a posting is, when all are numbered, the number of its document and numberBits more bits:
// spacelessBit if it is in a script without spaces. A table by number would be larger than the caches of a processor.
const (
	spacelessBit = 1
	numberBits   = 1
)

// numberOf returns the number of the document of a posting.
func numberOf(p thin.Posting) uint32 { return p.Document >> numberBits }

// unitPostings unpacks the postings of a shard, or of a part of it, into fn.postings: those of one of
// several portions of the signatures. Most signatures have one posting and pair nothing. They are left
// out, but for a few (thin.Seen), unless fn.all.
//
// The documents that have any of these postings are numbered by their keys: fn.documents. Postings in
// fn.away belong to other shards: they are here because they are hot (signature.UnitParams.MaxDocuments).
// They are in the first portion.
func (fn *unitMatcher) unitPostings(shard int, records shuffle.Records, portion, portions int) error {
	fn.met, fn.away, fn.postings = fn.met[:0], fn.away[:0], fn.portions.Room(fn.postings, portions)
	fn.sources, fn.sourceTraits = fn.sources[:0], fn.sourceTraits[:0]
	conditional := !fn.Params.Where.None()
	fn.portions.Shared.Begin()
	if err := records.Each(func(key uint64, payload []byte) (err error) {
		if fn.read, fn.kind, err = signature.AppendUnitPostings(fn.read[:0], payload); err != nil {
			return err
		}
		away := len(fn.away)
		if count := fn.keep(shard, portion, portions); count == 0 && len(fn.away) == away {
			return nil
		}
		fn.sources = append(fn.sources, source{key, uint32(len(fn.sources)), signature.Spaceless(payload)})
		if conditional {
			fn.sourceTraits = append(fn.sourceTraits, bytes.Clone(signature.TraitsOf(payload)))
		}
		return nil
	}); err != nil {
		return err
	}
	fn.number()
	fn.unitBits = 0
	if fn.kind == signature.ChainKind {
		fn.unitBits = chain.PlaceBits
	}
	return nil
}

// keep appends those of fn.read to fn.postings that unitPostings unpacks, and to fn.away those of other
// shards. They are of the next source. keep returns how many are new in fn.postings.
//
// Few are kept, but which ones a processor cannot guess: there is no branch for them.
func (fn *unitMatcher) keep(shard, portion, portions int) (count int) {
	source, first := uint32(len(fn.sources)), len(fn.postings)
	fn.postings = slices.Grow(fn.postings, len(fn.read))
	kept := fn.postings[first : first+len(fn.read)]
	for _, p := range fn.read {
		keep := 1
		if !fn.all {
			keep = fn.portions.Shared.Shared(p.Signature) // for all of them, in the order of See
		}
		posting := thin.Posting{Signature: p.Signature, Document: source, Unit: p.Place}
		if fn.postingShards.Spread(shardKey(p.Signature), shard) {
			if portion == 0 {
				fn.away = append(fn.away, posting)
			}
			continue
		}
		kept[count] = posting
		if portions > 1 && PortionOf(p.Signature, portions) != portion {
			keep = 0
		}
		count += keep
	}
	fn.postings = fn.postings[:first+count]
	return count
}

// number fills fn.documents, and what belongs to them, with the sources in the order of their keys, and
// changes the documents of the postings from numbers of sources to those of fn.documents. Of a document with
// several sources, the first one gets the postings that it lacks (join), and the others are left out, with
// their postings.
func (fn *unitMatcher) number() {
	fn.documents, fn.traits = fn.documents[:0], fn.traits[:0]
	several := false
	fn.numbers = slices.Grow(fn.numbers[:0], len(fn.sources))[:len(fn.sources)]
	fn.sources, fn.dealtSources = bucket.By(fn.sources, fn.dealtSources, func(s *source) uint64 {
		return s.key
	}, func(few []source) {
		slices.SortFunc(few, fn.compareSources)
	})
	for i, s := range fn.sources {
		if i > 0 && s.key == fn.sources[i-1].key {
			fn.numbers[s.number], several = twice, true
			continue
		}
		fn.numbers[s.number] = uint32(len(fn.documents)) << numberBits
		if s.spaceless {
			fn.numbers[s.number] |= spacelessBit
		}
		fn.documents = append(fn.documents, s.key)
		if len(fn.sourceTraits) > 0 {
			fn.traits = append(fn.traits, fn.sourceTraits[s.number])
		}
	}
	if several {
		fn.postings, fn.away = fn.join(fn.postings), fn.join(fn.away)
	}
	fn.postings, fn.away = fn.numbered(fn.postings), fn.numbered(fn.away)
}

// compareSources compares two sources by key, then by traits: of a document that was given twice with other traits,
// the same one is kept whatever the order of the blocks.
func (fn *unitMatcher) compareSources(x, y source) int {
	if x.key != y.key || len(fn.sourceTraits) == 0 {
		return cmp.Compare(x.key, y.key)
	}
	a, b := fn.sourceTraits[x.number], fn.sourceTraits[y.number]
	return cmp.Or(cmp.Compare(len(a), len(b)), bytes.Compare(a, b))
}

// join appends to postings, for each document with several sources, those that the first one lacks. The postings
// of each source follow each other, in the order of the sources' numbers. fn.sources are sorted.
//
// The sources of a document have the same postings, but for those of a signature that became frequent, or was
// forgotten, between them: some sources then have them in another shard (shuffle.Spreader). Which ones those are,
// depends on the order in which a bundle got the documents.
func (fn *unitMatcher) join(postings []thin.Posting) []thin.Posting {
	starts := make([]int, len(fn.sources)+1) // by number of a source
	for _, p := range postings {
		starts[p.Document+1]++
	}
	for n := range fn.sources {
		starts[n+1] += starts[n]
	}
	of := func(s source) []thin.Posting { return postings[starts[s.number]:starts[s.number+1]] }
	same := func(x, y thin.Posting) bool { return x.Signature == y.Signature && x.Unit == y.Unit }
	var all []thin.Posting // of one document
	for sources := fn.sources; len(sources) > 0; {
		n, differ := 1, false
		for n < len(sources) && sources[n].key == sources[0].key {
			differ = differ || !slices.EqualFunc(of(sources[0]), of(sources[n]), same)
			n++
		}
		if differ {
			all = all[:0]
			for _, s := range sources[:n] {
				all = append(all, of(s)...)
			}
			postings = appendLacking(postings, all, sources[0].number)
		}
		sources = sources[n:]
	}
	return postings
}

// appendLacking appends to dst the postings that source first lacks. all are those of the sources of a document,
// whose order it changes. Of equal ones, a document has as many as the source that has most of them.
func appendLacking(dst, all []thin.Posting, first uint32) []thin.Posting {
	slices.SortFunc(all, func(x, y thin.Posting) int {
		return cmp.Or(cmp.Compare(x.Signature, y.Signature), cmp.Compare(x.Unit, y.Unit),
			cmp.Compare(x.Document, y.Document))
	})
	for len(all) > 0 {
		p := thin.Posting{Signature: all[0].Signature, Document: first, Unit: all[0].Unit}
		most, has := 0, 0
		for len(all) > 0 && all[0].Signature == p.Signature && all[0].Unit == p.Unit {
			n := 1 // of one source
			for n < len(all) && all[n] == all[0] {
				n++
			}
			if most = max(most, n); all[0].Document == first {
				has = n
			}
			all = all[n:]
		}
		for range most - has {
			dst = append(dst, p)
		}
	}
	return dst
}

// numbered changes the documents of postings, in place, and leaves out those of sources that are twice.
func (fn *unitMatcher) numbered(postings []thin.Posting) []thin.Posting {
	count := 0
	for _, p := range postings {
		p.Document = fn.numbers[p.Document]
		postings[count] = p
		if p.Document != twice {
			count++
		}
	}
	return postings[:count]
}
