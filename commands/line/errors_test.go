package line

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
)

func TestExitCode(t *testing.T) {
	for _, tc := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errors.New("x"), 1},
		{Usage(errors.New("x")), 2},
		{fmt.Errorf("around: %w", Usage(errors.New("x"))), 2},
		{Interrupted, 130},
	} {
		if got := ExitCode(tc.err); got != tc.want {
			t.Errorf("ExitCode(%v) = %d, want %d", tc.err, got, tc.want)
		}
	}
	if err := Usage(fs.ErrPermission); !errors.Is(err, fs.ErrPermission) {
		t.Error("Usage hides the error in it")
	}
}
