// Package plagdet computes the measures of Potthast, Stein, Barrón-Cedeño and
// Rosso, "An Evaluation Framework for Plagiarism Detection" (COLING 2010), in their
// macro form, as the PAN competitions do.
//
// A detection r detects a case s where the two share a character in both documents;
// the characters of s that r then covers count on both sides together:
//
//	precision    mean over detections of the share of r that the cases it detects cover
//	recall       mean over cases of the share of s that the detections of it cover
//	granularity  mean over detected cases of the number of detections
//	plagdet      F1 / log2(1 + granularity)
//
// Two things differ from the paper. Sides have no roles: a pair of documents is the
// same in both orders, and inside one document so is a pair of ranges. And what the
// paper leaves open is settled here as its scripts do: without detections precision
// is 0, without cases recall is 0, without a detected case granularity is 1.
package plagdet

import (
	"math"

	"example.org/diagonal/transforms/evaluation/passage"
)

// Score holds the measures of one result against one gold.
type Score struct {
	Cases      int // gold cases
	Detections int // detections; a repeated one counts each time
	// Precision and Recall are macro averages, 0 to 1.
	Precision, Recall float64
	// Granularity is 1 where no detected case has a second detection.
	Granularity float64
	Plagdet     float64
	// Found is the number of cases that detections cover at least by half on both sides.
	Found int
}

// F1 is the harmonic mean of precision and recall.
func (s Score) F1() float64 { return harmonic(s.Precision, s.Recall) }

// CaseRecall is the share of cases that are covered at least by half on both sides.
func (s Score) CaseRecall() float64 { return mean(float64(s.Found), s.Cases) }

// Case is the result for one gold case.
type Case struct {
	// Recall is the share of its characters that were covered, both sides together.
	Recall float64
	// Detections is how many detections it has.
	Detections int
	// Found is true if at least half of it was covered on both sides.
	Found bool
}

// Evaluate scores detections against cases. The cost is near linear in both, by
// passage.Overlaps.
func Evaluate(cases, detections []passage.Passage) Score {
	score, _ := EvaluateCases(cases, detections)
	return score
}

// EvaluateCases is Evaluate, and says for each case of cases what became of it.
func EvaluateCases(cases, detections []passage.Passage) (Score, []Case) {
	cases, detections = passage.Canonicals(cases), passage.Canonicals(detections)
	score := Score{Cases: len(cases), Detections: len(detections)}
	each := make([]Case, len(cases))
	var cover passage.Cover
	passage.Overlaps(cases, detections, func(i int, hits []passage.Hit) {
		cover.Set(cases[i], detections, hits)
		each[i] = Case{covered(cases[i], &cover), cover.Hits, cover.Half(cases[i])}
	})
	// Summed in the order given, so that the last digit never depends on the sweep.
	var recall float64
	var hits, detected int
	for _, c := range each {
		recall += c.Recall
		hits += c.Detections
		if c.Detections > 0 {
			detected++
		}
		if c.Found {
			score.Found++
		}
	}
	precise := make([]float64, len(detections))
	passage.Overlaps(detections, cases, func(i int, hits []passage.Hit) {
		cover.Set(detections[i], cases, hits)
		precise[i] = covered(detections[i], &cover)
	})
	var precision float64
	for _, p := range precise {
		precision += p
	}
	score.Precision, score.Recall = mean(precision, len(detections)), mean(recall, len(cases))
	score.Granularity = 1
	if detected > 0 {
		score.Granularity = float64(hits) / float64(detected)
	}
	score.Plagdet = Plagdet(score.Precision, score.Recall, score.Granularity)
	return score, each
}

// Plagdet joins precision, recall and granularity (at least 1) in one number from 0 to 1.
func Plagdet(precision, recall, granularity float64) float64 {
	return harmonic(precision, recall) / math.Log2(1+granularity)
}

// covered is the share of p that c covers, 0 where p is empty.
func covered(p passage.Passage, c *passage.Cover) float64 {
	if len(c.A) == 0 { // most passages of a bad result; and a p without characters
		return 0
	}
	return float64(c.Size()) / float64(p.Size())
}

func harmonic(p, r float64) float64 {
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

func mean(sum float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}
