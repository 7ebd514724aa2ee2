package shardio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"

	"example.org/diagonal/io/result"
	"example.org/diagonal/io/store"
)

// Output is the folder of a result that is being made. Nothing of it has its name before
// Commit.
type Output struct {
	files store.Store
	draft store.Draft
}

// ExistsError is the error of a result that cannot have its name.
type ExistsError struct {
	Name, Why string
	// Faster is true if the name was free, and another run took it in the meantime.
	Faster bool
}

func (e *ExistsError) Error() string { return fmt.Sprintf("--output=%s: %s", e.Name, e.Why) }

// existsError returns an error about the name of a result in words for the user.
func existsError(err error) error {
	var taken *store.TakenError
	if errors.As(err, &taken) {
		return &ExistsError{taken.Path, taken.Why, taken.Faster()}
	}
	return err
}

// Begin makes the folder under a temporary name, beside the final one, and removes what runs
// that were killed have left there. With overwrite the result may replace an earlier one, if
// that contains only what a run has written. An error about the name is an *ExistsError.
func Begin(ctx context.Context, name string, overwrite bool) (*Output, error) {
	return begin(name, overwrite, func(files store.Store, f store.Folder) (store.Draft, error) {
		return files.Begin(ctx, f)
	})
}

// BeginHere is Begin for a result that is made by code that needs a disk: the folder is on a disk of this machine until
// Commit, also if the result is to be in a bucket (store.BeginHere).
func BeginHere(ctx context.Context, name string, overwrite bool) (*Output, error) {
	return begin(name, overwrite, func(_ store.Store, f store.Folder) (store.Draft, error) {
		return store.BeginHere(ctx, f)
	})
}

// BeginDurable is BeginHere for a result that outlives a power cut as soon as it has its name.
func BeginDurable(ctx context.Context, name string, overwrite bool) (*Output, error) {
	return begin(name, overwrite, func(_ store.Store, f store.Folder) (store.Draft, error) {
		f.Durable = true
		return store.BeginHere(ctx, f)
	})
}

func begin(name string, overwrite bool, draftOf func(store.Store, store.Folder) (store.Draft, error)) (*Output, error) {
	files, err := store.For(name)
	if err != nil {
		return nil, &ExistsError{Name: name, Why: store.Reason(err).Error()}
	}
	draft, err := draftOf(files, store.Folder{
		Path: name, Overwrite: overwrite, Scratch: runsDir, First: result.SummaryFile, Last: result.SuccessFile,
		Varies: result.RunFile,
	})
	if err != nil {
		return nil, existsError(err)
	}
	if files, err = store.For(draft.Dir()); err != nil {
		return nil, err
	}
	return &Output{files, draft}, nil
}

// Dir returns the path of the folder under its temporary name.
func (o *Output) Dir() string { return o.draft.Dir() }

// Summary reads summary.json, the last file that workers write. Its error means that the job
// did not finish, whatever its runner reports.
func (o *Output) Summary(ctx context.Context) (*result.Summary, error) {
	folder, err := result.Open(ctx, o.Dir())
	if err != nil {
		return nil, err
	}
	summary, err := folder.Summary(ctx)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the job ended without its result: %w", err)
	}
	if err != nil {
		return nil, err
	}
	return summary, nil
}

// Commit writes run.json, with run as JSON, and _SUCCESS, which lists the files, and gives the
// folder its name. An earlier result stays until then. The error says why there is no result
// under the name; it is an *ExistsError if another run has taken the name.
func (o *Output) Commit(ctx context.Context, run any) error {
	if _, err := o.Summary(ctx); err != nil {
		return err
	}
	if err := o.files.Remove(ctx, store.Join(o.Dir(), runsDir)); err != nil {
		return err
	}
	if err := removeAll(ctx, o.files, o.Dir(), ".tmp-*"); err != nil { // of workers that were killed
		return err
	}
	err := store.WriteFile(ctx, store.Join(o.Dir(), result.RunFile), func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(run)
	})
	if err != nil {
		return err
	}
	return existsError(o.draft.Commit(ctx))
}

// Abort removes what was written. After Commit it does nothing.
func (o *Output) Abort() error { return o.draft.Abort() }

// matching returns the paths of the files right in dir whose names match a pattern.
func matching(ctx context.Context, files store.Store, dir, pattern string) ([]string, error) {
	names, err := files.Names(ctx, dir)
	names = slices.DeleteFunc(names, func(name string) bool {
		ok, _ := path.Match(pattern, name)
		return !ok
	})
	for i, name := range names {
		names[i] = store.Join(dir, name)
	}
	return names, err
}

// removeAll removes the files of dir that match a pattern; dir itself may have any name.
func removeAll(ctx context.Context, files store.Store, dir, pattern string) error {
	names, err := matching(ctx, files, dir, pattern)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := files.Remove(ctx, name); err != nil {
			return err
		}
	}
	return nil
}
