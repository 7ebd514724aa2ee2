package signature

import (
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/signature/simjoin"
)

// maxSet is the size above which a signature set has one signature for the whole of
// it: what a sentence sends to the shuffle grows with the square of its set.
const maxSet = 256

// Poster sends the signatures of sentences to the shuffle, for signatures of one's own. It
// belongs to one bundle of a DoFn, whose output is a PCollection<KV<int,[]byte>>:
//
//	func (fn *ownFn) StartBundle(_ func(int, []byte)) { fn.poster = signature.NewPoster(fn.Shuffle, fn.Tau) }
//	func (fn *ownFn) ProcessElement(d record.Document, emit func(int, []byte)) {
//		key, sentences := analysis.WordsOf(&d)
//		for i, words := range sentences {
//			fn.poster.Post(key, i, fn.signatures(words), emit)
//		}
//	}
//	func (fn *ownFn) FinishBundle(emit func(int, []byte)) { fn.poster.Flush(emit) }
//
// shuffle.BlocksOf[signature.Posting](fn.Shuffle, output) is the input of candidate.Pair and
// partial.FindBy.
type Poster struct {
	packer *shuffle.Packer
	spread *shuffle.Spreader
	tau    float64
	traits []byte // of the document at hand

	set, payload []byte // scratch, never emitted
}

// NewPoster makes the Poster of a bundle. sh is the packed shuffle of the pipeline. tau is the
// least Jaccard similarity of two duplicate sentences, above 0 and at most 1: it decides how
// many signatures of a sentence are indexed, and must be the Tau of candidate.Params.
func NewPoster(sh shuffle.Params, tau float64) *Poster { return newPoster(sh, tau, 0) }

// newPoster is NewPoster for signatures of which those in more than most documents are spread.
func newPoster(sh shuffle.Params, tau float64, most int) *Poster {
	return &Poster{packer: shuffle.NewPacker(sh), spread: shuffle.NewSpreader(sh, most), tau: tau}
}

// Post sends the signatures of a sentence. document is the key of its document, sentence its
// number as analysis.WordsOf and Split count. Signatures are hashes of 64 bits that should
// be spread evenly; their order and repeats do not count. A sentence without signatures is
// compared with nothing. One with more than 256 is compared as a whole: only with equal ones.
// Post changes the order of signatures.
func (p *Poster) Post(document uint64, sentence int, signatures []uint64, emit func(int, []byte)) {
	if signatures = simjoin.Set(signatures); len(signatures) > 0 {
		p.post(document, uint32(sentence), signatures, emit)
	}
}

// Flush ends the bundle.
func (p *Poster) Flush(emit func(int, []byte)) { p.packer.Flush(emit) }

// post sends a set of signatures. It returns the number of postings, and whether the sentence
// is compared as a whole.
func (p *Poster) post(document uint64, sentence uint32, set []uint64, emit func(int, []byte)) (postings int64, whole bool) {
	if whole = len(set) > maxSet; whole {
		all := mix.Full(uint64(len(set)))
		for _, s := range set {
			all = mix.Full(all + s)
		}
		set = append(set[:0], all)
	}
	p.set = simjoin.AppendSet(p.set[:0], set)
	p.payload = AppendPosting(p.payload[:0], Posting{Document: document, Sentence: sentence, Set: p.set, Traits: p.traits})
	prefix := set[:simjoin.Prefix(len(set), p.tau)]
	for _, s := range prefix {
		p.spread.Add(p.packer, s, document, p.payload, emit)
	}
	return int64(len(prefix)), whole
}
