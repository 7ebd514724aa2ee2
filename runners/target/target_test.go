package target

import (
	"regexp"
	"testing"
)

func TestJobName(t *testing.T) {
	a, b := JobName("Diagonal-Partial 文"), JobName("Diagonal-Partial 文")
	if ok := regexp.MustCompile(`^diagonalpartialx[a-z0-9]+x[0-9]+$`).MatchString; a == b || !ok(a) || !ok(b) {
		t.Errorf("job names %s, %s", a, b)
	}
}
