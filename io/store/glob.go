package store

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A part of a glob, between two slashes, matches as package doublestar says. The walk over
// the folders is ours: doublestar.GlobWalk does not report the names that a dot hides, nor,
// without ending, the folders that cannot be read.

// anyFolders is the part of a glob that stands for any number of folders.
const anyFolders = "**"

// wildcards are the letters that make an argument a glob.
const wildcards = `*?[{`

// isGlob reports whether an argument has wildcards. A path that exists is taken literally all
// the same.
func isGlob(argument string) bool { return strings.ContainsAny(argument, wildcards) }

// matchPart reports whether a part of a glob other than anyFolders matches the name of a file
// or folder.
func matchPart(part, name string) bool { return doublestar.MatchUnvalidated(part, name) }

// checkParts returns an error if one of the parts is no pattern.
func checkParts(parts []string) error {
	for _, part := range parts {
		if !doublestar.ValidatePattern(part) {
			return fmt.Errorf("%q is not a pattern (a [ without its ], a { without its }, or a / between them)", part)
		}
	}
	return nil
}

// glob walks only the folders that can hold a match.
func (w *walk) glob(pattern string) error {
	fixed, parts := splitGlob(filepath.ToSlash(pattern))
	if err := checkParts(parts); err != nil {
		return fmt.Errorf("%s: %w", pattern, err)
	}
	if err := w.setBase(filepath.FromSlash(fixed)); err != nil {
		return fmt.Errorf("%s: %s: %s", pattern, fixed, Reason(err))
	}
	w.taken = map[string]bool{}
	if err := w.match("", parts, map[string]bool{}); err != nil {
		return err
	}
	if len(w.found.Files) == 0 && len(w.found.Failed) == 0 {
		return fmt.Errorf("%s: no file matches", pattern)
	}
	return nil
}

// splitGlob cuts a pattern into the longest folder without a wildcard and the
// parts that follow.
func splitGlob(pattern string) (fixed string, parts []string) {
	parts = strings.Split(pattern, "/")
	n := 0
	for n < len(parts)-1 && !strings.ContainsAny(parts[n], wildcards+`\`) {
		n++
	}
	fixed = strings.Join(parts[:n], "/")
	if fixed == "" {
		fixed = "."
		if strings.HasPrefix(pattern, "/") {
			fixed = "/"
		}
	}
	var rest []string
	for _, part := range parts[n:] {
		if part != "" { // a double or trailing slash
			rest = append(rest, part)
		}
	}
	return fixed, rest
}

// match takes the entries of folder rel that parts match. seen keeps a pattern
// with several ** from visiting a folder twice for the same rest.
func (w *walk) match(rel string, parts []string, seen map[string]bool) error {
	key := rel + "\x00" + strings.Join(parts, "/")
	if seen[key] {
		return nil
	}
	seen[key] = true
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if len(parts) == 1 && parts[0] == anyFolders { // "a/**" is all that is below a
		parts = []string{anyFolders, "*"}
	}
	if parts[0] == anyFolders {
		if err := w.match(rel, parts[1:], seen); err != nil {
			return err
		}
	}
	entries, err := os.ReadDir(filepath.Join(w.base, rel))
	if err != nil {
		w.failed(rel, err)
	}
	for _, e := range entries {
		if err := w.matchEntry(path.Join(rel, e.Name()), e, parts, seen); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) matchEntry(rel string, e fs.DirEntry, parts []string, seen map[string]bool) error {
	part, rest := parts[0], parts[1:]
	hidden := hides(part, e.Name())
	if part == anyFolders {
		switch {
		case !e.IsDir():
			return nil // files are for the parts that follow
		case hidden:
			return w.entry(rel, e, part)
		}
		return w.match(rel, parts, seen)
	}
	if !matchPart(part, e.Name()) {
		return nil
	}
	if hidden || len(rest) == 0 {
		return w.entry(rel, e, part)
	}
	folder := e.IsDir()
	if e.Type()&fs.ModeSymlink != 0 {
		// A link is followed where one part of the pattern stands for it: the pattern
		// is of finite depth, so a loop of links ends.
		info, err := os.Stat(filepath.Join(w.base, rel))
		folder = err == nil && info.IsDir()
		w.linked = w.linked || folder
	}
	if folder {
		return w.match(rel, rest, seen)
	}
	return nil
}
