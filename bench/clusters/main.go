// Command clusters measures the clusters of `diagonal partial` on planted reprints: texts that
// stand in several documents, each time with 0 to 15 % of the words edited.
//
//	go run ./bench/clusters --text=books/ --text=histories/
//	go run ./bench/clusters --planted=FOLDER --places='out.json/*.json'
//
// It plants reprints in each text, runs the program, and prints tables in Markdown. With --places it scores
// the places that another program found in a collection that `diagonal plant --reprints` made. Run it from
// the root of the module.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/transforms/evaluation/planted"
)

// params names the texts and what is measured.
type params struct {
	// Text are the texts to plant in.
	Text []string
	// Documents is the largest number of documents, and Seed picks one of many collections.
	Documents int
	Seed      uint64
	// Size is the mean size of a document in bytes.
	Size int
	// Misread is the share of letters that are misread in all documents.
	Misread float64
	// Sizes are the numbers of documents that a text stands in, PerThousand how many texts of each are in 1,000
	// documents.
	Sizes       []int
	PerThousand int
	// Flags are more flags of partial.
	Flags string
	// Planted is the folder of a collection, and Places the files of places that another program found
	// in it.
	Planted, Places string
	program.Bench
}

func (p *params) flags(fs *pflag.FlagSet) {
	fs.StringArrayVar(&p.Text, "text", nil,
		"`path` of a text to plant in: see diagonal plant --help; repeat the flag for more")
	fs.IntVar(&p.Documents, "documents", 3000, "most documents to plant")
	fs.Uint64Var(&p.Seed, "seed", 1, "`number` that picks one of many collections of one text")
	fs.IntVar(&p.Size, "size", 4000, "mean size of a document in bytes")
	fs.Float64Var(&p.Misread, "misread", 0, "`share` of the letters that are misread in all documents, 0 to 0.33")
	fs.IntSliceVar(&p.Sizes, "sizes", planted.ReprintDefaults().Sizes, "`numbers` of documents that a text stands in")
	fs.IntVar(&p.PerThousand, "per_thousand", planted.ReprintDefaults().PerThousand,
		"`texts` of each of these numbers in 1,000 documents")
	fs.StringVar(&p.Flags, "flags", "", "more `flags` of partial, with spaces between them")
	fs.StringVar(&p.Planted, "planted", "",
		"`folder` of a collection with reprints, whose --places another program found")
	fs.StringVar(&p.Places, "places", "",
		"`glob` of JSON Lines with the fields cluster, id, start (or begin) and end, in characters")
	p.Bench.Flags(fs)
}

func main() {
	var p params
	p.flags(pflag.CommandLine)
	program.Main("clusters", func(ctx context.Context) error { return run(ctx, p) })
}

func run(ctx context.Context, p params) error {
	if p.Planted != "" && p.Places != "" {
		o, err := scoreFolder(p.Planted, p.Places)
		if err != nil {
			return err
		}
		return tables(os.Stdout, []*outcome{o})
	}
	if len(p.Text) == 0 || p.Planted != "" || p.Places != "" {
		return errors.New("nothing to measure: give --text, or --planted and --places")
	}
	defer p.Close()
	if err := p.Open(ctx); err != nil {
		return err
	}
	var rows []*outcome
	for i, text := range p.Text {
		o, err := p.measure(ctx, filepath.Join(p.Keep, fmt.Sprint("text-", i)), text)
		if err != nil {
			return err
		}
		rows = append(rows, o)
	}
	return tables(os.Stdout, rows)
}

// measure plants reprints in a text, finds clusters, and scores them. Both folders begin with prefix.
func (p params) measure(ctx context.Context, prefix, text string) (*outcome, error) {
	planted, found := prefix+"-planted", prefix+"-found"
	plant := []string{
		"plant", "--reprints", "--quiet", "--overwrite", "--input=" + text, "--output=" + planted,
		fmt.Sprint("--documents=", p.Documents), fmt.Sprint("--seed=", p.Seed), fmt.Sprint("--size=", p.Size),
		fmt.Sprint("--misread=", p.Misread),
		"--places=" + strings.Trim(strings.Join(strings.Fields(fmt.Sprint(p.Sizes)), ","), "[]"),
		fmt.Sprint("--per_thousand=", p.PerThousand),
	}
	find := []string{"partial", "--quiet", "--overwrite", "--input=" + filepath.Join(planted, "corpus.jsonl"),
		"--output=" + found}
	for _, args := range [][]string{plant, append(find, strings.Fields(p.Flags)...)} {
		if _, err := program.Run(ctx, p.Binary, args...); err != nil {
			return nil, err
		}
	}
	o, err := scoreFolder(planted, filepath.Join(found, "cluster-places-*.jsonl"))
	if err == nil {
		o.name = filepath.Base(text)
	}
	return o, err
}
