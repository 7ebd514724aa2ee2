package docio

import (
	"context"
	"fmt"
	"slices"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/io/store"
)

// StateOf returns the state of the files of p: Plan.State, without making a plan. Its errors are those of NewPlan.
func StateOf(ctx context.Context, p Params) (string, error) {
	if err := p.Validate(); err != nil {
		return "", err
	}
	plan := &Plan{params: p}
	files, err := plan.list(ctx)
	if err != nil {
		return "", err
	}
	return plan.stateOf(files), nil
}

// stateOf returns Plan.State.
func (plan *Plan) stateOf(files []listedFile) string {
	lines := make([]string, 0, len(files)+len(plan.Rejected))
	for _, f := range files {
		lines = append(lines, fmt.Sprint(f.side, "\x00", f.Identity, "\x00", f.Version))
	}
	for _, r := range plan.Rejected {
		lines = append(lines, r.File+"\x00"+r.Reason)
	}
	return hashOf(lines)
}

// FolderState returns a name for the state of a file, or of all files of a folder, as Plan.State is one of the input.
func FolderState(ctx context.Context, path string) (string, error) {
	files, err := store.For(path)
	if err != nil {
		return "", err
	}
	listing, err := files.List(ctx, path)
	if err != nil {
		return "", err
	}
	var lines []string
	for _, f := range listing.Files {
		lines = append(lines, f.Identity+"\x00"+f.Version)
	}
	return hashOf(lines), nil
}

// hashOf returns the xxhash64 of lines in any order, in hexadecimal.
func hashOf(lines []string) string {
	slices.Sort(lines)
	h := xxhash.New()
	for _, l := range lines {
		h.WriteString(l)
		h.WriteString("\n")
	}
	return fmt.Sprintf("%016x", h.Sum64())
}
