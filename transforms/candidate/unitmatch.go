package candidate

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/bucket"
	"example.org/diagonal/transforms/candidate/thin"
	"example.org/diagonal/transforms/explain/trace"
	"example.org/diagonal/transforms/signature"
)

// unitMatcher pairs the units that share an n-gram.
type unitMatcher struct {
	Postings engine.In[signature.UnitPostings]
	Matches  engine.Out[unitMatches]
	Hot      engine.Out[hotPlace]
	Ledger   engine.Ledger
	Size     engine.Side[int64]
	Params   NearParams

	shard         int
	postingShards shuffle.Params // Params.Shuffle.Postings
	portions      Portions
	all           bool                  // whether signatures of one posting are unpacked, too
	trace         *trace.Pair           // nil: none
	census        [maxSampled + 1]int64 // signatures by the number of their documents
	excluded      int64                 // matches of the part at hand that the condition forbids
	portion       int                   // the number of matches that are sent together
	kind          signature.Kind        // of the part at hand
	unitBits      int                   // by which a place is shifted to its unit
	documents     []uint64              // of the part at hand: their keys, by number
	rareIn        [2]int                // rareDocuments of the collection, and of text without spaces in it
	traits        [][]byte              // of these documents, if there is a condition
	// scratch, never emitted
	splitter     Splitter
	read         []signature.UnitPosting // those of one record
	sources      []source
	dealtSources []source
	sourceTraits [][]byte // of the sources, if there is a condition
	numbers      []uint32 // see number
	others       []uint64 // the keys of the documents b of fn.met
	postings     []thin.Posting
	thin         thin.Scratch
	met, sorted  []met
	away         []thin.Posting // of signatures of other shards, which are hot
	payload      []byte
}

// met is a match of unit, or place, i of document a with k of document b. Documents are
// numbers, as in unitPostings; that of b has metBits more bits: metRare if the match is rare, metFew if
// it is in few documents, and metSpaceless if both documents are in a script without spaces.
type met struct{ a, b, i, k uint32 }

const (
	metRare = 1 << iota
	metFew
	metSpaceless
	metBits = iota
)

// metBytes is the memory of a match: it is in fn.met and fn.sorted, and the key of its document b in fn.others.
const metBytes = 2*16 + 8

// newUnitMatcher returns the stage for the Params p.Shuffle.Postings.
func newUnitMatcher(p NearParams) *unitMatcher {
	return &unitMatcher{
		Params: p, Matches: engine.To[unitMatches](p.Shuffle), Hot: engine.To[hotPlace](p.Shuffle),
		Ledger: engine.Counting(HotGrams, HotGramPairs), // hotPlaces counts them
	}
}

// StartBundle begins a bundle.
func (fn *unitMatcher) StartBundle() {
	fn.census = [maxSampled + 1]int64{}
	fn.postingShards = fn.Params.Shuffle.Postings()
	fn.trace = trace.Of(fn.Params.Trace)
	fn.portions.Start(fn.Params.Shuffle.Memory)
	fn.all = fn.trace != nil || fn.Params.Census
	fn.portion = int(fn.Params.Shuffle.Scaled(portionBytes) / metBytes)
}

// StartShard begins a shard.
func (fn *unitMatcher) StartShard(shard int) { fn.shard = shard }

// Split is that of engine.Gatherer.
func (fn *unitMatcher) Split(
	document uint64, payload []byte, n int, add func(part int, key uint64, payload []byte) error,
) error {
	return fn.splitter.Split(document, payload, n, add)
}

// Gather pairs the units of a shard, or of a part of it, that share a signature. If there are more postings than fit in
// memory, those of some signatures are unpacked at a time.
func (fn *unitMatcher) Gather(_ context.Context, records shuffle.Records) error {
	if err := fn.portions.See(records, fn.all); err != nil {
		return err
	}
	return fn.portions.Each(func(portion, portions int) error {
		return fn.unitPostings(fn.shard, records, portion, portions)
	}, fn.pairAll)
}

// pairAll pairs the units of fn.postings that share a signature.
func (fn *unitMatcher) pairAll() {
	size := fn.Size.Value()
	count, thinnedPairs := int64(0), int64(0)
	fn.rareIn = [2]int{rareDocuments(fn.kind, size, false), rareDocuments(fn.kind, size, true)}
	how := thin.Params{
		Hot: fn.Params.MaxDocuments.In(size), Cap: fn.Params.MaxDocuments.Paired(),
		Keep: KeepDocuments, Repeats: maxRepeats, Copies: signature.CopyMark,
	}
	if fn.trace != nil {
		how.Documents, how.Seen = fn.trace.Documents, fn.seen()
	}
	if fn.Params.Census {
		seen := how.Seen
		how.Seen = func(group []thin.Posting, documents int, fate thin.Fate) {
			fn.census[min(documents, maxSampled)]++
			if seen != nil {
				seen(group, documents, fate)
			}
		}
	}
	c := thin.Groups(fn.postings, how, &fn.thin, func(group []thin.Posting, in int) {
		thinned := fn.thinned(group[0], in)
		for x, a := range group {
			for y, b := range group[x+1:] {
				if thinned && bothSpaceless(a, b) {
					if begins(group, x) && begins(group, x+1+y) {
						thinnedPairs++
					}
				} else if fn.pair(a, b, fn.rare(a, b, in), in <= FewDocuments) {
					count++
				}
			}
			if len(fn.met) >= fn.portion {
				shuffle.Progress.Portions.Add(1)
				fn.send()
			}
		}
	}, func(group []thin.Posting, _ int) { fn.sendHot(group) })
	fn.send()
	slices.SortFunc(fn.away, thin.Posting.Compare)
	fn.sendHot(fn.away)
	fn.Ledger.Add(ThinnedPairs, c.ThinnedPairs)
	fn.Ledger.Add(ThinnedPairs, thinnedPairs)
	fn.Ledger.Add(GramRepeats, c.Repeats)
	fn.Ledger.Add(UnitMatches, count)
	if !fn.Params.Where.None() {
		fn.Ledger.Add(Excluded, fn.excluded)
		fn.excluded = 0
	}
}

// portionBytes is the memory of the matches that are sent together.
const portionBytes = 24 << 20

// sendHot sends the places of hot signatures to their documents. Equal postings follow each
// other.
func (fn *unitMatcher) sendHot(postings []thin.Posting) {
	kind := gramPlace
	if fn.kind == signature.ChainKind {
		kind = chainPlace
	}
	for i, end := 0, 0; i < len(postings); i = end {
		p := postings[i]
		for end = i + 1; end < len(postings) && postings[end] == p; {
			end++
		}
		fn.Hot.Add(fn.documents[numberOf(p)], hotPlace{
			Kind: kind, Signature: shardKey(p.Signature), First: p.Unit, Count: uint32(end - i),
		})
	}
}

// pair adds a match of two units and returns true, if they are to be compared. a comes
// before b.
func (fn *unitMatcher) pair(a, b thin.Posting, rare, few bool) bool {
	copies := a.Unit & b.Unit & signature.CopyMark
	if (a.Unit|b.Unit)&signature.CopyMark != copies || copies != 0 && a.Document == b.Document {
		return false // two kinds with one hash, or a document with itself, where copies are not rescued
	}
	if a.Document == b.Document && (fn.Params.Apart || b.Unit>>fn.unitBits-a.Unit>>fn.unitBits < minDistance) {
		return false
	}
	if fn.Params.Directed || fn.traits != nil { // otherwise the keys, which are far apart in memory, are not needed
		x, y := numberOf(a), numberOf(b)
		if !fn.Params.Compares(fn.documents[x], fn.documents[y]) {
			return false
		}
		if fn.traits != nil && !fn.Params.Holds(fn.documents[x], fn.documents[y], fn.traits[x], fn.traits[y]) {
			fn.excluded++
			return false
		}
		if fn.Params.Turned(fn.documents[x]) {
			a, b = b, a
		}
	}
	f := met{numberOf(a), numberOf(b) << metBits, a.Unit, b.Unit &^ signature.CopyMark}
	if rare {
		f.b |= metRare
	}
	if few {
		f.b |= metFew
	}
	if bothSpaceless(a, b) {
		f.b |= metSpaceless
	}
	fn.met = append(fn.met, f)
	return true
}

// send emits one record for each document a of the matches, or two if some are metSpaceless, and drops them. In a
// record the matches with each other document follow each other. A document may have several records of one shard: what
// receives them joins all of a document.
func (fn *unitMatcher) send() {
	if len(fn.met) == 0 {
		return
	}
	key := func(f *met) uint64 { return uint64(f.a)*uint64(len(fn.documents)) + uint64(f.b>>metBits) }
	sorted, free := bucket.By(fn.met, fn.sorted, key, func(few []met) {
		slices.SortFunc(few, func(x, y met) int { return cmp.Compare(key(&x), key(&y)) })
	})
	fn.others = slices.Grow(fn.others[:0], len(sorted))[:len(sorted)]
	for i := range sorted { // in a loop of its own, a processor waits for many keys at a time
		fn.others[i] = fn.documents[sorted[i].b>>metBits]
	}
	for i, end := 0, 0; i < len(sorted); i = end {
		for end = i + 1; end < len(sorted) && sorted[end].a == sorted[i].a; {
			end++
		}
		for _, mark := range [...]uint32{0, metSpaceless} {
			fn.sendMarked(sorted[i:end], fn.others[i:end], mark)
		}
	}
	fn.met, fn.sorted = free[:0], sorted
}

// sendMarked emits one record for those of the matches of a document with others that have the mark metSpaceless, or
// those that do not, if there are any.
func (fn *unitMatcher) sendMarked(matches []met, others []uint64, mark uint32) {
	fn.payload = appendUnitMatchesHead(fn.payload[:0], fn.kind, mark != 0)
	head := len(fn.payload)
	same := func(i, k int) bool {
		return k >= 0 && k < len(matches) && matches[i].b>>metBits == matches[k].b>>metBits
	}
	for i, f := range matches {
		if f.b&metSpaceless == mark { // as in all with this other document
			m := unitMatch{B: others[i], I: f.i, K: f.k, Rare: f.b&metRare != 0, Few: f.b&metFew != 0}
			fn.payload = appendUnitMatch(fn.payload, m, same(i, i-1), same(i, i+1))
		}
	}
	if len(fn.payload) > head {
		fn.Matches.Add(fn.documents[matches[0].a], fn.payload)
	}
}

// minDistance is the distance in units of what is compared inside one document.
const minDistance = 2

// FinishBundle counts what was sampled.
func (fn *unitMatcher) FinishBundle() error {
	for documents, n := range fn.census {
		if n > 0 {
			fn.Ledger.Add(SampledIn+strconv.Itoa(documents), n)
		}
	}
	return nil
}
