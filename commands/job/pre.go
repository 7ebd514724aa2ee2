package job

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
)

// preFlags defines the flags of the commands that read files of other kinds. A --pre_glob belongs to the --pre
// before it. With one --pre it may stand before that as well.
func preFlags(fs *pflag.FlagSet, commands *[]docio.Pre) {
	c := &preCommands{to: commands}
	fs.Var(c, "pre",
		"`command` that reads files of other kinds: what it writes to its standard output is the document,\n"+
			"as in --pre='pdftotext {} -' --pre_glob='*.pdf'; {} is the path of the file; no shell is used;\n"+
			"repeat the flag for more, each followed by its own --pre_glob")
	fs.Var(preGlob{c}, "pre_glob",
		"`pattern` of the names of the files that the --pre before it reads, as in *.pdf; repeat the flag for more;\n"+
			"by default all, if there is one --pre")
}

// preCommands is the value of --pre.
type preCommands struct {
	to    *[]docio.Pre
	early string // a pattern that stands before the first command
}

// String returns the commands with their patterns, as on the command line.
func (c *preCommands) String() string {
	if c.to == nil {
		return ""
	}
	var words []string
	for _, pre := range *c.to {
		words = append(words, pre.Command)
		for _, glob := range pre.Glob {
			words = append(words, "--pre_glob="+line.Quoted(glob))
		}
	}
	return strings.Join(words, " ")
}
func (c *preCommands) Type() string { return "command" }

// Repeats marks a flag that may be given several times.
func (c *preCommands) Repeats() {}

func (c *preCommands) Set(command string) error {
	switch all := *c.to; {
	case len(all) == 1 && all[0].Command == "" && all[0].Glob != nil:
		all[0].Command = command
	case c.early != "":
		return fmt.Errorf("--pre_glob=%s stands before the first of several commands: put it behind its own", c.early)
	default:
		*c.to = append(all, docio.Pre{Command: command})
	}
	return nil
}

// preGlob is the value of --pre_glob.
type preGlob struct{ *preCommands }

func (g preGlob) String() string { return "" } // it is in that of the commands
func (g preGlob) Type() string   { return "pattern" }
func (g preGlob) Set(glob string) error {
	if len(*g.to) == 0 {
		g.early, *g.to = glob, []docio.Pre{{}}
	}
	last := &(*g.to)[len(*g.to)-1]
	last.Glob = append(last.Glob, glob)
	return nil
}
