package hot

import (
	"context"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/analysis/unit"
	"example.org/diagonal/transforms/catalogue/wordhash"
)

// words returns the number of words of the run, and their hash.
func (r *run) words() (n uint32, hash uint64) {
	for _, s := range r.sentences {
		n, hash = n+s.Words, wordhash.Join(hash, s.Hash, s.Words)
	}
	return n, hash
}

// long reports whether the run is as long as a unit: a shorter one says nothing.
func (r *run) long() bool { words, _ := r.words(); return words >= unit.MinWords }

// documents counts the documents of records, which begin with them.
func documents[R any](in *engine.In[R]) (n int) {
	for i := range in.Len() {
		if i == 0 || string(in.Payload(i)[:8]) != string(in.Payload(i - 1)[:8]) {
			n++
		}
	}
	return n
}

// countSentences sends the sentences that are in enough documents back to their documents.
type countSentences struct {
	Params Params

	Places   engine.In[alignment.HotPlace]
	Size     engine.Side[int64]
	Frequent engine.Out[alignment.HotSentence]
	Ledger   engine.Ledger

	shard int
}

func (st *countSentences) StartShard(shard int) { st.shard = shard }

func (st *countSentences) Reduce(_ context.Context, key uint64) error {
	if documents(&st.Places) <= st.Params.cap(st.Size.Value()) && !st.Params.Shuffle.Spread(key, st.shard) {
		st.Ledger.Add(RareSentences, int64(st.Places.Len()))
		return nil
	}
	for place := range st.Places.All {
		st.Frequent.Add(place.Document, place.HotSentence)
	}
	return nil
}

// chain joins the hot sentences of each document into maximal runs.
type chain struct {
	Params Params

	Sentences engine.In[alignment.HotSentence]
	Runs      engine.Out[run]

	spreader *shuffle.Spreader
}

func (st *chain) StartBundle() { st.spreader = st.Params.spreader() }

func (st *chain) Reduce(_ context.Context, document uint64) error {
	r := run{document: document}
	next := uint32(0)
	for s := range st.Sentences.All {
		if len(r.sentences) > 0 && s.First != next {
			st.send(&r)
		}
		r.sentences = append(r.sentences, *s)
		next = s.First + s.Words
	}
	st.send(&r)
	return nil
}

// send sends a run that is long enough, and empties it.
func (st *chain) send(r *run) {
	if r.long() {
		_, hash := r.words()
		st.Runs.AddTo(st.spreader.Shard(hash, r.document), hash, *r)
	}
	r.sentences = r.sentences[:0]
}

// countRuns counts the documents of each run. It sends those of frequent runs to their documents,
// and the sentences of rare runs on, each as a run of its own. Those that are rare are counted
// if Last is set.
type countRuns struct {
	Params Params
	Last   bool

	Runs   engine.In[run]
	Size   engine.Side[int64]
	Hot    engine.Out[alignment.HotRange]
	Left   engine.Out[run]
	Ledger engine.Ledger

	shard    int
	spreader *shuffle.Spreader // of Left
}

func (st *countRuns) StartBundle() { st.spreader = st.Params.spreader() }

func (st *countRuns) StartShard(shard int) { st.shard = shard }

func (st *countRuns) Reduce(_ context.Context, key uint64) error {
	frequent := documents(&st.Runs) > st.Params.cap(st.Size.Value()) || st.Params.Shuffle.Spread(key, st.shard)
	for r := range st.Runs.All {
		switch {
		case frequent:
			st.Hot.Add(r.document, r.hotRange())
		case st.Last:
			st.Ledger.Add(RareSentences, int64(len(r.sentences)))
		default:
			for i, s := range r.sentences {
				st.Left.AddTo(st.spreader.Shard(s.Key(), r.document), s.Key(), run{r.document, r.sentences[i : i+1]})
			}
		}
	}
	return nil
}
