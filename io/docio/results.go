package docio

import (
	"context"
	"path"
	"slices"
	"strings"

	"example.org/diagonal/io/result"
	"example.org/diagonal/io/store"
)

// resultWhy is the reason for folders that an earlier run has written.
const resultWhy = "result of an earlier run"

// Folders that a result may contain: the documents of clean, and the files of PAN.
var resultFolders = []string{result.Documents, "pan"}

// withoutResults moves the files of results from the files of a listing to those that are left
// out: a result is no document, even if it is among documents. What an argument names itself is
// read: a file of a result, or a glob in a result. The result itself is a *UsageError.
func withoutResults(ctx context.Context, argument string, listing store.Listing) (store.Listing, error) {
	known := map[string]bool{} // whether a folder, by its name below the argument, is a result
	isResult := func(base, folder string) (bool, error) {
		is, ok := known[folder]
		if ok {
			return is, nil
		}
		if folder == "." && path.Clean(base) != path.Clean(argument) {
			known[folder] = false // the argument is a glob in the folder
			return false, nil
		}
		dir := store.Join(strings.TrimSuffix(base, "/"), folder)
		r, err := result.Open(ctx, dir)
		if err != nil {
			return false, err
		}
		is = r.Whole() && r.Has(result.SummaryFile) && r.Has(result.RunFile)
		if is && folder == "." {
			return false, usagef("%s is the result of an earlier run and no collection: name a folder of documents (of a cleaned collection: %s)",
				argument, store.Join(dir, result.Documents))
		}
		if is {
			listing.Skipped = append(listing.Skipped, store.Problem{Path: dir, Reason: resultWhy})
		}
		known[folder] = is
		return is, nil
	}
	kept := make([]store.File, 0, len(listing.Files))
	for _, f := range listing.Files {
		base, below := strings.CutSuffix(f.Path, f.Name)
		inResult := false
		if below && f.Path != argument {
			for _, folder := range mayBeResults(f.Name) {
				is, err := isResult(base, folder)
				if err != nil {
					return listing, err
				}
				if inResult = is; is {
					break
				}
			}
		}
		if !inResult {
			kept = append(kept, f)
		}
	}
	listing.Files = kept
	return listing, nil
}

// mayBeResults returns the folders above a file, outermost first, that may be results because
// the file has a name that files of results have.
func mayBeResults(name string) []string {
	var folders []string
	dir, file := path.Split(name)
	parts := strings.Split(strings.TrimSuffix(dir, "/"), "/")
	for i, part := range parts {
		if slices.Contains(resultFolders, part) {
			folders = append(folders, path.Join(append([]string{"."}, parts[:i]...)...))
		}
	}
	if result.Wrote(file) {
		folders = append(folders, path.Join(".", dir))
	}
	return folders
}
