package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/docs"
)

// shown returns what the program prints for args.
func shown(t *testing.T, args ...string) string {
	t.Helper()
	root := command()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs(args)
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return out.String()
}

// TestHelp: help begins with the main command, and the line of each command says when to use it.
func TestHelp(t *testing.T) {
	help := shown(t, "--help")
	if !strings.HasPrefix(help, "diagonal partial ") {
		t.Errorf("help begins with %.40q", help)
	}
	commands := command().Commands()
	if commands[0].Name() != "partial" {
		t.Errorf("the first command is %s", commands[0].Name())
	}
	for _, c := range commands {
		if what, when, ok := strings.Cut(c.Short, ": "); c.Runnable() && !c.Hidden &&
			(!ok || what == "" || when == "") {
			t.Errorf("the line of %s does not say when to use it: %s", c.Name(), c.Short)
		}
		if !c.Hidden && !strings.Contains(help, " "+c.Name()+" ") {
			t.Errorf("help does not list %s", c.Name())
		}
	}
}

// TestShortHelp: -h of each command lists the few flags that matter most, among them those that its usage names, and
// says how many
// --help lists, in which no line is wider than 100 columns.
func TestShortHelp(t *testing.T) {
	for _, c := range command().Commands() {
		// plan has the flags of the command that it plans
		if !c.Runnable() || c.Hidden || c.Name() == "plan" || c.Name() == "help" {
			continue
		}
		short, whole := shown(t, c.Name(), "-h"), shown(t, c.Name(), "--help")
		few, all := len(listedFlag.FindAllString(short, -1)), len(listedFlag.FindAllString(whole, -1))
		if few < 3 || few > 14 || few > all {
			t.Errorf("%s -h lists %d flags of %d", c.Name(), few, all)
		}
		if said := fmt.Sprintf("shows all %d flags\n", all+1); !strings.HasSuffix(short, said) { // and --help
			t.Errorf("%s -h does not end with %q:\n%s", c.Name(), said, short)
		}
		for _, named := range regexp.MustCompile(`--[a-z_]+`).FindAllString(c.Use, -1) {
			if !strings.Contains(short, " "+named+" ") {
				t.Errorf("%s -h does not list %s, which its usage names", c.Name(), named)
			}
		}
		for l := range strings.Lines(whole) {
			if utf8.RuneCountInString(l) > 101 {
				t.Errorf("%s --help: %s", c.Name(), l)
			}
		}
	}
}

// TestTopics: help shows the pages of the documentation.
func TestTopics(t *testing.T) {
	for _, topic := range docs.Topics {
		for _, args := range [][]string{{"help", topic.Name}, {topic.Name, "--help"}} {
			got := shown(t, args...)
			if !strings.HasPrefix(got, "# ") || strings.Contains(got, "](") || len(got) < 500 {
				t.Errorf("%v shows %.60q", args, got)
			}
		}
	}
	if got := shown(t, "help", "offsets"); !strings.Contains(got, "half open") {
		t.Error("the page about offsets does not say what a range is")
	}
}

// TestUnknownTopic: a page, a command or a flag that does not exist is an error in the command line, which names the
// nearest.
func TestUnknownTopic(t *testing.T) {
	for topic, want := range map[string]string{
		"ofsets":   "did you mean `diagonal help offsets`?",
		"partal":   "did you mean `diagonal help partial`?",
		"nonsense": "see `diagonal --help`",
	} {
		err := execute(t.Context(), []string{"help", topic})
		if line.ExitCode(err) != 2 || !strings.Contains(err.Error(), want) {
			t.Errorf("help %s: %v (exit %d), want %s", topic, err, line.ExitCode(err), want)
		}
	}
	for args, want := range map[string]string{
		"partail":               "did you mean partial?",
		"nonsense":              "see `diagonal --help`",
		"evaluate a b --nosuch": "see `diagonal evaluate --help`",
		"plant --seed=x":        "invalid argument",
		"partial --ouput=x":     "did you mean --output?",
		"report x --ouput=x":    "did you mean --output?",
		"plan reuse --theta=1":  "did you mean --theta_d or --theta_s?",
	} {
		err := execute(t.Context(), strings.Fields(args))
		if line.ExitCode(err) != 2 || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v (exit %d), want %s", args, err, line.ExitCode(err), want)
		}
	}
	if err := execute(t.Context(), []string{"help", "completion"}); err != nil {
		t.Error(err)
	}
}

// TestHelpWithoutRefused: the help of a command lists no flag that the command refuses.
func TestHelpWithoutRefused(t *testing.T) {
	if help := shown(t, "clean", "--help"); strings.Contains(help, "--pre") {
		t.Error("the help of clean lists --pre")
	}
}

func TestCompletion(t *testing.T) {
	for line, want := range map[string]string{
		"par":                      "partial\t",
		"partial --max_d":          "--max_documents\t",
		"partial --runner fl":      "flink\n",
		"partial --format ":        "parquet\n",
		"partial --signature ":     "spotsigs\n",
		"resemblance --output ":    ":16\n", // folders only
		"partial --input=x --gamm": "--gamma\t",
	} {
		if got := shown(t, append([]string{"__complete"}, strings.Split(line, " ")...)...); !strings.Contains(got,
			want) {
			t.Errorf("%q is completed to %q, want %q", line, got, want)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		script := shown(t, "completion", shell)
		path, err := exec.LookPath(shell)
		if err != nil {
			continue
		}
		check := exec.Command(path, "-n")
		check.Stdin = strings.NewReader(script)
		if out, err := check.CombinedOutput(); err != nil || len(script) < 1000 {
			t.Errorf("the script for %s (%d bytes): %v\n%s", shell, len(script), err, out)
		}
	}
}
