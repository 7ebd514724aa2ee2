package store

import (
	"cmp"
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"cloud.google.com/go/storage"
	"google.golang.org/api/iterator"
)

func (gs) List(ctx context.Context, argument string) (Listing, error) {
	b, name, err := gsBucket(argument)
	if err != nil {
		return Listing{}, err
	}
	w := &gsWalk{ctx: ctx, bucket: b, root: gsScheme + b.BucketName() + "/", skipped: map[string]bool{}}
	if err := w.list(argument, name); err != nil {
		return Listing{}, gsError(ctx, argument, reading, err)
	}
	slices.SortFunc(w.found.Files, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	return w.found, nil
}

func (gs) Names(ctx context.Context, folder string) ([]string, error) {
	b, name, err := gsBucket(folder)
	if err != nil {
		return nil, err
	}
	prefix := gsFolder(name)
	var names []string
	err = gsEach(ctx, b, prefix, "/", func(o *storage.ObjectAttrs) error {
		if base := strings.TrimPrefix(o.Name, prefix); base != "" {
			names = append(names, base)
		}
		return nil
	})
	return names, gsError(ctx, folder, reading, err)
}

// gsFolder is the prefix of the names of all objects of a folder.
func gsFolder(name string) string {
	if name == "" || strings.HasSuffix(name, "/") {
		return name
	}
	return name + "/"
}

// gsPage is how many objects one request lists: the most that the server gives.
const gsPage = 1000

// gsEach calls f for the objects whose names begin with prefix, in ascending order. With
// the delimiter "/" those with a further slash are left out, and f gets their folders,
// as objects that have a Prefix only.
func gsEach(ctx context.Context, b *storage.BucketHandle, prefix, delimiter string, f func(*storage.ObjectAttrs) error) error {
	q := &storage.Query{Prefix: prefix, Delimiter: delimiter}
	if err := q.SetAttrSelection([]string{"Name", "Size", "Generation", "Updated", "Metadata"}); err != nil {
		return err
	}
	it := b.Objects(ctx, q)
	it.PageInfo().MaxSize = gsPage
	for {
		o, err := it.Next()
		if err == iterator.Done {
			return nil
		}
		if err == nil {
			err = f(o)
		}
		if err != nil {
			return err
		}
	}
}

// gsWalk collects the listing of one argument.
type gsWalk struct {
	ctx     context.Context
	bucket  *storage.BucketHandle
	root    string // gs://BUCKET/
	base    string // what the names of files are relative to
	found   Listing
	skipped map[string]bool
}

func (w *gsWalk) list(argument, name string) error {
	if name != "" && !strings.HasSuffix(name, "/") {
		o, err := w.bucket.Object(name).Attrs(w.ctx)
		if err == nil {
			w.take(path.Base(name), o)
			return nil
		}
		if !errors.Is(err, storage.ErrObjectNotExist) {
			return err
		}
	}
	w.base = gsFolder(name)
	any, err := w.below(w.base, nil)
	switch {
	case err != nil || any:
		return err
	case name == "" || strings.HasSuffix(name, "/") && !isGlob(name):
		return nil // an empty folder
	case !isGlob(name):
		return storage.ErrObjectNotExist
	}
	fixed, parts := splitGlob(name)
	if err := checkParts(parts); err != nil {
		return &Error{Path: argument, Why: err.Error()}
	}
	w.base = ""
	if fixed != "." {
		w.base = gsFolder(fixed)
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
func (w *gsWalk) match(prefix string, parts []string) error {
	if len(parts) == 0 || parts[0] == anyFolders {
		_, err := w.below(prefix, parts)
		return err
	}
	head := parts[0]
	if i := strings.IndexAny(head, wildcards+`\`); i >= 0 {
		head = head[:i]
	}
	var folders []string
	err := gsEach(w.ctx, w.bucket, prefix+head, "/", func(o *storage.ObjectAttrs) error {
		if o.Prefix == "" {
			w.consider(prefix, o, parts)
			return nil
		}
		name := strings.TrimSuffix(strings.TrimPrefix(o.Prefix, prefix), "/")
		switch {
		case !matchPart(parts[0], name):
		case hides(parts[0], name):
			w.skip(strings.TrimSuffix(o.Prefix, "/"))
		default:
			folders = append(folders, o.Prefix)
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
func (w *gsWalk) below(prefix string, parts []string) (any bool, err error) {
	err = gsEach(w.ctx, w.bucket, prefix, "", func(o *storage.ObjectAttrs) error {
		any = true
		w.consider(prefix, o, parts)
		return nil
	})
	return any, err
}

// consider takes an object if parts match its name below a prefix.
func (w *gsWalk) consider(prefix string, o *storage.ObjectAttrs, parts []string) {
	if strings.HasSuffix(o.Name, "/") { // represents an empty folder
		return
	}
	below := strings.Split(strings.TrimPrefix(o.Name, prefix), "/")
	ok, hidden := matchName(parts, below)
	switch {
	case ok:
		w.take(strings.TrimPrefix(o.Name, w.base), o)
	case hidden > 0:
		w.skip(prefix + strings.Join(below[:hidden], "/"))
	}
}

func (w *gsWalk) take(name string, o *storage.ObjectAttrs) {
	full := w.root + o.Name
	w.found.Files = append(w.found.Files, File{Path: full, Name: name, Identity: full, Size: o.Size, Version: gsVersion(o.Size, o.Generation)})
}

// skip notes a hidden object or folder once.
func (w *gsWalk) skip(name string) {
	if !w.skipped[name] {
		w.skipped[name] = true
		w.found.Skipped = append(w.found.Skipped, Problem{w.root + name, hiddenWhy})
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
