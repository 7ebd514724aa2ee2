package resemblance

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/transforms/group"
	"example.org/diagonal/transforms/resemblance"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/sketch/simhash"
)

// Params configures the job.
type Params struct {
	Job job.Params
	// Resemblance is what documents are compared by, and which pairs are wanted.
	Resemblance resemblance.Params
	// Policy is which document stands for its group.
	Policy string
}

// Flags defines the flags of the job.
func (p *Params) Flags(fs *pflag.FlagSet) {
	p.Job.Flags(fs)
	r := &p.Resemblance
	fs.StringVar(&r.Method, "method", resemblance.Exact, "exact finds all pairs, as brute force would; modm, minhash and simhash compare sketches of the shingles;\nspotsigs compares spot signatures instead of shingles")
	fs.Float64Var(&r.Bounds.Resemblance, "threshold", 0.7, "least resemblance of a reported pair, 0 to 1")
	fs.Float64Var(&r.Bounds.Containment, "containment", 0, "exact, modm, spotsigs: also report pairs with at least this containment, 0 to 1; 0 is off")
	fs.IntVar(&r.N, "n", 5, "number of words (or Han characters) in a shingle")
	fs.Uint64Var(&r.Modulus, "modulus", 25, "modm: keep one shingle in this many")
	fs.IntVar(&r.MinHash.Permutations, "permutations", 128, "minhash: number of values in a sketch")
	fs.IntVar(&r.MinHash.Bands, "bands", 0, "minhash: number of bands that the values are cut into; documents are compared if they agree in a band;\n0 chooses enough bands to compare 99 of 100 pairs at the threshold")
	fs.IntVar(&r.Distance, "distance", 3, fmt.Sprintf("simhash: report pairs whose 64-bit fingerprints differ in at most this many bits, 0 to %d;\nit takes the place of --threshold", simhash.MaxDistance))
	fs.IntVar(&r.Spots.Distance, "spot_distance", 1, "spotsigs: distance of the words in a chain: 1 takes the words next to an antecedent, 2 every second one")
	fs.IntVar(&r.Spots.Chain, "chain", 2, "spotsigs: number of words in a chain")
	fs.StringVar(&p.Policy, "policy", group.KeepFirst, "which document represents its group: keep_first, the one with the smallest id; keep_longest, the one\nwith the longest text")
	fs.BoolVar(&r.EqualPairs, "equal_pairs", false, "also write the pairs of equal documents (same words, same order) with each other, and the pairs of each\nof them with other documents: n equal documents make n²/2 pairs")
}

// belongings are the flags that count with some methods alone.
var belongings = []line.Belonging{
	{Flags: []string{"n"}, To: "method", Values: []string{resemblance.Exact, resemblance.ModM, resemblance.MinHash, resemblance.SimHash}},
	{Flags: []string{"threshold"}, To: "method", Values: []string{resemblance.Exact, resemblance.ModM, resemblance.MinHash, resemblance.SpotSigs}},
	{Flags: []string{"containment"}, To: "method", Values: []string{resemblance.Exact, resemblance.ModM, resemblance.SpotSigs}},
	{Flags: []string{"modulus"}, To: "method", Values: []string{resemblance.ModM}},
	{Flags: []string{"permutations", "bands"}, To: "method", Values: []string{resemblance.MinHash}},
	{Flags: []string{"distance"}, To: "method", Values: []string{resemblance.SimHash}},
	{Flags: []string{"spot_distance", "chain"}, To: "method", Values: []string{resemblance.SpotSigs}},
}

// checkFlags refuses flags that do nothing.
func (p Params) checkFlags(fs *pflag.FlagSet) error {
	if len(p.Job.Docs.Source) > 0 && fs.Changed("policy") {
		return errors.New("--policy chooses the document that represents a group, and there are no groups with --source: leave out one of the two")
	}
	return line.CheckFlags(fs, belongings)
}

// validate reports the first field that holds an impossible value.
func (p Params) validate() error {
	sh := shuffle.Params{Shards: 1}
	if err := p.resemblance(job.Graph{Plan: &docio.Plan{}, Shuffle: sh}).Validate(); err != nil {
		return err
	}
	return group.Params{Policy: p.Policy, Cells: 1, Shuffle: sh}.Validate()
}

func (p Params) resemblance(g job.Graph) resemblance.Params {
	r := p.Resemblance
	r.Directed = len(p.Job.Docs.Source) > 0
	r.Longest = p.Policy == group.KeepLongest
	r.TextBytes = g.Plan.TextBytes
	r.Groups = resemblance.GroupsFor(g.Plan.TextBytes, g.Shuffle)
	r.Shuffle = g.Shuffle
	return r
}

// parameters are what summary.json says of the parameters: those that decide the result.
func (p Params) parameters() any {
	type params struct {
		Command      string  `json:"command"`
		Method       string  `json:"method"`
		Threshold    float64 `json:"threshold,omitempty"`
		Containment  float64 `json:"containment,omitempty"`
		N            int     `json:"n,omitempty"`
		Modulus      uint64  `json:"modulus,omitempty"`
		Permutations int     `json:"permutations,omitempty"`
		Bands        *int    `json:"bands,omitempty"`
		Distance     *int    `json:"distance,omitempty"`
		SpotDistance int     `json:"spot_distance,omitempty"`
		Chain        int     `json:"chain,omitempty"`
		Policy       string  `json:"policy,omitempty"`
		EqualPairs   bool    `json:"equal_pairs"`
		Directed     bool    `json:"source"`
	}
	r := p.Resemblance
	out := params{
		Command: "resemblance", Method: r.Method, Threshold: r.Bounds.Resemblance, Containment: r.Bounds.Containment,
		N: r.N, Policy: p.Policy, EqualPairs: r.EqualPairs, Directed: len(p.Job.Docs.Source) > 0,
	}
	if out.Directed {
		out.Policy = ""
	}
	switch r.Method {
	case resemblance.ModM:
		out.Modulus = r.Modulus
	case resemblance.MinHash:
		out.Permutations, out.Bands = r.MinHash.Permutations, &r.MinHash.Bands
	case resemblance.SimHash:
		out.Distance, out.Threshold = &r.Distance, 0
	case resemblance.SpotSigs:
		out.N, out.SpotDistance, out.Chain = 0, r.Spots.Distance, r.Spots.Chain
	}
	return out
}
