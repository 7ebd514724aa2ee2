package partition

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/shuffle"
	pipeline "example.org/diagonal/pipelines/partition"
	"example.org/diagonal/transforms/partition"
	"example.org/diagonal/transforms/partition/similar"
)

// Params configures the command.
type Params struct {
	Job job.Params
	// SiteTemplates is pipeline.TemplatesAuto or TemplatesOff.
	SiteTemplates string
	// Against is the folders of earlier results.
	Against []string
	// Find contains the parameters of the search. Run sets its Shuffle, and Templates by
	// SiteTemplates.
	Find pipeline.Params
}

// Flags defines the flags of the command, with their defaults.
func (p *Params) Flags(fs *pflag.FlagSet) {
	p.Find = pipeline.Defaults()
	p.Job.Flags(fs)
	fs.MarkHidden("source")
	f := &p.Find
	fs.StringVar(&f.Similar.Method, "method", f.Similar.Method,
		"how documents are compared: lcs, by the longest common subsequence of their words; cosine, by the angle\n"+
			"between their term vectors; simhash, by 64-bit fingerprints; none takes all that stage 1 brings together\n"+
			"as similar, to see what the comparison is worth")
	fs.Float64Var(&f.Similar.MinR, "min_r", f.Similar.MinR,
		"lcs: least r of a document to the representative of its set, above 0 and at most 1")
	fs.Float64Var(&f.Similar.MinCosine, "min_cosine", f.Similar.MinCosine,
		"cosine: least cosine to the representative, above 0 and at most 1")
	fs.IntVar(&f.Similar.Distance, "distance", f.Similar.Distance,
		"simhash: largest number of bits in which fingerprints differ, 0 to 7")
	fs.StringVar(&p.SiteTemplates, "site_templates", pipeline.TemplatesAuto,
		"auto leaves out sentences that many pages of one site have; the site is the host of an id that is a URL;\n"+
			"off compares all text")
	fs.StringVar(&f.Hashed, "hashed", f.Hashed,
		"what the fingerprints of stage 1 are made of: shingles, or sentences, which miss pages with edits")
	fs.IntVar(&f.N, "n", f.N, "number of words (or Han characters) in a shingle")
	fs.IntVar(&f.Buckets, "buckets", f.Buckets,
		"number of fingerprints of a document: more find more similar documents, and take more time")
	fs.IntVar(&f.Smallest, "smallest", f.Smallest,
		"number of hashes in a fingerprint: more find fewer similar documents, and take less time")
	fs.IntVar(&f.MaxPages, "max_set", f.MaxPages,
		"largest number of different documents that are compared with each other; a larger set of similar documents\n"+
			"falls into several")
	fs.StringArrayVar(&p.Against, "against", nil,
		"`folder` of the result of an earlier run, over a part of the documents: documents that it has are not written\n"+
			"again, and new ones are put into its sets; repeat the flag for more")
	line.Main(fs, "against", "method", "min_r", "site_templates", "max_set")
}

// flagOf is the flag of each field that an error of the library can name.
var flagOf = line.FlagOf{
	"similar.Params.Method":     "method",
	"similar.Params.MinR":       "min_r",
	"similar.Params.MinCosine":  "min_cosine",
	"similar.Params.Distance":   "distance",
	"partition.Params.Hashed":   "hashed",
	"partition.Params.N":        "n",
	"partition.Params.Buckets":  "buckets",
	"partition.Params.Smallest": "smallest",
	"partition.Params.MaxPages": "max_set",
}

// belongings are the flags that have an effect with some methods only.
var belongings = []line.Belonging{
	{Flags: []string{"min_r"}, To: "method", Values: []string{similar.LCS}},
	{Flags: []string{"min_cosine"}, To: "method", Values: []string{similar.Cosine}},
	{Flags: []string{"distance"}, To: "method", Values: []string{similar.SimHash}},
	{Flags: []string{"hashed", "n", "buckets", "smallest"}, To: "method",
		Values: []string{similar.LCS, similar.Cosine, similar.None}},
	{Flags: []string{"n"}, To: "hashed", Values: []string{partition.Shingles}},
}

var siteTemplates = []string{pipeline.TemplatesAuto, pipeline.TemplatesOff}

// check returns an error about a flag that has an impossible value or no effect.
func (p Params) check(fs *pflag.FlagSet) error {
	if len(p.Job.Docs.Source) > 0 {
		return errors.New("partition has no --source: every document of --input is in one set")
	}
	if !slices.Contains(siteTemplates, p.SiteTemplates) {
		return fmt.Errorf("--site_templates=%s: want %s", p.SiteTemplates, strings.Join(siteTemplates, " or "))
	}
	find := p.find()
	find.Shuffle = shuffle.Params{Shards: 1} // Run sets it
	if err := flagOf.Error(find.Validate()); err != nil {
		return err
	}
	return line.CheckFlags(fs, belongings)
}

// find returns the Params of the search.
func (p Params) find() pipeline.Params {
	p.Find.Templates = p.SiteTemplates == pipeline.TemplatesAuto
	return p.Find
}

// parameters are those of summary.json.
type parameters struct {
	Command string `json:"command"`
	HTML    string `json:"html"`
	pipeline.Parameters
	// Against is true if there are earlier results.
	Against bool `json:"against,omitempty"`
}

func (p Params) parameters() parameters {
	return parameters{"partition", p.Job.Docs.HTML, pipeline.ParametersOf(p.find()), len(p.Against) > 0}
}
