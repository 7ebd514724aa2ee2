package shardio

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Output is the folder of a result that is being made. Nothing of it is seen under
// its name before Commit.
type Output struct {
	name      string
	dir       string
	overwrite bool
}

// ExistsError says that there is something under the name of the result already.
type ExistsError struct{ Name, Why string }

func (e *ExistsError) Error() string { return fmt.Sprintf("--output=%s: %s", e.Name, e.Why) }

// Begin makes the folder with the temporary name, beside the one that the result will
// have. What is left there of runs that were killed is removed. The errors about the
// name itself are of type *ExistsError.
func Begin(name string, overwrite bool) (*Output, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	if err := vacant(name, overwrite); err != nil {
		return nil, err
	}
	parent, base := filepath.Split(name)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return nil, &ExistsError{name, fmt.Sprintf("the folder above it can not be made: %v", err)}
	}
	removeStale(parent, base)
	removeStale(parent, replaced(base))
	dir := filepath.Join(parent, partial(base, os.Getpid()))
	if err := os.MkdirAll(filepath.Join(dir, runsDir), 0o755); err != nil {
		return nil, &ExistsError{name, fmt.Sprintf("can not be written: %v", err)}
	}
	return &Output{name, dir, overwrite}, nil
}

// vacant says why there can be no result under the name.
func vacant(name string, overwrite bool) error {
	entries, err := os.ReadDir(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0:
		return nil
	case err != nil:
		return &ExistsError{name, fmt.Sprintf("is not a folder that can be read: %v", err)}
	case !overwrite:
		return &ExistsError{name, "exists already; choose another folder, or add --overwrite"}
	}
	for _, f := range []string{SuccessFile, SummaryFile} {
		if _, err := os.Stat(filepath.Join(name, f)); err == nil {
			return nil
		}
	}
	return &ExistsError{name, "has files that are no result of an earlier run; --overwrite does not remove those"}
}

// partial is the temporary name of a result that process pid makes.
func partial(base string, pid int) string { return fmt.Sprintf(".%s.partial-%d", base, pid) }

// replaced is what an earlier result is called while a new one takes its name.
func replaced(base string) string { return base + ".old" }

// removeStale removes the temporary folders of processes that are gone.
func removeStale(parent, base string) {
	prefix := strings.TrimSuffix(partial(base, 0), "0")
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		pid, err := strconv.Atoi(strings.TrimPrefix(e.Name(), prefix))
		if !strings.HasPrefix(e.Name(), prefix) || err != nil {
			continue
		}
		if pid == os.Getpid() || errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			os.RemoveAll(filepath.Join(parent, e.Name()))
		}
	}
}

// Dir is the folder with the temporary name.
func (o *Output) Dir() string { return o.dir }

// Summary reads summary.json, which workers write last: if it is not there the job
// did not finish, whatever its runner says.
func (o *Output) Summary() (*Summary, error) {
	b, err := os.ReadFile(filepath.Join(o.dir, SummaryFile))
	if err != nil {
		return nil, fmt.Errorf("the job ended without its result: %w", err)
	}
	var s Summary
	if err := json.Unmarshal(b, &s); err != nil {
		return nil, fmt.Errorf("%s: %w", SummaryFile, err)
	}
	return &s, nil
}

// Commit writes run.json and _SUCCESS and gives the folder its name.
func (o *Output) Commit(run any) error {
	if _, err := o.Summary(); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(o.dir, runsDir)); err != nil {
		return err
	}
	if err := removeAll(o.dir, ".tmp-*"); err != nil { // of workers that were killed
		return err
	}
	err := create(filepath.Join(o.dir, RunFile), func(f *os.File) error {
		e := json.NewEncoder(f)
		e.SetIndent("", "  ")
		return e.Encode(run)
	})
	if err != nil {
		return err
	}
	if err := create(filepath.Join(o.dir, SuccessFile), func(*os.File) error { return nil }); err != nil {
		return err
	}
	if err := vacant(o.name, o.overwrite); err != nil { // somebody else was faster
		return err
	}
	old := filepath.Join(filepath.Dir(o.name), partial(replaced(filepath.Base(o.name)), os.Getpid()))
	if err := os.Rename(o.name, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(o.dir, o.name); err != nil {
		os.Rename(old, o.name)
		return err
	}
	return os.RemoveAll(old)
}

// Abort removes what was written. After Commit it does nothing.
func (o *Output) Abort() error { return os.RemoveAll(o.dir) }

// Files are the files of one stream of a result, in order. The folder may have any name.
func Files(dir, stream string) ([]string, error) {
	names, err := fs.Glob(os.DirFS(dir), stream+"-?????-of-?????.jsonl")
	for i := range names {
		names[i] = filepath.Join(dir, names[i])
	}
	return names, err
}
