package program

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/spf13/pflag"
)

// Main is the main function of a benchmark whose flags are defined: it parses the command line and calls run
// with a context that Ctrl-C ends. An error is printed with the name of the benchmark before it, and the
// exit code is 1.
func Main(name string, run func(context.Context) error) {
	pflag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
}

// Folder is the folder that a benchmark works in.
type Folder struct {
	// Keep is the folder for collections and results; empty is a temporary one.
	Keep string

	temporary string
}

// Flags defines the flags of a Folder.
func (f *Folder) Flags(fs *pflag.FlagSet) {
	fs.StringVar(&f.Keep, "keep", "", "`folder` that keeps collections and results; by default a temporary one")
}

// OpenFolder makes the folder. The caller calls Close, also after an error.
func (f *Folder) OpenFolder() (err error) {
	if f.Keep != "" {
		return os.MkdirAll(f.Keep, 0o755)
	}
	f.temporary, err = os.MkdirTemp("", "diagonal-bench-")
	f.Keep = f.temporary
	return err
}

// Close removes the folder if it is temporary.
func (f *Folder) Close() error {
	if f.temporary == "" {
		return nil
	}
	return os.RemoveAll(f.temporary)
}

// Bench is the program that a benchmark measures, and the folder it works in.
type Bench struct {
	Folder
	// Binary is the program to measure; empty builds it.
	Binary string
}

// Flags defines the flags of a Bench.
func (b *Bench) Flags(fs *pflag.FlagSet) {
	b.Folder.Flags(fs)
	fs.StringVar(&b.Binary, "binary", "", "`program` to measure instead of the one that is built here")
}

// Open makes the folder and builds the program. The caller calls Close, also after an error.
func (b *Bench) Open(ctx context.Context) (err error) {
	if err := b.OpenFolder(); err != nil {
		return err
	}
	if b.Binary == "" {
		b.Binary, err = Build(ctx, Diagonal, b.Keep)
	}
	return err
}

// Corpus makes a collection of bench/corpus, whose flags are args, as one file, if that file is not there.
func Corpus(ctx context.Context, file string, args ...string) error {
	if _, err := os.Stat(file); err == nil {
		return nil
	}
	partial := file + ".partial"
	if _, err := Run(ctx, "go", append(append([]string{"run", "./bench/corpus"}, args...),
		"--output="+partial)...); err != nil {
		return err
	}
	return os.Rename(partial, file)
}
