package lookup

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	pipeline "example.org/diagonal/pipelines/lookup"
	"example.org/diagonal/transforms/candidate"
)

// Params configures the command.
type Params struct {
	// Job is that of a pipeline: with files on the command line it has no effect.
	Job job.Params
	// Index is the folder of the index.
	Index string
	// Find contains the parameters of the search. Run sets its WithText, WithLocs and Shuffle.
	Find pipeline.Params
	// PassageParams is how passages are written: with files on the command line it has no effect.
	job.PassageParams
}

// Flags defines the flags of the command, with their defaults.
func (p *Params) Flags(fs *pflag.FlagSet) {
	p.Find = pipeline.Defaults()
	all := pflag.NewFlagSet("job", pflag.ContinueOnError)
	p.Job.Flags(all)
	f := &p.Find
	fs.StringVar(&p.Index, "index", "", "`folder` of the index")
	fs.StringVar(&f.Answer, "answer", f.Answer,
		"passages finds what queries and documents share, as partial --source does; text finds the texts that\n"+
			"are most similar to a whole query")
	fs.Float64Var(&f.MinSimilarity, "min_similarity", f.MinSimilarity,
		"passages: least similarity of a reported passage, 0 to 1: .9 reports copies and light edits, 0 everything")
	fs.Var(&f.MaxDocuments, "max_documents",
		"passages: text in more documents than this, with the query, is hot: it is reported once, and makes no\n"+
			"passages; 0 is no cap; auto is half of the documents of the index, at least 20 and at most 100")
	job.SkipFlag(fs, &f.Skip, "passages: ", false)
	fs.IntVar(&f.Texts.Top, "top", f.Texts.Top, "text: the largest number of texts for each query; 0 is no limit")
	fs.Float64Var(&f.Texts.Threshold, "threshold", f.Texts.Threshold,
		"text: least share of the query's q-grams that a text has, 0 to 1")
	fs.BoolVar(&f.EqualWeights, "equal_weights", f.EqualWeights,
		"text: all q-grams weigh the same, as Sun et al. 2013 describe it")
	written := pflag.NewFlagSet("written", pflag.ContinueOnError)
	p.PassageParams.Flags(written, pipeline.Passages+": ")
	job.ClustersFlag(written, &f.Clusters, pipeline.Passages+": ")
	line.Mark(written, line.Result)
	fs.AddFlagSet(written)
	all.VisitAll(func(f *pflag.Flag) {
		// the index says which letters and words are the same
		if f.Name != "source" && f.Name != "fold" && f.Name != "spelling" {
			fs.AddFlag(f)
		}
	})
	line.Main(fs, "index", "answer", "min_similarity", "max_documents", "top", "with_text")
}

// flagOf is the flag of each field that an error of the library can name.
var flagOf = line.FlagOf{
	"lookup.Params.Answer":          "answer",
	"lookup.Params.MinSimilarity":   "min_similarity",
	"lookup.Params.MaxDocuments":    "max_documents",
	"lookup.Params.Skip":            "skip",
	"lookup.Params.Clusters":        "clusters",
	"lookup.Params.Texts.Top":       "top",
	"lookup.Params.Texts.Threshold": "threshold",
}

// belongings are the flags that have an effect with one answer only.
var belongings = []line.Belonging{
	{Flags: []string{"min_similarity", "max_documents", "skip", "output_format", "with_text", "with_locs"},
		To: "answer", Values: []string{pipeline.Passages}},
	{Flags: []string{"top", "threshold", "equal_weights"}, To: "answer", Values: []string{pipeline.Texts}},
}

// ofPipelines are the flags that have no effect with files on the command line.
var ofPipelines = []string{"input", "output", "overwrite", "skip_done", "metrics", "strict", "verbose", "memory",
	"spool", "runner", "output_format", "with_text", "with_locs", "clusters", "write_texts"}

// check returns an error about a flag that has an impossible value or no effect. files are the
// arguments of the command line.
func (p *Params) check(fs *pflag.FlagSet, files []string) error {
	if p.Index == "" {
		return errors.New("--index is missing: name the folder of an index, which `diagonal index` makes")
	}
	if err := flagOf.Error(p.Find.Validate()); err != nil {
		return err
	}
	if err := line.CheckFlags(fs, belongings); err != nil {
		return err
	}
	if len(files) == 0 {
		if len(p.Job.Docs.Input) == 0 {
			return errors.New("there is no query: name files, - for standard input, or --input=PATH with --output=FOLDER for many queries")
		}
		return p.PassageParams.Check(p.Job.Output)
	}
	for _, name := range ofPipelines {
		if fs.Changed(name) {
			return fmt.Errorf(
				"--%s has no effect with files on the command line: give --input and --output instead of them", name)
		}
	}
	return nil
}

// parameters returns the parameters for summary.json: those that decide the result.
func (p *Params) parameters() any {
	type params struct {
		Command       string                  `json:"command"`
		Answer        string                  `json:"answer"`
		MinSimilarity *float64                `json:"min_similarity,omitempty"`
		MaxDocuments  *candidate.MaxDocuments `json:"max_documents,omitempty"`
		Skip          []string                `json:"skip,omitempty"`
		WithText      int                     `json:"with_text,omitempty"`
		WithLocs      bool                    `json:"with_locs,omitempty"`
		Clusters      bool                    `json:"clusters,omitempty"`
		Top           *int                    `json:"top,omitempty"`
		Threshold     *float64                `json:"threshold,omitempty"`
		EqualWeights  bool                    `json:"equal_weights,omitempty"`
	}
	out := params{Command: "lookup", Answer: p.Find.Answer, Clusters: p.Find.Clusters}
	if out.Answer == pipeline.Texts {
		out.Top, out.Threshold, out.EqualWeights = &p.Find.Texts.Top, &p.Find.Texts.Threshold, p.Find.EqualWeights
	} else {
		out.MinSimilarity, out.MaxDocuments, out.Skip, out.WithText, out.WithLocs = &p.Find.MinSimilarity,
			&p.Find.MaxDocuments, p.Find.Skip, p.WithText, p.WithLocs
	}
	return out
}
