package index

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/lookup"
	"example.org/diagonal/transforms/lookup/winnow"

	pipeline "example.org/diagonal/pipelines/index"
)

// Params configures the command.
type Params struct {
	// Job is that of a build. Run sets its Output: the folder of the new segment.
	Job job.Params
	// Index is the folder of the index.
	Index string
	// Winnow chooses the signatures of a new index. The flags that were not given are those of
	// the index that documents are added to.
	Winnow winnow.Params
	// Stability chooses W: how probable it is that the signature of a window stays when a character of it
	// changes. 0: W is given.
	Stability float64
	// Add, Replace, Compact and Info choose what is done, and so does Remove with RemoveList.
	// Replace is Add, where documents of the same ids are replaced.
	Add, Replace, Compact, Info bool
	// Renew makes Compact read the documents again, and rank q-grams by their present frequencies.
	Renew bool
	// Remove are ids of documents to remove, RemoveList a file with one on each line.
	Remove     []string
	RemoveList string

	moved *move  // nil if the documents are where they stay
	flag  string // that names the index in errors; "" is --index
}

// jobFlags are the flags of a job that a build has.
var jobFlags = []string{"input", "exclude", "base", "format", "id_field", "text_field", "charset", "fold", "spelling",
	"max_record", "strict", "quiet", "log_format", "log_every", "skip_done", "metrics", "memory", "spool",
	"input_share", "input_piece"}

// Flags defines the flags of the command, with their defaults.
func (p *Params) Flags(fs *pflag.FlagSet) {
	all := pflag.NewFlagSet("job", pflag.ContinueOnError)
	p.Job.Flags(all)
	fs.StringVar(&p.Index, "index", "", "`folder` of the index")
	for _, name := range jobFlags {
		fs.AddFlag(all.Lookup(name))
	}
	fs.Lookup("skip_done").Usage = "end at once, with exit code 0, if the index has these documents already: a build or a change with the same flags, of\n" +
		"files that have not changed since: for jobs that are run again"
	fs.BoolVar(&p.Add, "add", false,
		"add the documents of --input to the index. A document whose id is in the index already is rejected")
	fs.BoolVar(&p.Replace, "replace", false,
		"add the documents of --input. A document whose id is in the index already takes the place of the earlier one")
	fs.StringArrayVar(&p.Remove, "remove", nil, "remove the document with this `id`; repeat the flag for more")
	fs.StringVar(&p.RemoveList, "remove_list", "",
		"remove the documents whose ids are in this `file`, one on each line")
	fs.BoolVar(&p.Compact, "compact", false,
		"make one segment of all, without the documents that were removed or replaced")
	fs.BoolVar(&p.Renew, "renew", false,
		"with --compact: read all documents again where they are, and rank q-grams by the frequencies that they\n"+
			"have now. If one has changed or cannot be read, nothing changes, and the ids of all such are printed")
	fs.BoolVar(&p.Info, "info", false, "print what the index contains, and change nothing")
	d := winnow.Defaults(winnow.Frequency)
	fs.StringVar(&p.Winnow.Signature, "signature", d.Signature,
		"how q-grams are chosen as signatures: frequency, the rarest ones of the collection; winnowing, by a hash")
	fs.IntVar(&p.Winnow.Q, "q", d.Q,
		"length of a q-gram in letters; 10 with --signature=winnowing. A Chinese character counts 3. If it is not given,\n"+
			"signatures of a collection of 200 MB and more have a few letters more")
	fs.IntVar(&p.Winnow.W, "w", d.W,
		"number of q-grams of which one is chosen at least; 140 with --signature=winnowing. Shared text of w+q-1\n"+
			"letters always has a common signature")
	fs.Float64Var(&p.Stability, "stability", 0,
		"choose --w by the `probability` that a window keeps its signature when one of its letters changes, as in .95:\n"+
			"longer windows keep it more often, make a smaller index, and need more shared text")
	line.Main(fs, "index", "add", "replace", "remove", "compact", "info")
}

// flagOf is the flag of each field that an error of the library can name.
var flagOf = line.FlagOf{
	"winnow.Params.Signature": "signature",
	"winnow.Params.Q":         "q",
	"winnow.Params.W":         "w",
	"winnow.Params.Stability": "stability",
}

// A task is what the command does.
type task int

const (
	build task = iota
	add
	replace
	remove
	compact
	info
)

// task returns what the flags ask for.
func (p *Params) task() (task, error) {
	var asked []string
	what := build
	for _, t := range []struct {
		flag string
		set  bool
		task task
	}{
		{"add", p.Add, add}, {"replace", p.Replace, replace}, {"remove", len(p.Remove) > 0, remove},
		{"remove_list", p.RemoveList != "", remove}, {"compact", p.Compact, compact}, {"info", p.Info, info},
	} {
		if t.set && (len(asked) == 0 || t.task != what) {
			asked, what = append(asked, t.flag), t.task
		}
	}
	switch {
	case len(asked) == 2 && asked[0] == "add" && asked[1] == "replace":
		return replace, nil
	case len(asked) > 1:
		return 0, fmt.Errorf("--%s and --%s are two tasks: give one of them", asked[0], asked[1])
	}
	return what, nil
}

// check returns an error about a flag that has an impossible value or no effect, and completes
// the defaults.
func (p *Params) check(fs *pflag.FlagSet) error {
	if p.Index == "" {
		return errors.New("--index is missing: name the folder of the index")
	}
	what, err := p.task()
	if err != nil {
		return err
	}
	if p.Renew && what != compact {
		return errors.New("--renew has no effect here: it belongs to --compact")
	}
	if what > replace {
		allowed := []string{"quiet", "log_format", "log_every"}
		if what != info {
			allowed = append(allowed, "metrics")
		}
		if p.Renew {
			allowed = append(allowed, "memory", "spool", "runner")
		}
		for _, name := range append(slices.Clone(jobFlags), "signature", "q", "w", "stability", "runner") {
			if !slices.Contains(allowed, name) && fs.Changed(name) {
				return fmt.Errorf("--%s has no effect here: it belongs to a build, and to --add and --replace", name)
			}
		}
		return nil
	}
	if p.Job.Docs.ReadsStdin() {
		return errors.New("--input=-: an index reads its documents again with every lookup: write standard input to a file, and name that")
	}
	d := winnow.Defaults(p.Winnow.Signature)
	if !fs.Changed("q") {
		p.Winnow.Q = d.Q
	}
	p.Winnow.Grow = d.Grow && !fs.Changed("q")
	if !fs.Changed("w") {
		p.Winnow.W = d.W
	}
	if fs.Changed("stability") {
		if err := p.stable(fs, what); err != nil {
			return err
		}
	}
	return flagOf.Error(pipeline.Params{Winnow: p.Winnow, Shuffle: shuffle.Params{Shards: 1}}.Validate())
}

// stable chooses W by Stability.
func (p *Params) stable(fs *pflag.FlagSet, what task) (err error) {
	switch {
	case what != build:
		return errors.New("--stability has no effect here: it chooses --w of a new index")
	case fs.Changed("w"):
		return errors.New("--stability and --w both choose the window: give one of them")
	}
	if q := (winnow.Params{Signature: p.Winnow.Signature, Q: p.Winnow.Q, W: 1}); q.Validate() != nil {
		return flagOf.Error(q.Validate())
	}
	p.Winnow, err = p.Winnow.WithStability(p.Stability)
	return flagOf.Error(err)
}

// same returns an error if a flag of the signatures was given and is not that of the index, and
// takes those of the index.
func (p *Params) same(fs *pflag.FlagSet, m *indexio.Manifest) error {
	own := lookup.WinnowOf(m)
	for _, f := range []struct {
		name        string
		given, want any
	}{{"signature", p.Winnow.Signature, own.Signature}, {"q", p.Winnow.Q, own.Q}, {"w", p.Winnow.W, own.W}} {
		if fs != nil && fs.Changed(f.name) && f.given != f.want {
			return line.Usage(fmt.Errorf("--%s=%v: the index in %s was made with --%[1]s=%[4]v; leave out the flag, or make a new index", f.name, f.given, p.Index, f.want))
		}
	}
	p.Winnow = own
	if given := record.FoldNames(p.Job.Docs.Fold); fs != nil && fs.Changed("fold") && !slices.Equal(given, m.Fold) {
		if len(m.Fold) == 0 {
			return line.Usage(fmt.Errorf("--fold=%s: the index in %s was made without --fold; leave out the flag, or make a new index", strings.Join(given, ","), p.Index))
		}
		return line.Usage(fmt.Errorf("--fold=%s: the index in %s was made with --fold=%s; leave out the flag, or make a new index", strings.Join(given, ","), p.Index, strings.Join(m.Fold, ",")))
	}
	if given := p.Job.Docs.Spelling; fs != nil && fs.Changed("spelling") && given != m.Spelling {
		return line.Usage(fmt.Errorf("--spelling=%s: the index in %s was made with another table of spellings, or with none; leave out the flag, or make a new index", fs.Lookup("spelling").Value, p.Index))
	}
	p.Job.Docs.Fold, p.Job.Docs.Spelling = m.Fold, m.Spelling
	return nil
}

// parameters returns the parameters for summary.json of a segment.
func (p *Params) parameters() any {
	return struct {
		Command   string `json:"command"`
		Signature string `json:"signature"`
		Q         int    `json:"q"`
		W         int    `json:"w"`
	}{"index", p.Winnow.Signature, p.Winnow.Q, p.Winnow.W}
}
