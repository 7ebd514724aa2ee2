package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/filetest"
)

var updateReference = flag.Bool("update_reference", false, "write docs/reference anew")

const reference = "docs/reference"

// TestReference: docs/reference has a page for each command, made from its declaration. To write the pages anew:
//
//	go test . -run TestReference -update_reference
func TestReference(t *testing.T) {
	want := referencePages(command())
	if *updateReference {
		filetest.Put(t, reference, want)
	}
	names, err := filepath.Glob(filepath.Join(reference, "*.md"))
	if err != nil || len(names) != len(want) {
		t.Errorf("%d pages, want %d: %v", len(names), len(want), err)
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		got, err := os.ReadFile(filepath.Join(reference, name))
		if err != nil || string(got) != want[name] {
			t.Errorf("%s/%s is not what the program declares (%v): go test . -run TestReference -update_reference",
				reference, name, err)
		}
	}
}

// referencePages are the pages by their names.
func referencePages(root *cobra.Command) map[string]string {
	pages := map[string]string{}
	var list strings.Builder
	list.WriteString("# The flags of each command\n" +
		"These pages are made from the program (`go test . -run TestReference -update_reference`). `diagonal COMMAND --help` prints the same.\n" +
		"\n| command | |\n|---|---|\n")
	for _, c := range listed(root) {
		if c.Name() == "completion" {
			continue
		}
		fmt.Fprintf(&list, "| [%s](%s.md) | %s |\n", c.Name(), c.Name(), c.Short)
		pages[c.Name()+".md"] = referencePage(c)
	}
	pages["README.md"] = list.String()
	return pages
}

func referencePage(c *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# diagonal %s\n%s\n\n```\ndiagonal %s\n```\n\n## Examples\n```\n%s\n```\n", c.Name(),
		markdown(c.Long), c.Use, unindented(c.Example))
	for _, stage := range []line.Stage{line.Input, "", line.Result, line.Machine, line.Runners, line.Notes} {
		title := string(stage)
		if title == "" {
			title = "What is done"
		}
		head := fmt.Sprintf("\n## %s\n| flag | default | meaning |\n|---|---|---|\n", title)
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden || f.Name == "help" || line.StageOf(f) != stage {
				return
			}
			d := declareFlag(f)
			value := ""
			if d.Value != "" && d.Type != "bool" {
				value = "=" + d.Value
			}
			fmt.Fprintf(&b, "%s| `--%s%s` | %s | %s |\n", head, d.Name, value, inCell(d.Default), inCell(d.Help))
			head = ""
		})
	}
	return b.String()
}

func unindented(example string) string {
	return strings.TrimSpace(regexp.MustCompile(`(?m)^  `).ReplaceAllString(example, ""))
}

// inCell is a text as a cell of a table.
func inCell(text string) string {
	if text == "[]" {
		return ""
	}
	return escaped(strings.ReplaceAll(text, "|", "\\|"))
}
