package signature

import (
	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/signature/simjoin"
)

// maxSet is the size above which a signature set has one signature for the whole of
// it: what a sentence sends to the shuffle grows with the square of its set.
const maxSet = 256

// Poster sends the signatures of sentences to the shuffle, for signatures of one's own. It is embedded in a stage,
// which engine.Map gives documents:
//
//	type own struct{ signature.Poster }
//
//	func init() { engine.RegisterMap[*own]() }
//
//	func (st *own) Map(_ context.Context, d record.Document) error {
//		document, sentences := analysis.WordsOf(&d)
//		for i, words := range sentences {
//			st.Post(document, i, st.signatures(words))
//		}
//		return nil
//	}
//
// Postings.Blocks of the stage is the input of candidate.Pair and partial.FindBy.
type Poster struct {
	// Tau is the least Jaccard similarity of two duplicate sentences, above 0 and at most 1: it decides how many
	// signatures of a sentence are indexed, and must be the Tau of candidate.Params.
	Tau float64
	// MaxDocuments spreads signatures that are in more documents over all shards; 0 spreads none. It never changes the
	// result.
	MaxDocuments int

	Postings engine.Out[Posting]

	spread *shuffle.Spreader
	set    []byte // scratch
}

// StartBundle is that of a stage.
func (p *Poster) StartBundle() {
	p.spread = shuffle.NewSpreader(shuffle.Params{Shards: p.Postings.Shards()}, p.MaxDocuments)
}

// Post sends the signatures of a sentence. document is the key of its document, sentence its
// number as analysis.WordsOf and Split count. Signatures are hashes of 64 bits that should
// be spread evenly; their order and repeats do not count. A sentence without signatures is
// compared with nothing. One with more than 256 is compared as a whole: only with equal ones.
// Post changes the order of signatures.
func (p *Poster) Post(document uint64, sentence int, signatures []uint64) {
	if signatures = simjoin.Set(signatures); len(signatures) > 0 {
		p.post(Posting{Document: document, Sentence: uint32(sentence)}, signatures)
	}
}

// post sends a set of signatures. It returns the number of postings, and whether the sentence
// is compared as a whole.
func (p *Poster) post(posting Posting, set []uint64) (postings int64, whole bool) {
	if whole = len(set) > maxSet; whole {
		all := mix.Full(uint64(len(set)))
		for _, s := range set {
			all = mix.Full(all + s)
		}
		set = append(set[:0], all)
	}
	p.set = simjoin.AppendSet(p.set[:0], set)
	posting.Set = p.set
	prefix := set[:simjoin.Prefix(len(set), p.Tau)]
	for _, s := range prefix {
		p.add(s, posting)
	}
	return int64(len(prefix)), whole
}

// add sends a posting of a signature.
func (p *Poster) add(signature uint64, posting Posting) {
	p.Postings.AddTo(p.spread.Shard(signature, posting.Document), signature, posting)
}
