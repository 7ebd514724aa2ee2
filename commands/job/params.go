package job

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
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

// checkOutput returns an error about an output folder in which no result can be made.
func checkOutput(output string) error {
	if output == "" {
		return line.Usage(errors.New("--output is missing: name a new folder for the result"))
	}
	if !store.IsLocal(output) {
		return nil
	}
	path, err := filepath.Abs(output)
	if err == nil && !utf8.ValidString(path) { // workers get it as JSON
		err = line.Usage(fmt.Errorf("--output=%s: the path %s is not valid UTF-8: choose another folder", output, path))
	}
	return err
}

// reading is what decides how files are read, if the user gave it.
type reading struct {
	Pre     []docio.Pre `json:"pre,omitempty"`
	Charset string      `json:"charset,omitempty"`
	Fold    []string    `json:"fold,omitempty"`
	Skip    []string    `json:"skip,omitempty"`
	// Spelling is a hash of the table of --spelling.
	Spelling string `json:"spelling,omitempty"`
}

// parametersOf returns the parameters of a job for summary.json, which are an object with at least one
// field. What decides how files are read comes after the others, if it was given.
func parametersOf(j Job, docs docio.Params) ([]byte, error) {
	parameters, err := json.Marshal(j.Parameters)
	if err != nil {
		return nil, fmt.Errorf("%s: parameters: %w", j.Name, err)
	}
	own, err := json.Marshal(reading{docs.Pre, docs.NamedCharset(), docs.Fold, docs.Skip, HashOf(docs.Spelling)})
	if err != nil {
		return nil, fmt.Errorf("%s: parameters: %w", j.Name, err)
	}
	if string(own) != "{}" {
		parameters = append(append(parameters[:len(parameters)-1], ','), own[1:]...)
	}
	return parameters, nil
}

// HashOf returns what stands for a table of spellings in the parameters of a job; "" is none.
func HashOf(spelling string) string {
	if spelling == "" {
		return ""
	}
	return fmt.Sprintf("%016x", record.Content([]byte(spelling)))
}

// SkipFlag defines --skip, of a command that finds passages, in fs. Its help begins with prefix. elements says that it
// takes names of elements of XML, too.
func SkipFlag(fs *pflag.FlagSet, skip *[]string, prefix string, elements bool) {
	names := strings.Join(record.Skips, ", ")
	if elements {
		names += ", and elements of XML by their names, as in note"
	}
	fs.StringSliceVar(skip, "skip", nil, prefix+"`parts` of documents that do not count, some of "+names+
		": text in quotation marks or\n"+
		"behind > as in mail, and lists of references at the end of a document or under a heading such as "+
		"Bibliography.\nThey make no passages and no shares")
}
