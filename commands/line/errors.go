// Package line contains what all commands share on the command line: exit codes, the check of
// flags, and the wording of numbers and ids in reports.
package line

import (
	"errors"
	"fmt"

	"example.org/diagonal/transforms/parameter"
)

// codeError is an error with an exit code.
type codeError struct {
	error
	code int
}

func (e *codeError) ExitCode() int { return e.code }
func (e *codeError) Unwrap() error { return e.error }

// Usage marks an error as one in the command line: exit code 2.
func Usage(err error) error { return &codeError{err, 2} }

// Interrupted is the error of a run that was cancelled: exit code 130.
var Interrupted error = &codeError{errors.New("interrupted; no result was written"), 130}

// ExitCode returns the exit code of an error: 0 for nil, that of Usage and Interrupted, and
// 1 for any other error.
func ExitCode(err error) int {
	var c interface{ ExitCode() int }
	switch {
	case err == nil:
		return 0
	case errors.As(err, &c):
		return c.ExitCode()
	}
	return 1
}

// FlagOf maps a field of the library's Params (parameter.Error.Field) to the flag that sets it.
type FlagOf map[string]string

// Error returns an error about a flag for an error about a parameter:
// "--tau=2: want above 0 and at most 1". It returns any other error as it is.
func (flags FlagOf) Error(err error) error {
	var e *parameter.Error
	if !errors.As(err, &e) {
		return err
	}
	flag, ok := flags[e.Field()]
	switch {
	case !ok:
		return err
	case e.Value == "":
		return fmt.Errorf("--%s is empty: want %s", flag, e.Want)
	}
	return fmt.Errorf("--%s=%s: want %s", flag, e.Shown(), e.Want)
}
