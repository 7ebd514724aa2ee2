package atstart

import (
	"fmt"
	"os"
	"os/user"
	"strconv"
)

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
