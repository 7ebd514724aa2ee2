// Command corpus makes a collection of documents of a given size to measure with: JSON
// Lines with the fields id and text, the same bytes for the same flags on every machine.
//
// Words are made up and pronounceable, and come as Zipf and Mandelbrot say; sentences
// have about 19 words, documents three to four kilobytes (see --size) in paragraphs. Passages of 4
// to 12 sentences are copied from document to document, some with a word of each
// sentence exchanged, and a third of the documents end in the same three sentences.
//
//	go run ./bench/corpus --mb=60 --output=corpus.jsonl
//
// What is NOT imitated: grammar, topics (a word is as likely in one document as in any
// other), names, numbers, Chinese.
package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
)

// params configures the collection.
type params struct {
	// MB is the size of all files in millions of bytes.
	MB int
	// Size is the mean size of a document in bytes of text, before copies. Copied passages and boilerplate
	// shrink and grow with it.
	Size int
	// Seed decides everything that is left to chance.
	Seed uint64
	// Copies is the share of documents that hold a passage of an earlier one.
	Copies float64
	// Edited is the share of these passages in which each sentence has a word exchanged.
	Edited float64
	// Near is the share of documents that are a near copy of an earlier one: between none
	// and a fifth of its sentences are new.
	Near float64
	// BoilerplateOnly is, if not 0, the number of small documents to make instead,
	// which all carry the boilerplate.
	BoilerplateOnly int
	// Files is the number of files. Documents follow each other from file to file.
	Files int
}

func (p *params) flags(fs *pflag.FlagSet) {
	fs.IntVar(&p.MB, "mb", 60, "size of the collection in millions of bytes")
	fs.IntVar(&p.Size, "size", usualSize,
		"mean size of a document in bytes; passages that are copied and boilerplate shrink and grow with it")
	fs.Uint64Var(&p.Seed, "seed", 1, "what chance begins with")
	fs.Float64Var(&p.Copies, "copies", 0.1, "share of documents that hold a passage of an earlier one, 0 to 1")
	fs.Float64Var(&p.Edited, "edited", 0.25, "share of these passages with a word of each sentence exchanged, 0 to 1")
	fs.Float64Var(&p.Near, "near", 0, "share of documents that are a near copy of an earlier one, 0 to 1")
	fs.IntVar(&p.BoilerplateOnly, "boilerplate_only", 0,
		"make so many small documents that all carry one boilerplate, whatever --mb says")
	fs.IntVar(&p.Files, "files", 1, "number of files")
}

func (p params) validate() error {
	switch {
	case p.MB < 1 && p.BoilerplateOnly == 0:
		return fmt.Errorf("--mb=%d: want 1 or more", p.MB)
	case p.Size < 100:
		return fmt.Errorf("--size=%d: want 100 or more", p.Size)
	case !(p.Copies >= 0 && p.Copies <= 1):
		return fmt.Errorf("--copies=%g: want 0 to 1", p.Copies)
	case !(p.Edited >= 0 && p.Edited <= 1):
		return fmt.Errorf("--edited=%g: want 0 to 1", p.Edited)
	case !(p.Near >= 0 && p.Near <= 1):
		return fmt.Errorf("--near=%g: want 0 to 1", p.Near)
	case p.BoilerplateOnly < 0:
		return fmt.Errorf("--boilerplate_only=%d: want 0 or more", p.BoilerplateOnly)
	case p.Files < 1:
		return fmt.Errorf("--files=%d: want 1 or more", p.Files)
	}
	return nil
}

func main() {
	var p params
	p.flags(pflag.CommandLine)
	output := pflag.String("output", "", "file to make; with --files above 1 the folder to make them in")
	program.Main("corpus", func(context.Context) error { return run(p, *output) })
}

func run(p params, output string) error {
	if err := p.validate(); err != nil {
		return err
	}
	if output == "" {
		return fmt.Errorf("--output is missing: name the file to make")
	}
	names := []string{output}
	if p.Files > 1 {
		if err := os.MkdirAll(output, 0o755); err != nil {
			return err
		}
		names = names[:0]
		for i := range p.Files {
			names = append(names, filepath.Join(output, fmt.Sprintf("corpus-%05d.jsonl", i)))
		}
	}
	g := newGarden(p)
	for i, name := range names {
		if err := writeFile(name, func(w io.Writer) error { return g.write(w, i) }); err != nil {
			return err
		}
	}
	return nil
}

func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	if err = write(w); err == nil {
		err = w.Flush()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
