// Package result reads the folder that a run has written:
//
//	STREAM-00000-of-00001.jsonl   the sorted lines of a stream, cut into files
//	STREAM-00000-of-00001.parquet the same as a table
//	summary.json                  parameters, counts and what was not compared (Summary)
//	run.json                      version, times, sizes
//	_SUCCESS                      the folder is whole; the file lists the others
//
// Open looks at a folder; EachLine and Each read the files of a stream. Folders and
// files may be in any store. Package shardio writes such a folder.
package result

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"example.org/diagonal/io/store"
)

// Names of files in a result.
const (
	SummaryFile = "summary.json"
	RunFile     = "run.json"
	SuccessFile = "_SUCCESS"
)

// Documents is the folder in a result of clean that contains the cleaned collection.
const Documents = "documents"

// Extensions of the files of a stream.
const (
	LinesExtension = ".jsonl"
	TableExtension = ".parquet"
	CSVExtension   = ".csv"
	ArrowExtension = ".arrow"
)

// Summary is the content of summary.json. It is the same in every run of one job.
type Summary struct {
	// Parameters are those that decide the result, as JSON.
	Parameters json.RawMessage `json:"parameters"`
	// Counts holds how much was read, and what the stages made of it.
	Counts map[string]int64 `json:"counts"`
	// Ledger holds the number of comparisons that were not made, by reason.
	Ledger map[string]int64 `json:"ledger"`
	// Lines is the number of lines of each stream.
	Lines map[string]int64 `json:"lines"`
}

// Documents returns how many documents of the input were read, and how many of the source.
func (s *Summary) Documents() (input, source int64) {
	source = s.Counts["documents_source"]
	return s.Counts["documents"] - source, source
}

// Folder is the folder of a result. Its files may change after Open; a run replaces them all
// at once.
type Folder struct {
	// Dir is the path of the folder.
	Dir string

	files store.Store
	names []string
}

// Open lists the files of the folder dir. It is no error if the folder does not exist or has
// no file of a result: such a folder is not whole. The error is that of the store.
func Open(ctx context.Context, dir string) (*Folder, error) {
	files, err := store.For(dir)
	if err != nil {
		return nil, err
	}
	names, err := files.Names(ctx, dir)
	if err != nil {
		return nil, err
	}
	return &Folder{Dir: dir, files: files, names: names}, nil
}

// Has reports whether the folder has a file with this base name.
func (f *Folder) Has(name string) bool { return slices.Contains(f.names, name) }

// Whole reports whether a run has finished the folder.
func (f *Folder) Whole() bool { return f.Has(SuccessFile) }

// Files returns the paths of the files of a stream with an extension, such as
// LinesExtension, in order.
func (f *Folder) Files(stream, extension string) []string {
	var paths []string
	for _, name := range f.names {
		if ok, _ := path.Match(Pattern(stream, extension), name); ok {
			paths = append(paths, store.Join(f.Dir, name))
		}
	}
	return paths
}

// streamFile is the base name of a file of a stream.
var streamFile = regexp.MustCompile(`^(.+)-\d{5}-of-\d{5}` + regexp.QuoteMeta(LinesExtension) + `$`)

// Streams returns the names of the streams that have files of JSON Lines, ascending.
func (f *Folder) Streams() []string {
	var all []string
	for _, name := range f.names {
		if m := streamFile.FindStringSubmatch(name); m != nil {
			all = append(all, m[1])
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Pattern returns the pattern, as of path.Match, of the base names of the files of a stream.
func Pattern(stream, extension string) string { return stream + "-?????-of-?????" + extension }

// Wrote reports whether base names like this one are those of files of results.
func Wrote(base string) bool {
	if base == SummaryFile || base == RunFile || base == SuccessFile {
		return true
	}
	for _, extension := range []string{LinesExtension, TableExtension, CSVExtension, ArrowExtension} {
		if !strings.HasSuffix(base, extension) { // most files of a collection
			continue
		}
		if ok, _ := path.Match(Pattern("*", extension), base); ok {
			return true
		}
	}
	return false
}

// Name returns the base name of file number i of the n files of a stream.
func Name(stream string, i, n int, extension string) string {
	return fmt.Sprintf("%s-%05d-of-%05d%s", stream, i, n, extension)
}

// Summary reads summary.json. The error wraps fs.ErrNotExist if there is none, and otherwise
// names the file.
func (f *Folder) Summary(ctx context.Context) (*Summary, error) {
	var s Summary
	return &s, f.decode(ctx, SummaryFile, &s)
}

// Run reads run.json into the value that into points to. Its errors are those of Summary.
func (f *Folder) Run(ctx context.Context, into any) error { return f.decode(ctx, RunFile, into) }

func (f *Folder) decode(ctx context.Context, name string, into any) error {
	if !f.Has(name) {
		return &fs.PathError{Op: "open", Path: store.Join(f.Dir, name), Err: fs.ErrNotExist}
	}
	in, err := f.files.Open(ctx, store.Join(f.Dir, name), 0)
	if err != nil {
		return err
	}
	defer in.Close()
	b, err := io.ReadAll(in)
	if err == nil {
		err = json.Unmarshal(b, into)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Files returns the paths of the JSON Lines files of a stream in the folder dir, in order;
// none if there are none. The error is that of the store.
func Files(ctx context.Context, dir, stream string) ([]string, error) {
	f, err := Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	return f.Files(stream, LinesExtension), nil
}

// ErrStop, returned by the function that gets the lines or rows, ends reading early, without
// an error.
var ErrStop = errors.New("stop")
