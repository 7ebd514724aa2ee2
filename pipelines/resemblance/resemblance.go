// Package resemblance finds whole documents that resemble each other, and documents that
// contain another one, and joins them into groups. It is a graph over PCollections: documents
// may come from anywhere, and the result may go anywhere.
//
//	p := resemblance.Defaults()
//	p.Shuffle = shuffle.Size(textBytes, 0, 0)
//	found := resemblance.Find(s, p, documents) // documents is a PCollection<record.Document>
//	// found.Pairs is a PCollection<record.SimilarPair>
//
// Documents are compared as sets of shingles, which are runs of words, or as sets of spot
// signatures:
//
//	resemblance = shared elements / elements of the two together
//	containment = shared elements / elements of the smaller document
//
// Source: Khoshdel Nikkhoo, University of Waterloo, 2010, after Broder 1997; see package
// transforms/resemblance for what differs. Exact finds every pair that brute force would find, but
// for those of very many documents that are nearly equal.
//
// Documents with the same words in the same order are compared once; one of them, which
// Params.Policy chooses, represents the others. The result is the same set of records for any
// order of the documents, any number of shards and workers, and any runner.
package resemblance

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/group"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/resemblance"
	"example.org/diagonal/transforms/resemblance/overlap"
	"example.org/diagonal/transforms/signature/spotsigs"
	"example.org/diagonal/transforms/sketch/minhash"
)

// Params configures Find. Start from Defaults.
type Params struct {
	// Method is how documents are compared: Exact, ModM, MinHash, SimHash or SpotSigs of
	// package transforms/resemblance. Exact finds all pairs; the sketches need less memory and
	// miss some pairs, and their measures are estimates.
	Method string
	// Bounds is which pairs are reported: those with at least this resemblance, above 0 and
	// at most 1, or, if it is not 0, at least this containment. SimHash asks for Distance
	// instead. MinHash and SimHash know no containment.
	Bounds overlap.Bounds
	// N is the number of words (or Han characters) in a shingle, with all methods but
	// SpotSigs. A document of fewer words is its one shingle.
	N int
	// Modulus is for ModM, which keeps one shingle in so many: 1 to 2^32.
	Modulus uint64
	// MinHash is the sketches of MinHash.
	MinHash minhash.Params
	// Distance is the number of bits in which the 64-bit fingerprints of SimHash may differ.
	Distance int
	// Spots configures the signatures of SpotSigs.
	Spots spotsigs.Params
	// Policy is which document represents its group, and documents that are equal to it:
	// group.KeepFirst or group.KeepLongest. With Directed there are no groups.
	Policy string
	// Groups is what a group is: Components, the documents that pairs connect, or Stars, in which
	// every document makes a pair with, or equals, the one that represents the group.
	Groups string
	// EqualPairs reports every pair. Without it, equal documents make no pairs with each
	// other, and only the one that represents them makes pairs with other documents; the
	// other pairs are counted in the ledger. n equal documents make n²/2 pairs.
	EqualPairs bool
	// OnlyGroups finds the groups of Components, and no pairs. Documents that something has connected are
	// not compared. Where more than 181 different documents share one of their rarest shingles, each is
	// compared with fewer of them than without OnlyGroups, at least 64, and the ledger counts the others:
	// so the time grows with the number of near copies, not with its square.
	OnlyGroups bool
	// Directed compares documents of the side record.Input with those of the side
	// record.Source only. Without it all documents are compared with each other.
	Directed bool
	// Shuffle is the packed shuffle of the pipeline. It never changes the result.
	//
	// Required: shuffle.Size makes one from the size of the text.
	Shuffle shuffle.Params
}

// The values of Params.Groups.
const (
	// Components are the connected components of the pairs. A document may be far from the
	// one that represents the group.
	Components = "components"
	// Stars are documents around one that represents them, as in package
	// transforms/partition/represent. In the order of Policy, each document that no earlier
	// one represents is the next to represent those that it makes a pair with.
	Stars = "star"
)

// DefaultResemblance is the resemblance from which on people call two documents near duplicates:
// of 204 judged pairs it selects 88 % of the near duplicates, and 82 % of what it selects are
// near duplicates, which is the best F1. A document of which every twentieth word was changed
// has about this resemblance with its source.
const DefaultResemblance = 0.5

// Defaults returns Params with a value for every field that has a default: all but Shuffle.
func Defaults() Params {
	return Params{
		Method: resemblance.Exact, Bounds: overlap.Bounds{Resemblance: DefaultResemblance}, N: 5, Modulus: 25,
		MinHash: minhash.Params{Permutations: 128}, Distance: 3,
		Spots: spotsigs.Params{Distance: 1, Length: 2}, Policy: group.KeepFirst,
		Groups: Components,
	}
}

// Validate returns a *parameter.Error about the first field with an impossible value.
//
// A field that has no effect with the chosen Method, or with Directed, must have its default or
// its zero value: a field that was set in vain is an error.
func (p Params) Validate() error {
	if err := p.stages().Validate(); err != nil {
		return err
	}
	if err := p.effects(); err != nil || p.Directed {
		return err
	}
	if p.Groups != Components && p.Groups != Stars {
		return parameter.Of("resemblance.Params").Impossible("Groups", p.Groups, "components or star")
	}
	return p.group().Validate()
}

// effects returns an error about the first field that was set and has no effect.
func (p Params) effects() error {
	d := Defaults()
	const exact, modM, minHash, simHash, spotSigs = resemblance.Exact, resemblance.ModM, resemblance.MinHash,
		resemblance.SimHash, resemblance.SpotSigs
	is := func(methods ...string) string {
		if slices.Contains(methods, p.Method) {
			return ""
		}
		return "with Method " + strings.Join(methods, ", ")
	}
	undirected, components := "", ""
	if p.Directed {
		undirected = "without Directed"
	}
	if p.Directed || p.Groups == Stars || p.EqualPairs {
		components = "with Groups components, and without Directed and EqualPairs"
	}
	for _, f := range []struct {
		name           string
		value, initial any
		only           string // when the field has an effect, if it has none now
	}{
		{"Bounds.Resemblance", p.Bounds.Resemblance, d.Bounds.Resemblance, is(exact, modM, minHash, spotSigs)},
		{"N", p.N, d.N, is(exact, modM, minHash, simHash)},
		{"Modulus", p.Modulus, d.Modulus, is(modM)},
		{"MinHash", p.MinHash, d.MinHash, is(minHash)},
		{"Distance", p.Distance, d.Distance, is(simHash)},
		{"Spots", p.Spots, d.Spots, is(spotSigs)},
		{"Policy", p.Policy, d.Policy, undirected},
		{"Groups", p.Groups, d.Groups, undirected},
		{"OnlyGroups", p.OnlyGroups, d.OnlyGroups, components},
	} {
		if f.only == "" || reflect.ValueOf(f.value).IsZero() || f.value == f.initial {
			continue
		}
		return parameter.Of("resemblance.Params").Impossible(f.name, f.value,
			fmt.Sprintf("its default, %v: it only has an effect %s", f.initial, f.only))
	}
	return nil
}

// stages returns the Params of the stages. Fields that have no effect have their default.
func (p Params) stages() resemblance.Params {
	d := Defaults()
	r := resemblance.Params{
		Method: p.Method, N: p.N, Bounds: p.Bounds, Modulus: p.Modulus, MinHash: p.MinHash, Distance: p.Distance,
		Spots:    p.Spots,
		Directed: p.Directed, Longest: p.Policy == group.KeepLongest, EqualPairs: p.EqualPairs,
		EveryLink: p.Groups == Stars, OnlyGroups: p.OnlyGroups, Groups: resemblance.GroupsFor(p.Shuffle),
		Shuffle: p.Shuffle,
	}
	if p.Method == resemblance.SpotSigs {
		r.N = d.N
	} else {
		r.Spots = d.Spots
	}
	if p.Method != resemblance.ModM {
		r.Modulus = d.Modulus
	}
	if p.Method != resemblance.MinHash {
		r.MinHash = d.MinHash
	}
	if p.Method == resemblance.SimHash {
		r.Bounds.Resemblance = d.Bounds.Resemblance
	} else {
		r.Distance = d.Distance
	}
	return r
}

func (p Params) group() group.Params {
	return group.Params{Policy: p.Policy, Shuffle: p.Shuffle}
}
