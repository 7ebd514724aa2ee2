package job

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/visible"
)

// First returns the first records, at most so many, of one stream of a result.
func First[T any](ctx context.Context, dir, stream string, most int) ([]T, error) {
	folder, err := result.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	return result.First[T](ctx, folder, stream, most)
}

// maxShown is how many rejected records are shown.
const maxShown = 5

// FirstRejected is lines, ready for a terminal, about the first rejected records of the result.
func (r *Result) FirstRejected() string {
	return firstRejected(r.Dir, r.Summary.Lines[Rejected], fmt.Sprintf(": %s-*.jsonl", Rejected))
}

// firstRejected is lines about the first of so many rejected records of a folder, and
// where the rest is.
func firstRejected(dir string, total int64, rest string) string {
	rejected, err := First[record.Rejected](context.Background(), dir, Rejected, maxShown)
	var lines []string
	for _, r := range rejected {
		lines = append(lines, "  "+visible.Text(r.String()))
	}
	if more := total - int64(len(rejected)); more > 0 && err == nil {
		lines = append(lines, fmt.Sprintf("  and %s more%s", humanize.Comma(more), rest))
	}
	if err != nil && !os.IsNotExist(err) {
		lines = append(lines, fmt.Sprintf("  (%s)", visible.Error(err)))
	}
	return strings.Join(lines, "\n")
}
