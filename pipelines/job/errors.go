package job

import (
	"errors"
	"strings"

	"diagonal/io/docio"
	"diagonal/io/shardio"
)

// codeError is an error with an exit code.
type codeError struct {
	error
	code int
}

func (e *codeError) ExitCode() int { return e.code }
func (e *codeError) Unwrap() error { return e.error }

// Usage marks an error as the user's: exit code 2.
func Usage(err error) error { return &codeError{err, 2} }

// Interrupted says that the run was cancelled: exit code 130.
var Interrupted error = &codeError{errors.New("interrupted; no result was written"), 130}

// usageOf marks the errors about what the user asked for.
func usageOf(err error) error {
	var u *docio.UsageError
	var e *shardio.ExistsError
	if errors.As(err, &u) || errors.As(err, &e) {
		return Usage(err)
	}
	return err
}

// ExitCode is the exit code of an error: 0 for nil, else 1 unless the error says otherwise.
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

// rootOf cuts what runners put around the error of a stage: the stack of bundles and
// harnesses, which says nothing to a user.
func rootOf(err error) error {
	text := err.Error()
	for _, mark := range []string{"caused by:\n", "caused by: "} {
		if i := strings.LastIndex(text, mark); i >= 0 {
			text = text[i+len(mark):]
		}
	}
	return errors.New(strings.TrimSpace(text))
}
