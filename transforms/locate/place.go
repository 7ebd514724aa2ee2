package locate

import (
	"context"
	"fmt"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/catalogue"
)

// place gives every side of a passage, and every run of hot sentences, its place.
type place struct {
	Params Params

	Entries   engine.In[catalogue.Entry]
	Found     engine.In[alignment.Side]
	Hot       engine.In[candidate.HotRun]
	HotRanges engine.In[alignment.HotRange]

	Placed      engine.Out[placedSide]
	Sums        engine.Out[hotSum]
	Reuse       engine.Out[Reuse]        // if every document is compared with every other one
	Parts       engine.Out[hotPart]      // if not
	Witnesses   engine.Out[hotWitnesses] // if not
	Occurrences engine.Elements[record.HotOccurrence]
	Rejected    engine.Elements[record.Rejected]
	Ledger      engine.Ledger

	kept  map[uint64]*catalogue.Entry // of the documents of one name
	sums  *hotSums
	texts *hotTexts // nil: every document is compared with every other one
	ruler catalogue.Ruler
}

func (st *place) StartBundle() {
	st.sums = newHotSums(func(hash uint64, s *hotSum) { st.Sums.Add(hash, *s) })
	st.texts = newHotTexts(st.Params, &st.Parts, &st.Witnesses)
}

func (st *place) StartShard(shard int) {
	if st.texts != nil {
		st.texts.shard = shard
	}
}

func (st *place) FinishShard() error {
	if st.texts != nil {
		st.texts.send()
	}
	return nil
}

func (st *place) FinishBundle() error {
	st.sums.send()
	return nil
}

// Name decides which documents of a name are kept. It is nearly always one document.
func (st *place) Name(records int) error {
	st.kept = nil
	if records == 1 {
		return nil // a document that shares nothing: most are
	}
	st.kept = catalogue.KeepNamed(&st.Entries, &st.Rejected, &st.Ledger)
	return nil
}

// Reduce gives the records of a document their places. They are dropped if it was rejected.
func (st *place) Reduce(_ context.Context, document uint64) error {
	if st.kept == nil {
		return nil
	}
	entry := st.kept[document]
	if entry != nil {
		st.ruler.Reset(entry)
	}
	st.sums.begin()
	if st.texts != nil {
		st.texts.begin(document, entry)
	}
	if entry == nil {
		return nil
	}
	for side := range st.Found.All {
		if err := st.side(document, entry, side); err != nil {
			return err
		}
	}
	var hot hotRun
	for run := range st.Hot.All {
		if done, ok := hot.add(*run); ok {
			st.hotRun(document, entry, done)
		}
	}
	if hot.run.Count > 0 {
		st.hotRun(document, entry, hot.run)
	}
	for h := range st.HotRanges.All {
		at := entry.PlaceOf(h.Range)
		at.Words, at.Hash = h.Words, h.Hash
		st.hotPlace(document, entry, at, h.Sentences)
	}
	if st.Hot.Len()+st.HotRanges.Len() > 0 && record.SideOf(document) == record.Input {
		st.Ledger.Add(HotDocuments, 1)
	}
	return nil
}

// side sends one side of a passage under the key of the passage, where it meets the other
// side. That of a rejected document does not come, so the other one is alone there.
func (st *place) side(document uint64, entry *catalogue.Entry, s *alignment.Side) error {
	f := &s.Passage
	first, count, byRange := f.ASentence, f.ASentences, f.ARange
	if s.Of == 1 {
		first, count, byRange = f.BSentence, f.BSentences, f.BRange
	}
	at, ok := catalogue.Place{}, true
	if f.Kind == alignment.ByWords {
		at, ok = entry.Place(first, count)
	} else {
		at = entry.PlaceOf(byRange)
	}
	if !ok {
		return fmt.Errorf("locate: document %q has %d sentences, a passage asks for %d from %d on", entry.ID,
			len(entry.Sentences), count, first)
	}
	st.Placed.Add(f.ID(), placedSide{
		Side: s.Of, Place: at, Origin: entry.Origin(), Matched: f.Matched, Similarity: f.Similarity,
		Evidence: f.Evidence, Prose: f.Prose, Reading: f.Reading, Kind: f.Kind,
		Extent: st.extent(document, at), Fields: entry.Fields,
	})
	return nil
}

// hotRun handles a maximal run of hot sentences.
func (st *place) hotRun(document uint64, entry *catalogue.Entry, run candidate.HotRun) {
	at, ok := entry.Place(run.First, run.Count)
	if !ok {
		return
	}
	var sentences []alignment.HotStart
	if st.texts != nil {
		for _, s := range entry.Sentences[run.First : run.First+run.Count] {
			if s.Words > 0 {
				sentences = append(sentences, alignment.HotStart{
					Start: uint64(s.Start), Key: alignment.HotSentence{Hash: s.Hash}.Key(),
				})
			}
		}
	}
	st.hotPlace(document, entry, at, sentences)
}

// hotPlace emits a place of the hot passage of its words, which has these sentences, and counts it.
func (st *place) hotPlace(document uint64, entry *catalogue.Entry, at catalogue.Place, sentences []alignment.HotStart) {
	e := st.extent(document, at)
	st.Occurrences.Emit(record.HotOccurrence{
		Hash: hashText(at.Hash), ID: at.ID, Start: at.Start, End: at.End, Source: e.source(),
	})
	st.sums.add(document, &hotSample{Place: at, Origin: entry.Origin(), Source: e.source()})
	u := Reuse{Kind: Hot, ID: at.ID, Fields: entry.Fields}
	if st.texts == nil {
		sendReuse(&st.Reuse, u, &e)
		return
	}
	for i, s := range sentences {
		part := extent{Document: e.Document, Start: st.ruler.At(int64(s.Start)), End: e.End, Length: e.Length}
		if i+1 < len(sentences) {
			part.End = st.ruler.At(int64(sentences[i+1].Start))
		}
		st.texts.add(s.Key, u, &part)
	}
}

// extent returns a place of the document that st.ruler measures in its text.
func (st *place) extent(document uint64, p catalogue.Place) extent {
	return extent{Document: document, Start: st.ruler.At(p.Start), End: st.ruler.At(p.End), Length: st.ruler.Length()}
}

// hotRun joins runs that follow each other into maximal ones.
type hotRun struct{ run candidate.HotRun }

// add adds the next run, in order of First. If that ends a maximal run, it returns it.
func (h *hotRun) add(next candidate.HotRun) (done candidate.HotRun, ok bool) {
	end := h.run.First + h.run.Count
	if h.run.Count > 0 && next.First <= end {
		h.run.Count = max(end, next.First+next.Count) - h.run.First
		return done, false
	}
	done, h.run = h.run, next
	return done, done.Count > 0
}
