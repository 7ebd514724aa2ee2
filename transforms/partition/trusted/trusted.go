// Package trusted selects the portion of a common subsequence of two pages that is evidence that
// their main texts are similar: its coherent, central portion.
//
// Source: Huang, Wang, Li, "Achieving both high precision and high recall in near-duplicate
// detection", CIKM 2008. Two pages of one site have templates in common, and any two pages have
// words in common. What the source calls coherent and central it does not say. Here it is:
//
//   - A block is matched words that follow each other with gaps of at most MaxGap words in either
//     page.
//   - A block is coherent if it has at least MinBlock matched words (or half of those of the
//     shorter page, if that is less), and if at least half of the words between its first and
//     its last one are matched, in both pages. Common words that stand here and there do not
//     make a coherent block.
//   - A block is central if some of its words are in the middle half of both pages. Templates
//     are at the head and the tail of a page, apart from its main text.
//
// The trusted portion is the blocks that are both.
package trusted

import "example.org/diagonal/transforms/partition/lcs"

const (
	// MaxGap is the largest gap inside a block, in words of a page: about a sentence, so that
	// a text in which a sentence was exchanged is one block.
	MaxGap = 24
	// MinBlock is the least number of matched words in a coherent block. Two texts have
	// runs of a few words in common by chance, but seldom so many within so few.
	MinBlock = 16
)

// Words returns the number of words in the trusted portion of a common subsequence. Runs are in
// their order, and have places in the whole of both pages, which have a and b words.
func Words(runs []lcs.Run, a, b int) (trusted int) {
	needed := min(MinBlock, (min(a, b)+1)/2)
	for len(runs) > 0 {
		n, words := 1, runs[0].Words
		for n < len(runs) && near(runs[n-1], runs[n]) {
			words += runs[n].Words
			n++
		}
		first, last := runs[0], runs[n-1]
		spanA, spanB := last.A+last.Words-first.A, last.B+last.Words-first.B
		if words >= needed && 2*words >= max(spanA, spanB) && central(first.A, spanA, a) && central(first.B, spanB, b) {
			trusted += words
		}
		runs = runs[n:]
	}
	return trusted
}

// near reports whether two runs that follow each other are in one block.
func near(r, next lcs.Run) bool {
	return next.A-(r.A+r.Words) <= MaxGap && next.B-(r.B+r.Words) <= MaxGap
}

// central reports whether a range reaches into the middle half of a page of so many words.
func central(start, length, page int) bool {
	return 4*start < 3*page && 4*(start+length) > page
}
