// Package atstart ends a program that is allowed too little (package limits), with one
// line and the exit code 1. The program imports it for that alone.
//
// This happens when the package is initialised, and not in main: what the program is
// linked with takes memory and files before main begins, and Go ends a program that gets
// no memory with the stacks of its goroutines. Go initialises packages as soon as what
// they import is, in the order of their paths; this one imports next to nothing, and
// comes before those of github.com and google.golang.org.
package atstart

import (
	"fmt"
	"os"

	"example.org/diagonal/io/limits"
)

func init() {
	if err := limits.Check(); err != nil {
		fmt.Fprintf(os.Stderr, "diagonal: %v\n", err)
		os.Exit(1)
	}
}
