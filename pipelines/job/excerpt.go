package job

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"diagonal/io/record"
)

// maxShown is how many rejected records are shown.
const maxShown = 5

// FirstRejected is lines about the first rejected records of a result.
func FirstRejected(dir string) string {
	names, _ := fs.Glob(os.DirFS(dir), Rejected+"-*.jsonl") // dir may have any name
	for i := range names {
		names[i] = filepath.Join(dir, names[i])
	}
	var lines []string
	err := EachLine(context.Background(), names, func(line []byte) error {
		var r record.Rejected
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		lines = append(lines, "  "+r.String())
		if len(lines) == maxShown {
			return Stop
		}
		return nil
	})
	if err != nil && !os.IsNotExist(err) {
		lines = append(lines, fmt.Sprintf("  (%v)", err))
	}
	return strings.Join(lines, "\n")
}
