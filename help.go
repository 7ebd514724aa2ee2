package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/cobra"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/docs"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/signature"
)

// topics returns a command without a function for each page of docs.Topics: `diagonal help NAME`
// shows it.
func topics() (all []*cobra.Command) {
	for _, t := range docs.Topics {
		all = append(all, &cobra.Command{Use: t.Name, Short: t.About, Long: t.Text()})
	}
	return all
}

// farthest is how many letters a name that is suggested may differ in.
const farthest = 2

// checkHelp makes help of a command or page that does not exist an error, which names those that are nearly called so.
func checkHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	help, _, err := root.Find([]string{"help"})
	if err != nil {
		panic(err)
	}
	help.Short = "shows the help of a command or a page of the documentation: diagonal help offsets"
	help.Args = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		var near []string
		for _, c := range root.Commands() {
			switch distance := levenshtein.ComputeDistance(c.Name(), args[0]); {
			case distance == 0:
				return nil
			case distance <= farthest:
				near = append(near, "`diagonal help "+c.Name()+"`")
			}
		}
		about := "see `diagonal --help`"
		if len(near) > 0 {
			about = "did you mean " + strings.Join(near, " or ") + "?"
		}
		return line.Usage(fmt.Errorf("there is no help on %q; %s", args[0], about))
	}
}

// flagValues are the values of flags that a shell completes.
var flagValues = map[string][]string{
	"format":    docio.Formats(),
	"html":      {docio.HTMLMain, docio.HTMLAll},
	"matching":  {partial.Refine, partial.Diagonal},
	"signature": signature.Methods,
	"runner":    job.Runners(),
}

// folderFlags are flags whose value is a folder.
var folderFlags = []string{"output", "spool", "index", "result"}

// completeFlags lets a shell complete the values of flags of a command.
func completeFlags(c *cobra.Command) {
	for name, values := range flagValues {
		if c.Flags().Lookup(name) != nil {
			if err := c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(slices.Clone(values), cobra.ShellCompDirectiveNoFileComp)); err != nil {
				panic(err) // a flag of one command twice
			}
		}
	}
	for _, name := range folderFlags {
		if c.Flags().Lookup(name) != nil {
			c.MarkFlagDirname(name)
		}
	}
}
