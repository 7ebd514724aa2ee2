package docio

import (
	"fmt"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// excludedWhy is why a file of Params.Exclude is left out.
const excludedWhy = "--exclude"

// excludes returns the patterns of Exclude that match a name, as ids have it. A pattern with a slash is that of the
// whole name, any other one that of its last part.
func (p Params) excludes(name string) (patterns []string) {
	for _, pattern := range p.Exclude {
		of := name
		if !strings.Contains(pattern, "/") {
			of = path.Base(name)
		}
		if ok, _ := doublestar.Match(pattern, of); ok {
			patterns = append(patterns, pattern)
		}
	}
	return patterns
}

// checkExclude returns an error about a pattern that is none.
func (p Params) checkExclude() error {
	for _, pattern := range p.Exclude {
		if !doublestar.ValidatePattern(pattern) || pattern == "" {
			return usagef("--exclude=%s is no pattern: want one such as '*.png', or 'drafts/**'", pattern)
		}
	}
	return nil
}

// unusedExcludes returns a line for each pattern that left out no file. Members of archives are found later: they count
// as used.
func (p Params) unusedExcludes(used map[string]bool, archives bool) (lines []string) {
	for _, pattern := range p.Exclude {
		if !used[pattern] && !archives {
			lines = append(lines, fmt.Sprintf("--exclude='%s' matches the name of no file", pattern))
		}
	}
	return lines
}
