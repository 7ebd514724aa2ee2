// Package spotsigs takes spot signatures: an antecedent, which is a frequent word,
// and a chain of words behind it that are no antecedents.
//
// Source: Theobald, Siddharth, Paepcke, "SpotSigs: robust and efficient near
// duplicate detection in large web collections", SIGIR 2008. A signature a(d, c)
// at an antecedent a takes every d-th word after a, antecedents passed over, until
// the chain has c words. A chain that the sentence cuts short makes no signature.
// The source takes chains over a whole document; here one never leaves its sentence.
package spotsigs

import "example.org/diagonal/transforms/signature/shingle"

// Params configures the chains.
type Params struct {
	// Distance is the spot distance d: 1 takes adjacent words, 2 every second one.
	Distance int
	// Chain is the number of words c behind the antecedent.
	Chain int
}

// MaxChain is the longest chain.
const MaxChain = 16

// Append appends to dst the signature of each antecedent of words that a whole chain
// follows, in order. A repeated antecedent makes one signature each time.
func Append(dst []uint64, words []uint32, antecedent func(uint32) bool, p Params) []uint64 {
	return AppendPassing(dst, words, antecedent, antecedent, p)
}

// AppendPassing is Append with chains that pass over the words that passed says instead
// of over the antecedents: in the source, which has few antecedents, all stop words.
func AppendPassing(dst []uint64, words []uint32, antecedent, passed func(uint32) bool, p Params) []uint64 {
	var run [MaxChain + 1]uint32 // the antecedent and its chain
	for i, w := range words {
		if !antecedent(w) {
			continue
		}
		chain := append(run[:0], w)
		for at := i + p.Distance; at < len(words) && len(chain) <= p.Chain; at += p.Distance {
			for at < len(words) && passed(words[at]) {
				at++
			}
			if at < len(words) {
				chain = append(chain, words[at])
			}
		}
		if len(chain) == p.Chain+1 {
			dst = append(dst, shingle.Hash(chain))
		}
	}
	return dst
}
