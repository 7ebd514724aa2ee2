package main

import (
	"fmt"
	"slices"

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
		if slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == args[0] }) {
			return nil
		}
		all := func(*cobra.Command) bool { return true }
		return line.Usage(fmt.Errorf("there is no help on %q; %s", args[0],
			didYouMean(root, args[0], "`diagonal help %s`", all)))
	}
}

// didYouMean returns the question for the commands and pages below root that are nearly called so, or where to look.
// Hidden ones are not named, and of the others those that may be.
func didYouMean(root *cobra.Command, name, form string, may func(*cobra.Command) bool) string {
	var names []string
	for _, c := range root.Commands() {
		if !c.Hidden && may(c) {
			names = append(names, c.Name())
		}
	}
	if question := line.DidYouMean(name, names, form); question != "" {
		return question
	}
	return "see `diagonal --help`"
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
			if err := c.RegisterFlagCompletionFunc(name,
				cobra.FixedCompletions(slices.Clone(values), cobra.ShellCompDirectiveNoFileComp)); err != nil {
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
