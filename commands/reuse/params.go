package reuse

import (
	"slices"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/shuffle"
	pipeline "example.org/diagonal/pipelines/reuse"
	"example.org/diagonal/transforms/reuse"
)

// Params configures the command.
type Params struct {
	Job job.Params
	// Find contains the parameters of the search. Run sets its Shuffle, and Directed if there is a
	// source.
	Find pipeline.Params
}

// Flags defines the flags of the command, with their defaults.
func (p *Params) Flags(fs *pflag.FlagSet) {
	p.Find = pipeline.Defaults()
	p.Job.Flags(fs)
	f := &p.Find
	fs.Float64Var(&f.ThetaS, "theta_s", f.ThetaS, "least S of two sentences that count, above 0 and at most 1: the share of the longer one that both have in common")
	fs.Float64Var(&f.ThetaD, "theta_d", f.ThetaD, "least score of a reported pair of documents")
	fs.IntVar(&f.Top, "top", f.Top,
		"report so many pairs of each document, those with the highest scores; 0 reports all with --theta_d and more.\n"+
			"A pair is reported if it is one of them for either document; with --source, for that of the input")
	fs.StringVar(&f.Weight, "weight", f.Weight,
		"weight of a pair of sentences: one; length, so that the score is the number of words that are shared;\n"+
			"position, from 1 at the beginning of the two documents to a half at their end")
	fs.Var(&f.MaxDocuments, "max_documents",
		"a sentence that is in more documents than this, or alike to sentences of more, makes no pairs; 0 is no\n"+
			"bound; auto is half of the documents, at least 20 and at most 100")
	fs.StringVar(&f.Method, "method", f.Method,
		"exact finds all sentences that are alike, by their rarest words; lsh, by samples of the bits of their\n"+
			"signatures. To compare with: inverted and divideskip find all, by inverted lists; qsign and partenum\n"+
			"join signatures that differ in few bits")
	fs.Float64Var(&f.Recall, "recall", f.Recall,
		"lsh: share of the sentences that are alike which is to be found, as in .9: chooses --bits, --diff_bits and --tables\n"+
			"by the lengths of the sentences; 0 takes those that are given")
	fs.IntVar(&f.Sign.Bits, "bits", f.Sign.Bits, "lsh, qsign, partenum: width of a signature: 16, 24, 32, 48 or 64")
	fs.IntVar(&f.Sign.DiffBits, "diff_bits", f.Sign.DiffBits,
		"lsh, qsign, partenum: number of bits in which the signatures of sentences that are alike may differ; more\n"+
			"bits find more, and take longer")
	fs.IntVar(&f.Sign.Tables, "tables", f.Sign.Tables,
		"lsh: number of tables, each with a sample of the bits; more tables find more, and take longer")
	fs.IntVar(&f.Sign.Buckets, "buckets", f.Sign.Buckets, "lsh: number of buckets of a table")
	line.Main(fs, "source", "theta_s", "theta_d", "top", "max_documents", "method")
}

// flagOf is the flag of each field that an error of the library can name.
var flagOf = line.FlagOf{
	"reuse.Params.Method":       "method",
	"reuse.Params.ThetaS":       "theta_s",
	"reuse.Params.ThetaD":       "theta_d",
	"reuse.Params.Top":          "top",
	"reuse.Params.Weight":       "weight",
	"reuse.Params.Recall":       "recall",
	"reuse.Params.MaxDocuments": "max_documents",
	"sign.Params.Bits":          "bits",
	"sign.Params.DiffBits":      "diff_bits",
	"sign.Params.Tables":        "tables",
	"sign.Params.Buckets":       "buckets",
}

// belongings are the flags that have an effect with some methods only.
var belongings = []line.Belonging{
	{Flags: []string{"bits", "diff_bits"}, To: "method", Values: []string{reuse.LSH, reuse.QSign, reuse.PartEnum}},
	{Flags: []string{"bits", "diff_bits", "tables"}, To: "recall", Values: []string{"0"}},
	{Flags: []string{"tables", "buckets", "recall"}, To: "method", Values: []string{reuse.LSH}},
}

// check returns an error about a flag that has an impossible value or no effect.
func (p Params) check(fs *pflag.FlagSet) error {
	find := p.find()
	if slices.Contains(reuse.Methods, find.Method) { // else Validate reports it
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
	return parameters{"reuse", pipeline.ParametersOf(p.find())}
}

// ScaleFlags returns the flags with which a sample is judged as a whole of so many documents is (job.ScaleFlags).
func ScaleFlags(args []string, _, documents int64, share float64) (more []string, max int64) {
	var p Params
	return job.ScaleFlags(args, share, p.Flags, func(*pflag.FlagSet) ([]string, int, error) {
		return nil, p.Find.MaxDocuments.In(documents), nil
	})
}
