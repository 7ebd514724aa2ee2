package findings

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/store"
)

// NotResultError is the error of a folder that is no result, in words for the user.
type NotResultError struct{ Why string }

func (e *NotResultError) Error() string { return e.Why }

// Read reads the result in a folder. The error is a *NotResultError if it is none.
func Read(ctx context.Context, dir string) (*Findings, error) {
	folder, err := result.Open(ctx, dir)
	if err != nil {
		return nil, &NotResultError{fmt.Sprintf("%s is not the folder of a result: %v", dir, store.Reason(err))}
	}
	switch {
	case !folder.Has(result.SummaryFile):
		return nil, &NotResultError{fmt.Sprintf("%s contains no %s: give a folder that partial, lookup, resemblance, partition, reuse or clean has made", dir, result.SummaryFile)}
	case !folder.Whole():
		return nil, &NotResultError{fmt.Sprintf("%s is not whole: it contains no %s", dir, result.SuccessFile)}
	}
	r := &reader{ctx: ctx, folder: folder, f: &Findings{}, scores: map[[2]int][]float64{}, hot: map[string]int{},
		used: map[string]bool{"largest": true}}
	if err := r.summary(); err != nil {
		return nil, &NotResultError{fmt.Sprintf("%s: %v", dir, err)}
	}
	if err := r.streams(); err != nil {
		return nil, err
	}
	r.f.finish(r.scores)
	r.others()
	return r.f, nil
}

// reader reads the streams of a result. Documents are numbered as they are met.
type reader struct {
	ctx     context.Context
	folder  *result.Folder
	f       *Findings
	numbers [2]map[string]int // by side
	scores  map[[2]int][]float64
	hot     map[string]int // hashes
	used    map[string]bool
}

func (r *reader) summary() (err error) {
	if r.f.Summary, err = r.folder.Summary(r.ctx); err != nil {
		return err
	}
	if len(r.f.Summary.Parameters) == 0 || json.Unmarshal(r.f.Summary.Parameters, &r.f.Parameters) != nil {
		return fmt.Errorf("%s has no parameters", result.SummaryFile)
	}
	command, ok := r.f.Parameters["command"].(string)
	if !ok {
		return fmt.Errorf("%s does not say which command made the result", result.SummaryFile)
	}
	r.f.Command = command
	source, _ := r.f.Parameters["source"].(bool)
	all := r.f.Parameters["compare"] == "all" // then passages say which side b is on
	r.f.Directed = source && !all || command == "lookup"
	if r.folder.Has(result.RunFile) {
		return r.folder.Run(r.ctx, &r.f.Run)
	}
	return nil
}

// document returns the number of a document.
func (r *reader) document(side record.Side, id string) int {
	if n, ok := r.numbers[side][id]; ok {
		return n
	}
	if r.numbers[side] == nil {
		r.numbers[side] = map[string]int{}
	}
	n := len(r.f.Documents)
	r.numbers[side][id] = n
	r.f.Documents = append(r.f.Documents, Document{ID: id, Side: side})
	return n
}

// second is the side of b, of a line that has source set or not.
func (r *reader) second(source bool) record.Side { return sideOf(source || r.f.Directed) }

// others lists the streams that were not read.
func (r *reader) others() {
	for _, name := range r.folder.Streams() {
		if !r.used[name] {
			r.f.Others = append(r.f.Others, Stream{name, r.folder.Files(name, result.LinesExtension),
				r.f.Summary.Lines[name]})
		}
	}
}

// Find returns the number of a document by its id, Unknown if there is none.
func (f *Findings) Find(side record.Side, id string) int {
	if f.Hidden {
		var ok bool
		if id, ok = f.named[record.SidedID(id, side == record.Source)]; !ok {
			return Unknown
		}
	}
	n, ok := slices.BinarySearchFunc(f.Documents, Document{ID: id, Side: side}, func(a, b Document) int {
		return cmp.Or(cmp.Compare(a.Side, b.Side), strings.Compare(a.ID, b.ID))
	})
	if !ok {
		return Unknown
	}
	return n
}

// Base returns the last part of the path of a result.
func Base(dir string) string { return path.Base(strings.TrimRight(dir, "/")) }
