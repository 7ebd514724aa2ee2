package line

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"example.org/diagonal/transforms/parameter"
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

func TestFlagOf(t *testing.T) {
	flags := FlagOf{"signature.Params.Tau": "tau", "signature.Params.Method": "signature"}
	for _, tc := range []struct {
		err  error
		want string
	}{
		{&parameter.Error{Of: "signature.Params", Name: "Tau", Value: 2.0, Want: "at most 1"},
			"--tau=2: want at most 1"},
		{fmt.Errorf("around: %w", &parameter.Error{Of: "signature.Params", Name: "Tau", Value: 2.0, Want: "at most 1"}),
			"--tau=2: want at most 1"},
		{&parameter.Error{Of: "signature.Params", Name: "Method", Value: "", Want: "imatch"},
			"--signature is empty: want imatch"},
		{&parameter.Error{Of: "shuffle.Params", Name: "Shards", Value: 0, Want: "at least 1"},
			"shuffle.Params: Shards is 0, want at least 1"},
		{errors.New("other"), "other"},
	} {
		if got := flags.Error(tc.err).Error(); got != tc.want {
			t.Errorf("%v: %q, want %q", tc.err, got, tc.want)
		}
	}
	if flags.Error(nil) != nil {
		t.Error("an error where there is none")
	}
}
