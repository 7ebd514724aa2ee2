package resemblance

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/shuffle"
	pipeline "example.org/diagonal/pipelines/resemblance"
	"example.org/diagonal/transforms/resemblance"
	"example.org/diagonal/transforms/sketch/simhash"
)

// Params configures the command.
type Params struct {
	Job job.Params
	// Find contains the parameters of the search. Run sets its Shuffle, and Directed if there
	// is a source.
	Find pipeline.Params
}

// Flags defines the flags of the command, with their defaults.
func (p *Params) Flags(fs *pflag.FlagSet) {
	p.Find = pipeline.Defaults()
	p.Job.Flags(fs)
	f := &p.Find
	fs.StringVar(&f.Method, "method", f.Method,
		"exact finds the pairs that brute force finds; modm, minhash and simhash compare sketches of the shingles;\n"+
			"spotsigs compares spot signatures instead of shingles")
	fs.Float64Var(&f.Bounds.Resemblance, "threshold", f.Bounds.Resemblance,
		"least resemblance of a reported pair, 0 to 1")
	fs.Float64Var(&f.Bounds.Containment, "containment", f.Bounds.Containment,
		"exact, modm, spotsigs: also report pairs with at least this containment, 0 to 1; 0 is off")
	fs.IntVar(&f.N, "n", f.N, "number of words (or Han characters) in a shingle")
	fs.Uint64Var(&f.Modulus, "modulus", f.Modulus, "modm: keep one shingle in this many")
	fs.IntVar(&f.MinHash.Permutations, "permutations", f.MinHash.Permutations, "minhash: number of values in a sketch")
	fs.IntVar(&f.MinHash.Bands, "bands", f.MinHash.Bands,
		"minhash: number of bands that the values are cut into; documents are compared if they agree in a band;\n"+
			"0 chooses enough bands to compare 99 of 100 pairs at the threshold")
	fs.IntVar(&f.Distance, "distance", f.Distance,
		fmt.Sprintf("simhash: report pairs whose 64-bit fingerprints differ in at most this many bits, 0 to %d;\n"+
			"it takes the place of --threshold", simhash.MaxDistance))
	fs.IntVar(&f.Spots.Distance, "spot_distance", f.Spots.Distance,
		"spotsigs: distance of the words in a chain: 1 takes the words next to an antecedent, 2 every second one")
	fs.IntVar(&f.Spots.Length, "chain", f.Spots.Length, "spotsigs: number of words in a chain")
	fs.StringVar(&f.Policy, "policy", f.Policy,
		"which document represents its group: keep_first, the one with the smallest id; keep_longest, the one\n"+
			"with the longest text")
	fs.StringVar(&f.Groups, "groups", f.Groups,
		"what a group is: components, all documents that pairs connect, however far apart the ends of a chain are;\n"+
			"star, documents that each make a pair with the one that represents the group")
	fs.BoolVar(&f.EqualPairs, "equal_pairs", f.EqualPairs,
		"also write the pairs of equal documents (same words, same order) with each other, and the pairs of each\n"+
			"of them with other documents: n equal documents make n²/2 pairs")
	fs.BoolVar(&f.OnlyGroups, "only_groups", f.OnlyGroups,
		"write groups and equal documents, and no pairs: documents that are in one group already are not compared,\n"+
			"so many near copies cost little")
	line.Main(fs, "source", "threshold", "containment", "method", "policy", "groups", "only_groups", "equal_pairs")
}

// flagOf is the flag of each field that an error of the library can name.
var flagOf = line.FlagOf{
	"resemblance.Params.Method":             "method",
	"resemblance.Params.Bounds.Resemblance": "threshold",
	"resemblance.Params.Bounds.Containment": "containment",
	"resemblance.Params.N":                  "n",
	"resemblance.Params.Modulus":            "modulus",
	"resemblance.Params.Distance":           "distance",
	"resemblance.Params.Spots.Distance":     "spot_distance",
	"resemblance.Params.Spots.Length":       "chain",
	"minhash.Params.Permutations":           "permutations",
	"minhash.Params.Bands":                  "bands",
	"resemblance.Params.Groups":             "groups",
	"group.Params.Policy":                   "policy",
}

// belongings are the flags that have an effect with some methods only.
var belongings = []line.Belonging{
	{Flags: []string{"n"}, To: "method", Values: []string{resemblance.Exact, resemblance.ModM, resemblance.MinHash,
		resemblance.SimHash}},
	{Flags: []string{"threshold"}, To: "method", Values: []string{resemblance.Exact, resemblance.ModM,
		resemblance.MinHash, resemblance.SpotSigs}},
	{Flags: []string{"containment"}, To: "method",
		Values: []string{resemblance.Exact, resemblance.ModM, resemblance.SpotSigs}},
	{Flags: []string{"modulus"}, To: "method", Values: []string{resemblance.ModM}},
	{Flags: []string{"permutations", "bands"}, To: "method", Values: []string{resemblance.MinHash}},
	{Flags: []string{"distance"}, To: "method", Values: []string{resemblance.SimHash}},
	{Flags: []string{"spot_distance", "chain"}, To: "method", Values: []string{resemblance.SpotSigs}},
}

// check returns an error about a flag that has an impossible value or no effect.
func (p Params) check(fs *pflag.FlagSet) error {
	find := p.find()
	if find.Directed && fs.Changed("policy") {
		return errors.New("--policy chooses the document that represents a group, and there are no groups with --source: leave out one of the two")
	}
	if find.Directed && fs.Changed("groups") {
		return errors.New(
			"--groups says what a group is, and there are no groups with --source: leave out one of the two")
	}
	if find.OnlyGroups && (find.Directed || find.EqualPairs || find.Groups == pipeline.Stars) {
		return errors.New("--only_groups writes no pairs, and --source, --equal_pairs and --groups=star need them: leave out one of the two")
	}
	if slices.Contains(resemblance.Methods, find.Method) { // else Validate reports it
		if err := line.CheckFlags(fs, belongings); err != nil {
			return err
		}
	}
	find.Shuffle = shuffle.Params{Shards: 1} // Run sets it
	return flagOf.Error(find.Validate())
}

// find returns the Params of the search.
func (p Params) find() pipeline.Params {
	p.Find.Directed = len(p.Job.Docs.Source) > 0
	return p.Find
}

// parameters are those of summary.json.
type parameters struct {
	Command string `json:"command"`
	pipeline.Parameters
}

func (p Params) parameters() parameters {
	return parameters{"resemblance", pipeline.ParametersOf(p.find())}
}
