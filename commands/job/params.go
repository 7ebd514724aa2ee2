package job

import (
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
)

// Params contains the parameters of every job.
type Params struct {
	// Docs chooses the documents that are read.
	Docs docio.Params
	// Output is the folder of the result. It must not exist, unless Overwrite.
	Output string
	// Overwrite replaces an earlier result.
	Overwrite bool
	// WriteTexts is a folder for the texts that stand in no file as they are compared (docio.Plan.WriteTexts). Empty:
	// they are not written.
	WriteTexts string
	// SkipDone ends a run at once whose result is there already.
	SkipDone bool
	// Strict fails the run if a record was rejected.
	Strict bool
	// Quiet suppresses all output but errors.
	Quiet bool
	// Verbose prints the ledger, too.
	Verbose bool
	// Metrics is a file for the numbers of the run.
	Metrics string
	// Memory is how many bytes a run in this process may take; 0 asks the machine. Where
	// another runner has workers in this process, they collect garbage to stay below it.
	Memory int64
	// Spool is a folder that blocks of the shuffle are kept in while the job runs. Every
	// worker must see it. Empty: where all workers are on this machine, a folder beside the
	// result; elsewhere blocks travel through the runner, as they do with "none".
	Spool string

	made Made // but for its Input
}

// Flags defines the flags of every job.
func (p *Params) Flags(fs *pflag.FlagSet) {
	ReaderFlags(fs, &p.Docs)
	fs.StringVarP(&p.Output, "output", "o", "", "`folder` of the result; it must not exist yet")
	fs.BoolVar(&p.Overwrite, "overwrite", false, "replace an earlier result in the folder of --output")
	fs.BoolVar(&p.SkipDone, "skip_done", false,
		"end at once, with exit code 0, if --output is there already, made with the same flags from files that have\n"+
			"not changed since; another result there stays an error, or is replaced with --overwrite: for jobs that are run again")
	fs.BoolVar(&p.Strict, "strict", false, "fail if a record is rejected")
	fs.StringVar(&p.WriteTexts, "write_texts", "",
		"`folder` for the texts that were taken out of files such as docx, PDF, mail, tables and archives: offsets are those in\n"+
			"them. It must not exist yet")
	line.Mark(fs, line.Result)
	fs.BoolVar(&p.Quiet, "quiet", false, "print nothing but errors")
	fs.BoolVar(&p.Verbose, "verbose", false, "also print the ledger: what was not compared, by reason")
	line.LogFlag(fs)
	fs.StringVar(&p.Metrics, "metrics", "",
		"`file` that gets the numbers of the run at its end, however it ends, in the format of OpenMetrics, as the textfile\n"+
			"collector of node_exporter reads them: name it *.prom")
	line.Mark(fs, line.Notes)
	fs.Var(line.Bytes(&p.Memory, 1<<62, "a size, as in 16GB"), "memory",
		"`bytes` of memory that a run in this process may take, as in 2GB; by default what the\n"+
			"machine or the container has free")
	fs.StringVar(&p.Spool, "spool", "",
		"`folder` for temporary files of the shuffle; every worker must see it. By default they are beside the\n"+
			"result if all workers are on this machine; otherwise the runner carries the data, as it does with none")
	line.Mark(fs, line.Machine)
	line.Main(fs, "output", "overwrite", "memory")
}
