package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/diagonal/runners/worker"
)

// declaration is what `diagonal flags` prints: the commands and flags as they are declared, for
// programs that call this one. python/ makes its arguments and docstrings from it.
type declaration struct {
	// Version is that of the program.
	Version  string            `json:"version"`
	Commands []declaredCommand `json:"commands"`
}

// declaredCommand is a command that a user can run.
type declaredCommand struct {
	Name  string         `json:"name"`
	Short string         `json:"short"`
	Long  string         `json:"long"`
	Flags []declaredFlag `json:"flags"`
}

// declaredFlag is a flag that the help of its command lists.
type declaredFlag struct {
	Name string `json:"name"`
	// Type is what pflag calls the type, such as bool, float64, stringSlice; or what a type of our
	// own calls itself.
	Type string `json:"type"`
	// Value is what help calls the value: path, folder, bytes.
	Value string `json:"value"`
	// Default is the value without the flag, as on the command line.
	Default string `json:"default"`
	// Bare is the value of the flag alone, as in --with_text; empty if the flag needs a value.
	Bare string `json:"bare,omitempty"`
	// Repeat is true if the flag may be given several times.
	Repeat bool `json:"repeat,omitempty"`
	// Help is the text of --help, in one line.
	Help string `json:"help"`
}

// flagsCommand returns the command that prints the declaration of the commands of root.
func flagsCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:    "flags",
		Hidden: true,
		Short:  "prints the commands and their flags as JSON: for programs that call this one",
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			text, err := json.MarshalIndent(declare(root), "", " ")
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s\n", text)
			return err
		},
	}
}

// declare returns the commands of root that help lists.
func declare(root *cobra.Command) declaration {
	d := declaration{Version: worker.Version()}
	for _, c := range listed(root) {
		command := declaredCommand{Name: c.Name(), Short: c.Short, Long: c.Long, Flags: []declaredFlag{}}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && f.Name != "help" {
				command.Flags = append(command.Flags, declareFlag(f))
			}
		})
		d.Commands = append(d.Commands, command)
	}
	return d
}

// listed returns the commands of root that help lists and a user can run.
func listed(root *cobra.Command) (commands []*cobra.Command) {
	for _, c := range root.Commands() {
		if c.Runnable() && !c.Hidden && c.Name() != "help" {
			commands = append(commands, c)
		}
	}
	return commands
}

func declareFlag(f *pflag.Flag) declaredFlag {
	value, help := pflag.UnquoteUsage(f)
	_, slice := f.Value.(pflag.SliceValue)
	_, repeats := f.Value.(interface{ Repeats() })
	return declaredFlag{
		Name: f.Name, Type: f.Value.Type(), Value: value, Default: f.DefValue, Bare: f.NoOptDefVal,
		Repeat: slice || repeats,
		Help:   strings.Join(strings.Fields(help), " "),
	}
}
