package main

import (
	"slices"

	"github.com/spf13/cobra"

	"example.org/diagonal/commands/job"
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
