package hot

import "example.org/diagonal/transforms/alignment"

// Together is Find for a few documents outside of a pipeline. documents are the sentences of runs of hot
// units of each document, in order. Text must be in more than max of them. Together returns the places of
// the hot passages of each document, in order, and the count of RareSentences.
func Together(max int, documents [][]alignment.HotSentence) (hot [][]alignment.HotRange, rare int64) {
	sentences := tally{}
	for d, own := range documents {
		for _, s := range own {
			sentences.add(s.Key(), d)
		}
	}
	runs := make([][]run, len(documents))
	whole, alone := tally{}, tally{}
	for d, own := range documents {
		for _, r := range chained(own, func(s alignment.HotSentence) bool {
			return sentences.documents(s.Key()) > max
		}, &rare) {
			runs[d] = append(runs[d], r)
			_, hash := r.words()
			whole.add(hash, d)
		}
	}
	frequent := func(r *run) bool { _, hash := r.words(); return whole.documents(hash) > max }
	for d := range runs {
		for _, r := range runs[d] {
			for _, s := range r.sentences {
				if !frequent(&r) {
					alone.add(s.Key(), d)
				}
			}
		}
	}
	hot = make([][]alignment.HotRange, len(documents))
	for d := range runs {
		for _, r := range runs[d] {
			if frequent(&r) {
				hot[d] = append(hot[d], r.hotRange())
				continue
			}
			for _, s := range r.sentences {
				if alone.documents(s.Key()) > max {
					one := run{sentences: []alignment.HotSentence{s}}
					hot[d] = append(hot[d], one.hotRange())
				} else {
					rare++
				}
			}
		}
	}
	return hot, rare
}

// chained joins the sentences of a document for which frequent is true into maximal runs, and counts the
// others. Runs that are too short to say something are left out.
func chained(own []alignment.HotSentence, frequent func(alignment.HotSentence) bool, rare *int64) (runs []run) {
	var r run
	send := func() {
		if len(r.sentences) > 0 && r.long() {
			runs = append(runs, r)
		}
		r = run{}
	}
	next := uint32(0)
	for _, s := range own {
		if !frequent(s) {
			*rare++
			continue
		}
		if len(r.sentences) > 0 && s.First != next {
			send()
		}
		r.sentences = append(r.sentences, s)
		next = s.First + s.Words
	}
	send()
	return runs
}

// tally counts the documents with a key, which come one after the other.
type tally map[uint64]struct{ documents, last int }

func (t tally) add(key uint64, document int) {
	if in := t[key]; in.documents == 0 || in.last != document {
		in.documents, in.last = in.documents+1, document
		t[key] = in
	}
}

func (t tally) documents(key uint64) int { return t[key].documents }
