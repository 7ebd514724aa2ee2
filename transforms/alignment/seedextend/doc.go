// Package seedextend aligns one candidate pair of documents: it returns the
// passages of one that are reused in the other, also where words were changed,
// sentences reordered, or the text translated back and forth or shortened.
//
// The method is of the family "seed, extend, filter" (Potthast et al.,
// "Overview of the 5th International Competition on Plagiarism Detection",
// 2013), in the form of Sanchez-Perez, Sidorov and Gelbukh, "A Winning Approach
// to Text Alignment for Text Reuse Detection at PAN 2014". A document is a row
// of units: sentences, where short ones are joined and long ones cut (Units).
// The steps, each in the file of its name:
//
//   - weigh: a word counts by its inverse frequency among the units of the pair.
//   - seed: pairs of units that are similar by cosine and by Dice. They are
//     points (cells) of the matrix of units of a and units of b.
//   - cluster: cells that lie near each other on both sides.
//   - twice: a cluster in which one side stands twice on the other is cut.
//   - validate: the two ranges of a cluster must be similar as wholes; if not,
//     the cluster is taken apart with a smaller gap.
//   - bridge: clusters with hot text between them are joined.
//   - choose: of clusters that overlap, the stronger one.
//   - bound: where long runs of words are common, the ranges end at words
//     instead of units.
//   - filter: short and weak passages are dropped.
//   - evidence: of two documents of a collection, passages that are set phrases are
//     dropped.
//   - trim: what still ends at units ends where the sides begin to share words.
//   - summarise: a long range told again in a short one.
//   - rescue: long runs of equal words that the steps before have left out (found by
//     copied).
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
// The numbers in the comments of params are plagdet on the training pairs of
// PAN 2013 (listed pairs, both roles alike) unless said otherwise.
//
// # Bounded work
//
// The work of a pair is near linear in its length, whatever the text:
//
//   - Of two long documents, units are compared near hits that are near each other
//     (params.AllCells).
//   - The cells opened are at most params.OpenBudget times the units, see
//     openLimit. Every later step is bounded by the number of cells.
//   - A cluster with gap g and n cells spans at most n(g+1) units on a side, so
//     that validating and bounding all clusters costs that much at most.
//   - Clustering stops after maxRounds rounds; a failed cluster is taken up again
//     only with a gap that splits it.
//   - Twice compares at most maxParts parts; choose finds overlaps by unit (boxes).
//   - Rescue compares a few words for each word of the pair, see maxSteps.
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
// sentence is no passage (minChars).
package seedextend
