package program

import (
	"fmt"
	"strings"
)

// Named is something to choose by its name.
type Named interface{ Title() string }

// Names returns the names of all.
func Names[T Named](all []T) []string {
	var list []string
	for _, x := range all {
		list = append(list, x.Title())
	}
	return list
}

// Choose returns those with the given names, in the order of all. flag is where the names are from.
func Choose[T Named](flag string, all []T, want []string) ([]T, error) {
	chosen := map[string]bool{}
	for _, name := range want {
		chosen[name] = true
	}
	var list []T
	for _, x := range all {
		if chosen[x.Title()] {
			list = append(list, x)
			delete(chosen, x.Title())
		}
	}
	for name := range chosen {
		return nil, fmt.Errorf("%s: no %q: want some of %s", flag, name, strings.Join(Names(all), ", "))
	}
	return list, nil
}
