package clean

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.org/diagonal/io/shardio"
	"example.org/diagonal/transforms/signature"
)

// found is a result to clean by.
type found struct {
	dir        string
	parameters map[string]any
	// documents and bytes are those of the collection that was searched; -1: not known.
	documents, bytes int64
	// groups says that whole documents were compared.
	groups bool
	// ranges says that passages do not begin and end at sentences.
	ranges bool
	// directed says that the input was compared with a source.
	directed bool
	// files of each stream that is used.
	files []resultFile
	// lines is how many lines each stream has.
	lines map[string]int64
	// mine is the folder, if it was made here.
	mine string
	// earlier is the files in which earlier passes say what they have cut and kept.
	earlier []resultFile
	// size of files in bytes.
	size int64
}

// resultFile is a file of one stream.
type resultFile struct{ Stream, Path string }

// The streams that copies are read from.
const (
	passagesStream = "passages"
	hotStream      = "hot-occurrences"
	groupsStream   = "groups"
)

// open looks at the folder of a result.
func open(ctx context.Context, dir string) (*found, error) {
	b, err := os.ReadFile(filepath.Join(dir, shardio.SummaryFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--result=%s contains no %s; give a folder that partial or resemblance has made", dir, shardio.SummaryFile)
	}
	if err != nil {
		return nil, fmt.Errorf("--result=%s: %w", dir, err)
	}
	if _, err := os.Stat(filepath.Join(dir, shardio.SuccessFile)); err != nil {
		return nil, fmt.Errorf("--result=%s is not whole: it contains no %s", dir, shardio.SuccessFile)
	}
	var s struct {
		Parameters map[string]any
		Counts     map[string]int64
		Lines      map[string]int64
	}
	if err := json.Unmarshal(b, &s); err != nil {
		return nil, fmt.Errorf("--result=%s: %s: %w", dir, shardio.SummaryFile, err)
	}
	r := &found{dir: dir, parameters: s.Parameters, lines: s.Lines}
	r.directed, _ = s.Parameters["source"].(bool)
	r.ranges = s.Parameters["matching"] == "refine"
	streams := []string{passagesStream, hotStream}
	switch command := s.Parameters["command"]; {
	case command == "resemblance" && r.directed:
		return nil, fmt.Errorf("--result=%s was made with --source, so it has no groups: run resemblance without --source", dir)
	case command == "resemblance":
		r.groups, streams = true, []string{groupsStream}
	case command != "partial":
		return nil, fmt.Errorf("--result=%s was made by %v; clean takes results of partial and of resemblance", dir, command)
	case r.directed:
		// Hot places do not say on which side they are.
		streams = streams[:1]
	}
	r.documents, r.bytes = s.Counts["documents"]-s.Counts["documents_source"], s.Counts["bytes"]
	if s.Counts["documents_source"] > 0 {
		r.bytes = -1
	}
	return r, r.list(ctx, streams)
}

// antecedents says whether those of spot signatures were given by the user, word by
// word, or are a share of all words, which is the default.
func (r *found) antecedents() (given, share bool) {
	value, _ := r.parameters["antecedents"].(string)
	return strings.HasSuffix(value, signature.GivenWords), strings.HasPrefix(value, signature.ShareOf)
}

func (r *found) list(ctx context.Context, streams []string) (err error) {
	for _, stream := range streams {
		files, err := r.filesOf(ctx, r.dir, stream)
		if err != nil {
			return err
		}
		r.files = append(r.files, files...)
	}
	return nil
}

// after makes the result one of a collection that was cleaned before, into last.
func (r *found) after(ctx context.Context, last string) error {
	r.earlier = nil
	for _, stream := range []string{manifestStream, cutsStream} {
		files, err := r.filesOf(ctx, last, stream)
		if err != nil {
			return err
		}
		r.earlier = append(r.earlier, files...)
	}
	return nil
}

// filesOf are the files of a stream, whose sizes are added.
func (r *found) filesOf(ctx context.Context, dir, stream string) (all []resultFile, err error) {
	files, err := shardio.Files(ctx, dir, stream)
	if err != nil {
		return nil, err
	}
	if tables, _ := filepath.Glob(filepath.Join(dir, stream+"-?????-of-?????.parquet")); len(files) == 0 && len(tables) > 0 {
		return nil, fmt.Errorf("--result=%s contains its %s as Parquet, and clean reads JSON Lines: run partial again with --output_format=jsonl", dir, stream)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("--result=%s has no file %s-*.jsonl", dir, stream)
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
	return all, nil
}
