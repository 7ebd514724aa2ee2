// Package evaluate is the command that measures a result against gold.
//
// The measures are those of the packages plagdet (PAN's macro measures), coverage
// (characters, cases by kind, boilerplate) and agreement (document pairs, sentence
// positions); here are the formats, the checks and the tables.
package evaluate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/visible"
)

const long = `Scores a result: compares RESULT with GOLD, the known copies.

RESULT is one of
  - the folder that "diagonal partial" wrote (its passages-*, of any --output_format)
  - a file of JSON Lines {a, a_start, a_end, b, b_start, b_end}, or {a, b} for
    document pairs alone, or Parquet, Arrow IPC or CSV with these columns
  - a PAN submission: a folder of XML files
GOLD is one of
  - the folder that "diagonal plant" wrote (corpus.jsonl, gold.jsonl, boiler.jsonl)
  - a file of JSON Lines as above, with an optional "kind"
  - a PAN corpus: folders 01-…, 02-… with a list "pairs" and XML files; src/ and susp/
    with the texts, if you have them
Everything but the XML files may be in a bucket, gs://BUCKET/FOLDER.

Offsets are Unicode code points, half-open. The order of a and b does not matter.
With a PAN corpus, an id means the document with its base name, and ".txt" is added if it
is missing: "src/source-document00001" is "source-document00001.txt". If GOLD has a list
of pairs, detections in pairs that are not listed are counted separately.

The measures:
  plagdet, precision, recall, granularity
        Potthast et al. 2010, macro, as PAN does: the mean over detections of the
        share that cases cover, the mean over cases of the share that detections
        cover, the number of detections of a detected case; plagdet is
        F1 / log2(1 + granularity). A repeated detection counts each time.
  found the share of cases of which at least half is covered on both sides
  characters
        precision and recall by characters over all pairs (micro), the granularity of
        found cases, the median distance of detected edges from the true ones. Reuse
        inside one document is counted separately; a repeated detection counts once.
  boilerplate, false
        records of which half is boilerplate on both sides (they are not scored
        further), and records between two documents that overlap no case
  documents
        precision, recall and F1 of the pairs of documents
  sentences
        precision, recall and F1 of the positions of duplicated sentences. A sentence
        is duplicated if at least half of its characters are in a passage. This needs
        a planted collection, a PAN corpus with texts, or --corpus.

If GOLD names kinds, cases are also reported by kind. An empty result scores 0. These are
errors: a GOLD that names a missing document, an offset past the end of a text, broken
XML or JSON, and a RESULT of another input.`

const example = `  diagonal evaluate found planted
  diagonal evaluate found.jsonl gold.jsonl --corpus=corpus.jsonl
  diagonal evaluate found pan13 --json`

// Params configures the command.
type Params struct {
	// Result and Gold are the paths of what is compared; see the help of the command.
	//
	// Required.
	Result, Gold string
	// Corpus holds the texts that a gold of JSON Lines is about, to check offsets and
	// to find sentences: JSON Lines, or a folder of text files whose paths are the ids.
	Corpus string
	// IDField and TextField are the fields of JSON Lines of Corpus.
	IDField, TextField string
	// JSON prints JSON instead of tables.
	JSON bool
}

// Flags defines a flag in fs for each field that has one, with its default.
func (p *Params) Flags(fs *pflag.FlagSet) {
	fs.BoolVar(&p.JSON, "json", false, "print JSON instead of tables")
	fs.StringVar(&p.Corpus, "corpus", "",
		"`path` of the texts: JSON Lines or a folder; a planted folder and a PAN corpus contain their own")
	fs.StringVar(&p.IDField, "id_field", "id", "`name` of the id field of the corpus")
	fs.StringVar(&p.TextField, "text_field", "text", "`name` of the text field of the corpus")
}

// Command returns the command "evaluate".
func Command() *cobra.Command {
	var p Params
	cmd := &cobra.Command{
		Use:           "evaluate RESULT GOLD",
		Short:         "score a result against known copies: after plant, or on a PAN corpus",
		Long:          long,
		Example:       example,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return line.Usage(fmt.Errorf("%d arguments, want two: RESULT and GOLD", len(args)))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			p.Result, p.Gold = args[0], args[1]
			return Run(cmd.Context(), p, cmd.OutOrStdout())
		},
	}
	p.Flags(cmd.Flags())
	cmd.Flags().SortFlags = false
	return cmd
}

// Run reads both sides and prints the scores to out.
func Run(ctx context.Context, p Params, out io.Writer) error {
	r, err := Evaluate(ctx, p)
	if err != nil {
		return err
	}
	if p.JSON {
		enc := json.NewEncoder(visible.JSON(out))
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(r)
	}
	return r.print(out)
}

// Evaluate reads result and gold and scores them.
func Evaluate(ctx context.Context, p Params) (*Report, error) {
	if p.Result == "" || p.Gold == "" {
		return nil, line.Usage(errors.New("name RESULT and GOLD"))
	}
	g, err := readGold(ctx, p)
	if err != nil {
		return nil, err
	}
	res, err := readResult(ctx, p.Result)
	if err != nil {
		return nil, err
	}
	if g.pan {
		res.rename()
	}
	if err := g.check(res, p); err != nil {
		return nil, err
	}
	tellSides(&g.passages, res)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return score(g, res), nil
}
