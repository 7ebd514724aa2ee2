package clean

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/store"
	pipeline "example.org/diagonal/pipelines/clean"
	"example.org/diagonal/transforms/cleaning"
)

// Annotate is the policy that removes nothing. It adds the ranges that KeepFirst would remove
// to each record.
const Annotate = "annotate"

var policies = []string{cleaning.KeepFirst, cleaning.KeepLongest, cleaning.DropAll, Annotate}

// Params configures the command.
type Params struct {
	Job job.Params
	// Result is the folder of a result of `partial`, `resemblance` or `partition` over the input. If it is
	// "", the command drops identical documents and then searches as `partial` does by
	// default.
	Result string
	// Apply is a result of this command, or a file, folder or glob of lines, that says what is
	// removed; "" searches.
	Apply string
	// Add puts what is kept into the index of --against, which is made if there is none.
	Add bool
	// Near makes the command drop first the documents that resemble another one so much, 0 to 1; 0 drops none.
	Near float64
	// Exact makes the command remove runs of so many words, and search for nothing else. 0 is
	// off.
	Exact int
	// Policy says which place is kept: cleaning.KeepFirst, KeepLongest, DropAll or Annotate.
	Policy string
	// Keep says which place is kept, in the words of cleaning.ParseKeep; "" is what Policy says.
	Keep string
	// MinSimilarity is the least similarity, 0 to 1, of the passages of --matching=refine that
	// are looked at. All passages of other results are looked at.
	MinSimilarity float64
	// MinText is the least number of characters, in sentences, that must be left of a
	// document that something was removed from. A document with less is dropped.
	MinText int
	// MinCut is the least number of words of a cut.
	MinCut int
	// SiteTemplates names the sites whose templates are removed first: cleaning.Sites; "" removes none.
	SiteTemplates string
	// Statistics writes StatisticsFile, by the values of a field, by cleaning.HostSite, or for all together; "" writes
	// none.
	Statistics string
	// CountCopies writes how many copies were removed of what stays.
	CountCopies bool
	// Passes is the largest number of passes. Between two passes the collection is searched
	// again, as Result was found, until a pass removes little.
	Passes int
	// Field is the field that Annotate adds.
	Field string

	keep             cleaning.Keep
	step             step
	addTo            string       // the index of Add
	indexes          []string     // those of --against, where there is one already
	given            docio.Params // Job.Docs of the user
	output           string       // Job.Output of the user; each pass has its own
	chosen           string       // the flag by which the user has given Policy, with its value; "" if none
	chosenSimilarity bool         // the user has given MinSimilarity
	chosenHTML       bool         // the user has given Job.Docs.HTML
	chosenSet        bool         // the user has given Job.Docs.Charset
	share            float64      // of the documents that are read, for a forecast; 0 is all of them
}

// step is what a pass does.
type step int

const (
	// cleanStep is that of all passes but the first ones with SiteTemplates and Near: identicalStep drops identical
	// documents, templateStep removes templates, and nearStep drops similar documents.
	cleanStep step = iota
	identicalStep
	templateStep
	nearStep
)

// Flags defines the flags of the command.
func (p *Params) Flags(fs *pflag.FlagSet) {
	p.Job.Flags(fs)
	fs.StringArrayVar(&p.Job.Docs.Source, "against", nil,
		"`path` of documents that stay as they are, as those of earlier crawls, or an index of them: what they contain is\n"+
			"removed from the input, and they are not written; repeat the flag for more")
	fs.BoolVar(&p.Add, "add", false,
		"put what is kept into the index of --against, in one step with the result: both appear, or neither. Where the folder\n"+
			"of --against is not there, it becomes a new index. Meanwhile nobody else can change the index")
	// what a command reads cannot be written again
	for _, name := range []string{"source", "pre", "pre_glob", "pre_timeout", "write_texts", "fold", "spelling"} {
		fs.MarkHidden(name)
	}
	p.Job.Docs.HTML = docio.HTMLAll
	html := fs.Lookup("html")
	html.DefValue, html.Usage = docio.HTMLAll,
		"what is compared of a page of HTML: all, its whole text; or main, its main text, so that navigation,\n"+
			"forms and the like stay in every page; with --result it is what the result was made with"
	fs.StringVar(&p.Result, "result", "",
		"`folder` with a result of partial, resemblance or partition over the same input; without it clean drops\n"+
			"identical documents and searches the others as partial does by default")
	fs.StringVar(&p.Apply, "apply", "",
		"remove what this says, and search for nothing: the `path` of a result of clean, as one of --policy=annotate, or\n"+
			"of its attributes, whose lines may have been changed")
	fs.Float64Var(&p.Near, "near", 0,
		"drop first whole documents that resemble another one at least this much, 0 to 1, as resemblance --threshold\n"+
			"finds them: copies with edits all over. 0 drops none; below 0.8 it drops versions of which each has its own text")
	fs.IntVar(&p.Exact, "exact", 0,
		"remove runs of this many `words` that occur twice, wherever they begin, and search for nothing else;\n"+
			"50 is usual")
	fs.StringVar(&p.Policy, "policy", cleaning.KeepFirst,
		"which place is kept: keep_first, the one in the smallest id, and in one document the earliest;\n"+
			"keep_longest, the one in the longest document; drop_all, none. annotate takes nothing out, and adds\n"+
			"the ranges to each record")
	fs.StringVar(&p.Keep, "keep", "",
		"`order` of the documents, of which the first one keeps what several have: first, by the id; longest; or fields of the\n"+
			"records with desc, the largest first, or asc, as in 'quality desc, date asc, longest'. Documents without a field\n"+
			"come last. Without it, --policy decides")
	fs.Float64Var(&p.MinSimilarity, "min_similarity", 0,
		"refine results: least similarity of the passages that clean looks at, 0 to 1; in each of them it cuts only\n"+
			"words that are kept, in the same order, in another place")
	fs.IntVar(&p.MinCut, "min_cut", pipeline.Defaults().MinCut,
		"cut nothing of fewer `words` than this, or Han characters: headings, names and lines of lists stay; 0 cuts\n"+
			"every sentence that occurs elsewhere, and is the default with --apply")
	fs.IntVar(&p.MinText, "min_text", 1,
		"drop a document if something was removed from it, fewer characters than this are left, and it contains\n"+
			"no place that is kept for others")
	fs.IntVar(&p.Passes, "passes", 5,
		"largest number of passes: after each, clean searches the cleaned collection again, as the result was\n"+
			"found, and cleans it again, until a pass removes less than a hundredth of the characters that all have removed;\n"+
			"1 does not search again")
	fs.StringVar(&p.Field, "field", "duplicates", "`name` of the field that annotate adds")
	fs.StringVar(&p.SiteTemplates, "site_templates", "",
		"remove first what many pages of a `site` have, as menus and footers: every sentence that at least four of its pages\n"+
			"have, and at least the square root of their number. The site is that of a field of the records, as in source or url\n"+
			"(of a URL the host), or with host that of the id. templates-*.jsonl lists them")
	fs.BoolVar(&p.CountCopies, "count_copies", false,
		"write how many copies were removed of each document and passage that stays, as for weights of a sample:\n"+
			"copies-*.jsonl")
	fs.StringVar(&p.Statistics, "statistics", "",
		"write statistics.json: documents, words and bytes before and after, what was removed, and the sizes of groups.\n"+
			"The value is what a `source` is: a field of the records, host of the ids, or all for no sources")
	line.Main(fs, "against", "result", "apply", "near", "exact", "policy", "keep", "site_templates", "min_cut")
}

// belongings are the flags that have an effect with some policies only.
var belongings = []line.Belonging{
	{Flags: []string{"keep"}, To: "policy", Values: []string{cleaning.KeepFirst, Annotate}},
	{Flags: []string{"count_copies"}, To: "policy", Values: []string{cleaning.KeepFirst, cleaning.KeepLongest,
		Annotate}},
	{Flags: []string{"near", "site_templates", "statistics"}, To: "policy",
		Values: []string{cleaning.KeepFirst, cleaning.KeepLongest, cleaning.DropAll}},
	{Flags: []string{"min_text", "passes"}, To: "policy", Values: []string{cleaning.KeepFirst, cleaning.KeepLongest,
		cleaning.DropAll}},
}

func (p Params) validate() error {
	switch {
	case len(p.Job.Docs.Fold) > 0:
		return errors.New("clean compares the letters as they are: leave out --fold; --result=FOLDER cleans by the passages of a search with it")
	case p.Job.Docs.Spelling != "":
		return errors.New("clean compares the words as they are: leave out --spelling; --result=FOLDER cleans by the passages of a search with it")
	case !slices.Contains(policies, p.Policy):
		return fmt.Errorf("--policy=%s: want one of %s", p.Policy, strings.Join(policies, ", "))
	case !(p.MinSimilarity >= 0 && p.MinSimilarity <= 1):
		return fmt.Errorf("--min_similarity=%g: want 0 to 1", p.MinSimilarity)
	case !(p.Near >= 0 && p.Near <= 1):
		return fmt.Errorf("--near=%g: want 0 to 1", p.Near)
	case p.Exact != 0 && p.Exact < pipeline.MinRuns:
		return fmt.Errorf("--exact=%d: want %d or more words", p.Exact, pipeline.MinRuns)
	case p.MinCut < 0:
		return fmt.Errorf("--min_cut=%d: want 0 or more words", p.MinCut)
	case p.Add && p.annotates():
		return errors.New(
			"--policy=annotate takes nothing out, and --add puts what is kept into an index: leave out one of the two")
	case p.Add && p.Job.Overwrite:
		return errors.New("--overwrite does not go with --add: an index reads its documents where they are, and those of an earlier result may be in it. Name a new folder")
	case p.MinText < 0:
		return fmt.Errorf("--min_text=%d: want 0 or more", p.MinText)
	case p.Passes < 1:
		return fmt.Errorf("--passes=%d: want 1 or more", p.Passes)
	case p.Field == "":
		return errors.New("--field is empty: name the field that annotate adds")
	case p.Policy == Annotate && (p.Field == p.Job.Docs.TextField || p.Field == p.Job.Docs.IDField):
		return fmt.Errorf("--field=%s is already the field of the text or the id: choose another name", p.Field)
	case !store.IsLocal(p.Result):
		return errors.New("--result of clean must be on a disk that all workers see, not in a bucket")
	case !store.IsLocal(p.Job.Output) && !job.InThisProcess():
		return errors.New("--output of clean can be in a bucket only with a runner in this process: leave out --runner, or name a folder on a disk that all workers see")
	case p.against() && p.Job.Docs.Base != "":
		return errors.New("--base does not go with --against: leave it out")
	}
	return p.apart()
}

// apart returns an error for an output in a folder that is read. The result or the input would
// be overwritten, or the next run would read the cleaned collection as input.
func (p Params) apart() error {
	output := p.Job.Output
	if output == "" {
		return nil // another error says so
	}
	for flag, read := range map[string]string{"result": p.Result, "apply": p.Apply} {
		if read != "" && (store.Within(output, read) || store.Within(read, output)) {
			return fmt.Errorf("--output=%s overlaps the folder of --%s, which is read: choose another folder",
				output, flag)
		}
	}
	for _, input := range p.Job.Docs.Input {
		if isFolder(input) && store.Within(output, input) {
			return fmt.Errorf("--output=%s overlaps the folder --input=%s, which is read: choose another folder",
				output, input)
		}
	}
	return nil
}

// isFolder reports whether an argument may be a folder: all that is below one is read.
func isFolder(input string) bool {
	if !store.IsLocal(input) {
		return true
	}
	info, err := os.Stat(input)
	return err == nil && info.IsDir()
}

// ownRun is the number of words of the runs that are searched for if there is no result: the
// length whose repeats are usually counted.
const ownRun = 50

// runs returns the number of words of the runs that are searched for besides what a result
// contains; 0 searches for none.
func (p Params) runs() int {
	switch {
	case p.step != cleanStep:
		return 0
	case p.Exact > 0:
		return p.Exact
	case p.Apply != "":
		return 0
	case p.Result == "":
		return ownRun
	}
	return 0
}

// against reports whether there are documents that stay as they are.
func (p Params) against() bool { return len(p.Job.Docs.Source) > 0 }

// annotates reports whether nothing is removed.
func (p Params) annotates() bool { return p.Policy == Annotate }

// minSimilarity returns the least similarity of a passage of r that is looked at.
func (p Params) minSimilarity(r *searchResult) float64 {
	if !r.ranges {
		return 0 // an unmatched sentence in a passage of sentences counts 0
	}
	return p.MinSimilarity
}

// decide returns the policy that decides which place is kept.
func (p Params) decide() string {
	if p.annotates() {
		return cleaning.KeepFirst
	}
	return p.Policy
}

// parameters returns the parameters as they are in summary.json, those of r included.
func (p Params) parameters(r *searchResult) any {
	type params struct {
		Command       string         `json:"command"`
		HTML          string         `json:"html"`
		Policy        string         `json:"policy"`
		Keep          string         `json:"keep,omitempty"`
		Copies        bool           `json:"count_copies,omitempty"`
		Sites         string         `json:"site_templates,omitempty"`
		MinText       int            `json:"min_text"`
		MinCut        int            `json:"min_cut"`
		Field         string         `json:"field,omitempty"`
		MinSimilarity float64        `json:"min_similarity,omitempty"`
		Near          float64        `json:"near,omitempty"`
		Exact         int            `json:"exact,omitempty"`
		Against       bool           `json:"against,omitempty"`
		Apply         string         `json:"apply,omitempty"`
		Result        map[string]any `json:"result"`
	}
	out := params{Command: "clean", HTML: p.Job.Docs.HTML, Policy: p.Policy, Keep: p.Keep, Copies: p.CountCopies,
		Sites: p.SiteTemplates, MinText: p.MinText, MinCut: p.MinCut,
		MinSimilarity: p.minSimilarity(r), Near: p.Near, Exact: p.Exact,
		Against: p.against() || len(p.indexes) > 0, Apply: p.Apply, Result: r.parameters}
	if p.annotates() {
		out.Field = p.Field
	}
	return out
}
