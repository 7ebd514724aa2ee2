package serve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	pipeline "example.org/diagonal/pipelines/lookup"
)

// Params configures the command.
type Params struct {
	// Index is the folder of the index.
	Index string
	// Listen is the address, HOST:PORT. Port 0 is any free port.
	Listen string
	// Token is what a client must know. If it is empty, it is random.
	Token string
	// MaxText is the largest body of a request, in bytes. A larger one makes more memory and time.
	MaxText int64
	// MaxTime is how long a request waits for its answer.
	MaxTime time.Duration
	// MaxQueries is how many queries are answered at a time. Each needs memory of its own.
	MaxQueries int
	// Find contains the parameters of the search, for passages.
	Find pipeline.Params

	// AllowAdd is the folder of the documents that are added to the index; "" if none may be.
	AllowAdd string

	// Hidden hides which documents of the index are in answers.
	job.Hidden

	run  func(ctx context.Context, args ...string) error // runs another command
	slow time.Duration                                   // how long a client may take to send a request
}

// slow is how long a client may take to send a request.
const slow = 20 * time.Second

// minToken is the least number of bytes of a token that a user chooses.
const minToken = 16

// Flags defines the flags of the command, with their defaults.
func (p *Params) Flags(fs *pflag.FlagSet) {
	p.Find, p.slow, p.run = pipeline.Defaults(), slow, runProgram
	f := &p.Find
	f.WithLocs, f.WithFields = true, true
	fs.StringVar(&p.Index, "index", "", "`folder` of the index")
	fs.StringVar(&p.Listen, "listen", "127.0.0.1:0", "`address` of the page; port 0 is any free port")
	fs.StringVar(&p.Token, "token", "",
		"`text` that a client must know, of 16 characters or more; a random one if it is empty")
	fs.Float64Var(&f.MinSimilarity, "min_similarity", f.MinSimilarity,
		"least similarity of a reported passage, 0 to 1: .9 reports copies and light edits, 0 everything")
	fs.Var(&f.MaxDocuments, "max_documents",
		"text in more documents than this, with the query, is hot: it is reported once, and makes no\n"+
			"passages; 0 is no cap; auto is half of the documents of the index, at least 20 and at most 100")
	job.SkipFlag(fs, &f.Skip, "", false)
	fs.IntVar(&f.WithText, "with_text", 2000,
		"how many characters of the texts of passages are in an answer; 0 is none")
	fs.Int64Var(&p.MaxText, "max_text", 4<<20, "largest body of a request, in bytes")
	fs.DurationVar(&p.MaxTime, "max_time", 30*time.Second, "longest time of an answer")
	fs.IntVar(&p.MaxQueries, "max_queries", runtime.GOMAXPROCS(0),
		"how many queries are answered at a time; eight times as many wait")
	fs.StringVar(&p.AllowAdd, "allow_add", "", "`folder` of documents that are added from the page, one file each, where the index reads them; without it none are")
	p.Hidden.Flags(fs,
		"hide which documents of the index are in answers: ids, files and places are not shown, nor their order. The\n"+
			"file of --key says whose a name is. Texts are shown as they are, with names that stand in them")
	fs.Lookup("max_queries").DefValue = "number of CPUs"
	line.Main(fs, "index", "listen", "min_similarity", "max_documents")
}

// flagOf is the flag of each field that an error of the library can name.
var flagOf = line.FlagOf{
	"lookup.Params.MinSimilarity": "min_similarity",
	"lookup.Params.MaxDocuments":  "max_documents",
	"lookup.Params.Skip":          "skip",
	"lookup.Params.WithText":      "with_text",
}

// check returns an error about a flag that has an impossible value.
func (p *Params) check() error {
	info, err := os.Stat(p.Index)
	switch {
	case p.Index == "":
		return errors.New("--index is missing: name the folder of an index, which `diagonal index` makes")
	case err == nil && !info.IsDir():
		return fmt.Errorf("--index=%s is a file: name the folder of an index, which `diagonal index` makes", p.Index)
	case p.Token != "" && len(p.Token) < minToken:
		return fmt.Errorf("--token has %d characters: at least %d are needed; without the flag it is random",
			len(p.Token), minToken)
	case p.MaxText < 1:
		return fmt.Errorf("--max_text=%d: want 1 or more", p.MaxText)
	case p.MaxTime <= 0:
		return fmt.Errorf("--max_time=%v: want more than 0, such as 30s", p.MaxTime)
	case p.MaxQueries < 1:
		return fmt.Errorf("--max_queries=%d: want 1 or more", p.MaxQueries)
	}
	if err := p.Hidden.Check(); err != nil {
		return err
	}
	if p.Anonymous && p.AllowAdd != "" {
		return errors.New("--anonymous hides the ids of the index, and with --allow_add anybody learns them: an id that the index has cannot be added; leave out one of the two")
	}
	if p.AllowAdd != "" {
		if info, err := os.Stat(p.AllowAdd); err != nil || !info.IsDir() {
			return fmt.Errorf("--allow_add=%s is no folder: make it, or name another one", p.AllowAdd)
		}
		if p.AllowAdd, err = filepath.Abs(p.AllowAdd); err != nil {
			return err
		}
	}
	return flagOf.Error(p.Find.Validate())
}
