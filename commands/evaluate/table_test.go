package evaluate

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"example.org/diagonal/commands/job/jobtest"
)

// The tables fit a terminal of any width, and show all numbers.
func TestTablesFit(t *testing.T) {
	all := Measures{Cases: 1234, Detections: 4321, Precision: .1111, Recall: .2222, Granularity: 1.3333, Plagdet: .4444,
		Found: .5555}
	none := Measures{Name: "01-no-plagiarism", Detections: 7}
	r := Report{
		Overall: &all, Categories: []Measures{none, {Name: "02-no-obfuscation", Cases: 1}},
		Kinds:     []Kind{{Kind: "reworded", Found: .6666, Recall: .7777, Granularity: 1}},
		Documents: Agreement{Precision: .8888, Recall: .9999},
	}
	var plain bytes.Buffer
	if err := r.print(&plain); err != nil {
		t.Fatal(err)
	}
	if first, _, _ := strings.Cut(plain.String(), "\n"); strings.TrimSpace(
		first) != "passages (macro)   cases  detections  precision  recall  granularity  plagdet   found" {
		t.Errorf("the first line is %q", first)
	}
	for _, columns := range []uint16{30, 60, 80, 120} {
		lines := jobtest.Terminal(t, columns, func(w *os.File) {
			if err := r.print(w); err != nil {
				t.Error(err)
			}
		})
		jobtest.Fits(t, columns, lines)
		shown := strings.Join(lines, "\n")
		for _, want := range []string{"01-no-plagiarism", "02-no-obfuscation", "reworded", "1234", "4321", "0.1111",
			"0.2222", "1.3333", "0.4444", "0.5555", "0.6666", "0.7777", "0.8888", "0.9999", "document pairs"} {
			if !strings.Contains(strings.Join(strings.Fields(shown), " "), want) {
				t.Errorf("%d columns: there is no %s:\n%s", columns, want, shown)
			}
		}
	}
}
