package decontaminate

import (
	"errors"
	"path"
	"strings"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	pipeline "example.org/diagonal/pipelines/decontaminate"
)

// Params configures the command.
type Params struct {
	Job job.Params
	// Tests are the files, folders and globs of the test sets.
	Tests []string
	// ItemField is the field of the text of an item; "" is the field of the text of a document.
	ItemField string
	// Find contains the parameters of the search.
	Find pipeline.Params
}

// Flags defines the flags of the command, with their defaults.
func (p *Params) Flags(fs *pflag.FlagSet) {
	p.Find = pipeline.Defaults()
	p.Job.Flags(fs)
	fs.MarkHidden("source")
	f := &p.Find
	fs.StringArrayVar(&p.Tests, "tests", nil, "`path` of test sets, each of which is a file; repeat the flag for more")
	line.Mark(fs, line.Input)
	fs.StringVar(&p.ItemField, "test_field", "",
		"`field` of the text of an item, such as question; without it that of --text_field")
	fs.StringVar(&f.Answer, "answer_field", "",
		"`field` of the answer of an item: the result says whether it is beside the item, too")
	fs.StringVar(&f.Method, "method", f.Method,
		"by which an item is dirty: passage, a document has most of its words in one place; gpt3, 13 words in one\n"+
			"piece; palm, 70 % of its runs of eight words; llama2, 80 % of its words in spans of more than ten")
	fs.Float64Var(&f.Threshold, "threshold", f.Threshold,
		"passage: least share of the words of an item that a document has in one place, above 0 and at most 1; lower\n"+
			"ones find items that were changed more, and set phrases")
	line.Main(fs, "tests", "test_field", "answer_field", "method", "threshold")
}

// flagOf is the flag of each field that an error of the library can name.
var flagOf = line.FlagOf{
	"contamination.Params.Method":    "method",
	"contamination.Params.Threshold": "threshold",
}

// check returns an error about a flag that has an impossible value or no effect.
func (p Params) check(fs *pflag.FlagSet) error {
	switch {
	case fs.Changed("source"):
		return errors.New(
			"decontaminate has no --source: give the training text to --input and the test sets to --tests")
	case len(p.Tests) == 0:
		return errors.New("--tests is missing: name the files of the test sets")
	}
	return flagOf.Error(p.Find.Validate())
}

// tests returns how the test sets are read: as the documents are, but for their fields.
func (p Params) tests(docs docio.Params) docio.Params {
	docs.Input, docs.Source, docs.Share, docs.All, docs.Base = p.Tests, nil, 0, false, ""
	if p.ItemField != "" {
		docs.TextField = p.ItemField
	}
	if p.Find.Answer != "" {
		docs.Keep = []string{p.Find.Answer}
	}
	return docs
}

// namesOf returns the names of the test sets by the paths of their files: the path below the argument, without the
// extension of the format.
func namesOf(tests *docio.Plan) map[string]string {
	names := map[string]string{}
	for _, r := range tests.Ranges() {
		plain, _ := compress.Trim(r.Name)
		names[r.Path] = record.UTF8(strings.TrimSuffix(plain, path.Ext(plain)))
	}
	return names
}

// parameters are those of summary.json.
type parameters struct {
	Command   string  `json:"command"`
	HTML      string  `json:"html"`
	Method    string  `json:"method"`
	Threshold float64 `json:"threshold"`
	Answer    string  `json:"answer_field,omitempty"`
}

func (p Params) parameters() parameters {
	return parameters{"decontaminate", p.Job.Docs.HTML, p.Find.Method, p.Find.Threshold, p.Find.Answer}
}
