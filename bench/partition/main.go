// Command partition measures the sets of `diagonal partition` on planted webs, whose sets are known:
// articles inside the templates of sites, and edited copies of documents.
//
//	go run ./bench/partition --text=books/
//	go run ./bench/partition --text=histories/ --documents=8000 --settings='lcs;lcs --min_r=.5'
//	go run ./bench/partition --text=books/ --sizes=20000,200000
//	go run ./bench/partition --judged=trec/
//	go run ./bench/partition --judged='crawl/*.warc' --labels=bench/labels/crawl/labels.jsonl
//	go run ./bench/partition --judged='crawl/*.warc' --draw=5 > to-read.jsonl
//	go run ./bench/partition --linked=300000,2000000 --pages=430000000
//
// It plants a web in the text, runs the program with each setting, and prints tables in Markdown:
// precision and recall by pairs of documents, recall by kind, and CPU seconds. Run it from the root of
// the module.
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
)

// params names the text and what is measured.
type params struct {
	// Text is the text to plant in.
	Text string
	// Judged is a folder with pairs that people judged, to measure on instead: documents, docs.jsonl, and pairs.tsv,
	// whose columns are two ids and a number that is 0 if the documents are no near duplicates. With Labels, a file of
	// them (bench/labels), it is the collection.
	Judged, Labels string
	// Draw prints pairs of Judged to judge instead, at most so many from each stratum.
	Draw int
	// Documents is the largest number of pages, and Seed picks one of many webs.
	Documents int
	Seed      uint64
	// Size is the mean size of an article in bytes.
	Size int
	// Settings are flags of partition for each row, with a semicolon between two settings. The first
	// word of a setting is the method.
	Settings string
	// Sizes are numbers of documents: the default is measured on webs of each instead.
	Sizes []int
	// Linked are numbers of small pages, nearly all of which are linked with others: time and memory are
	// measured on collections of each instead.
	Linked []int
	// Pages are numbers of such pages for which that is worked out.
	Pages []int
	program.Bench
}

// allSettings are those of the tables in bench/results/partition.md. none ends after stage 1, so the row says
// what the comparison is worth.
const allSettings = "lcs;cosine;simhash;none;lcs --site_templates=off;cosine --site_templates=off;simhash --site_templates=off;" +
	"lcs --hashed=sentences --buckets=7 --smallest=3"

func (p *params) flags(fs *pflag.FlagSet) {
	fs.StringVar(&p.Text, "text", "", "`path` of the text to plant in: see diagonal plant --help")
	fs.StringVar(&p.Judged, "judged", "",
		"`folder` with docs.jsonl and pairs.tsv, pairs that people judged, to measure on instead of --text")
	fs.StringVar(&p.Labels, "labels", "",
		"`file` of labels of pairs of documents; then --judged is the collection, a path as for diagonal --input")
	fs.IntVar(&p.Draw, "draw", 0,
		"print pairs of the collection --judged to judge instead: at most so many from each stratum")
	fs.IntVar(&p.Documents, "documents", 20000, "most documents to plant")
	fs.Uint64Var(&p.Seed, "seed", 1, "`number` that picks one of many webs of one text")
	fs.IntVar(&p.Size, "size", 1500, "mean size of an article in bytes")
	fs.StringVar(&p.Settings, "settings", allSettings,
		"`settings` to measure, with semicolons between them: a method, and more flags")
	fs.IntSliceVar(&p.Sizes, "sizes", nil,
		"numbers of documents: print what a document costs with the default in webs of these sizes instead")
	fs.IntSliceVar(&p.Linked, "linked", nil, "numbers of small made-up pages that are linked with others: print time and memory with --memory=256MiB instead")
	fs.IntSliceVar(&p.Pages, "pages", nil,
		"numbers of such pages for which the cost is worked out from those of --linked")
	p.Bench.Flags(fs)
}

func main() {
	var p params
	p.flags(pflag.CommandLine)
	program.Main("partition", func(ctx context.Context) error { return run(ctx, p) })
}

func run(ctx context.Context, p params) error {
	if p.Text == "" && p.Judged == "" && len(p.Linked) == 0 {
		return errors.New("nothing to measure on: give --text, --judged or --linked")
	}
	defer p.Close()
	if err := p.Open(ctx); err != nil {
		return err
	}
	if len(p.Linked) > 0 {
		return p.linked(ctx, os.Stdout)
	}
	if p.Draw > 0 {
		return p.draw(ctx, os.Stdout, os.Stderr)
	}
	if p.Judged != "" {
		return p.judgedSettings(ctx, os.Stdout)
	}
	if len(p.Sizes) > 0 {
		return p.sizes(ctx)
	}
	web, err := p.plant(ctx, p.Documents)
	if err != nil {
		return err
	}
	var rows []*outcome
	for _, setting := range strings.Split(p.Settings, ";") {
		o, err := p.measure(ctx, web, setting)
		if err != nil {
			return err
		}
		rows = append(rows, o)
	}
	return tables(os.Stdout, rows)
}

// sizes measures the default on webs of several sizes.
func (p params) sizes(ctx context.Context) error {
	var rows []*outcome
	for _, n := range p.Sizes {
		web, err := p.plant(ctx, n)
		if err != nil {
			return err
		}
		o, err := p.measure(ctx, web, "lcs")
		if err != nil {
			return err
		}
		rows = append(rows, o)
	}
	return sizesTable(os.Stdout, rows)
}

// plant plants a web of at most n documents, if it is not in p.Keep. It returns its folder.
func (p params) plant(ctx context.Context, n int) (string, error) {
	web := filepath.Join(p.Keep, fmt.Sprintf("web-%d-%d-%d", n, p.Size, p.Seed))
	if _, err := os.Stat(web); err == nil {
		return web, nil
	}
	_, err := program.Run(ctx, p.Binary, "plant", "--web", "--quiet", "--input="+p.Text, "--output="+web,
		fmt.Sprint("--documents=", n), fmt.Sprint("--seed=", p.Seed), fmt.Sprint("--size=", p.Size))
	return web, err
}
