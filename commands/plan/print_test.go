package plan

import (
	"strings"
	"testing"
)

// The advice names --matching only where the command has that flag, and where it changes something.
func TestAdvice(t *testing.T) {
	for _, refine := range []bool{false, true} {
		all := advice(&Forecast{Refine: refine, Clock: 4000, Spool: 2, Free: 1})
		if len(all) != 2 {
			t.Fatalf("want two lines: %q", all)
		}
		for _, line := range all {
			if strings.Contains(line, "--matching=diagonal") != refine {
				t.Errorf("refine %v: %s", refine, line)
			}
		}
	}
}
