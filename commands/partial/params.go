package partial

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/signature"
)

// Params configures the command.
type Params struct {
	Job job.Params
	// Find contains the parameters of the search. Run sets its Shuffle, and Directed if there
	// is a source.
	Find partial.Params
	job.PassageParams

	// compare is compareSource or partial.CompareAll.
	compare string
	// preset is the name of one of presets, or empty.
	preset string
	// ignore are the paths of texts that do not count. ReadAside reads them.
	ignore []string
	// keepGiven says that the user chose the fields to keep.
	keepGiven bool
}

// compareSource compares the input with the source only.
const compareSource = "source"

// Flags defines the flags of the command, in the order of the stages, with their defaults.
func (p *Params) Flags(fs *pflag.FlagSet) {
	p.Find = partial.Defaults()
	p.Find.Clusters = true // of a folder that people read
	f, s := &p.Find, &p.Find.Signature
	p.Job.Flags(fs)
	fs.StringVar(&p.compare, "compare", compareSource,
		"with --source: source compares the input with the source only; all compares it with itself, too: new\n"+
			"documents with new and with old ones, in one run. Old ones are not compared with each other")
	fs.StringSliceVar(&p.Job.Docs.Keep, "keep_fields", nil,
		"`names` of fields or columns of the records, as in series,date,url, that are written to the passages and\n"+
			"documents: a_fields, b_fields and fields; a.b is the field b of the object a")
	fs.StringVar(&p.Job.Docs.MetadataFile, "metadata", "",
		"`table` of CSV or TSV with fields of documents, for files that have none: a column id (or path, file, filename) and one\n"+
			"for each field, such as author or date. They are kept as if --keep_fields named them, and come before a record's own")
	fs.StringArrayVar(&p.ignore, "ignore", nil,
		"`path` of text that does not count, such as a task sheet, a template or a known text, in any format: runs of five\n"+
			"words that it has make no passages and no shares; repeat the flag for more")
	job.SkipFlag(fs, &p.Job.Docs.Skip, "", true)
	line.Mark(fs, line.Input)
	p.PassageParams.Flags(fs, "")
	job.ClustersFlag(fs, &f.Clusters, "")
	fs.StringVar(&f.DateField, "date_field", "",
		"clusters: `name` of the field with the date of a record: 1898, 1898-02, 1898-02-15, a time such as\n"+
			"1898-02-15T06:00Z, -0055 or +12026; clusters name their earliest and latest place. A record with another date is\n"+
			"rejected. The field is kept, too")
	line.Mark(fs, line.Result)
	fs.StringVar(&p.preset, "preset", "",
		"paper: as Zhang et al. 2010 describe it, with nothing left out (--matching=diagonal --signature=imatch --idf=0.1,1.0\n"+
			"--gamma=3 --gap=0 --max_documents=0 --repeats=0 --html=all): text that n documents have makes n² pairs, so it is\n"+
			"for small or clean collections. fast: the same with limits, --max_documents=100 --repeats=4 --html=main. A flag\n"+
			"that you give yourself takes precedence")
	fs.StringVar(&f.Matching, "matching", f.Matching,
		"refine finds copied and reworded passages, with exact ends; diagonal finds runs of duplicate sentences,\n"+
			"and is fastest. A flag of diagonal (--preset, --signature to --chain, --tau, --repeats, --gamma, --gap) selects it")
	fs.StringVar(&s.Method, "signature", s.Method,
		"diagonal: how sentences are compared: imatch, by all their words but very frequent ones; shingle, by runs\n"+
			"of words, so that edited sentences match; spotsigs, by chains of words after frequent ones")
	fs.Var(&idfFlag{&s.Idf}, "idf",
		"imatch: range LOW,HIGH of the normalised idf of words that count; 0.1,1.0 leaves out words in more than\n"+
			"N^0.9 of N documents")
	fs.BoolVar(&s.Sorted, "sorted", s.Sorted,
		"imatch: hash the sorted set of words, so that their order does not count")
	fs.IntVar(&s.N, "n", s.N, "shingle: number of words (or Han characters) in a shingle")
	fs.Var(&antecedentsFlag{&s.Antecedents}, "antecedents",
		"spotsigs: words at which chains start: the number of most frequent words, or a file with one word on each\n"+
			"line; 0 takes the most frequent words that make up 40 % of all words")
	fs.IntVar(&s.Spots.Distance, "spot_distance", s.Spots.Distance,
		"spotsigs: distance of the words in a chain: 1 takes the words next to an antecedent, 2 every second one")
	fs.IntVar(&s.Spots.Length, "chain", s.Spots.Length, "spotsigs: number of words in a chain")
	fs.Float64Var(&s.Tau, "tau", s.Tau, "shingle, spotsigs: least Jaccard similarity of two duplicate sentences")
	fs.StringVar(&f.PairsWhere, "pairs_where", "",
		"`condition` on fields of two documents that are compared, as in 'a.series != b.series' or\n"+
			"'a.date < b.date && year(b.date) <= 1900': comparisons of fields, texts in quotes and numbers, joined by &&. The\n"+
			"fields are kept, too")
	fs.StringVar(&f.Candidates, "candidates", f.Candidates,
		"refine: how document pairs are chosen for alignment: grams, by all runs of three words; chains, by runs of\n"+
			"rare words, which cost the same for each document however many there are; auto, grams below 10 million\n"+
			"words (some 60 MB) and chains from there on")
	fs.StringVar(&f.Noise, "noise", f.Noise,
		"refine: on compares documents by their letters, too, and finds text with reading errors, such as that of\n"+
			"scanned newspapers, in several times the time; in clean text it also finds set phrases and forms. off\n"+
			"compares words only. auto does as off, and then again as on if the text has many reading errors")
	fs.Float64Var(&f.MinSimilarity, "min_similarity", f.MinSimilarity,
		"refine: least similarity of a reported passage, 0 to 1: .9 reports copies and light edits, 0 everything")
	fs.IntVar(&f.MinLength, "min_length", f.MinLength,
		"refine: least length of a reported passage in characters, 20 to 100. Below 100, runs of five equal words and\n"+
			"more are reported, too, if few documents have them: short quotations")
	fs.Float64Var(&f.MinEvidence, "min_evidence", f.MinEvidence,
		"refine: least evidence of a reported passage, the share of its runs of three words that both sides have and\n"+
			"hardly any other document, 0 to 1: .1 leaves out most set phrases and signatures, and also text that many\n"+
			"documents have; 0 nothing")
	fs.Float64Var(&f.MinProse, "min_prose", f.MinProse,
		"refine: least prose of a reported passage, how many function words it has beside running text of the collection,\n"+
			"0 to 1: .5 leaves out most heads of mails, lists and signatures, 0 nothing")
	fs.Var(&f.MaxDocuments, "max_documents",
		"a sentence in more documents than this is hot: it is reported once, as a hot passage, and makes no\n"+
			"pairs; 0 is no cap; auto is half of the documents, at least 20 and at most 100")
	fs.IntVar(&f.Repeats, "repeats", f.Repeats,
		"diagonal: number of places of a sentence in one document that are compared, the first ones; equal sentences\n"+
			"that follow each other are one place. 0 compares every place with every other, in quadratic time")
	fs.BoolVar(&f.Within, "within", f.Within,
		"also compare each document with itself: the passages that it contains twice are in within-*.jsonl;\n"+
			"--within=false saves the time")
	fs.IntVar(&f.Diagonal.Gamma, "gamma", f.Diagonal.Gamma,
		"diagonal: a passage has more matched sentence pairs than this: 2 keeps passages of three and more")
	fs.IntVar(&f.Diagonal.Gap, "gap", f.Diagonal.Gap,
		"diagonal: number of unmatched sentences that a passage may skip at each step, on either side")
	line.Main(fs, "source", "output_format", "with_text", "matching", "noise", "min_similarity", "max_documents")
}

// flagOf is the flag of each field that an error of the library can name.
var flagOf = line.FlagOf{
	"partial.Params.Matching":            "matching",
	"partial.Params.MinSimilarity":       "min_similarity",
	"partial.Params.MinLength":           "min_length",
	"partial.Params.MinEvidence":         "min_evidence",
	"partial.Params.MinProse":            "min_prose",
	"partial.Params.Noise":               "noise",
	"partial.Params.MaxDocuments":        "max_documents",
	"partial.Params.Repeats":             "repeats",
	"partial.Params.DateField":           "date_field",
	"partial.Params.PairsWhere":          "pairs_where",
	"signature.UnitParams.Candidates":    "candidates",
	"signature.Params.Method":            "signature",
	"signature.Params.Idf":               "idf",
	"signature.Params.N":                 "n",
	"signature.Params.Antecedents.Count": "antecedents",
	"signature.Params.Spots.Distance":    "spot_distance",
	"signature.Params.Spots.Length":      "chain",
	"signature.Params.Tau":               "tau",
	"diagonal.Params.Gamma":              "gamma",
	"diagonal.Params.Gap":                "gap",
}

// presets are the values of --preset, with the flags that each sets.
var presets = map[string]map[string]string{
	"": nil,
	"paper": {
		"matching": partial.Diagonal, "signature": signature.IMatch, "idf": "0.1,1.0", "n": "4", "tau": "0.9",
		"gamma": "3", "gap": "0",
		"max_documents": "0", "repeats": "0", "within": "true", "html": docio.HTMLAll,
	},
	"fast": {
		"matching": partial.Diagonal, "signature": signature.IMatch, "idf": "0.1,1.0", "n": "4", "tau": "0.9",
		"gamma": "3", "gap": "0",
		"max_documents": "100",
	},
}

// usePreset sets the flags of a preset that the user did not give.
func (p *Params) usePreset(fs *pflag.FlagSet) error {
	values, ok := presets[p.preset]
	if !ok {
		return fmt.Errorf("--preset=%s: want paper or fast", p.preset)
	}
	for name, value := range values {
		if !fs.Changed(name) {
			if err := fs.Lookup(name).Value.Set(value); err != nil {
				return fmt.Errorf("--preset=%s: %s: %w", p.preset, name, err)
			}
		}
	}
	return nil
}

// belongings are the flags that have an effect with one way of matching or one signature only.
// Those of diagonal select it (see chooseMatching).
var belongings = []line.Belonging{
	{Flags: []string{
		"preset", "signature", "idf", "sorted", "n", "antecedents", "spot_distance", "chain", "tau", "repeats",
		"gamma", "gap",
	}, To: "matching", Values: []string{partial.Diagonal}},
	{Flags: []string{"candidates", "noise", "min_length", "min_similarity", "min_evidence", "min_prose"},
		To: "matching", Values: []string{partial.Refine}},
	{Flags: []string{"idf", "sorted"}, To: "signature", Values: []string{signature.IMatch}},
	{Flags: []string{"n"}, To: "signature", Values: []string{signature.Shingle}},
	{Flags: []string{"antecedents", "spot_distance", "chain"}, To: "signature", Values: []string{signature.SpotSigs}},
	{Flags: []string{"tau"}, To: "signature", Values: []string{signature.Shingle, signature.SpotSigs}},
	{Flags: []string{"date_field"}, To: "clusters", Values: []string{"true"}},
}

// Complete sets what the flags leave open. It returns an error about a flag that has an
// impossible value or no effect.
func (p *Params) Complete(fs *pflag.FlagSet) error {
	if err := p.usePreset(fs); err != nil {
		return err
	}
	if err := p.chooseMatching(fs); err != nil {
		return err
	}
	p.Find.Directed = len(p.Job.Docs.Source) > 0
	if err := p.checkCompare(fs); err != nil {
		return err
	}
	p.Find.AlsoInput = p.compare == partial.CompareAll
	find := p.Find
	known := find.Matching == partial.Refine || find.Matching == partial.Diagonal && slices.Contains(signature.Methods,
		find.Signature.Method)
	if known { // else Validate reports it
		if err := line.CheckFlags(fs, belongings); err != nil {
			return err
		}
	}
	find.Shuffle = shuffle.Params{Shards: 1} // Run sets it
	if err := find.Validate(); err != nil {
		return flagOf.Error(err)
	}
	p.keepGiven = line.Given(fs, "keep_fields")
	p.keepCompared()
	if err := p.checkIgnored(); err != nil {
		return err
	}
	return p.checkFormat()
}

// keepCompared adds the fields of --pairs_where and --date_field to those that are kept.
func (p *Params) keepCompared() {
	p.Job.Docs.DateField = p.Find.DateField
	fields, _ := p.Find.Fields() // Validate reports the error
	for _, name := range fields {
		if !slices.Contains(p.Job.Docs.Keep, name) {
			p.Job.Docs.Keep = append(p.Job.Docs.Keep, name)
		}
	}
}

// checkCompare returns an error about a --compare that is unknown or has no effect.
func (p *Params) checkCompare(fs *pflag.FlagSet) error {
	switch {
	case p.compare != compareSource && p.compare != partial.CompareAll:
		return fmt.Errorf("--compare=%s: want source or all", p.compare)
	case !p.Find.Directed && line.Given(fs, "compare"):
		return errors.New(
			"--compare has no effect without --source: all documents of --input are compared with each other")
	}
	return nil
}

// chooseMatching selects diagonal if the user gave a flag of it and no --matching.
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
	p.Find.Matching = partial.Diagonal
	return nil
}

// checkFormat returns an error about a format of passages that is unknown or has no place, and about
// texts of an impossible length.
func (p Params) checkFormat() error {
	if err := p.PassageParams.Check(p.Job.Output); err != nil {
		return err
	}
	if p.OutputFormat == job.PAN && p.Find.AlsoInput {
		return errors.New("--output_format=pan cannot say which documents are of the source, as --compare=all needs it: use jsonl or parquet")
	}
	return nil
}

// ScaleFlags returns the flags with which a sample is judged as a whole of so many words and documents is
// (job.ScaleFlags).
// --candidates is the kind of signatures of the whole.
func ScaleFlags(args []string, words, documents int64, share float64) (more []string, max int64) {
	var p Params
	return job.ScaleFlags(args, share, p.Flags, func(fs *pflag.FlagSet) (more []string, max int, err error) {
		if err := p.Complete(fs); err != nil {
			return nil, 0, err
		}
		if p.Find.Matching == partial.Refine && p.Find.Candidates == signature.AutoCandidates {
			more = append(more, "--candidates="+signature.CandidatesFor(words))
		}
		return more, p.Find.MaxDocuments.In(documents), nil
	})
}
