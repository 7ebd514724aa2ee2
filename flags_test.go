package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"example.org/diagonal/commands/line"
)

// listedFlag is the beginning of a flag in help, with a short form or without, but for that of help itself.
var listedFlag = regexp.MustCompile(`(?m)^  (-[^h],|   ) --`)

// TestFlagsCommand: what `diagonal flags` prints has the commands of help and their flags, with what a program must
// know to set them.
func TestFlagsCommand(t *testing.T) {
	var d declaration
	if err := json.Unmarshal([]byte(shown(t, "flags")), &d); err != nil {
		t.Fatal(err)
	}
	if d.Version == "" {
		t.Error("it has no version")
	}
	flags := map[string]declaredFlag{}
	commands := 0
	for _, c := range command().Commands() {
		if !c.Runnable() || c.Hidden || c.Name() == "help" {
			continue
		}
		if commands == len(d.Commands) || d.Commands[commands].Name != c.Name() {
			t.Fatalf("%s is not command %d of %d", c.Name(), commands, len(d.Commands))
		}
		help := shown(t, c.Name(), "--help")
		for _, f := range d.Commands[commands].Flags {
			flags[c.Name()+" "+f.Name] = f
			if !strings.Contains(help, " --"+f.Name) || f.Help == "" || strings.Contains(f.Help, "\n") {
				t.Errorf("%s: %+v is not as in help", c.Name(), f)
			}
		}
		if listed := len(listedFlag.FindAllString(help, -1)); listed != len(d.Commands[commands].Flags) {
			t.Errorf("%s: help lists %d flags, and here are %d", c.Name(), listed, len(d.Commands[commands].Flags))
		}
		commands++
	}
	for name, want := range map[string]declaredFlag{
		"partial input":         {Type: "stringArray", Value: "path", Default: "[]", Repeat: true},
		"partial pre":           {Type: "command", Value: "command", Repeat: true},
		"partial pre_glob":      {Type: "pattern", Value: "pattern", Repeat: true},
		"partial keep_fields":   {Type: "stringSlice", Value: "names", Default: "[]", Repeat: true},
		"partial with_text":     {Type: "int", Value: "characters", Default: "0", Bare: "1000"},
		"partial within":        {Type: "bool", Default: "true", Bare: "true"},
		"resemblance threshold": {Type: "float64", Value: "float", Default: "0.5"},
		"index remove":          {Type: "stringArray", Value: "id", Default: "[]", Repeat: true},
	} {
		got := flags[name]
		want.Name, want.Help = got.Name, got.Help
		if got != want || got.Name == "" {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	if help := shown(t, "--help"); strings.Contains(help, "\n  flags ") {
		t.Error("help lists a command that is for programs")
	}
	if err := execute(t.Context(), []string{"flags", "partial"}); line.ExitCode(err) != 2 {
		t.Errorf("flags with an argument: %v", err)
	}
}
