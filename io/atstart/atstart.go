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
	"os/user"
	"strconv"

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

// knowUser makes user.Current return a user in this process, also for a user id that the system
// has no entry for, as containers are given. The package expansionx of Beam uses what
// user.Current returns when it is initialised, and does not look at its error.
//
// For such an id user.Current takes the name and the home from $USER and $HOME. It looks once
// and keeps what it has found, so these have a value only while it looks. A program that is
// built with cgo asks the C library alone; there is no way around that, and the error says so.
func knowUser() error {
	id := strconv.Itoa(os.Getuid())
	for name, value := range map[string]string{"USER": id, "HOME": "/"} {
		if old, set := os.LookupEnv(name); old == "" {
			os.Setenv(name, value)
			if set {
				defer os.Setenv(name, old)
			} else {
				defer os.Unsetenv(name)
			}
		}
	}
	if _, err := user.Current(); err != nil {
		return fmt.Errorf("the user id %s has no entry in the passwd file, and this build of diagonal needs one (%w): add it, or build with CGO_ENABLED=0", id, err)
	}
	return nil
}
