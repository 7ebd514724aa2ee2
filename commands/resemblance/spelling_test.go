package resemblance

import (
	"fmt"
	"strings"
	"testing"
)

// A document in which every second word has another spelling is equal to the other one with --spelling, and has nothing
// in common without it.
func TestSpelling(t *testing.T) {
	var words, spelled, table []string
	for n := range 60 {
		words, spelled = append(words, fmt.Sprintf("word%d", n)), append(spelled, fmt.Sprintf("word%d", n))
		if n%2 == 0 {
			spelled[n] = fmt.Sprintf("vvorde%d", n)
			table = append(table, spelled[n]+","+words[n])
		}
	}
	documents := []testDocument{{"a", strings.Join(words, " ")}, {"b", strings.Join(spelled, " ")}}
	if r := run1(t, one, documents); len(r.pairs)+len(r.equal) > 0 {
		t.Errorf("without --spelling: %+v %+v", r.pairs, r.equal)
	}
	r := run1(t, one, documents, "--spelling="+write(t, "table.csv", []byte(strings.Join(table, "\n"))))
	if len(r.equal) != 1 || r.equal[0].ID != "b" {
		t.Errorf("with --spelling: %+v %+v", r.pairs, r.equal)
	}
}
