package report

import (
	"fmt"
	"path"
	"path/filepath"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/store"
)

// Params configures the command.
type Params struct {
	// Result is the folder of the result.
	//
	// Required.
	Result string
	// Docs chooses the documents that the result was made from. Without Docs.Input the report
	// shows no texts.
	Docs docio.Params
	// Output is the folder to make. Run needs it; the default of the command is beside the result.
	Output string
	// SingleFile is a file to make instead of a folder: one page that contains the others. Its name ends in .html. ""
	// is none.
	SingleFile string
	// Hidden hides which document is which.
	job.Hidden
	// Network is a file to make beside the report, with the documents and their pairs: .gexf, .graphml or .csv.
	// "" is none.
	Network string
	// Overwrite replaces an output folder that an earlier run made, and the files of SingleFile and Network.
	Overwrite bool
	// Quiet leaves out the closing lines.
	Quiet bool

	// recalled says that Docs is what the run of the result has read. It may be gone.
	recalled bool
}

// Flags defines a flag in fs for each field that has one, with its default.
func (p *Params) Flags(fs *pflag.FlagSet) {
	reader := readerFlags(&p.Docs)
	reader.VisitAll(func(f *pflag.Flag) {
		switch f.Name {
		case "input":
			f.Usage = "`path` of the documents that the result was made from: a file, a folder or a glob; by default\n" +
				"what the run has read, with its flags; repeat the flag for more"
		case "source":
			f.Usage = "`path` of the source of the result, or of the documents of the index; repeat the flag for more"
		case "html": // a report shows the whole text
			return
		}
		fs.AddFlag(f)
	})
	fs.StringVarP(&p.Output, "output", "o", "",
		"`folder` of the report; it must not exist yet. By default that of the result found is found.report")
	fs.StringVar(&p.SingleFile, "single_file", "",
		"make the report as this one `file` instead of a folder: it can be mailed, and opens without a network; its\n"+
			"name ends in .html")
	p.Hidden.Flags(fs,
		"hide which document is which: ids, fields and dates are not in the report, nor their order. The file of --key\n"+
			"says whose a name is. Texts are shown as they are, with names that stand in them")
	fs.StringVar(&p.Network, "network", "",
		"write the network of documents to this `file` as well, for other programs: its name ends in .gexf\n"+
			"(Gephi), .graphml or .csv (a list of edges for a spreadsheet)")
	fs.BoolVar(&p.Overwrite, "overwrite", false,
		"replace an earlier report in the folder of --output, and the files of --single_file and --network")
	fs.BoolVar(&p.Quiet, "quiet", false, "print nothing but errors")
	line.Mark(fs, line.Result)
	line.Main(fs, "source", "output", "single_file", "anonymous", "key", "network", "overwrite")
}

// beside returns the folder of the report of a result: beside it, or if it is in a bucket in the present folder.
func beside(dir string) string {
	if !store.IsLocal(dir) {
		return path.Base(dir) + ".report"
	}
	name := filepath.Clean(dir)
	if full, err := filepath.Abs(dir); err == nil && filepath.Base(name) != filepath.Base(full) { // . and ..
		name = full
	}
	return name + ".report"
}

// made returns the path of the folder or the file of the report.
func (p *Params) made() string {
	if p.SingleFile != "" {
		return p.SingleFile
	}
	return p.Output
}

// readerFlags returns the flags that say how documents are read. But for --input they have no effect
// without --input.
func readerFlags(docs *docio.Params) *pflag.FlagSet {
	fs := pflag.NewFlagSet("reader", pflag.ContinueOnError)
	job.ReaderFlags(fs, docs)
	return fs
}

// check returns an error about a flag that has an impossible value or no effect.
func (p *Params) check(fs *pflag.FlagSet) error {
	if err := p.Hidden.Check(); err != nil {
		return err
	}
	switch {
	case p.SingleFile != "" && p.Output != "":
		return fmt.Errorf("--single_file makes a file, and --output a folder: give one of them")
	case p.SingleFile != "" && path.Ext(p.SingleFile) != ".html":
		return fmt.Errorf("--single_file=%s: a browser opens a file whose name ends in .html", p.SingleFile)
	case p.SingleFile == "" && p.Output == "":
		p.Output = beside(p.Result)
	}
	if len(p.Docs.Input) > 0 {
		return p.Docs.Validate()
	}
	var err error
	readerFlags(new(docio.Params)).VisitAll(func(f *pflag.Flag) {
		if err == nil && fs.Changed(f.Name) {
			err = fmt.Errorf("--%s has no effect without --input, which names the documents of the result", f.Name)
		}
	})
	return err
}
