// Package seedextend aligns one candidate pair of documents: it returns the
// passages of one that are reused in the other, also where words were changed,
// sentences reordered, or the text translated back and forth or shortened.
//
// The method is of the family "seed, extend, filter" (Potthast et al.,
// "Overview of the 5th International Competition on Plagiarism Detection",
// 2013), in the form of Sanchez-Perez, Sidorov and Gelbukh, "A Winning Approach
// to Text Alignment for Text Reuse Detection at PAN 2014". A document is a row
// of units: sentences, where short ones are joined and long ones cut (Units).
// Each step is a package beside this one; this one leads a pair through them (AlignIn):
//
//   - indexed: a document, its units and their words. pair: two of them, with what each word counts by its inverse
//     frequency among the units of the pair, and how similar two ranges are.
//   - touch: is the pair worth it? Most candidates end here.
//   - seed: pairs of units that are similar by cosine and by Dice. They are
//     points (cells) of the matrix of units of a and units of b.
//   - cluster: cells that lie near each other on both sides. The two ranges of a cluster must be similar as wholes; if
//     not, it is taken apart with a smaller gap. A cluster in which one side stands twice on the other is cut; clusters
//     with hot text between them are joined; and of those that overlap, the stronger one stays.
//   - ends: where long runs of words are common, the ranges end at words instead of units. What still ends at units
//     ends where the sides begin to share words.
//   - accept (here): short and weak passages are dropped.
//   - evidence: of two documents of a collection, passages that are set phrases are dropped.
//   - summarise (here): a long range told again in a short one.
//   - rescue: long runs of equal words that the steps before have left out (found by copied).
//
// What differs from the paper: word presence instead of counts, weights from
// the pair instead of the document, no stop list and no stemming, no minimum
// length of words, long units cut, clusters cut where a passage stands twice,
// boundaries at words, and one set of thresholds for all kinds of reuse, decided
// cluster by cluster. The overlap rule treats both sides alike, so a passage that
// stands twice gives two records, and the answer is the same, with the sides
// exchanged, when the two documents are exchanged. To hold that to the last bit,
// weights are integers: a sum of them does not depend on its order.
//
// The numbers in the comments of thresholds are plagdet on the training pairs of
// PAN 2013 (listed pairs, both roles alike) unless said otherwise.
//
// # Bounded work
//
// The work of a pair is near linear in its length, whatever the text:
//
//   - Units are compared near hits that are near each other (seed.Thresholds.Near).
//   - The cells opened are at most seed.Thresholds.OpenBudget times the units, see
//     openLimit. Every later step is bounded by the number of cells.
//   - A cluster with gap g and n cells spans at most n(g+1) units on a side, so
//     that validating and bounding all clusters costs that much at most.
//   - Clustering stops after maxRounds rounds; a failed cluster is taken up again
//     only with a gap that splits it.
//   - At most maxParts parts of a cluster are compared; overlaps are found by unit (cluster.Boxes).
//   - Rescue compares a few words for each word of the pair, see maxSteps of package copied.
//   - Long common word runs are found by anchors and walked, up to a few words for each
//     word of the two ranges. Above that, and short ones always, they are found as common
//     n-grams in a hash table that holds each distinct n-gram once, never by pairs of
//     occurrences.
//
// # What is not done
//
// Nothing here finds candidate pairs, knows a text or a collection (what is rare in it is
// said by the caller): documents are
// word hashes (two words with one 32-bit hash are one word). Shuffled sentences
// inside a cluster stay one passage, and their order is not told. A single short
// sentence is no passage (ends.MinChars).
package seedextend
