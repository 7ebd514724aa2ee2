package line

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/creack/pty"
	"github.com/google/go-cmp/cmp"
	"github.com/jedib0t/go-pretty/v6/table"

	"example.org/diagonal/io/visible"
)

func sampleTable() *Table {
	t := NewTable("The largest passages")
	t.AppendHeader(table.Row{"a", "from", "to", "b", "from", "to", "kind", "text"})
	t.AppendRow(table.Row{ID("https://example.org/library/books/1890/tale.html", false), 0, 41932,
		ID("https://example.org/library/books/1891/tale.html", true), 10, 42198, "reworded",
		Text("It was the best of\ntimes, it was the worst of times, it was the age of wisdom")})
	t.AppendRow(table.Row{ID("史记/卷一.txt", false), 7, 99, ID("漢書/卷第一百二十三.txt", true), 3, 95, "verbatim",
		Text("太史公曰：學者多稱五帝，尚矣。然尚書獨載堯以來；而百家言黃帝，其文不雅馴，薦紳先生難言之。")})
	return t
}

// TestTableFits: no line is wider than the terminal, and nothing is lost that has room.
func TestTableFits(t *testing.T) {
	for width := minWidth; width <= 200; width++ {
		shown := sampleTable().render(Screen{Width: width})
		for _, l := range strings.Split(shown, "\n") {
			if n := widthOf([]rune(l)); n > width {
				t.Fatalf("%d columns: a line takes %d: %q", width, n, l)
			}
		}
		for _, word := range []string{"41932", "verbatim", "(source)", "史"} {
			if width > 30 && !strings.Contains(strings.ReplaceAll(shown, "\n  ", " "), word) {
				t.Errorf("%d columns: there is no %s:\n%s", width, word, shown)
			}
		}
	}
}

func TestTableIsRendered(t *testing.T) {
	for width, want := range map[int]string{
		80: ` The largest passages
 a                     from     to  b                     from     to  kind
────────────────────────────────────────────────────────────────────────────────
 http…oks/1890/tale.…     0  41932  ht…1891/ta… (source)    10  42198  reworded
 史记/卷一.txt            7     99  漢書/….txt (source)      3     95  verbatim`,
		40: `The largest passages
- a https://example…s/1890/tale.html,
  from 0, to 41932, b
  https://example…s/1891/tale.html
  (source), from 10, to 42198, kind
  reworded
- a 史记/卷一.txt, from 7, to 99, b
  漢書/卷第一百二十三.txt (source), from
  3, to 95, kind verbatim`,
	} {
		var got []string
		for l := range strings.SplitSeq(sampleTable().render(Screen{Width: width}), "\n") {
			got = append(got, strings.TrimRight(l, " "))
		}
		if diff := cmp.Diff(want, strings.Join(got, "\n")); diff != "" {
			t.Errorf("%d columns (-want +got):\n%s", width, diff)
		}
	}
}

// TestTableColours: there is no code of a terminal where the output is none or NO_COLOR is set, and
// none that comes from the cells.
func TestTableColours(t *testing.T) {
	other, terminal, err := pty.Open()
	if err != nil {
		t.Skipf("there is no pseudo terminal: %v", err)
	}
	defer other.Close()
	defer terminal.Close()
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	if !ScreenOf(visible.Writer(terminal)).Colour {
		t.Error("a terminal has no colours")
	}
	t.Setenv("TERM", "dumb")
	if ScreenOf(terminal).Colour {
		t.Error("a dumb terminal has colours")
	}
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "1")
	if ScreenOf(terminal).Colour {
		t.Error("there are colours with NO_COLOR")
	}
	file, err := os.Create(t.TempDir() + "/f")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	t.Setenv("NO_COLOR", "")
	var b bytes.Buffer
	if err := sampleTable().Print(&b); err != nil || ScreenOf(file) != (Screen{}) ||
		strings.Contains(b.String(), "\x1b") {
		t.Errorf("%v, codes in a file or a buffer: %q", err, b.String())
	}
	evil := NewTable("title")
	evil.AppendHeader(table.Row{"id", "kind", "text"})
	evil.AppendRow(table.Row{ID("a\x1b[31m", false), "b\x1b[31m", Text("c\x1b[31m")})
	if shown := evil.render(Screen{Width: 80, Colour: true}); strings.Contains(shown, "\x1b[31m") ||
		!strings.Contains(shown, "\x1b[1mtitle") {
		t.Errorf("%q", shown)
	}
}

// A table without a rule has none in a terminal that is too narrow for its texts, either.
func TestHideRule(t *testing.T) {
	withoutTexts := 0
	for width := 40; width <= 200; width += 5 {
		rows := sampleTable()
		shown := rows.render(Screen{Width: width})
		if !strings.Contains(shown, "───") {
			continue // a list
		}
		if !strings.Contains(shown, "text") {
			withoutTexts++
		}
		rows.HideRule()
		if shown := rows.render(Screen{Width: width}); strings.Contains(shown, "───") {
			t.Errorf("width %d:\n%s", width, shown)
		}
	}
	if withoutTexts == 0 {
		t.Error("no table is without texts")
	}
}
