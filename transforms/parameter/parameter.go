// Package parameter defines the error of a parameter with an impossible value.
//
// The library speaks of the fields of its Params. A command that sets them from flags
// finds the field in the error and speaks of the flag instead.
package parameter

import "fmt"

// Error is the error of a Validate: a field of Params has a value that it cannot have.
type Error struct {
	// Of is the type of the Params, with its package: "signature.Params".
	Of string
	// Name is the path of the field in it: "Tau", "Spots.Length".
	Name string
	// Value is the value that the field has.
	Value any
	// Want describes the possible values. It continues "want ": "above 0 and at most 1".
	Want string
}

// Of is the type of Params, with its package: "signature.Params".
type Of string

// Impossible returns the error of a field that has an impossible value.
func (of Of) Impossible(name string, value any, want string) error {
	return &Error{string(of), name, value, want}
}

// Error returns a line such as "signature.Params: Tau is 2, want above 0 and at most 1".
func (e *Error) Error() string {
	return fmt.Sprintf("%s: %s is %s, want %s", e.Of, e.Name, e.Shown(), e.Want)
}

// Field returns the whole name of the field: "signature.Params.Tau".
func (e *Error) Field() string { return e.Of + "." + e.Name }

// Shown returns the value as text; an empty string and nil are shown as "empty".
func (e *Error) Shown() string {
	if e.Value == nil || e.Value == "" {
		return "empty"
	}
	return fmt.Sprint(e.Value)
}

// Must panics with the error of a Validate, if there is one: a graph is built with parameters that were checked before.
func Must(err error) {
	if err != nil {
		panic(err)
	}
}
