// Package modm samples sets by the value of their elements: kept are those that the
// modulus divides, so that two sets keep the same of what they share.
//
// Source: Broder, Glassman, Manasse, Zweig, "Syntactic clustering of the web", 1997,
// who keep one shingle in 25. Resemblance and containment of two samples are those of
// the sets but for chance: with s elements in the union of the samples, resemblance r
// has a standard error of √(r(1-r)/s). A set of fewer elements than the modulus may
// have no sample at all.
package modm

// Keeps says whether an element, a hash, is in the sample.
func Keeps(element, modulus uint64) bool { return element%modulus == 0 }
