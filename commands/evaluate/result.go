package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/panio"
	"example.org/diagonal/io/passageio"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/store"
	"example.org/diagonal/transforms/evaluation/passage"
)

// readResult reads a result of any form.
func readResult(ctx context.Context, path string) (*passages, error) {
	ps := new(passages)
	names, folder, err := list(ctx, path)
	switch {
	case err != nil:
		return nil, err
	case !folder:
		return ps, ps.readRows(ctx, path)
	}
	for _, streams := range [][]string{{"passages-", "within-"}, {"pairs-"}} {
		files := passageio.Best(slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			return !slices.ContainsFunc(streams, func(s string) bool { return strings.HasPrefix(name, s) })
		}))
		if streams[0] == "pairs-" && len(files) > 0 && slices.Contains(names, result.SummaryFile) {
			if err := allPairs(ctx, path); err != nil {
				return nil, err
			}
		}
		for _, name := range files {
			if err := ps.readRows(ctx, store.Join(path, name)); err != nil {
				return nil, err
			}
		}
		if len(files) > 0 {
			return ps, nil
		}
	}
	if slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, "groups-") }) {
		return nil, line.Usage(fmt.Errorf("%s: there are groups and no pairs, which are evaluated; run resemblance again without --only_groups", path))
	}
	if slices.Contains(names, result.SuccessFile) && !slices.Contains(names, corpusFile) || isEmpty(path) {
		return ps, nil // a whole result that found nothing
	}
	var as []panio.Annotation
	if store.IsLocal(path) {
		if as, err = panio.Detections(path); err != nil {
			return nil, err
		}
	}
	if len(as) == 0 && !holdsXML(path) {
		return nil, line.Usage(fmt.Errorf("%s: no passages-*.jsonl, .parquet, .arrow or .csv, no pairs-*.jsonl and, on a disk, no XML files in it; name the output folder of a run", path))
	}
	for _, a := range as {
		ps.add(fromPAN(a), fmt.Sprintf("%s: %s, %s", path, a.Suspicious, a.Source), false)
	}
	return ps, nil
}

// allPairs returns an error for a result of `resemblance` in which pairs were counted and not
// written: the evaluation would miss them.
func allPairs(ctx context.Context, path string) error {
	folder, err := result.Open(ctx, path)
	if err != nil {
		return line.Usage(err)
	}
	summary, err := folder.Summary(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if n := summary.Ledger["pairs_of_equal_documents"] + summary.Ledger["pairs_of_copies"]; n > 0 {
		return line.Usage(fmt.Errorf("%s: %s were counted but not written; run resemblance again with --equal_pairs",
			path, line.Many(n, "pair")))
	}
	return nil
}

// fromPAN makes a passage of an annotation.
func fromPAN(a panio.Annotation) passage.Passage {
	return passage.Passage{
		A: panio.Name(a.Suspicious), AStart: a.ThisOffset, AEnd: a.ThisOffset + a.ThisLength,
		B: panio.Name(a.Source), BStart: a.SourceOffset, BEnd: a.SourceOffset + a.SourceLength,
	}
}

// rename gives documents the names that PAN's files use.
func (ps *passages) rename() {
	for i := range ps.all {
		p := &ps.all[i]
		p.A, p.B = panio.Name(p.A), panio.Name(p.B)
	}
}

// list returns the names of the files right in a folder, ascending. In a store without
// folders a name that has nothing below it is one of a file.
func list(ctx context.Context, path string) (names []string, folder bool, err error) {
	files, err := store.For(path)
	if err != nil {
		return nil, false, line.Usage(err)
	}
	if store.IsLocal(path) {
		info, err := os.Stat(path)
		if err != nil {
			return nil, false, line.Usage(fmt.Errorf("%s: %w", path, store.Reason(err)))
		}
		if !info.IsDir() {
			return nil, false, nil
		}
	}
	names, err = files.Names(ctx, path)
	if err != nil {
		return nil, false, line.Usage(fmt.Errorf("%s: %w", path, store.Reason(err)))
	}
	return names, store.IsLocal(path) || len(names) > 0, nil
}

// isEmpty reports whether path is a folder of the disk without anything in it.
func isEmpty(path string) bool {
	entries, err := os.ReadDir(path)
	return err == nil && len(entries) == 0
}

func holdsXML(path string) bool {
	found := errors.New("found")
	return filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(name) == ".xml" {
			return found
		}
		return err
	}) == found
}
