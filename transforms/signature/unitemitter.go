package signature

import (
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/unit"
	"example.org/diagonal/transforms/signature/chain"
	"example.org/diagonal/transforms/signature/gram"
	"example.org/diagonal/transforms/signature/shingle"
	"example.org/diagonal/transforms/signature/winnow"
)

// largeDocument is a number of words. The memory for a document with more is not kept for the next
// one.
const largeDocument = 1 << 21

// unitEmitter is the part that both DoFns share.
type unitEmitter struct {
	Params UnitParams

	table  *chain.Table // nil: 3-grams
	rarity *chain.Table // of words; nil: nothing is known of the collection
	packer *shuffle.Packer
	spread *shuffle.Spreader
	ledger shuffle.Ledger
	key    uint64 // of the document at hand
	traits []byte // of it
	// scratch, never emitted
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

func (fn *unitEmitter) start() {
	fn.packer = shuffle.NewPacker(fn.Params.Shuffle)
	fn.spread = shuffle.NewSpreader(fn.Params.Shuffle, fn.Params.MaxDocuments)
	fn.ledger = shuffle.Ledger{}
	fn.open = make([][]byte, fn.Params.Shuffle.Shards)
}

// use decides by the table whether to make 3-grams or chains.
func (fn *unitEmitter) use(table []byte) (err error) {
	if fn.rarity, err = chain.ReadTable(table); err != nil {
		return err
	}
	fn.table = fn.rarity
	if fn.Params.Candidates == AutoCandidates && CandidatesFor(int64(fn.table.Words)) == GramCandidates {
		fn.table = nil
	}
	return nil
}

func (fn *unitEmitter) documents(kept []byte, emit func(int, []byte)) error {
	return analysis.EachKept(kept, func(a *record.Analysed) error { return fn.document(a, emit) })
}

func (fn *unitEmitter) document(a *record.Analysed, emit func(int, []byte)) error {
	spans, err := fn.spans.Read(a.Spans, len(a.Words))
	if err != nil {
		return err
	}
	fn.words = unit.Terms(fn.words[:0], a.Words, spans.From, spans.To, spans.Joined)
	fn.units = unit.Append(fn.units[:0], a.Ends, unit.MinWords, unit.MaxWords)
	fn.hash(a.Words)
	if fn.rarity != nil {
		fn.weights = fn.rarity.Weights(fn.weights[:0], fn.words)
	}
	fn.key, fn.traits = a.Key, a.Traits
	fn.countApparatus(spans)
	fn.exact(a.Words, spans)
	fn.copies(a.Words, a.Ends, spans)
	kind := GramKind
	if fn.table == nil {
		fn.grams(spans)
	} else {
		kind = ChainKind
		for x := range fn.weights {
			if spans.Apparatus(x) {
				fn.weights[x] = 0 // no chain has it
			}
		}
		fn.chain(a.Words, a.Ends)
	}
	spaceless := unit.Spaceless(fn.words, a.Words)
	for shard, payload := range fn.open {
		if len(payload) > 0 {
			SetUnitKind(payload, kind, spaceless)
			fn.packer.AddTo(shard, a.Key, payload, emit)
			fn.open[shard] = payload[:0]
		}
	}
	if len(fn.words) > largeDocument {
		fn.spans, fn.words, fn.units, fn.weights, fn.length = record.Spans{}, nil, nil, nil, nil
		fn.wholes, fn.chains, fn.scratch, fn.fingerprints, fn.winnower = nil, nil, chain.Scratch{}, nil, winnow.Scratch{}
		clear(fn.open)
	}
	return nil
}

// hash takes the hash of the document at hand, and of each unit of it.
func (fn *unitEmitter) hash(words []uint32) {
	fn.whole, fn.wholes = shingle.Begin(len(words)), fn.wholes[:0]
	for x, end := range fn.units[1:] {
		first := fn.units[x]
		var unit uint64
		fn.whole, unit = shingle.Both(fn.whole, shingle.Begin(int(end-first)), words[first:end], fn.words[first:end])
		fn.wholes = append(fn.wholes, unit)
	}
}

// countApparatus counts the words of the document at hand that are apparatus.
func (fn *unitEmitter) countApparatus(spans *record.Spans) {
	n := int64(0)
	for x := range spans.Hidden {
		if spans.Apparatus(x) {
			n++
		}
	}
	fn.ledger.Add(Apparatus, n)
}

// post adds a signature to the record of its shard, or of the shard of the document if it is in
// too many documents. document sets the first byte of the record.
func (fn *unitEmitter) post(signature uint64, place uint32) {
	shard := fn.spread.Shard(signature<<16, fn.key)
	if len(fn.open[shard]) == 0 {
		if fn.open[shard] == nil {
			fn.open[shard] = make([]byte, 0, 1<<10)
		}
		fn.open[shard] = AppendUnitHead(fn.open[shard], fn.traits)
	}
	fn.open[shard] = AppendUnitPosting(fn.open[shard], signature, place)
}

// longWord is the least number of code points of a word that is a signature by itself, because
// lists of hashes and the like have few n-grams.
const longWord = 40

// exact posts the long words of a document. With them, runs of long words are found that have
// fewer than two n-grams. Each is posted twice, at two places of its unit, because one match does
// not make a candidate.
func (fn *unitEmitter) exact(words []uint32, spans *record.Spans) {
	if len(words) == 0 {
		return
	}
	twice := func(hash uint64, at int) {
		for k := range uint64(2) {
			place := uint32(at)
			if fn.table != nil {
				place = chain.PlaceOf(at, uint32(k)*unit.MaxWords)
			}
			fn.post(mix.Full(hash+k)>>16, place)
		}
	}
	unit := 0
	for x := range words {
		if uint32(x) >= fn.units[unit+1] {
			unit++
		}
		if spans.To[x]-spans.From[x] >= longWord && !spans.Apparatus(x) && (fn.table == nil || unit < maxUnits) {
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
func (fn *unitEmitter) copies(words, ends []uint32, spans *record.Spans) {
	if len(words) == 0 {
		return
	}
	fn.post(mix.Full(fn.whole^wholeDocument)>>16, copyPlace(0, NoRun))
	fn.length = unit.AppendVisible(fn.length[:0], spans.From, spans.To, spans.Hidden)
	d := winnow.Document{Words: words, Length: fn.length, Ends: ends}
	if fn.rarity != nil {
		d.Weight = fn.weights
	}
	fn.fingerprints = winnow.Append(fn.fingerprints[:0], d, &fn.winnower)
	for _, f := range fn.fingerprints {
		if f.Start >= copyWords {
			return
		}
		fn.post(f.Hash, copyPlace(f.Start, f.Run))
	}
}

// maxUnits is how many units of a document have places. A larger one has more than 100 million words.
const maxUnits = int(CopyMark >> chain.PlaceBits)

// grams posts the 3-grams of the document. Apparatus is in none.
func (fn *unitEmitter) grams(spans *record.Spans) {
	unit, posted, text := 0, 0, 0 // text: where the words begin that are no apparatus
	for end := range fn.words {
		if spans.Apparatus(end) {
			text = end + 1
		}
		i := end + 1 - gram.Size
		if i < text {
			continue
		}
		for uint32(i) >= fn.units[unit+1] {
			unit++
		}
		fn.post(gram.Of(fn.words[i:]), uint32(unit))
		posted++
	}
	fn.ledger.Add(Grams, int64(posted))
}

// wholeShare is the least share of a unit's words in its last sentence for which that sentence is
// also posted as a unit.
const wholeShare = 0.8

// chain posts the chains of a document of the given words, and its units. If a unit is a long
// sentence with short ones before it, the long one is posted as well: in another document it may
// be a unit.
func (fn *unitEmitter) chain(words, sentenceEnds []uint32) {
	fn.chains = fn.table.Append(fn.chains[:0], fn.words, words, fn.weights, &fn.scratch)
	posted, x, sentence := 0, 0, 0
	for unit := range min(len(fn.units)-1, maxUnits) {
		first, end := fn.units[unit], fn.units[unit+1]
		for ; x < len(fn.chains) && fn.chains[x].Start < end; x++ {
			fn.post(fn.chains[x].Hash, chain.PlaceOf(unit, fn.chains[x].Start-first))
			posted++
		}
		fn.postWhole(fn.wholes[unit], unit)
		posted++
		last := first // where the last sentence of the unit begins
		for ; sentence < len(sentenceEnds) && sentenceEnds[sentence] < end; sentence++ {
			last = max(last, sentenceEnds[sentence])
		}
		if last > first && float64(end-last) >= wholeShare*float64(end-first) {
			fn.postWhole(shingle.Hash(fn.words[last:end]), unit)
			posted++
		}
	}
	fn.ledger.Add(Chains, int64(posted))
}

// postWhole posts the hash of the terms of a unit, or of nearly all of it.
func (fn *unitEmitter) postWhole(hash uint64, unit int) {
	fn.post(mix.Full(hash)>>16, chain.PlaceOf(unit, chain.WholeUnit))
}

func (fn *unitEmitter) finish(emit func(int, []byte), ledger func(string, int64)) {
	fn.packer.Flush(emit)
	fn.ledger.Flush(ledger)
}
