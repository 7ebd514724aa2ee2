package plant

import (
	"os"
	"strings"
	"testing"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/transforms/evaluation/planted"
)

// The tables fit a terminal of any width.
func TestTablesFit(t *testing.T) {
	for name, print := range map[string]func(w *os.File) error{
		"cases": func(w *os.File) error { return ofCases(&planted.Collection{}).report(w, "out") },
		"pages": func(w *os.File) error { return ofWeb(&planted.Web{}).report(w, "out") },
	} {
		for _, columns := range []uint16{20, 80} {
			lines := jobtest.Terminal(t, columns, func(w *os.File) {
				if err := print(w); err != nil {
					t.Error(err)
				}
			})
			var rows []string
			for _, l := range lines {
				if l == "" { // the sentences behind the table wrap
					break
				}
				rows = append(rows, l)
			}
			if len(rows) < 5 || !strings.Contains(rows[0], "kind") {
				t.Errorf("%s: %q", name, lines)
			}
			jobtest.Fits(t, columns, rows)
		}
	}
}
