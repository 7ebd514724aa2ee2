// Package spotsigs takes spot signatures: an antecedent, which is a frequent word,
// and the words behind it that are no antecedents: its tail.
//
// Source: Theobald, Siddharth, Paepcke, "SpotSigs: robust and efficient near
// duplicate detection in large web collections", SIGIR 2008. A signature a(d, c)
// at an antecedent a takes every d-th word after a, antecedents passed over, until
// the tail has c words. A tail that the sentence cuts short makes no signature.
// The source takes tails over a whole document; here one never leaves its sentence. The
// source and the flags call a tail a chain.
package spotsigs

import (
	"strings"

	"example.org/diagonal/transforms/signature/shingle"
)

// Params configures the tails.
type Params struct {
	// Distance is the spot distance d: 1 takes adjacent words, 2 every second one.
	Distance int
	// Length is the number of words c of a tail, behind the antecedent.
	Length int
}

// MaxLength is the length of the longest tail.
const MaxLength = 16

// Append appends to dst the signature of each antecedent of words that a whole tail
// follows, in order. A repeated antecedent makes one signature each time.
func Append(dst []uint64, words []uint32, antecedent func(uint32) bool, p Params) []uint64 {
	return AppendPassing(dst, words, antecedent, antecedent, p)
}

// AppendPassing is Append with tails that pass over the words that passed returns instead of
// over the antecedents: in the source, which has few antecedents, all stop words.
func AppendPassing(dst []uint64, words []uint32, antecedent, passed func(uint32) bool, p Params) []uint64 {
	var run [MaxLength + 1]uint32 // the antecedent and its tail
	for i, w := range words {
		if !antecedent(w) {
			continue
		}
		spot := append(run[:0], w)
		for at := i + p.Distance; at < len(words) && len(spot) <= p.Length; at += p.Distance {
			for at < len(words) && passed(words[at]) {
				at++
			}
			if at < len(words) {
				spot = append(spot, words[at])
			}
		}
		if len(spot) == p.Length+1 {
			dst = append(dst, shingle.Hash(spot))
		}
	}
	return dst
}

// Antecedents are where the spot signatures of whole documents start, and StopWords what they
// pass over: for English the antecedents of the source's example, and for Chinese,
// which the source does not treat, the commonest function characters.
var (
	Antecedents = strings.Fields("a an the is 的 了 是 在")
	StopWords   = strings.Fields(`
		a about above after again against all also am an and any are as at be because been before being below between
		both but by can could did do does doing down during each few for from further had has have having he her here
		hers him his how i if in into is it its itself just may me might more most must my no nor not now of off on once
		only or other our ours out over own same shall she should so some such than that the their theirs them then there
		these they this those through to too under until up upon us very was we were what when where which while who
		whom why will with would yet you your yours
		的 了 是 在 和 与 及 或 而 也 就 都 又 但 之 其 这 那 有 为 以 于 被 把 将 从 对 不 个 一 我 你 他 她 它 们 着 过 地 得`)
)
