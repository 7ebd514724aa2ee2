package signature

import (
	"context"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/unit"
	"example.org/diagonal/transforms/signature/chain"
	"example.org/diagonal/transforms/signature/gram"
	"example.org/diagonal/transforms/signature/shingle"
	"example.org/diagonal/transforms/signature/winnow"
)

// largeDocument is a number of words. The memory for a document with more is not kept for the next
// one.
const largeDocument = 1 << 21

// emitUnits makes 3-grams, which need no table.
type emitUnits struct {
	Params UnitParams

	Postings engine.Out[UnitPostings]
	Ledger   engine.Ledger

	table  *chain.Table // nil: 3-grams
	rarity *chain.Table // of words; nil: nothing is known of the collection
	spread *shuffle.Spreader
	key    uint64 // of the document at hand
	traits []byte // of it
	// scratch
	spans           record.Spans
	words, units    []uint32
	weights, length []uint32
	whole           uint64   // the hash of all words
	wholes          []uint64 // of the terms of each unit
	chains          []chain.Signature
	scratch         chain.Scratch
	fingerprints    []winnow.Fingerprint
	winnower        winnow.Scratch
	open            [][]byte
}

// StartBundle is that of a stage.
func (st *emitUnits) StartBundle() {
	st.spread = shuffle.NewSpreader(st.Params.Shuffle, st.Params.MaxDocuments)
	st.open = make([][]byte, st.Params.Shuffle.Shards)
}

func (st *emitUnits) Map(_ context.Context, a record.Analysed) error {
	spans, err := st.spans.Read(a.Spans, len(a.Words))
	if err != nil {
		return err
	}
	st.words = unit.Terms(st.words[:0], a.Words, spans.From, spans.To, spans.Joined)
	st.units = unit.Append(st.units[:0], a.Ends, unit.MinWords, unit.MaxWords)
	st.hash(a.Words)
	if st.rarity != nil {
		st.weights = st.rarity.Weights(st.weights[:0], st.words)
	}
	st.key, st.traits = a.Key, a.Traits
	st.countApparatus(spans)
	st.exact(a.Words, spans)
	st.copies(a.Words, a.Ends, spans)
	kind := GramKind
	if st.table == nil {
		st.grams(spans)
	} else {
		kind = ChainKind
		for x := range st.weights {
			if spans.Apparatus(x) {
				st.weights[x] = 0 // no chain has it
			}
		}
		st.chain(a.Words, a.Ends)
	}
	spaceless := unit.Spaceless(st.words, a.Words)
	for shard, payload := range st.open {
		if len(payload) > 0 {
			SetUnitKind(payload, kind, spaceless)
			st.Postings.AddTo(shard, a.Key, payload)
			st.open[shard] = payload[:0]
		}
	}
	if len(st.words) > largeDocument {
		st.spans, st.words, st.units, st.weights, st.length = record.Spans{}, nil, nil, nil, nil
		st.wholes, st.chains, st.scratch, st.fingerprints, st.winnower = nil, nil, chain.Scratch{}, nil,
			winnow.Scratch{}
		clear(st.open)
	}
	return nil
}

// hash takes the hash of the document at hand, and of each unit of it.
func (st *emitUnits) hash(words []uint32) {
	st.whole, st.wholes = shingle.Begin(len(words)), st.wholes[:0]
	for x, end := range st.units[1:] {
		first := st.units[x]
		var unit uint64
		st.whole, unit = shingle.Both(st.whole, shingle.Begin(int(end-first)), words[first:end], st.words[first:end])
		st.wholes = append(st.wholes, unit)
	}
}

// countApparatus counts the words of the document at hand that are apparatus.
func (st *emitUnits) countApparatus(spans *record.Spans) {
	n := int64(0)
	for x := range spans.Hidden {
		if spans.Apparatus(x) {
			n++
		}
	}
	st.Ledger.Add(Apparatus, n)
}

// post adds a signature to the record of its shard, or of the shard of the document if it is in
// too many documents. document sets the first byte of the record.
func (st *emitUnits) post(signature uint64, place uint32) {
	shard := st.spread.Shard(signature<<16, st.key)
	if len(st.open[shard]) == 0 {
		if st.open[shard] == nil {
			st.open[shard] = make([]byte, 0, 1<<10)
		}
		st.open[shard] = AppendUnitHead(st.open[shard], st.traits)
	}
	st.open[shard] = AppendUnitPosting(st.open[shard], signature, place)
}

// longWord is the least number of code points of a word that is a signature by itself, because
// lists of hashes and the like have few n-grams.
const longWord = 40

// exact posts the long words of a document. With them, runs of long words are found that have
// fewer than two n-grams. Each is posted twice, at two places of its unit, because one match does
// not make a candidate.
func (st *emitUnits) exact(words []uint32, spans *record.Spans) {
	if len(words) == 0 {
		return
	}
	twice := func(hash uint64, at int) {
		for k := range uint64(2) {
			place := uint32(at)
			if st.table != nil {
				place = chain.PlaceOf(at, uint32(k)*unit.MaxWords)
			}
			st.post(mix.Full(hash+k)>>16, place)
		}
	}
	unit := 0
	for x := range words {
		if uint32(x) >= st.units[unit+1] {
			unit++
		}
		if spans.To[x]-spans.From[x] >= longWord && !spans.Apparatus(x) && (st.table == nil || unit < maxUnits) {
			twice(shingle.Hash(words[x:x+1])^wholeWord, unit)
		}
	}
}

// These numbers make the signatures of exact different from each other and from n-grams.
const (
	wholeDocument = 0x9ae16a3b2f90404f
	wholeWord     = 0xc949c7defebe6a1d
)

// copies posts the fingerprints of a document, by which long runs of equal words are found
// (package winnow), and the document as a whole, so that identical ones are found however short
// they are.
func (st *emitUnits) copies(words, ends []uint32, spans *record.Spans) {
	if len(words) == 0 {
		return
	}
	st.post(mix.Full(st.whole^wholeDocument)>>16, copyPlace(0, NoRun))
	st.length = unit.AppendVisible(st.length[:0], spans.From, spans.To, spans.Hidden)
	d := winnow.Document{Words: words, Length: st.length, Ends: ends}
	if st.rarity != nil {
		d.Weight = st.weights
	}
	st.fingerprints = winnow.Append(st.fingerprints[:0], d, &st.winnower)
	for _, f := range st.fingerprints {
		if f.Start >= copyWords {
			return
		}
		st.post(f.Hash, copyPlace(f.Start, f.Run))
	}
}

// maxUnits is how many units of a document have places. A larger one has more than 100 million words.
const maxUnits = int(CopyMark >> chain.PlaceBits)

// grams posts the 3-grams of the document. Apparatus is in none.
func (st *emitUnits) grams(spans *record.Spans) {
	unit, posted, text := 0, 0, 0 // text: where the words begin that are no apparatus
	for end := range st.words {
		if spans.Apparatus(end) {
			text = end + 1
		}
		i := end + 1 - gram.Size
		if i < text {
			continue
		}
		for uint32(i) >= st.units[unit+1] {
			unit++
		}
		st.post(gram.Of(st.words[i:]), uint32(unit))
		posted++
	}
	st.Ledger.Add(Grams, int64(posted))
}

// wholeShare is the least share of a unit's words in its last sentence for which that sentence is
// also posted as a unit.
const wholeShare = 0.8

// chain posts the chains of a document of the given words, and its units. If a unit is a long
// sentence with short ones before it, the long one is posted as well: in another document it may
// be a unit.
func (st *emitUnits) chain(words, sentenceEnds []uint32) {
	st.chains = st.table.Append(st.chains[:0], st.words, words, st.weights, &st.scratch)
	posted, x, sentence := 0, 0, 0
	for unit := range min(len(st.units)-1, maxUnits) {
		first, end := st.units[unit], st.units[unit+1]
		for ; x < len(st.chains) && st.chains[x].Start < end; x++ {
			st.post(st.chains[x].Hash, chain.PlaceOf(unit, st.chains[x].Start-first))
			posted++
		}
		st.postWhole(st.wholes[unit], unit)
		posted++
		last := first // where the last sentence of the unit begins
		for ; sentence < len(sentenceEnds) && sentenceEnds[sentence] < end; sentence++ {
			last = max(last, sentenceEnds[sentence])
		}
		if last > first && float64(end-last) >= wholeShare*float64(end-first) {
			st.postWhole(shingle.Hash(st.words[last:end]), unit)
			posted++
		}
	}
	st.Ledger.Add(Chains, int64(posted))
}

// postWhole posts the hash of the terms of a unit, or of nearly all of it.
func (st *emitUnits) postWhole(hash uint64, unit int) {
	st.post(mix.Full(hash)>>16, chain.PlaceOf(unit, chain.WholeUnit))
}
