package line

import (
	"errors"
	"fmt"

	"example.org/diagonal/transforms/parameter"
)

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
