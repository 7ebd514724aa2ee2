// Package modm samples sets: it keeps the elements that the modulus divides. So two sets keep
// the same of the elements that they share.
//
// Source: Broder, Glassman, Manasse, Zweig, "Syntactic clustering of the web", 1997, who keep
// one shingle in 25. The resemblance and containment of two samples estimate those of the sets.
// With s elements in the union of the samples, the standard error of a resemblance r is
// √(r(1-r)/s). The sample of a set with fewer elements than the modulus may be empty.
package modm

// Keeps reports whether an element, which is a hash, is in the sample.
func Keeps(element, modulus uint64) bool { return element%modulus == 0 }
