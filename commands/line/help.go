package line

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const (
	// helpWidth is the number of columns of help, at most.
	helpWidth = 100
	// nameWidth is that of the names of flags. A longer name has a line of its own.
	nameWidth = 26
	// fewFlags is how many flags the short help lists even if none is marked as one that matters.
	fewFlags = 12
)

// SetHelp gives root and its commands help in two forms: -h is short, --help is whole. It is called when they have
// their flags.
func SetHelp(root *cobra.Command) {
	for _, cmd := range slices.Concat(root.Commands(), []*cobra.Command{root}) {
		short, staged := new(bool), len(groupsOf(cmd)) > 1
		cmd.Flags().Bool("help", false, "show every flag; -h shows those that matter most")
		cmd.Flags().AddFlag(&pflag.Flag{Name: "h", Shorthand: "h", Hidden: true, NoOptDefVal: "true", DefValue: "false",
			Value: &shortHelp{cmd, short}})
		if staged {
			annotate(cmd.Flags().Lookup("help"), stageKey, string(Notes))
		}
		cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
			width := helpWidth
			if s := ScreenOf(cmd.OutOrStdout()); s.Width > 0 {
				width = min(width, s.Width)
			}
			h := helper{cmd.OutOrStdout(), cmd, width}
			if *short {
				h.short()
			} else {
				h.whole()
			}
		})
	}
}

// shortHelp is the value of -h. It sets --help, because that is what cobra looks at.
type shortHelp struct {
	cmd *cobra.Command
	set *bool
}

func (v *shortHelp) String() string   { return fmt.Sprint(v.set != nil && *v.set) }
func (v *shortHelp) Type() string     { return "bool" }
func (v *shortHelp) IsBoolFlag() bool { return true }
func (v *shortHelp) Set(s string) error {
	*v.set = true
	return v.cmd.Flags().Set("help", s)
}

// helper prints the help of a command to w, in so many columns.
type helper struct {
	w     io.Writer
	cmd   *cobra.Command
	width int
}

// whole prints everything.
func (h helper) whole() {
	if !h.cmd.Runnable() && !h.cmd.HasSubCommands() { // a page of the documentation
		fmt.Fprintln(h.w, h.cmd.Long)
		return
	}
	h.paragraphs(strings.TrimSpace(h.cmd.Long))
	h.usage(h.cmd.Example)
	h.commands()
	groups := groupsOf(h.cmd)
	for _, g := range groups {
		title := "Flags"
		if len(groups) > 1 {
			title = g.title(h.cmd)
		}
		fmt.Fprintf(h.w, "\n%s:\n", title)
		h.flags(g.flags)
	}
	for _, g := range groups {
		if i := slices.IndexFunc(g.flags, fromEnvironment); i >= 0 && g.stage == Machine {
			fmt.Fprintln(h.w)
			h.paragraphs(fmt.Sprintf(
				"The environment has defaults of the flags of %s, %s and %s: %s is that of --%s, and so on.",
				Machine, Runners, Notes, variable(g.flags[i]), g.flags[i].Name))
		}
	}
}

// short prints the first paragraph, an example and the flags that matter most.
func (h helper) short() {
	if !h.cmd.Runnable() {
		h.whole()
		return
	}
	first, _, _ := strings.Cut(strings.TrimSpace(h.cmd.Long), "\n\n")
	h.paragraphs(first)
	example, _, _ := strings.Cut(strings.TrimLeft(h.cmd.Example, "\n"), "\n")
	h.usage(example)
	var all, main []*pflag.Flag
	for _, g := range groupsOf(h.cmd) {
		for _, f := range g.flags {
			all = append(all, f)
			if isMain(f) {
				main = append(main, f)
			}
		}
	}
	if len(all) <= fewFlags {
		main = all
	}
	fmt.Fprint(h.w, "\nFlags:\n")
	h.flags(main)
	fmt.Fprintln(h.w)
	h.paragraphs(fmt.Sprintf("`%s --help` says more, and shows all %s", h.cmd.CommandPath(),
		Many(int64(len(all)), "flag")))
}

// usage prints how the command is called.
func (h helper) usage(examples string) {
	use := h.cmd.CommandPath() + strings.TrimPrefix(h.cmd.Use, h.cmd.Name())
	fmt.Fprint(h.w, "\nUsage:\n")
	if !h.fits("  " + use) {
		use = strings.ReplaceAll(use, " | ", "\n  "+h.cmd.Root().Name()+" ")
	}
	fmt.Fprintf(h.w, "  %s\n", use)
	if examples = strings.Trim(examples, "\n"); examples == "" {
		return
	}
	fmt.Fprint(h.w, "\nExamples:\n")
	for l := range strings.Lines(examples) {
		l = strings.TrimSuffix(l, "\n")
		if command, comment, ok := strings.Cut(l, " # "); ok && !h.fits(l) {
			fmt.Fprintf(h.w, "  # %s\n", strings.TrimSpace(comment))
			l = strings.TrimRight(command, " ")
		}
		fmt.Fprintln(h.w, l) // whole, to be copied
	}
}

// fits reports whether a line is not wider than the screen.
func (h helper) fits(l string) bool { return text.StringWidthWithoutEscSequences(l) <= h.width }

// commands prints the commands below this one, and then the pages of the documentation.
func (h helper) commands() {
	runs := func(c *cobra.Command) bool { return c.Runnable() || c.HasSubCommands() }
	all := slices.DeleteFunc(slices.Clone(h.cmd.Commands()), func(c *cobra.Command) bool { return c.Hidden })
	longest := 0
	for _, c := range all {
		longest = max(longest, len(c.Name()))
	}
	for _, kind := range []struct {
		title string
		is    func(c *cobra.Command) bool
	}{{"Commands", runs}, {"Pages of the documentation", func(c *cobra.Command) bool { return !runs(c) }}} {
		title := kind.title
		for _, c := range all {
			if !kind.is(c) {
				continue
			}
			if title != "" {
				fmt.Fprintf(h.w, "\n%s:\n", title)
				title = ""
			}
			h.beside("  "+c.Name(), longest+4, c.Short)
		}
	}
	if !h.cmd.HasParent() {
		fmt.Fprintln(h.w)
		h.paragraphs(fmt.Sprintf("`%s COMMAND -h` shows the flags of a command that matter most, and --help all",
			h.cmd.CommandPath()))
	}
}

// flags prints flags and what they do.
func (h helper) flags(flags []*pflag.Flag) {
	for _, f := range flags {
		name, about := described(f)
		h.beside("  "+name, nameWidth+8, about)
	}
}

// described returns a flag as on the command line, and what it does.
func described(f *pflag.Flag) (name, about string) {
	value, about := pflag.UnquoteUsage(f)
	name = "    --" + f.Name
	if f.Name == "help" { // -h is a flag of its own
		name = "-h, --help"
	} else if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", --" + f.Name
	}
	if value != "" {
		name += " " + value
	}
	if bare := f.NoOptDefVal; bare != "" && f.Value.Type() != "bool" {
		name += "[=" + bare + "]"
	}
	switch f.DefValue {
	case "", "[]", "0", "0s", "false":
	default:
		about += " (default " + f.DefValue + ")"
	}
	return name, strings.Join(strings.Fields(about), " ")
}

// beside prints words in lines that begin at a column, and a name before them. A name that is too long, and on a narrow
// screen every name, has a line of its own. Two blanks or more are behind a name, one is behind the dash of an item.
func (h helper) beside(name string, column int, words string) {
	if h.width-column < 40 {
		column = 8
	}
	if len(name)+2 > column && !strings.HasSuffix(name, " -") {
		fmt.Fprintln(h.w, name)
		name = ""
	}
	for line := range strings.Lines(wrapped(words, h.width-column)) {
		fmt.Fprintf(h.w, "%-*s%s\n", column, name, strings.TrimSuffix(line, "\n"))
		name = ""
	}
}

// paragraphs prints a text. Lines that begin with a blank, such as those of a table, stay lines if all of their
// paragraph fit. All others of a paragraph are one text.
func (h helper) paragraphs(long string) {
	for i, paragraph := range strings.Split(long, "\n\n") {
		if i > 0 {
			fmt.Fprintln(h.w)
		}
		lines := strings.Split(paragraph, "\n")
		narrow := slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, " ") && !h.fits(l) })
		var flow []string // of lines that are one text
		var below *item
		end := func() {
			if len(flow) > 0 {
				fmt.Fprintln(h.w, wrapped(strings.Join(flow, " "), h.width))
			}
			if below != nil {
				h.beside(below.name, below.column, below.words)
			}
			flow, below = nil, nil
		}
		for _, l := range lines {
			next := itemOf(l)
			switch {
			case !strings.HasPrefix(l, " "):
				if below != nil {
					end()
				}
				flow = append(flow, l)
			case !narrow:
				end()
				fmt.Fprintln(h.w, l)
			case below != nil && next.name == "" && next.column == below.column:
				below.words += " " + next.words
			default:
				end()
				below = &next
			}
		}
		end()
	}
}

// item is a line of a list or a table: its words begin at a column, behind its name.
type item struct {
	name   string
	column int
	words  string
}

// itemOf takes a line that begins with a blank apart.
func itemOf(l string) item {
	words := strings.TrimLeft(l, " ")
	if before, after, ok := strings.Cut(words, "  "); ok {
		words = strings.TrimLeft(after, " ")
		return item{"  " + before, len(l) - len(words), words}
	}
	column := len(l) - len(words)
	if after, ok := strings.CutPrefix(words, "- "); ok {
		return item{strings.Repeat(" ", column) + "-", column + 2, after}
	}
	return item{"", column, words}
}

// group is the flags of a stage.
type group struct {
	stage Stage
	flags []*pflag.Flag
}

// title returns what help calls the group.
func (g group) title(cmd *cobra.Command) string {
	if g.stage == "" {
		return "What " + cmd.Name() + " does"
	}
	return string(g.stage)
}

// groupsOf returns the flags of a command that help lists, by stage, each stage in the order of the declarations.
func groupsOf(cmd *cobra.Command) (groups []group) {
	for _, stage := range []Stage{Input, "", Result, Machine, Runners, Notes} {
		g := group{stage: stage}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && StageOf(f) == stage {
				g.flags = append(g.flags, f)
			}
		})
		if len(g.flags) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}
