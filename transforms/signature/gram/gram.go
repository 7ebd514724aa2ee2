// Package gram hashes word n-grams: runs of Size words of a document.
package gram

import "example.org/diagonal/transforms/signature/shingle"

// Size is the number of words in an n-gram.
const Size = 3

// Of returns the 48-bit hash of the n-gram that begins words. The order of the words
// counts.
func Of(words []uint32) uint64 { return shingle.Hash(words[:Size]) >> 16 }
