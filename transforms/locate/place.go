package locate

import (
	"fmt"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/catalogue"
)

// placeFn gives every side of a passage, and every run of hot sentences, its place.
type placeFn struct {
	Params Params

	packer *shuffle.Packer
	hot    *hotSums
	reuse  reuser
	texts  *hotTexts // nil: every document is compared with every other one
	ledger shuffle.Ledger

	ruler   catalogue.Ruler
	payload []byte // scratch, never emitted
}

// placeOut is what placeFn emits: sides of passages, sums of hot passages, ranges of documents or, with
// texts, the sentences of hot passages, and the witnesses of these, all packed; the places of hot passages;
// rejected documents.
type placeOut struct {
	sides, hot, reuse, witnesses func(int, []byte)
	occurrences                  func(record.HotOccurrence)
	reject                       func(record.Rejected)
}

func (fn *placeFn) StartBundle(_, _, _, _ func(int, []byte), _ func(record.HotOccurrence), _ func(record.Rejected), _ func(string, int64)) {
	fn.packer, fn.reuse.packer = shuffle.NewPacker(fn.Params.Shuffle), shuffle.NewPacker(fn.Params.Shuffle)
	fn.hot = newHotSums(fn.Params.Shuffle)
	fn.texts = newHotTexts(fn.Params)
	fn.ledger = shuffle.Ledger{}
}

func (fn *placeFn) ProcessElement(shard int, blocks func(*[]byte) bool, sides, hot, reuse, witnesses func(int, []byte), occurrences func(record.HotOccurrence), reject func(record.Rejected), _ func(string, int64)) error {
	out := placeOut{sides, hot, reuse, witnesses, occurrences, reject}
	if fn.texts != nil {
		fn.texts.shard = shard
		defer fn.texts.send(witnesses)
	}
	return fn.Params.Shuffle.EachPart("locate.Locate", blocks, func(sorted *block.Sorted) error {
		for i := 0; i < sorted.Len(); {
			end := sorted.GroupBy(i, record.NameOf)
			if err := fn.name(sorted, i, end, &out); err != nil {
				return err
			}
			i = end
		}
		return nil
	})
}

func (fn *placeFn) FinishBundle(sides, hot, reuse, witnesses func(int, []byte), _ func(record.HotOccurrence), _ func(record.Rejected), ledger func(string, int64)) {
	fn.packer.Flush(sides)
	fn.hot.flush(hot)
	fn.reuse.packer.Flush(reuse)
	if fn.texts != nil {
		fn.texts.flush(reuse, witnesses)
	}
	fn.ledger.Flush(ledger)
}

// name handles the records of all documents whose keys have one name (record.NameOf). It is
// nearly always one document.
func (fn *placeFn) name(sorted *block.Sorted, from, to int, out *placeOut) error {
	if to-from == 1 {
		return nil // a document that shares nothing: most are
	}
	kept, err := catalogue.Keep(sorted, from, to, func(r record.Rejected) {
		fn.ledger.Add(catalogue.Duplicates, 1)
		out.reject(r)
	})
	if err != nil {
		return err
	}
	for i := from; i < to; {
		key, end := sorted.Key(i), sorted.Group(i)
		entry := kept[key]
		if entry != nil {
			fn.ruler.Reset(entry)
		}
		fn.hot.begin(out.hot)
		if fn.texts != nil {
			fn.texts.begin(key, entry, out.witnesses)
		}
		var hot hotRun
		hots := 0
		for ; i < end; i++ {
			payload := sorted.Payload(i)
			switch payload[0] {
			case catalogue.TagEntry:
			case alignment.TagSide:
				if err := fn.side(key, entry, payload, out.sides); err != nil {
					return err
				}
			case candidate.TagHotRun:
				h, err := candidate.ReadHotRun(payload)
				if err != nil {
					return err
				}
				if done, ok := hot.add(h); ok {
					fn.hotRun(key, entry, done, out)
				}
				hots++
			case alignment.TagHotRange:
				h, err := alignment.ReadHotRange(payload)
				if err != nil {
					return err
				}
				if entry != nil {
					place := entry.PlaceOf(h.Range)
					place.Words, place.Hash = h.Words, h.Hash
					fn.hotPlace(key, entry, place, h.Sentences, out)
				}
				hots++
			default:
				return fmt.Errorf("locate: a record of document %x has the unknown tag %d", key, payload[0])
			}
		}
		if hot.run.Count > 0 {
			fn.hotRun(key, entry, hot.run, out)
		}
		if hots > 0 && entry != nil && record.SideOf(key) == record.Input {
			fn.ledger.Add(HotDocuments, 1)
		}
	}
	return nil
}

// side sends one side of a passage under the key of the passage, where it meets the other
// side. It drops a side of a rejected document, so that the other one is alone there.
func (fn *placeFn) side(key uint64, entry *catalogue.Entry, payload []byte, emit func(int, []byte)) error {
	f, side, err := alignment.ReadSide(payload)
	if err != nil || entry == nil {
		return err
	}
	first, count := f.ASentence, f.ASentences
	if side == 1 {
		first, count = f.BSentence, f.BSentences
	}
	var place catalogue.Place
	ok := true
	switch {
	case f.Kind == alignment.ByWords:
		place, ok = entry.Place(first, count)
	case side == 0:
		place = entry.PlaceOf(f.ARange)
	default:
		place = entry.PlaceOf(f.BRange)
	}
	if !ok {
		return fmt.Errorf("locate: document %q has %d sentences, a passage asks for %d from %d on", entry.ID, len(entry.Sentences), count, first)
	}
	fn.payload = appendPlaced(fn.payload[:0], &placedSide{
		Side: side, Place: place, Origin: entry.Origin(), Matched: f.Matched, Similarity: f.Similarity, Evidence: f.Evidence, Prose: f.Prose, Reading: f.Reading, Kind: f.Kind,
		Extent: fn.extent(key, place), Fields: entry.Fields,
	})
	fn.packer.Add(f.ID(), fn.payload, emit)
	return nil
}

// hotRun handles a maximal run of hot sentences.
func (fn *placeFn) hotRun(key uint64, entry *catalogue.Entry, run candidate.HotRun, out *placeOut) {
	if entry == nil {
		return
	}
	place, ok := entry.Place(run.First, run.Count)
	if !ok {
		return
	}
	var sentences []alignment.HotStart
	if fn.texts != nil {
		for _, s := range entry.Sentences[run.First : run.First+run.Count] {
			if s.Words > 0 {
				sentences = append(sentences, alignment.HotStart{Start: uint64(s.Start), Key: alignment.HotSentence{Hash: s.Hash}.Key()})
			}
		}
	}
	fn.hotPlace(key, entry, place, sentences, out)
}

// hotPlace emits a place of the hot passage of its words, which has these sentences, and counts it.
func (fn *placeFn) hotPlace(key uint64, entry *catalogue.Entry, place catalogue.Place, sentences []alignment.HotStart, out *placeOut) {
	e := fn.extent(key, place)
	out.occurrences(record.HotOccurrence{Hash: hashText(place.Hash), ID: place.ID, Start: place.Start, End: place.End, Source: e.source()})
	fn.hot.add(key, &hotSample{Place: place, Origin: entry.Origin(), Source: e.source()}, out.hot)
	u := Reuse{Kind: Hot, ID: place.ID, Fields: entry.Fields}
	if fn.texts == nil {
		fn.reuse.add(u, &e, out.reuse)
		return
	}
	for i, s := range sentences {
		part := extent{Document: e.Document, Start: fn.ruler.At(int64(s.Start)), End: e.End, Length: e.Length}
		if i+1 < len(sentences) {
			part.End = fn.ruler.At(int64(sentences[i+1].Start))
		}
		fn.texts.add(s.Key, u, &part, out.reuse)
	}
}

// extent returns a place of the document that fn.ruler measures in its text.
func (fn *placeFn) extent(key uint64, p catalogue.Place) extent {
	return extent{Document: key, Start: fn.ruler.At(p.Start), End: fn.ruler.At(p.End), Length: fn.ruler.Length()}
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
