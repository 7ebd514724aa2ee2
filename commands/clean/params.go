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
	"example.org/diagonal/io/store"
	"example.org/diagonal/transforms/cleaning"
	"example.org/diagonal/transforms/cleaning/removal"
)

// Annotate is the policy that takes nothing out: it adds the spans that KeepFirst would
// take out to each record.
const Annotate = "annotate"

var policies = []string{cleaning.KeepFirst, cleaning.KeepLongest, cleaning.DropAll, Annotate}

// Params configures the job.
type Params struct {
	Job job.Params
	// Result is the folder of a result of `partial` or `resemblance` over the input. "" drops
	// identical documents and then searches as `partial` does by default.
	Result string
	// Exact, if it is not 0, takes out runs of so many words, and searches for nothing else.
	Exact int
	// Policy says which copy is kept: cleaning.KeepFirst, KeepLongest, DropAll or Annotate.
	Policy string
	// MinSimilarity is the least similarity, 0 to 1, of the passages of --matching=refine that
	// are looked at. Of other results all are.
	MinSimilarity float64
	// MinText is the least number of characters, in sentences, that must be left of a
	// document that something was taken out of; one with less is dropped.
	MinText int
	// Passes is how often the collection is cleaned at most: between two passes it is
	// searched again, as Result was found, until nothing is taken out.
	Passes int
	// Field is the field that Annotate adds.
	Field string

	output      string // Job.Output, which each pass has its own of
	chosen      bool   // the user has given Policy
	chosenLeast bool   // and MinSimilarity
}

// Flags defines the flags of the job.
func (p *Params) Flags(fs *pflag.FlagSet) {
	p.Job.Flags(fs)
	fs.MarkHidden("source")
	fs.StringVar(&p.Result, "result", "", "`folder` with a result of partial or resemblance over the same input; without it clean drops identical\ndocuments and searches the others as partial does by default")
	fs.IntVar(&p.Exact, "exact", 0, "take out runs of this many `words` that occur twice, wherever they begin, and search for nothing else;\n50 is usual")
	fs.StringVar(&p.Policy, "policy", cleaning.KeepFirst, "which place is kept: keep_first, the one in the smallest id, and in one document the earliest;\nkeep_longest, the one in the longest document; drop_all, none. annotate takes nothing out, and adds\nthe ranges to each record")
	fs.Float64Var(&p.MinSimilarity, "min_similarity", 0, "refine results: least similarity of the passages that clean looks at, 0 to 1; in each of them it cuts only\nwords that are kept, in the same order, in another place")
	fs.IntVar(&p.MinText, "min_text", 1, "drop a document if something was taken out of it, fewer characters than this are left, and it contains\nno place that is kept for others")
	fs.IntVar(&p.Passes, "passes", 5, "largest number of passes: after each, clean searches the cleaned collection again, as the result was\nfound, and cleans it again, until nothing is taken out; 1 does not search again")
	fs.StringVar(&p.Field, "field", "duplicates", "`name` of the field that annotate adds")
}

// belongings are the flags that count with some policies alone.
var belongings = []line.Belonging{
	{Flags: []string{"field"}, To: "policy", Values: []string{Annotate}},
	{Flags: []string{"min_text", "passes"}, To: "policy", Values: []string{cleaning.KeepFirst, cleaning.KeepLongest, cleaning.DropAll}},
}

func (p Params) validate() error {
	switch {
	case !slices.Contains(policies, p.Policy):
		return fmt.Errorf("--policy=%s: want one of %s", p.Policy, strings.Join(policies, ", "))
	case !(p.MinSimilarity >= 0 && p.MinSimilarity <= 1):
		return fmt.Errorf("--min_similarity=%g: want 0 to 1", p.MinSimilarity)
	case p.Exact != 0 && p.Exact < leastRun:
		return fmt.Errorf("--exact=%d: want %d or more words", p.Exact, leastRun)
	case p.Exact != 0 && p.Result != "":
		return errors.New("--exact does its own search: leave out --result")
	case p.MinText < 0:
		return fmt.Errorf("--min_text=%d: want 0 or more", p.MinText)
	case p.Passes < 1:
		return fmt.Errorf("--passes=%d: want 1 or more", p.Passes)
	case p.Policy == Annotate && p.Field == "":
		return errors.New("--field is empty: name the field that annotate adds")
	case p.Policy == Annotate && (p.Field == p.Job.Docs.TextField || p.Field == p.Job.Docs.IDField):
		return fmt.Errorf("--field=%s is already the field of the text or the id: choose another name", p.Field)
	case !store.IsLocal(p.Result) || !store.IsLocal(p.Job.Output):
		return errors.New("--result and --output of clean must be on a disk that all workers see, not in a bucket")
	case len(p.Job.Docs.Source) > 0:
		return errors.New("clean has no --source: give only --input")
	}
	return p.apart()
}

// apart says no to an output that is where something is read: the result or the input
// would be gone, or the cleaned collection be read as input the next time.
func (p Params) apart() error {
	output := p.Job.Output
	if output == "" {
		return nil // told later
	}
	if p.Result != "" && (store.Within(output, p.Result) || store.Within(p.Result, output)) {
		return fmt.Errorf("--output=%s overlaps the folder of --result, which is read: choose another folder", output)
	}
	for _, input := range p.Job.Docs.Input {
		if info, err := os.Stat(input); err == nil && info.IsDir() && store.Within(output, input) {
			return fmt.Errorf("--output=%s overlaps the folder --input=%s, which is read: choose another folder", output, input)
		}
	}
	return nil
}

// leastRun is the least Exact, ownRun that of a search without a result: the run whose
// repeats are usually counted.
const leastRun, ownRun = 20, 50

// runs is the number of words of runs that are looked for beside what a result says.
func (p Params) runs() int {
	switch {
	case p.Exact > 0:
		return p.Exact
	case p.Result == "":
		return ownRun
	}
	return 0
}

// units are what is taken out.
func (p Params) units() removal.Params {
	if p.Exact > 0 {
		return removal.RunsOf(p.Exact)
	}
	return removal.Sentences
}

// annotates says that nothing is taken out.
func (p Params) annotates() bool { return p.Policy == Annotate }

// least is the least similarity of a copy in the result r.
func (p Params) least(r *found) float64 {
	if !r.ranges {
		return 0 // of sentences: an unmatched one that a passage passes over counts 0
	}
	return p.MinSimilarity
}

// decide is the policy by which copies are ordered.
func (p Params) decide() string {
	if p.annotates() {
		return cleaning.KeepFirst
	}
	return p.Policy
}

// parameters are what summary.json says of the parameters. found is those of the result.
func (p Params) parameters(r *found) any {
	type params struct {
		Command string         `json:"command"`
		Policy  string         `json:"policy"`
		MinText int            `json:"min_text"`
		Field   string         `json:"field,omitempty"`
		Least   float64        `json:"min_similarity,omitempty"`
		Exact   int            `json:"exact,omitempty"`
		Result  map[string]any `json:"result"`
	}
	out := params{Command: "clean", Policy: p.Policy, MinText: p.MinText, Least: p.least(r), Exact: p.Exact, Result: r.parameters}
	if p.annotates() {
		out.Field = p.Field
	}
	return out
}
