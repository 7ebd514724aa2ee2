package reuse

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/reuse/score"
)

func init() { engine.RegisterReduce[*judge]() }

// JudgeInput is the input of Judge. All of it is by wording.
type JudgeInput struct {
	// Members is the result of Emit, Likes of Compare.
	Members engine.Blocks[Member]
	Likes   engine.Blocks[Like]
	// Crowds is the result of Meet. It may be the zero value.
	Crowds engine.Blocks[Crowd]
}

// Judged is the result of Judge.
type Judged struct {
	// Halves is by pair of wordings: one for each wording of the pair that is not hot.
	Halves engine.Blocks[Half]
	// Matches is the pairs of sentences with the same wording, by document.
	Matches engine.Blocks[Match]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Judge leaves out hot wordings, and sends the sentences of the others to where they meet. size is the
// result of candidate.Size. Judge panics if p is not valid.
func Judge(s beam.Scope, p Params, size beam.PCollection, in JudgeInput) Judged {
	p.check()
	st := engine.Reduce(s, p.Shuffle, "reuse.Judge", &judge{
		Params: p, Members: engine.From(in.Members), Likes: engine.From(in.Likes), Crowds: engine.From(in.Crowds),
		Size: engine.SideOf[int64](size),
		matcher: matcher{
			Ledger: engine.Counting(Hot, HotOccurrences, HotPairs, Repeats, MatchPairs),
		},
	})
	return Judged{st.Halves.Blocks(), st.Matches.Blocks(), st.Ledger.Collection()}
}

// judge reads the records of wordings.
type judge struct {
	Params Params

	Members engine.In[Member]
	Likes   engine.In[Like]
	Crowds  engine.In[Crowd]
	Size    engine.Side[int64]
	Halves  engine.Out[Half]
	matcher

	in      Params  // Params for the collection at hand
	wording wording // scratch
}

// wording is the records of one wording.
type wording struct {
	members   []Member // by document; if there is a bound, at most maxRepeats of each
	likes     []Like
	crowd     bool
	sentences int64
	documents uint64
	others    uint64 // documents of the wordings that are alike
}

// maxRepeats bounds the sentences of a document with one wording that count.
const maxRepeats = 4

func (st *judge) StartBundle() { st.in = st.Params.in(st.Size.Value()) }

// Reduce sends the sentences of a wording on, or counts them if it is hot. It ends soon after ctx, with its error: a
// wording may have very many sentences.
func (st *judge) Reduce(ctx context.Context, wording uint64) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if st.Members.Len()+st.Likes.Len()+st.Crowds.Len() == 1 {
		return nil // one sentence, which is alike to no other: most are
	}
	st.read()
	w := &st.wording
	if st.hot() {
		st.Ledger.Add(Hot, 1)
		st.Ledger.Add(HotOccurrences, w.sentences)
		pairs := w.documents * w.others
		if !st.in.Directed {
			pairs += w.documents * (w.documents - 1) / 2
		}
		st.Ledger.Add(HotPairs, int64(pairs))
		return nil
	}
	if !st.in.Directed && w.documents > 1 {
		for i, a := range w.members {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			for _, b := range w.members[i+1:] {
				st.match(a, b, score.Match{Shared: a.Words, Longest: a.Words})
			}
		}
	}
	for _, l := range w.likes {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		st.Halves.Add(pairKey(wording, l.Other), Half{wording, l, w.members})
	}
	return nil
}

// read reads the records of a wording, each once: the same document may come under the same id again.
func (st *judge) read() {
	w := &st.wording
	*w = wording{members: w.members[:0], likes: w.likes[:0], crowd: st.Crowds.Len() > 0}
	repeats, cut, last := 0, int64(0), uint64(0)
	for m := range st.Members.Distinct {
		if w.documents == 0 || m.Document != last {
			w.documents, last = w.documents+1, m.Document
			repeats = 0
		}
		w.sentences++
		if repeats++; st.in.MaxDocuments > 0 && repeats > maxRepeats {
			cut++
			continue
		}
		w.members = append(w.members, *m)
	}
	for l := range st.Likes.Distinct {
		w.others += l.Documents
		w.likes = append(w.likes, *l)
	}
	if cut > 0 && (w.documents > 1 || len(w.likes) > 0) && !st.hot() {
		st.Ledger.Add(Repeats, cut)
	}
}

// hot reports whether the wording at hand is hot.
func (st *judge) hot() bool {
	w, max := &st.wording, int(st.in.MaxDocuments)
	documents := w.others
	if !st.in.Directed {
		documents += w.documents
	}
	return max > 0 && (w.crowd || documents > uint64(max))
}

// matcher sends matches of sentences.
type matcher struct {
	Matches engine.Out[Match]
	Ledger  engine.Ledger
}

// match sends the match of two sentences of different documents. Of m only the words matter.
func (f *matcher) match(a, b Member, m score.Match) {
	if a.Document == b.Document {
		return
	}
	x, y := record.SideOf(a.Document), record.SideOf(b.Document)
	if x > y || x == y && a.Document > b.Document {
		a, b = b, a
	}
	f.Ledger.Add(MatchPairs, 1)
	m.I, m.I0, m.K, m.K0 = a.Sentence, a.Sentences, b.Sentence, b.Sentences
	f.Matches.Add(a.Document, Match{b.Document, m})
}
