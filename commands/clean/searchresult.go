package clean

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"example.org/diagonal/io/passageio"
	"example.org/diagonal/io/result"
	search "example.org/diagonal/pipelines/partial"
)

// searchResult is the result that the collection is cleaned by: the folder of a result of
// partial, resemblance or partition.
type searchResult struct {
	dir string
	// parameters are those of summary.json, which the summary of this command repeats, and
	// searched the same of a result of partial.
	parameters map[string]any
	searched   search.Parameters
	// documents and bytes count the collection that was searched; -1 is not known. against
	// counts the documents of its source, if they are read, too.
	documents, bytes, against int64
	// groups is true if whole documents were compared.
	groups bool
	// sets is true if these are the sets of partition: groups of which the policy chooses the
	// document that stays.
	sets bool
	// ranges is true if passages do not begin and end at sentences.
	ranges bool
	// directed is true if the input was compared with a source, and matches if whole documents
	// were.
	directed, matches bool
	// spans is true if the lines say what is to be removed, and field the name of the attribute
	// that does.
	spans bool
	field string
	// files are those of the streams that are used.
	files []resultFile
	// lines is the number of lines of each stream.
	lines map[string]int64
	// mine is the folder, if this command has made it.
	mine string
	// earlier are the files of the account of earlier passes.
	earlier []resultFile
	// size is that of all files in bytes.
	size int64
}

// resultFile is a file of one stream.
type resultFile struct{ Stream, Path string }

// Names of the streams that are read.
const (
	passagesStream = "passages"
	withinStream   = "within"
	hotStream      = "hot-occurrences"
	groupsStream   = "groups"
	setsStream     = "sets"
	spansStream    = "spans"
	pairsStream    = "pairs"
	equalStream    = "equal"
)

// openResult looks at the folder of a result. An error is about the flag --result.
// against is true if the documents of the source are read, too.
func openResult(ctx context.Context, dir string, against bool) (*searchResult, error) {
	folder, err := result.Open(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("--result=%s: %w", dir, err)
	}
	if !folder.Has(result.SummaryFile) {
		return nil,
			fmt.Errorf("--result=%s contains no %s; give a folder that partial, resemblance or partition has made", dir,
				result.SummaryFile)
	}
	if !folder.Whole() {
		return nil, fmt.Errorf("--result=%s is not whole: it contains no %s", dir, result.SuccessFile)
	}
	summary, err := folder.Summary(ctx)
	if err != nil {
		return nil, fmt.Errorf("--result=%s: %w", dir, err)
	}
	r := &searchResult{dir: dir, lines: summary.Lines}
	if len(summary.Parameters) > 0 {
		if err := json.Unmarshal(summary.Parameters, &r.parameters); err != nil {
			return nil, fmt.Errorf("--result=%s: %s: parameters: %w", dir, result.SummaryFile, err)
		}
	}
	if r.parameters["command"] == "partial" {
		if err := json.Unmarshal(summary.Parameters, &r.searched); err != nil {
			return nil, fmt.Errorf("--result=%s: %s: parameters: %w", dir, result.SummaryFile, err)
		}
	}
	r.directed, _ = r.parameters["source"].(bool)
	r.ranges = r.parameters["matching"] == "refine"
	streams := []string{passagesStream, hotStream}
	if len(passageio.Files(folder, withinStream)) > 0 {
		streams = append(streams, withinStream)
	}
	switch command := r.parameters["command"]; {
	case command == "resemblance" && r.directed:
		r.matches, streams = true, []string{pairsStream, equalStream}
	case command == "resemblance":
		r.groups, streams = true, []string{groupsStream}
	case command == "partition" && r.parameters["against"] == true:
		return nil, fmt.Errorf("--result=%s was made with --against, and has the new documents only: clean needs a run over all, without it", dir)
	case command == "partition":
		r.groups, r.sets, streams = true, true, []string{setsStream}
	case command != "partial":
		return nil, fmt.Errorf("--result=%s was made by %v; clean takes results of partial, resemblance and partition",
			dir, command)
	case against && r.directed:
	case r.searched.Compare == search.CompareAll:
		return nil,
			fmt.Errorf("--result=%s was made with --compare=all, so clean needs the source, too: add --against with it",
				dir)
	case r.directed:
		// A hot passage has places on both sides, and may be in the source alone.
		streams = streams[:1]
	}
	if against && !r.directed {
		return nil, fmt.Errorf("--result=%s was made without --source, and --against is one: leave out --result, and clean searches itself, or run %v again with --source", dir, r.parameters["command"])
	}
	input, source := summary.Documents()
	r.documents, r.bytes = input, summary.Counts["bytes"]
	switch {
	case against:
		r.against = source
	case source > 0:
		r.bytes = -1
	}
	r.files, err = r.filesOf(folder, streams)
	return r, err
}

// found returns how many passages and hot passages the search found.
func (r *searchResult) found() (passages, hot int64) {
	return r.lines[passagesStream] + r.lines[withinStream], r.lines["hot"]
}

// after makes the result one of a collection that earlier passes have cleaned. last is the
// folder of the last of them.
func (r *searchResult) after(ctx context.Context, last string) error {
	folder, err := result.Open(ctx, last)
	if err != nil {
		return err
	}
	r.earlier, err = r.filesOf(folder, []string{manifestStream, cutsStream})
	return err
}

// filesOf returns the files of streams, and adds their sizes.
func (r *searchResult) filesOf(folder *result.Folder, streams []string) (all []resultFile, err error) {
	for _, stream := range streams {
		files := passageio.Files(folder, stream)
		if len(files) == 0 {
			return nil, fmt.Errorf("--result=%s has no file %s-*.jsonl", folder.Dir, stream)
		}
		for _, f := range files {
			info, err := os.Stat(f)
			if err != nil {
				return nil, err
			}
			path, err := filepath.Abs(f)
			if err != nil {
				return nil, err
			}
			all = append(all, resultFile{stream, path})
			r.size += info.Size()
		}
	}
	return all, nil
}
