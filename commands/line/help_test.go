package line

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helped returns a command with flags of three stages, below a root.
func helped() *cobra.Command {
	root := &cobra.Command{Use: "tool COMMAND"}
	cmd := &cobra.Command{
		Use: "find --input=PATH", Short: "find things", Run: func(*cobra.Command, []string) {},
		Long: `Finds what is
looked for, in all of the texts that there are.

It makes files:

  one-*.jsonl   the first of them, whose description is so long that it does not fit on a line of a narrow screen
  two.json      the second`,
		Example: "  tool find --input=a\n  tool find --input=b",
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringArrayP("input", "i", nil, "`path` of a file,\na folder or a glob to read")
	Mark(fs, Input)
	fs.Int("least", 3, "how many must be found")
	fs.String("environment_configuration", "", "`host:port` of a pool, whose name is longer than the column")
	fs.Int("with_text", 0, "write the texts, of so many `characters`")
	fs.Lookup("with_text").NoOptDefVal = "1000"
	for i := range fewFlags {
		fs.Bool(fmt.Sprint("rare_", i), false, "is rarely needed")
	}
	fs.Bool("secret", false, "is for programs")
	fs.MarkHidden("secret")
	more := pflag.NewFlagSet("more", pflag.ContinueOnError)
	more.String("output", "", "`folder` of the result")
	Mark(more, Result)
	fs.AddFlagSet(more)
	Main(fs, "input", "least", "output")
	root.AddCommand(cmd)
	SetHelp(root)
	return root
}

func helpOf(t *testing.T, args ...string) string {
	t.Helper()
	root := helped()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetArgs(args)
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestShortHelp: -h lists the flags that matter, and says how many there are.
func TestShortHelp(t *testing.T) {
	const want = `Finds what is looked for, in all of the texts that there are.

Usage:
  tool find --input=PATH

Examples:
  tool find --input=a

Flags:
  -i, --input path                path of a file, a folder or a glob to read
      --least int                 how many must be found (default 3)
      --output folder             folder of the result

` + "`tool find --help` says more, and shows all 18 flags\n"
	for _, args := range [][]string{{"find", "-h"}, {"find", "--least=2", "-h"}} {
		if got := helpOf(t, args...); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", args, got, want)
		}
	}
}

// TestWholeHelp: --help and help list every flag once, under its stage.
func TestWholeHelp(t *testing.T) {
	for _, args := range [][]string{{"find", "--help"}, {"help", "find"}} {
		got := helpOf(t, args...)
		if n := len(regexp.MustCompile(`(?m)^  (-.,|   ) --`).FindAllString(got, -1)); n != 18 {
			t.Errorf("%q lists %d flags, want 18", args, n)
		}
		at := 0
		for _, part := range []string{
			"\n  two.json      the second\n", "\n  tool find --input=b\n", "\nInput:\n  -i, --input path ",
			"\nWhat find does:\n      --least int ",
			"\n      --environment_configuration host:port\n" + strings.Repeat(" ", nameWidth+8) +
				"host:port of a pool,",
			"--with_text characters[=1000]", "\nResult:\n      --output folder", "\nMessages:\n  -h, --help ",
		} {
			i := strings.Index(got[at:], part)
			if i < 0 {
				t.Fatalf("%q: %q is not behind the others in\n%s", args, part, got)
			}
			at += i
		}
		if strings.Contains(got, "secret") {
			t.Errorf("%q shows a hidden flag", args)
		}
	}
}

// TestHelpWidth: no line is wider than the screen, and no word is lost.
func TestHelpWidth(t *testing.T) {
	root := helped()
	cmd, _, _ := root.Find([]string{"find"})
	words := func(width int) string {
		var b bytes.Buffer
		helper{&b, cmd, width}.whole()
		for l := range strings.Lines(b.String()) {
			if l = strings.TrimRight(l, "\n"); text.StringWidthWithoutEscSequences(l) > width &&
				!strings.Contains(l, "--environment_configuration") {
				t.Errorf("%d columns: %q", width, l)
			}
		}
		return strings.Join(strings.Fields(b.String()), " ")
	}
	wide := words(helpWidth)
	for _, width := range []int{80, 60, 40} {
		if narrow := words(width); narrow != wide {
			t.Errorf("%d columns:\n%s\nwant\n%s", width, narrow, wide)
		}
	}
}

// TestHelpNarrow: items, tables and examples of a narrow screen keep their shape, and a command stays one line, to be
// copied.
func TestHelpNarrow(t *testing.T) {
	cmd := &cobra.Command{Use: "find --input=PATH --output=FOLDER | PATH...", Run: func(*cobra.Command, []string) {}}
	var b bytes.Buffer
	h := helper{&b, cmd, 44}
	h.paragraphs("Some words before:\n  - an item of a list that is rather long, and\n    goes on in a second line\n" +
		"  - a short one\n  name      what it is, in more words than fit here,\n            and more\nand behind.")
	h.usage("  find essays/    # the result is essays.reuse\n  find --input=essays/ --output=a-folder-with-a-long-name")
	want := `Some words before:
  - an item of a list that is rather long,
    and goes on in a second line
  - a short one
  name  what it is, in more words than fit
        here, and more
and behind.

Usage:
  find --input=PATH --output=FOLDER
  find PATH...

Examples:
  # the result is essays.reuse
  find essays/
  find --input=essays/ --output=a-folder-with-a-long-name
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
