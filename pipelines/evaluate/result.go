package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"diagonal/io/compress"
	"diagonal/io/panio"
	"diagonal/io/store"
	"diagonal/pipelines/job"
	"diagonal/transforms/evaluation/passage"
)

// readResult reads a result of any form.
func readResult(ctx context.Context, path string) (*passages, error) {
	ps := new(passages)
	folder, err := isFolder(path)
	switch {
	case err != nil:
		return nil, err
	case !folder:
		return ps, ps.readRows(ctx, path)
	}
	for _, pattern := range []string{"passages-*.jsonl*", "pairs-*.jsonl*"} {
		files, err := filepath.Glob(filepath.Join(escape(path), pattern))
		if err != nil {
			return nil, err
		}
		files = slices.DeleteFunc(files, func(name string) bool {
			plain, _ := compress.Trim(name)
			return filepath.Ext(plain) != ".jsonl"
		})
		for _, name := range files { // sorted by Glob
			if err := ps.readRows(ctx, name); err != nil {
				return nil, err
			}
		}
		if len(files) > 0 {
			return ps, nil
		}
	}
	if isWhole(path) {
		return ps, nil // a whole result that found nothing
	}
	as, err := panio.Detections(path)
	if err != nil {
		return nil, err
	}
	if len(as) == 0 && !holdsXML(path) {
		return nil, job.Usage(fmt.Errorf("%s: no passages-*.jsonl, no pairs-*.jsonl and no XML files in it; name the output folder of a run", path))
	}
	for _, a := range as {
		ps.add(fromPAN(a), fmt.Sprintf("%s: %s, %s", path, a.Suspicious, a.Source))
	}
	return ps, nil
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

func isFolder(path string) (bool, error) {
	info, err := os.Stat(path)
	if err != nil {
		return false, job.Usage(fmt.Errorf("%s: %w", path, store.Reason(err)))
	}
	return info.IsDir(), nil
}

// isWhole reports whether path is the folder of a finished run, or an empty folder.
func isWhole(path string) bool {
	if _, err := os.Stat(filepath.Join(path, "_SUCCESS")); err == nil {
		return true
	}
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

// escape makes the letters of a pattern stand for themselves.
func escape(path string) string {
	var out []rune
	for _, r := range path {
		if r == '*' || r == '?' || r == '[' || r == '\\' && filepath.Separator != '\\' {
			out = append(out, '\\')
		}
		out = append(out, r)
	}
	return string(out)
}
