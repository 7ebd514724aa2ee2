// Package ends decides at which words a passage begins and ends.
package ends

import (
	"slices"

	"example.org/diagonal/transforms/alignment/cluster"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/explain/trace"
)

// MinChars is the least length of a passage in visible characters, on both sides: markup does not count, and white
// space between two words counts one.
const MinChars = 100.

// Passage is a cluster and the words that it is reported as.
type Passage struct {
	cluster.Cluster
	A, B indexed.Span

	LongRun bool // there is a common run of Thresholds.LongRun words
	Stretch bool // the spans end at a stretch of long common runs
	Quoted  bool // the spans are words that were copied as they are
	Trimmed bool // the spans end where shared words do
	Faint   bool // short and weak
	Summary bool // one side tells shortly what the other tells at length
	Rescued bool // it is an exact copy that is no cluster, or was made longer by one
	Gone    bool // it was made part of another

	known          float64 // the similarity of the words knownA and knownB, if these are not empty
	knownA, knownB indexed.Span

	shared           int // the shared runs of the words sharedA and sharedB, if these are not empty
	sharedA, sharedB indexed.Span
}

// Words returns the number of words of the shorter side of c.
func (c *Passage) Words() int { return int(min(c.A.Len(), c.B.Len())) }

// IsCopy reports whether both sides of c, a passage of p, are the same words.
func (c *Passage) IsCopy(p *pair.Pair) bool {
	return c.Quoted || slices.Equal(p.A.Plain()[c.A.Lo:c.A.Hi], p.B.Plain()[c.B.Lo:c.B.Hi])
}

// SharedRuns returns the number of distinct runs of words that both sides of c, a passage of p, have (pair.SharedRuns).
func (c *Passage) SharedRuns(p *pair.Pair) int {
	if c.sharedA != c.A || c.sharedB != c.B {
		c.sharedA, c.sharedB, c.shared = c.A, c.B, p.SharedRuns(c.A, c.B)
	}
	return c.shared
}

// Similarity returns the similarity of the words of c, a passage of p, 0 to 1 (pair.Similarity).
func (c *Passage) Similarity(p *pair.Pair) float64 {
	if !c.Rescued {
		if a, b := p.Words(c.Box); c.A == a && c.B == b {
			return c.Cosine // of the cluster
		}
	}
	if c.knownA != c.A || c.knownB != c.B {
		c.knownA, c.knownB, c.known = c.A, c.B, p.Similarity(c.A, c.B)
	}
	return c.known
}

// Ends returns why c ends where it does.
func (c *Passage) Ends() trace.Ends {
	switch {
	case c.Summary:
		return trace.Retold
	case c.Rescued:
		return trace.Copied
	case c.Quoted:
		return trace.Quoted
	case c.Stretch:
		return trace.Stretch
	case c.Trimmed:
		return trace.Trimmed
	}
	return trace.WholeUnits
}

// Thresholds are what an end follows.
type Thresholds struct {
	// LongRun is the length in words of a common run from which its words may
	// make a stretch, the verbatim part of a cluster.
	LongRun int
}

// Measured returns the thresholds measured for text in words.
func Measured() Thresholds { return Thresholds{LongRun: 8} }

// Finder finds the ends of the passages of a pair. It keeps scratch.
type Finder struct {
	*pair.Pair
	Thresholds

	clusters *cluster.Finder
	long     marks
	short    runMarks
}

// NewFinder returns a Finder for the clusters of the pair of clusters.
func NewFinder(clusters *cluster.Finder, t Thresholds) *Finder {
	return &Finder{Pair: clusters.Pair, Thresholds: t, clusters: clusters}
}

// Begin begins with the pair.
func (f *Finder) Begin() { f.short.min = 0 }
