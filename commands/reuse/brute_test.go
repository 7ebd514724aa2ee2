package reuse

import (
	"cmp"
	"slices"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
)

// bruteSentence is a sentence of a document.
type bruteSentence struct {
	document int
	number   int
	of       int // sentences of its document
	words    map[uint32]int
	length   int
}

// bruteForce compares every two sentences, by the definitions of the paper. hot leaves out sentences that
// are in more than so many documents, with the sentences that are alike; 0 is no bound. Repeats of a
// sentence in a document count up to the fourth if there is a bound.
func bruteForce(
	docs []testDocument, source map[int]bool, thetaS, thetaD float64, weight string, hot int,
) (pairs []record.ReusePair, sentences [][4]any) {
	var all []bruteSentence
	total := make([]int, len(docs)) // sentences with words
	for d, doc := range docs {
		_, words := analysis.WordsOf(&record.Document{ID: doc.ID, Text: []byte(doc.Text)})
		for i, sentence := range words {
			if len(sentence) == 0 {
				continue
			}
			s := bruteSentence{d, i, len(words), map[uint32]int{}, len(sentence)}
			for _, w := range sentence {
				s.words[w.Hash]++
			}
			all = append(all, s)
			total[d]++
		}
	}
	shared := func(q, r bruteSentence) (n int) {
		for w, f := range q.words {
			n += min(f, r.words[w])
		}
		return n
	}
	s := func(q, r bruteSentence) float64 {
		n := float64(shared(q, r))
		return min(n/float64(q.length), n/float64(r.length))
	}
	equal := func(q, r bruteSentence) bool { return s(q, r) == 1 }
	// classes of equal sentences of one side
	class := make([]int, len(all))
	var first []bruteSentence
	var documents []map[int]bool
	repeats := map[[2]int]int{}
	kept := make([]bool, len(all))
	for i, q := range all {
		class[i] = slices.IndexFunc(first, func(r bruteSentence) bool {
			return source[q.document] == source[r.document] && equal(q, r)
		})
		if class[i] < 0 {
			class[i] = len(first)
			first, documents = append(first, q), append(documents, map[int]bool{})
		}
		documents[class[i]][q.document] = true
		at := [2]int{class[i], q.document}
		repeats[at]++
		kept[i] = hot == 0 || repeats[at] <= 4
	}
	isHot := make([]bool, len(first))
	for x, q := range first {
		n := 0
		for y, r := range first {
			if (len(source) == 0 || source[q.document] != source[r.document]) && s(q, r) >= thetaS-1e-9 {
				n += len(documents[y])
			}
		}
		isHot[x] = hot > 0 && n > hot
	}
	type key struct{ a, b int }
	scores, counts := map[key]float64{}, map[key]int{}
	reused := map[key][2]map[int]bool{}
	found := map[key][][4]any{}
	for i, q := range all {
		for j, r := range all {
			a, b := q, r
			switch {
			case len(source) == 0 && (i >= j || q.document == r.document):
				continue
			case len(source) > 0 && (source[q.document] || !source[r.document]):
				continue
			}
			if !kept[i] || !kept[j] || isHot[class[i]] || isHot[class[j]] || s(a, b) < thetaS-1e-9 {
				continue
			}
			if len(source) == 0 && docs[b.document].ID < docs[a.document].ID {
				a, b = b, a
			}
			k := key{a.document, b.document}
			w := 1.0
			switch weight {
			case "length":
				w = float64(max(a.length, b.length))
			case "position":
				w = 1 - (float64(a.number)/float64(a.of)+float64(b.number)/float64(b.of))/4
			}
			scores[k] += s(a, b) * w
			counts[k]++
			if counts[k] == 1 {
				reused[k] = [2]map[int]bool{{}, {}}
			}
			reused[k][0][a.number], reused[k][1][b.number] = true, true
			found[k] = append(found[k], [4]any{docs[a.document].ID, a.number, docs[b.document].ID, b.number})
		}
	}
	for k, sum := range scores {
		if sum < thetaD-1e-9 {
			continue
		}
		pairs = append(pairs, record.ReusePair{
			A: docs[k.a].ID, B: docs[k.b].ID, Score: record.Round(sum), Sentences: int64(counts[k]),
			AShare: record.Round(float64(len(reused[k][0])) / float64(total[k.a])),
			BShare: record.Round(float64(len(reused[k][1])) / float64(total[k.b])),
			Dice:   record.Round(float64(len(reused[k][0])+len(reused[k][1])) / float64(total[k.a]+total[k.b])),
			Source: len(source) > 0,
		})
		sentences = append(sentences, found[k]...)
	}
	slices.SortFunc(pairs, func(p, q record.ReusePair) int {
		return cmp.Or(cmp.Compare(q.Score, p.Score), cmp.Compare(p.A, q.A), cmp.Compare(p.B, q.B))
	})
	sortSentences(sentences)
	return pairs, sentences
}

func sortSentences(s [][4]any) {
	slices.SortFunc(s, func(x, y [4]any) int {
		return cmp.Or(cmp.Compare(x[0].(string), y[0].(string)), cmp.Compare(x[1].(int), y[1].(int)),
			cmp.Compare(x[2].(string), y[2].(string)), cmp.Compare(x[3].(int), y[3].(int)))
	})
}
