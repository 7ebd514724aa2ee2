package partial

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/store"
	"example.org/diagonal/transforms/alignment/diagonal"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/signature"
)

// Params configures the job.
type Params struct {
	Job job.Params
	// Matching is how passages are found: Diagonal or Refine. Refine finds all that
	// Diagonal finds, but for reuse in pieces of less than about 100 characters, and takes
	// more time and memory (docs/quality.md).
	Matching string
	// Preset is a set of defaults: "" or "paper".
	Preset string
	// Signature is what sentences are compared by.
	Signature signature.Params
	// Grams is what documents are found by that are then aligned, with Refine.
	Grams signature.GramParams
	// MinSimilarity is the least similarity of a passage, 0 to 1, with Refine.
	MinSimilarity float64
	// OutputFormat is that of the passages: JSONL, Parquet or PAN.
	OutputFormat string
	// MaxDocuments is the number of documents above which a sentence is hot.
	MaxDocuments int
	// Diagonal says which diagonals are passages.
	Diagonal diagonal.Params
}

// The ways of matching.
const (
	// Diagonal finds runs of duplicate sentences.
	Diagonal = "diagonal"
	// Refine finds passages that were reworded as well, and where exactly they begin
	// and end.
	Refine = "refine"
)

// The formats of passages.
const (
	JSONL   = "jsonl"
	Parquet = "parquet"
	// PAN is JSONL, and beside it a PAN folder.
	PAN = "pan"
)

// Flags defines the flags of the job, in the order of its stages.
func (p *Params) Flags(fs *pflag.FlagSet) {
	p.Job.Flags(fs)
	fs.StringVar(&p.OutputFormat, "output_format", JSONL, "format of the passages: jsonl; parquet, with the same fields as columns, in the same order; or pan, jsonl\nand a folder pan/ for the evaluators of PAN, with one small XML file for each pair of documents: for\ntest collections, and on a disk only")
	fs.StringVar(&p.Preset, "preset", "", "paper: the setting of Zhang et al. 2010 (--matching=diagonal --signature=imatch\n--idf=0.1,1.0 --gamma=3 --gap=0); a flag that you give yourself takes precedence")
	fs.StringVar(&p.Matching, "matching", Refine, "refine finds copied and reworded passages, with exact ends; diagonal finds runs of duplicate sentences,\nand is fastest. A flag of diagonal (--preset, --signature to --chain, --tau, --gamma, --gap) selects it")
	p.Signature.Flags(fs)
	fs.Float64Var(&p.Signature.Tau, "tau", 0.9, "shingle, spotsigs: least Jaccard similarity of two duplicate sentences")
	p.Grams.Flags(fs)
	fs.Float64Var(&p.MinSimilarity, "min_similarity", 0, "refine: least similarity of a reported passage, 0 to 1: .9 reports copies and light edits, 0 everything")
	fs.IntVar(&p.MaxDocuments, "max_documents", 100, "a sentence in more documents than this is hot: it is reported once, as a hot passage, and makes no\npairs; 0 is no cap")
	fs.IntVar(&p.Diagonal.Gamma, "gamma", 2, "diagonal: a passage has more matched sentence pairs than this: 2 keeps passages of three and more")
	fs.IntVar(&p.Diagonal.Gap, "gap", 1, "diagonal: number of unmatched sentences that a passage may skip at each step, on either side")
}

// usePreset sets what a preset says and the user did not.
func (p *Params) usePreset(fs *pflag.FlagSet) error {
	presets := map[string]map[string]string{
		"":      nil,
		"paper": {"matching": Diagonal, "signature": signature.IMatch, "idf": "0.1,1.0", "n": "4", "tau": "0.9", "gamma": "3", "gap": "0", "max_documents": "100"},
	}
	values, ok := presets[p.Preset]
	if !ok {
		return fmt.Errorf("--preset=%s: the only preset is paper", p.Preset)
	}
	for name, value := range values {
		if !fs.Changed(name) {
			if err := fs.Lookup(name).Value.Set(value); err != nil {
				return fmt.Errorf("--preset=%s: %s: %w", p.Preset, name, err)
			}
		}
	}
	return nil
}

// belongings are the flags that count with one way of matching, or one signature, alone.
// Those of Diagonal choose it (see chooseMatching).
var belongings = []line.Belonging{
	{Flags: []string{
		"preset", "signature", "idf", "sorted", "n", "antecedents", "spot_distance", "chain", "tau", "gamma", "gap",
	}, To: "matching", Values: []string{Diagonal}},
	{Flags: []string{"candidates", "min_similarity"}, To: "matching", Values: []string{Refine}},
	{Flags: []string{"idf", "sorted"}, To: "signature", Values: []string{signature.IMatch}},
	{Flags: []string{"n"}, To: "signature", Values: []string{signature.Shingle}},
	{Flags: []string{"antecedents", "spot_distance", "chain"}, To: "signature", Values: []string{signature.SpotSigs}},
	{Flags: []string{"tau"}, To: "signature", Values: []string{signature.Shingle, signature.SpotSigs}},
}

// settle makes what the flags leave open, and refuses what can not be.
func (p *Params) settle(fs *pflag.FlagSet) error {
	if err := p.usePreset(fs); err != nil {
		return err
	}
	if err := p.chooseMatching(fs); err != nil {
		return err
	}
	if err := p.validate(); err != nil {
		return err
	}
	return line.CheckFlags(fs, belongings)
}

// chooseMatching sets Diagonal where the user gave a flag of it, and no other matching.
func (p *Params) chooseMatching(fs *pflag.FlagSet) error {
	given := func(name string) bool { return line.Given(fs, name) }
	diagonals, refines := belongings[0].Flags, belongings[1].Flags
	i := slices.IndexFunc(diagonals, given)
	if i < 0 || given("matching") {
		return nil
	}
	if j := slices.IndexFunc(refines, given); j >= 0 {
		return fmt.Errorf("--%s is a flag of --matching=refine, --%s one of --matching=diagonal: leave out one of the two", refines[j], diagonals[i])
	}
	p.Matching = Diagonal
	return nil
}

// validate reports the first field that holds an impossible value.
func (p Params) validate() error {
	sh := shuffle.Params{Shards: 1}
	if err := p.signature(sh).Validate(); err != nil {
		return err
	}
	if err := p.grams(sh).Validate(); err != nil {
		return err
	}
	if p.Matching != Diagonal && p.Matching != Refine {
		return fmt.Errorf("--matching=%s: want diagonal or refine", p.Matching)
	}
	switch p.OutputFormat {
	case JSONL, Parquet:
	case PAN:
		if !store.IsLocal(p.Job.Output) {
			return fmt.Errorf("--output_format=pan writes one small file for each pair of documents, and only on a disk, not to --output=%s; use jsonl there", p.Job.Output)
		}
	default:
		return fmt.Errorf("--output_format=%s: want jsonl, parquet or pan", p.OutputFormat)
	}
	if !(p.MinSimilarity >= 0 && p.MinSimilarity <= 1) {
		return fmt.Errorf("--min_similarity=%g: want 0 to 1", p.MinSimilarity)
	}
	if p.MaxDocuments < 0 {
		return fmt.Errorf("--max_documents=%d: want 0 (no cap) or more", p.MaxDocuments)
	}
	return p.Diagonal.Validate()
}

func (p Params) signature(sh shuffle.Params) signature.Params {
	p.Signature.Shuffle = sh
	return p.Signature
}

func (p Params) grams(sh shuffle.Params) signature.GramParams {
	p.Grams.Shuffle = sh
	return p.Grams
}

func (p Params) candidate(sh shuffle.Params) candidate.Params {
	chain := 1
	if p.Diagonal.Gap == 0 {
		chain = p.Diagonal.Gamma + 1
	}
	return candidate.Params{
		Tau: p.Signature.Tau, Exact: p.Signature.Exact(), Chain: chain,
		MaxDocuments: p.MaxDocuments, Directed: p.directed(), Shuffle: sh,
	}
}

// directed says whether the input is compared with a source instead of with itself.
func (p Params) directed() bool { return len(p.Job.Docs.Source) > 0 }

// parameters are what summary.json says of the parameters: those that decide the result.
func (p Params) parameters() any {
	type params struct {
		Command      string  `json:"command"`
		Matching     string  `json:"matching"`
		Signature    string  `json:"signature,omitempty"`
		Idf          string  `json:"idf,omitempty"`
		Sorted       bool    `json:"sorted,omitempty"`
		N            int     `json:"n,omitempty"`
		Antecedents  string  `json:"antecedents,omitempty"`
		Candidates   string  `json:"candidates,omitempty"`
		Similarity   float64 `json:"min_similarity,omitempty"`
		SpotDistance int     `json:"spot_distance,omitempty"`
		Chain        int     `json:"chain,omitempty"`
		Tau          float64 `json:"tau,omitempty"`
		Gamma        *int    `json:"gamma,omitempty"`
		Gap          *int    `json:"gap,omitempty"`
		MaxDocuments int     `json:"max_documents"`
		Directed     bool    `json:"source"`
	}
	s := p.Signature
	out := params{Command: "partial", Matching: p.Matching, MaxDocuments: p.MaxDocuments, Directed: p.directed()}
	if p.Matching == Refine {
		out.Candidates, out.Similarity = p.Grams.Candidates, p.MinSimilarity
		return out
	}
	out.Signature, out.Gamma, out.Gap = s.Method, &p.Diagonal.Gamma, &p.Diagonal.Gap
	switch s.Method {
	case signature.IMatch:
		out.Idf, out.Sorted = fmt.Sprintf("%g,%g", s.Idf.Lo, s.Idf.Hi), s.Sorted
	case signature.Shingle:
		out.N, out.Tau = s.N, s.Tau
	case signature.SpotSigs:
		out.Antecedents = s.Antecedents.String()
		out.SpotDistance, out.Chain, out.Tau = s.Spots.Distance, s.Spots.Chain, s.Tau
	}
	return out
}
