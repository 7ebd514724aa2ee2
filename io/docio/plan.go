package docio

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// Plan is the list of what is read.
type Plan struct {
	// Files is the number of files. A file that is input and source counts twice.
	Files int
	// Bytes is their size as they are stored.
	Bytes int64
	// TextBytes is an estimate of their size decompressed: exact where no file is
	// compressed and in Parquet, elsewhere as the beginning of some of the files is.
	TextBytes int64
	// Rejected are the files that could not be listed. Read emits them.
	Rejected []record.Rejected
	// Notes are lines for the user about files that were left out by rule.
	Notes []string
	// Unused are lines for the user about flags that no file was read by, for the end of a run.
	Unused []string
	// State is a name for what the files are: where each is, its size, and the time of its last change or its
	// generation. It stays the same as long as they do. A plan of a sample has none.
	State string

	params Params
	dir    string // relative paths are below it
	ranges []Range
	budget int64 // the number of what Bound has set; 0: nothing
}

// Ranges returns the ranges that the files are read in, by side, name and start. The caller
// must not change them.
func (p *Plan) Ranges() []Range { return p.ranges }

// Params returns the parameters of the plan.
func (p *Plan) Params() Params { return p.params }

// Dir returns the folder that relative paths of the ranges are below.
func (p *Plan) Dir() string { return p.dir }

// PlanAgain returns the plan of a job that reads no files as input, but about so many bytes of texts of
// documents that were read before (Texts). The error is that of the present folder.
func PlanAgain(p Params, textBytes int64) (*Plan, error) {
	dir, err := os.Getwd()
	return &Plan{params: p, dir: dir, TextBytes: textBytes}, err
}

// listedFile is a file to be read, with its side and format.
type listedFile struct {
	store.File
	side   record.Side
	format *format
}

// NewPlan lists the files of p and cuts large ones into ranges. To count lines, it reads the
// files of lines that it cuts once; of Parquet files it reads the footers. With Params.Share, the
// plan has a share of the ranges, from all over the input, and Files, Bytes and TextBytes are those
// of the share. The error is a *UsageError if the arguments are at fault.
func NewPlan(ctx context.Context, p Params) (*Plan, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	plan := &Plan{params: p, dir: dir}
	files, err := plan.list(ctx)
	if err != nil {
		return nil, err
	}
	plan.Unused = append(plan.Unused, p.unusedGlobs(files)...)
	if err := p.checkFields(files); err != nil {
		return nil, err
	}
	if p.sampled() {
		if plan.ranges, err = sample(ctx, p, files); err != nil {
			return nil, err
		}
		plan.Files = len(plan.ranges)
		for _, r := range plan.ranges {
			plan.Bytes += r.Bytes
			plan.TextBytes += r.TextBytes
		}
		return plan, nil
	}
	plan.Files, plan.State = len(files), plan.stateOf(files)
	for _, f := range files {
		plan.Bytes += f.Size
	}
	if plan.ranges, err = split(ctx, p, files, rangeBytes(plan.Bytes)); err != nil {
		return nil, err
	}
	for _, r := range plan.ranges {
		plan.TextBytes += r.TextBytes
	}
	return plan, nil
}

// checkFields returns an error about flags that name fields if no file has fields. A name that is the default may not
// have been given.
func (p Params) checkFields(files []listedFile) error {
	any := func(has func(*format) bool) bool {
		return slices.ContainsFunc(files, func(f listedFile) bool { return has(f.format) })
	}
	fields := any(func(f *format) bool { return f.fields })
	if m := p.Metadata; m != nil && !fields {
		for _, name := range p.Keep {
			if !slices.Contains(m.Names, name) {
				return usagef("there is no field %s to keep: the metadata have %s, and no file has records with fields, as JSON Lines and Parquet have", name, strings.Join(m.Names, ", "))
			}
		}
	} else if len(p.Keep) > 0 && !fields {
		return usagef("there are no fields to keep (%s): no file has records with fields, as JSON Lines and Parquet have", strings.Join(p.Keep, ", "))
	}
	flag := ""
	switch d := Defaults(); {
	case p.TextField != d.TextField:
		flag = "--text_field=" + p.TextField
	case p.IDField != d.IDField:
		flag = "--id_field=" + p.IDField
	}
	if flag == "" || any(func(f *format) bool { return f.columns }) {
		return nil
	}
	return usagef("%s has no effect: no file has its text in a field, as JSON Lines and Parquet have; leave it out",
		flag)
}

// list returns the files of all arguments, each once a side, by side and name.
func (plan *Plan) list(ctx context.Context) ([]listedFile, error) {
	var files []listedFile
	excluded := map[string]bool{} // the patterns
	metadata := ""                // the identity of a file that is no document
	if plan.params.MetadataFile != "" {
		// else ReadMetadata says it
		if listing, err := List(ctx, plan.params.MetadataFile); err == nil && len(listing.Files) == 1 {
			metadata = listing.Files[0].Identity
		}
	}
	for _, side := range []struct {
		side      record.Side
		arguments []string
	}{{record.Input, plan.params.Input}, {record.Source, plan.params.Source}} {
		for _, argument := range side.arguments {
			list := List
			if argument == Stdin {
				list = func(ctx context.Context, _ string) (store.Listing, error) { return plan.params.listStdin(ctx) }
			}
			listing, err := list(ctx, argument)
			if err != nil {
				return nil, err
			}
			files = slices.Grow(files, len(listing.Files))
			found := len(listing.Failed) > 0
			for _, f := range listing.Files {
				if f.Identity == metadata {
					continue
				}
				if argument != Stdin {
					if f.Name, err = plan.params.nameOf(f); err != nil {
						return nil, err
					}
				}
				if patterns := plan.params.excludes(f.Name); len(patterns) > 0 {
					for _, pattern := range patterns {
						excluded[pattern] = true
					}
					listing.Skipped = append(listing.Skipped, store.Problem{Path: f.Path, Reason: excludedWhy})
					continue
				}
				found = true
				files = append(files, listedFile{f, side.side, formatOf(plan.params, f.Path)})
			}
			leftOut := plan.note(listing)
			if !found {
				return nil,
					usagef("%s",
						strings.Join(append([]string{argument + ": there is no file in it"}, leftOut...), "; "))
			}
			for _, line := range leftOut {
				plan.Notes = append(plan.Notes, argument+": "+line)
			}
		}
	}
	archives := slices.ContainsFunc(files, func(f listedFile) bool { return f.format.members != nil })
	plan.Unused = append(plan.Unused, plan.params.unusedExcludes(excluded, archives)...)
	// Of several names of one file the smallest is kept, whatever the order of the arguments.
	byName := func(a, b listedFile) int {
		return cmp.Or(cmp.Compare(a.side, b.side), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Path, b.Path))
	}
	slices.SortFunc(files, func(a, b listedFile) int {
		return cmp.Or(cmp.Compare(a.side, b.side), cmp.Compare(a.Identity, b.Identity), byName(a, b))
	})
	files = slices.CompactFunc(files, func(a, b listedFile) bool {
		return a.side == b.side && a.Identity == b.Identity
	})
	slices.SortFunc(files, byName)
	slices.SortFunc(plan.Rejected, func(a, b record.Rejected) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Reason, b.Reason))
	})
	plan.Rejected = slices.Compact(plan.Rejected)
	return files, nil
}

// List returns the files that an argument of --input names, without those of results of earlier runs, which Skipped
// has. The error is a *UsageError, or that of ctx.
func List(ctx context.Context, argument string) (store.Listing, error) {
	files, err := store.For(argument)
	if err != nil {
		return store.Listing{}, &UsageError{err}
	}
	listing, err := files.List(ctx, argument)
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		err = &UsageError{err}
	}
	if err != nil {
		return listing, err
	}
	return withoutResults(ctx, argument, listing)
}

// notePaths is how many paths a note names.
const notePaths = 3

// note keeps what could not be listed, and returns lines about what was left out.
func (plan *Plan) note(listing store.Listing) (leftOut []string) {
	for _, p := range listing.Failed {
		plan.Rejected = append(plan.Rejected, record.Rejected{File: p.Path, Reason: p.Reason})
	}
	byReason := map[string][]string{}
	for _, p := range listing.Skipped {
		byReason[p.Reason] = append(byReason[p.Reason], p.Path)
	}
	for reason, paths := range byReason {
		slices.Sort(paths)
		shown := strings.Join(paths[:min(len(paths), notePaths)], ", ")
		if len(paths) > notePaths {
			shown += ", ..."
		}
		leftOut = append(leftOut, fmt.Sprintf("%d left out (%s): %s", len(paths), reason, shown))
	}
	slices.Sort(leftOut)
	return leftOut
}
