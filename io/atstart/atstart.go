// Package atstart does what must be done before the packages that the program is linked
// with are initialised. The program imports it for that alone.
//
// It cannot be done in main: what the program is linked with takes memory and files before
// main begins, and asks who the user is. Go initialises packages as soon as what they
// import is, in the order of their paths. This one imports next to nothing, so it comes
// before the first package behind it in that order that needs more: those of
// github.com/apache/beam and google.golang.org.
package atstart

import (
	"fmt"
	"os"

	"example.org/diagonal/io/limits"
)

func init() {
	for _, check := range []func() error{limits.Check, knowUser} {
		if err := check(); err != nil {
			fmt.Fprintf(os.Stderr, "diagonal: %v\n", err)
			os.Exit(1)
		}
	}
}
