package reuse

import (
	"context"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/reuse/score"
)

func init() { dofn.Plain(&judgeFn{}) }

// JudgeInput is the input of Judge. All of it is by wording.
type JudgeInput struct {
	// Members is the result of Emit, Likes of Compare.
	Members shuffle.Blocks[Member]
	Likes   shuffle.Blocks[Like]
	// Crowds is the result of Meet. It may be the zero value.
	Crowds shuffle.Blocks[Crowd]
}

// Judged is the result of Judge.
type Judged struct {
	// Halves is by pair of wordings: one for each wording of the pair that is not hot.
	Halves shuffle.Blocks[Half]
	// Matches is the pairs of sentences with the same wording, by document.
	Matches shuffle.Blocks[Match]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Judge leaves out hot wordings, and sends the sentences of the others to where they meet. size is the
// result of candidate.Size. Judge panics if p is not valid.
func Judge(s beam.Scope, p Params, size beam.PCollection, in JudgeInput) Judged {
	s = start(s, "Judge", p)
	fn := &judgeFn{Params: p}
	halves, matches, ledger := beam.ParDo3(s, fn, shuffle.Group(s, p.Shuffle, in.Members, in.Likes, in.Crowds), dofn.Side(fn, size))
	return Judged{shuffle.BlocksOf[Half](p.Shuffle, halves), shuffle.BlocksOf[Match](p.Shuffle, matches), ledger}
}

// judgeFn reads the records of wordings.
type judgeFn struct {
	Params Params

	bundle  dofn.Bundle
	in      Params // Params for the collection at hand
	halves  *shuffle.Packer
	matches matcher
	ledger  shuffle.Ledger

	// scratch, never emitted
	wording wording
	payload []byte
}

// wording is the records of one wording.
type wording struct {
	members   []Member // by document; if there is a bound, at most mostRepeats of each
	likes     []Like
	crowd     bool
	sentences int64
	documents uint64
	others    uint64 // documents of the wordings that are alike
}

// mostRepeats bounds the sentences of a document with one wording that count.
const mostRepeats = 4

// start begins a bundle.
func (fn *judgeFn) start(size int64) error {
	fn.in = fn.Params.in(size)
	fn.halves = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{Hot: 0, HotOccurrences: 0, HotPairs: 0, Repeats: 0, MatchPairs: 0}
	fn.matches = newMatcher(fn.Params.Shuffle, fn.ledger)
	return nil
}

func (fn *judgeFn) ProcessElement(ctx context.Context, _ int, blocks func(*[]byte) bool, size int64, halves, matches func(int, []byte), _ func(string, int64)) error {
	if err := fn.bundle.Begin(func() error { return fn.start(size) }); err != nil {
		return err
	}
	return fn.Params.Shuffle.EachGroup("reuse.Judge", blocks, func(sorted *block.Sorted, from, to int) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if to-from == 1 {
			return nil // one sentence, which is alike to no other: most are
		}
		if err := fn.read(sorted, from, to); err != nil {
			return err
		}
		return fn.judge(ctx, sorted.Key(from), halves, matches)
	})
}

func (fn *judgeFn) FinishBundle(_ int64, halves, matches func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() {
		fn.halves.Flush(halves)
		fn.matches.flush(matches)
		fn.ledger.Flush(ledger)
	})
}

// read reads the records of a wording, each once.
func (fn *judgeFn) read(sorted *block.Sorted, from, to int) error {
	w := &fn.wording
	*w = wording{members: w.members[:0], likes: w.likes[:0]}
	repeats, cut := 0, int64(0)
	for i := from; i < to; i++ {
		payload := sorted.Payload(i)
		if i > from && string(payload) == string(sorted.Payload(i-1)) {
			continue // the same document under the same id again
		}
		r := wire.NewReader(payload)
		switch tag := r.Byte(); tag {
		case tagMember:
			m := readMember(&r)
			if w.documents == 0 || m.Document != w.members[len(w.members)-1].Document {
				w.documents++
				repeats = 0
			}
			w.sentences++
			if repeats++; fn.in.MaxDocuments > 0 && repeats > mostRepeats {
				cut++
				continue
			}
			w.members = append(w.members, m)
		case tagLike:
			l := readLike(&r)
			w.others += l.Documents
			w.likes = append(w.likes, l)
		case tagCrowd:
			w.crowd = true
		default:
			return fmt.Errorf("reuse: a record of wording %x has the unknown tag %d", sorted.Key(from), tag)
		}
		if err := r.Err(); err != nil {
			return err
		}
	}
	if cut > 0 && (w.documents > 1 || len(w.likes) > 0) && !fn.hot() {
		fn.ledger.Add(Repeats, cut)
	}
	return nil
}

// hot reports whether fn.wording is hot.
func (fn *judgeFn) hot() bool {
	w, most := &fn.wording, fn.in.MaxDocuments
	documents := w.others
	if !fn.in.Directed {
		documents += w.documents
	}
	return most > 0 && (w.crowd || documents > uint64(most))
}

// judge sends the sentences of a wording on, or counts them if it is hot. It ends soon after ctx, with its error: a wording may
// have very many sentences.
func (fn *judgeFn) judge(ctx context.Context, key uint64, halves, matches func(int, []byte)) error {
	w := &fn.wording
	if fn.hot() {
		fn.ledger.Add(Hot, 1)
		fn.ledger.Add(HotOccurrences, w.sentences)
		pairs := w.documents * w.others
		if !fn.in.Directed {
			pairs += w.documents * (w.documents - 1) / 2
		}
		fn.ledger.Add(HotPairs, int64(pairs))
		return nil
	}
	if !fn.in.Directed && w.documents > 1 {
		for i, a := range w.members {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			for _, b := range w.members[i+1:] {
				fn.matches.emit(a, b, score.Match{Shared: a.Words, Longest: a.Words}, matches)
			}
		}
	}
	for _, l := range w.likes {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		fn.payload = appendHalf(fn.payload[:0], key, l, w.members)
		fn.halves.Add(pairKey(key, l.Other), fn.payload, halves)
	}
	return nil
}

// matcher sends matches of sentences.
type matcher struct {
	packer  *shuffle.Packer
	ledger  shuffle.Ledger
	payload []byte // scratch, never emitted
}

func newMatcher(sh shuffle.Params, ledger shuffle.Ledger) matcher {
	return matcher{packer: shuffle.NewPacker(sh), ledger: ledger}
}

// emit sends the match of two sentences of different documents. Of m only the words matter.
func (f *matcher) emit(a, b Member, m score.Match, emit func(int, []byte)) {
	if a.Document == b.Document {
		return
	}
	x, y := record.SideOf(a.Document), record.SideOf(b.Document)
	if x > y || x == y && a.Document > b.Document {
		a, b = b, a
	}
	f.ledger.Add(MatchPairs, 1)
	m.I, m.I0, m.K, m.K0 = a.Sentence, a.Sentences, b.Sentence, b.Sentences
	f.payload = appendMatch(f.payload[:0], b.Document, m)
	f.packer.Add(a.Document, f.payload, emit)
}

func (f *matcher) flush(emit func(int, []byte)) { f.packer.Flush(emit) }
