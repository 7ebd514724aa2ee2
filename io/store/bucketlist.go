package store

import (
	"cmp"
	"context"
	"errors"
	"path"
	"slices"
	"strings"
)

func (b buckets) List(ctx context.Context, argument string) (Listing, error) {
	k, err := b.cut(argument)
	if err != nil {
		return Listing{}, err
	}
	w := &bucketWalk{ctx: ctx, b: b, bucket: k.bucket, skipped: map[string]bool{}}
	if err := w.list(argument, k.name); err != nil {
		return Listing{}, b.errorOf(ctx, argument, reading, err)
	}
	slices.SortFunc(w.found.Files, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	return w.found, nil
}

// bucketWalk collects the listing of one argument.
type bucketWalk struct {
	ctx     context.Context
	b       buckets
	bucket  string
	base    string // what the names of files are relative to
	found   Listing
	skipped map[string]bool
}

func (w *bucketWalk) list(argument, name string) error {
	if name != "" && !strings.HasSuffix(name, "/") {
		o, err := w.b.stat(w.ctx, key{w.bucket, name})
		if err == nil {
			w.take(path.Base(name), o)
			return nil
		}
		if !errors.Is(err, errNoObject) {
			return err
		}
	}
	w.base = folderPrefix(name)
	any, err := w.below(w.base, nil)
	switch {
	case err != nil || any:
		return err
	case name == "" || strings.HasSuffix(name, "/") && !isGlob(name):
		return nil // an empty folder
	case !isGlob(name):
		return errNoObject
	}
	fixed, parts := splitGlob(name)
	if err := checkParts(parts); err != nil {
		return &Error{Path: argument, Why: err.Error()}
	}
	w.base = ""
	if fixed != "." {
		w.base = folderPrefix(fixed)
	}
	if err := w.match(w.base, parts); err != nil {
		return err
	}
	if len(w.found.Files) == 0 {
		return &Error{Path: argument, Why: "no file matches"}
	}
	return nil
}

// match takes what parts match below a prefix. It asks for one folder at a time as
// long as the pattern says which, and for everything below it from ** on.
func (w *bucketWalk) match(prefix string, parts []string) error {
	if len(parts) == 0 || parts[0] == anyFolders {
		_, err := w.below(prefix, parts)
		return err
	}
	head := parts[0]
	if i := strings.IndexAny(head, wildcards+`\`); i >= 0 {
		head = head[:i]
	}
	var folders []string
	err := w.b.each(w.ctx, w.bucket, prefix+head, "/", func(o object) error {
		if !o.folder {
			w.consider(prefix, o, parts)
			return nil
		}
		name := strings.TrimSuffix(strings.TrimPrefix(o.name, prefix), "/")
		switch {
		case !matchPart(parts[0], name):
		case hides(parts[0], name):
			w.skip(strings.TrimSuffix(o.name, "/"))
		default:
			folders = append(folders, o.name)
		}
		return nil
	})
	for _, folder := range folders {
		if err == nil {
			err = w.match(folder, parts[1:])
		}
	}
	return err
}

// below takes what parts match of all that is below a prefix, and reports whether anything is.
// No parts match everything.
func (w *bucketWalk) below(prefix string, parts []string) (any bool, err error) {
	err = w.b.each(w.ctx, w.bucket, prefix, "", func(o object) error {
		any = true
		w.consider(prefix, o, parts)
		return nil
	})
	return any, err
}

// consider takes an object if parts match its name below a prefix.
func (w *bucketWalk) consider(prefix string, o object, parts []string) {
	if strings.HasSuffix(o.name, "/") { // represents an empty folder
		return
	}
	below := strings.Split(strings.TrimPrefix(o.name, prefix), "/")
	ok, hidden := matchName(parts, below)
	switch {
	case ok:
		w.take(strings.TrimPrefix(o.name, w.base), o)
	case hidden > 0:
		w.skip(prefix + strings.Join(below[:hidden], "/"))
	}
}

func (w *bucketWalk) take(name string, o object) {
	full := w.b.path(key{w.bucket, o.name})
	w.found.Files = append(w.found.Files, File{Path: full, Name: name, Identity: full, Size: o.size,
		Version: w.b.version(o)})
}

// skip notes a hidden object or folder once.
func (w *bucketWalk) skip(name string) {
	if !w.skipped[name] {
		w.skipped[name] = true
		w.found.Skipped = append(w.found.Skipped, Problem{w.b.path(key{w.bucket, name}), hiddenWhy})
	}
}

// matchName matches a pattern with a name, both cut at slashes, by the rules of
// Store.List. Where a dot hides it, the first so many parts of the name are what is
// hidden.
func matchName(parts, name []string) (ok bool, hidden int) {
	if len(parts) == 0 { // a folder that was matched
		for i, n := range name {
			if hides("", n) {
				return false, i + 1
			}
		}
		return true, 0
	}
	if len(name) == 0 {
		return false, 0
	}
	if parts[0] == anyFolders {
		if len(parts) == 1 {
			parts = []string{anyFolders, "*"}
		}
		ok, hidden = matchName(parts[1:], name)
		if ok || len(name) == 1 {
			return ok, hidden
		}
		if hides(anyFolders, name[0]) {
			return false, 1
		}
		ok, deeper := matchName(parts, name[1:])
		if !ok && hidden == 0 && deeper > 0 {
			hidden = deeper + 1
		}
		return ok, hidden
	}
	if !matchPart(parts[0], name[0]) {
		return false, 0
	}
	if hides(parts[0], name[0]) {
		return false, 1
	}
	if len(parts) > 1 && len(name) == 1 {
		return false, 0
	}
	ok, hidden = matchName(parts[1:], name[1:])
	if hidden > 0 {
		hidden++
	}
	return ok, hidden
}
