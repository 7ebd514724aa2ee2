package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/runners/worker"
)

// manCommand returns the command that writes manual pages of the commands of root: for package release. Their date is
// SOURCE_DATE_EPOCH.
func manCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:    "man FOLDER",
		Hidden: true,
		Short:  "writes manual pages: for packages of this program",
		Args:   cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return line.Usage(err)
			}
			root.DisableAutoGenTag = true // it has a date
			for _, c := range append(root.Commands(), root) {
				c.Long = markdown(c.Long)
				c.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = escaped(f.Usage) })
				c.Hidden = c.Hidden || c.Name() == "completion"
			}
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "diagonal " + worker.Version(),
				Manual: "diagonal"}, args[0])
		},
	}
}

// markdown is help as Markdown: a paragraph with lines that begin with spaces is a block, indented by four.
func markdown(help string) string {
	paragraphs := strings.Split(strings.TrimSpace(help), "\n\n")
	for i, p := range paragraphs {
		if strings.HasPrefix(p, "  ") || strings.Contains(p, "\n  ") {
			paragraphs[i] = "    " + strings.ReplaceAll(p, "\n", "\n    ")
		} else {
			paragraphs[i] = escaped(p)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// escaped is a text in which nothing is Markdown but `code`.
func escaped(text string) string {
	return strings.NewReplacer("*", "\\*", "_", "\\_", "<", "\\<").Replace(text)
}
