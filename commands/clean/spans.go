package clean

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/transforms/cleaning"
)

// openSpans looks at what --apply names: a result of this command, whose manifest and dropped
// documents are read, or of decontaminate, whose spans are, or a file, folder or glob with lines of JSON.
func openSpans(ctx context.Context, path, field string) (*searchResult, error) {
	r := &searchResult{documents: -1, bytes: -1, spans: true, field: field}
	names, err := spanFiles(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("--apply=%s: %w", path, err)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf(
			"--apply=%s: there is no file of JSON Lines; give a folder that clean has made, or its attributes", path)
	}
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		if name, err = filepath.Abs(name); err != nil {
			return nil, err
		}
		r.files = append(r.files, resultFile{spansStream, name})
		r.size += info.Size()
	}
	return r, nil
}

// spanFiles returns the files that --apply names, in order.
func spanFiles(ctx context.Context, path string) (names []string, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return filepath.Glob(path)
	case err != nil:
		return nil, err
	case !info.IsDir():
		return []string{path}, nil
	}
	folder, err := result.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	if folder.Has(result.SummaryFile) {
		if !folder.Whole() {
			return nil, fmt.Errorf("it is not whole: it contains no %s", result.SuccessFile)
		}
		if len(folder.Files(spansStream, result.LinesExtension)) > 0 { // of decontaminate
			return folder.Files(spansStream, result.LinesExtension), nil
		}
		return slices.Concat(folder.Files(manifestStream, result.LinesExtension),
			folder.Files(droppedStream, result.LinesExtension)), nil
	}
	err = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if plain, _ := compress.Trim(name); err == nil && !d.IsDir() && strings.HasSuffix(plain, ".jsonl") {
			names = append(names, name)
		}
		return err
	})
	return names, err
}

// spanLine is a line of --apply: one of the manifest or the dropped documents, or of attributes.
type spanLine struct {
	record.Removed
	// Attributes are lists of [start, end, score] by name.
	Attributes map[string][][]float64 `json:"attributes"`
}

// readSpans emits the ranges of a line: that of the line, or those of the attribute field.
func readSpans(line []byte, field string, emit func(record.Removed)) error {
	var v spanLine
	if err := record.FromJSON(line, &v); err != nil {
		return err
	}
	switch {
	case v.ID == "":
		return errors.New("it has no id")
	case v.Attributes == nil:
		// too little was left of it: its ranges are in the manifest
		if strings.HasSuffix(v.Reason, cleaning.LeftReason) {
			return nil
		}
		emit(v.Removed)
		return nil
	}
	for _, s := range v.Attributes[field] {
		if len(s) < 2 || s[0] != math.Trunc(s[0]) || s[1] != math.Trunc(s[1]) {
			return fmt.Errorf("the attribute %s is not a list of [start, end, score]", field)
		}
		emit(record.Removed{ID: v.ID, Start: int64(s[0]), End: int64(s[1]), Reason: cleaning.SpanReason})
	}
	return nil
}
