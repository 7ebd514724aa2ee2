// Package plant is the command that makes a labelled test collection from the user's
// own clean text, so that the quality of a search can be measured on text like theirs.
// The work is done by package planted; here are its flags, its input and its files.
package plant

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/transforms/evaluation/planted"
)

const long = `Makes a labelled test collection from clean text.

The text is cut into documents. Passages of 3 to 12 sentences are copied from some
documents into others, each in one known way, and the places are recorded:

  verbatim   nothing changed
  light      5 % of the words replaced, removed, inserted or swapped
  heavy      20 % of them
  reorder    the sentences in another order
  case       other case and punctuation
  head       at the head of a document; every second time from the end of another
  twice      at two places of one document
  within     copied inside one document
  exactdoc   a whole document
  neardoc2   a whole document, 2 % of its words edited
  neardoc5   a whole document, 5 % of its words edited

In Chinese a character counts as a word, and clauses change places. Many documents contain
the same three sentences: boilerplate, which is not reuse.

Sentences that repeat in the text itself are left out, so that the gold lists every copy.
A sentence repeats if at least a quarter of its 8-grams of words came before. The same
texts, flags and seed make the same bytes, whatever the order and the files of the texts.

The output folder contains the files below. Offsets are Unicode code points, half-open.

  corpus.jsonl   {id, text}: the collection
  gold.jsonl     {a, a_start, a_end, b, b_start, b_end, kind}
  boiler.jsonl   {id, start, end}: places of the boilerplate
  _SUCCESS       the list of these files

With --web it makes web pages instead, for partition. A page is an article inside the
template of its site, which is longer than the article, with some of the headlines of the
site and a line of its own. The id is a URL. Each article is one of these:

  single     on one page: different articles in one template
  sites      on two to four sites, each time with up to 6 % of its words edited
  onesite    twice on one site, once with up to 6 % of its words edited
  doc0, doc2, doc5, doc10, doc20
             a document without a template and a copy, with so many percent of its words edited

  sets.jsonl     {id, set, kind, edited}: pages with the same article have the same set;
                 it replaces gold.jsonl and boiler.jsonl

With --reprints it makes documents for the clusters of partial. Texts of 3 to 12 sentences stand
in 2, 3, 5, 10, 20 or 40 documents (--places), each time with 0, 2, 5, 10 or 15 % of the words
edited. A document may have several texts, and one of 12 documents is ten times longer. Below 80
documents, texts in 40 of them are hot for partial, unless --max_documents=0. With
--misread=.05 one of 20 letters is misread, in every document, as in text of scanned pages:
letters for others like them, letters not seen, and spaces where there are none.

  places.jsonl   {text, id, start, end, edited}: where each text stands;
                 it replaces gold.jsonl and boiler.jsonl`

const example = `  diagonal plant --input=articles.jsonl --output=planted
  diagonal partial --input=planted/corpus.jsonl --output=found
  diagonal evaluate found planted

  diagonal plant --input='books/**/*.txt' --output=planted --documents=4000 --seed=7
  diagonal plant --input='books/**/*.txt' --output=planted --web
  diagonal plant --input='books/**/*.txt' --output=planted --reprints --misread=.05`

// Params configures the command.
type Params struct {
	// Input are the files, folders and globs of the text: JSON Lines where the name
	// ends with .jsonl or .ndjson, text otherwise, compressed or not.
	//
	// Required.
	Input []string
	// Output is the folder to make.
	//
	// Required.
	Output string
	// TextField is the field of JSON Lines that holds the text. Ids are not read:
	// documents are cut anew and get new ones.
	TextField string
	// Overwrite replaces an output folder that an earlier run made.
	Overwrite bool
	// Quiet leaves out the table at the end.
	Quiet bool
	// Web makes web pages instead, with SitePages pages on a site, as a mean.
	Web       bool
	SitePages int
	// Reprints makes documents with reprints of the same texts instead, each text in one of the numbers Places of
	// documents. Of their letters the share Misread is misread.
	Reprints bool
	Places   []int
	Misread  float64
	// Planted configures what is planted.
	Planted planted.Params
	// stdin is what - in Input stands for.
	stdin docio.Spooled
}

// Flags defines a flag in fs for each field, with its default.
func (p *Params) Flags(fs *pflag.FlagSet) {
	fs.StringArrayVarP(&p.Input, "input", "i", nil, "`path` of a file, a folder or a glob with the text (** matches any folders), or - for standard input; repeat the flag for more")
	fs.StringVarP(&p.Output, "output", "o", "", "`folder` of the collection; it must not exist yet")
	fs.StringVar(&p.TextField, "text_field", "text", "`name` of the field of JSON Lines that contains the text")
	fs.BoolVar(&p.Overwrite, "overwrite", false, "replace an earlier collection in the folder of --output")
	fs.BoolVar(&p.Quiet, "quiet", false, "print nothing but errors")
	p.Planted = planted.Defaults()
	q := &p.Planted
	fs.Uint64Var(&q.Seed, "seed", q.Seed, "`number` that selects one of many possible collections of the same text")
	fs.IntVar(&q.Size, "size", q.Size,
		"mean size of a document in `bytes`; with --web that of an article, and by default 1500")
	fs.IntVar(&q.PerThousand, "per_thousand", q.PerThousand,
		"number of `cases` of each kind in 1,000 documents, at most 47; with --web of sets of each kind, at most 56; with\n"+
			"--reprints of texts of each number of places, at most 12, and by default 10")
	fs.Float64Var(&q.Boilerplate, "boilerplate", q.Boilerplate,
		"`share` of the documents that contain the boilerplate, 0 to 1")
	fs.IntVar(&q.Documents, "documents", q.Documents,
		"largest `number` of documents; 0 makes as many as the text gives")
	fs.BoolVar(&p.Web, "web", false, "make web pages inside the templates of sites, for partition")
	fs.BoolVar(&p.Reprints, "reprints", false,
		"make documents in which the same texts stand, for the clusters of partial")
	fs.IntSliceVar(&p.Places, "places", planted.ReprintDefaults().Sizes,
		"reprints: `numbers` of documents that a text stands in")
	fs.Float64Var(&p.Misread, "misread", 0,
		"reprints: `share` of the letters of all documents that are misread, 0 to 0.33, as in text of scanned pages")
	fs.IntVar(&p.SitePages, "site_pages", planted.WebDefaults().SitePages, "web: mean `number` of pages of a site")
	fs.BoolVar(&q.KeepRepeats, "keep_repeats", q.KeepRepeats,
		"keep sentences that repeat in the text; the gold does not list these repeats")
	line.Main(fs, "input", "output", "text_field", "size", "documents", "web", "reprints", "misread", "seed")
}

// Validate reports the first field that holds an impossible value.
func (p Params) Validate() error {
	switch {
	case len(p.Input) == 0:
		return errors.New("--input is missing: name a file, a folder or a glob with the text")
	case p.Output == "":
		return errors.New("--output is missing: name a new folder for the collection")
	case p.TextField == "":
		return errors.New("--text_field is empty: name the field that contains the text")
	}
	switch {
	case p.Web && p.Reprints:
		return errors.New("--web and --reprints are two collections: choose one")
	case p.Web:
		return flagOf.Error(p.web().Validate())
	case p.Reprints:
		return flagOf.Error(p.reprints().Validate())
	}
	return flagOf.Error(p.Planted.Validate())
}

// belongings are the flags that have an effect with some kinds of collections only.
var belongings = []line.Belonging{
	{Flags: []string{"boilerplate"}, To: "web", Values: []string{"false"}},
	{Flags: []string{"boilerplate"}, To: "reprints", Values: []string{"false"}},
	{Flags: []string{"misread", "places"}, To: "reprints", Values: []string{"true"}},
	{Flags: []string{"site_pages"}, To: "web", Values: []string{"true"}},
}

// flagOf is the flag of each field that an error of the library can name.
var flagOf = line.FlagOf{
	"planted.Params.Size":        "size",
	"planted.Params.PerThousand": "per_thousand",
	"planted.Params.Boilerplate": "boilerplate",
	"planted.Params.Documents":   "documents",

	"planted.WebParams.Size":        "size",
	"planted.WebParams.PerThousand": "per_thousand",
	"planted.WebParams.SitePages":   "site_pages",
	"planted.WebParams.Documents":   "documents",

	"planted.ReprintParams.Size":        "size",
	"planted.ReprintParams.Sizes":       "places",
	"planted.ReprintParams.PerThousand": "per_thousand",
	"planted.ReprintParams.Documents":   "documents",
	"planted.ReprintParams.Misread":     "misread",
}

// Command returns the command "plant".
func Command() *cobra.Command {
	var p Params
	cmd := &cobra.Command{
		Use:           "plant --input=GLOB --output=DIR",
		Short:         "make a test collection with known copies from your own text: to measure a search on it",
		Long:          long,
		Example:       example,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          line.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := line.CheckFlags(cmd.Flags(), belongings); err != nil {
				return line.Usage(err)
			}
			if p.Web && !cmd.Flags().Changed("size") {
				p.Planted.Size = planted.WebDefaults().Size
			}
			if p.Reprints && !cmd.Flags().Changed("per_thousand") {
				p.Planted.PerThousand = planted.ReprintDefaults().PerThousand
			}
			docs := docio.Params{Input: p.Input}
			remove, err := job.Spool(cmd, &docs)
			if err != nil {
				return err
			}
			defer remove()
			p.stdin = docs.Stdin
			return Run(cmd.Context(), p, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	p.Flags(cmd.Flags())
	cmd.Flags().SortFlags = false
	return cmd
}

// Run makes the collection and prints what it holds to out, and notes to notes.
func Run(ctx context.Context, p Params, out, notes io.Writer) error {
	if err := p.Validate(); err != nil {
		return line.Usage(err)
	}
	draft, err := begin(ctx, p.Output, p.Overwrite)
	if err != nil {
		return err
	}
	defer draft.Abort() // after Commit it does nothing
	text, err := readText(ctx, p.Input, p.stdin, p.TextField, p.Output, func(problem error) {
		fmt.Fprintf(notes, "left out: %s\n", visible.Error(problem))
	})
	if err != nil {
		return err
	}
	c, err := p.plant(text)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	if err := c.write(ctx, draft); err != nil || p.Quiet {
		return err
	}
	job.Report(ctx, p.Output, notes, func(context.Context) error { return c.report(out, p.Output) })
	return nil
}
