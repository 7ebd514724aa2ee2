// Command quality measures the settings of the main job on text of your own: it plants
// passages in the text, runs the job with each setting, scores each result against what
// was planted, and prints a table in Markdown.
//
//	go run ./bench/quality --text=novels/
//	go run ./bench/quality --text=statutes.jsonl --settings=default,fast
//	go run ./bench/quality --pan=pan13-train/
//	go run ./bench/quality --corpus=testdata/corpora/licences/corpus.jsonl.gz
//	go run ./bench/quality --text=novels/ --documents=4000 --comparison
//	go run ./bench/quality --text=novels/ --quotations=500 --settings=default
//	go run ./bench/quality --text=novels/ --sizes=4000,16000,64000 --settings=default
//	go run ./bench/quality --real=sets/ --scorers=sets/ --pan=pan13-train/
//
// --pan is a PAN corpus (folders 01-…, with lists of pairs; src/ and susp/): its two sides
// are compared with each other, and all of it with itself, by the default. --corpus is a
// collection without gold: each setting is compared with the default, so its table says
// how much of what the default finds a setting finds, and how much else. --comparison is
// that of Zhang et al. 2010: their settings, sentences and times, on --text and --pan. --sizes is what a
// document costs as the collection grows. --real is collections of real text with labels,
// one in each folder or archive (NAME.tar.xz), and --scorers the folder of the programs
// (Python 3) that score a result on them; see realSets; repeat the flag for more folders. With
// --real, --pan is two lines of the same table, and --before measures another binary beside this
// one: each set has a line for it.
//
// Run it from the root of the module.
package main

import (
	"context"
	"errors"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
)

// params names the collections to measure on.
type params struct {
	// Text is the text to plant in, PAN a PAN corpus, Corpus a collection without gold.
	//
	// Required: one of them at least.
	Text, PAN, Corpus, Real string
	// Scorers are the folders of the programs that score results on Real; none is Real.
	Scorers []string
	// Before is a program that is measured on Real, too; empty is none.
	Before string
	// Documents is the most documents that are planted, and Seed picks one of many
	// collections of them.
	Documents int
	Seed      uint64
	// Flags are flags of more runs on PAN, one each.
	Flags []string
	// Sizes are numbers of documents: the settings are measured on collections of each.
	Sizes []int
	// Quotations is how many quotations to put into other sentences instead.
	Quotations int
	// Comparison prints the measures of Zhang et al. 2010 for their settings alone.
	Comparison bool
	// Settings are the names of those to run; none is all.
	Settings []string
	program.Bench
}

func (p *params) flags(fs *pflag.FlagSet) {
	fs.StringVar(&p.Text, "text", "", "`path` of the text to plant in: see diagonal plant --help")
	fs.StringVar(&p.PAN, "pan", "", "`folder` of a PAN corpus, or of its archive FOLDER.tar.xz")
	fs.StringArrayVar(&p.Flags, "flags", nil, "a `flag` of one more run on --pan, repeat it for more")
	fs.StringVar(&p.Corpus, "corpus", "", "`file` of a collection without gold: JSON Lines")
	fs.StringVar(&p.Real, "real", "", "`folder` of collections of real text with labels, each a folder or an archive NAME.tar.xz; with --pan that one, too")
	fs.StringArrayVar(&p.Scorers, "scorers", nil,
		"`folder` of the programs that score results on --real, repeat it for more; by default that of --real")
	fs.StringVar(&p.Before, "before", "", "`program` to measure beside the other one on --real and --pan")
	fs.IntVar(&p.Documents, "documents", 1000, "most documents to plant")
	fs.Uint64Var(&p.Seed, "seed", 1, "`number` that picks one of many collections of one text")
	fs.IntSliceVar(&p.Sizes, "sizes", nil,
		"numbers of documents: print what a document costs in collections of these sizes instead")
	fs.IntVar(&p.Quotations, "quotations", 0,
		"put so many quotations into other sentences instead, and print where settings say that they end")
	fs.BoolVar(&p.Comparison, "comparison", false,
		"the settings of Zhang et al. 2010 alone, by sentences, copies and time")
	fs.StringSliceVar(&p.Settings, "settings", nil, "`names` of the settings to run; all if there are none")
	p.Bench.Flags(fs)
}

func main() {
	var p params
	p.flags(pflag.CommandLine)
	program.Main("quality", func(ctx context.Context) error { return run(ctx, p) })
}

func run(ctx context.Context, p params) error {
	if p.Text == "" && p.PAN == "" && p.Corpus == "" && p.Real == "" {
		return errors.New("nothing to measure on: give --text, --pan, --corpus or --real")
	}
	chosen, err := choose(p.Settings)
	if err != nil {
		return err
	}
	if p.Comparison && len(p.Settings) == 0 {
		chosen = compared()
	}
	b := bench{params: p}
	defer b.Close()
	if err := b.Open(ctx); err != nil {
		return err
	}
	if p.Text != "" {
		measure := b.planted
		switch {
		case len(p.Sizes) > 0:
			measure = b.sizes
		case p.Quotations > 0:
			measure = b.quotations
		}
		if err := measure(ctx, chosen); err != nil {
			return err
		}
	}
	if b.params.PAN, err = b.unpacked(ctx, p.PAN); err != nil {
		return err
	}
	if p.PAN != "" && p.Real == "" {
		if err := b.pan(ctx, chosen); err != nil {
			return err
		}
	}
	if p.Real != "" {
		if err := b.real(ctx); err != nil {
			return err
		}
	}
	if p.Corpus != "" {
		return b.natural(ctx, chosen)
	}
	return nil
}
