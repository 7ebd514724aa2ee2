// Package index is the command that makes and changes an index: it reads documents from files,
// calls Find of pipelines/index, and writes a segment of the index (package indexio).
package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/lockdir"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/io/store"
)

// Command is `diagonal index`.
func Command() *cobra.Command {
	var p Params
	cmd := &cobra.Command{
		Use:   "index --input=PATH --index=FOLDER",
		Short: "make or change an index of a collection: for a large one that rarely changes, then lookup",
		Long: `Makes an index of the documents of --input, in which lookup finds texts. The index
contains no text: lookup reads the documents where they are, and reports those that have
changed.

A few q-grams, which are runs of --q letters, of each document are its signatures: in each
run of --w q-grams the one that is rarest in the collection. Text of w+q-1 letters (93) or
31 Chinese characters that a query and a document share always has a common signature.

The frequencies are those of the first build. --info says how far the collection has moved
away from them since, and --compact --renew counts them again.

Each change happens completely or not at all. A lookup that is running goes on with the
index as it was. A run that is killed changes nothing. Only one run at a time can change an
index on a disk. In a bucket the first of two changes at once stands; the other one fails, and
changes nothing.

With --skip_done a build or a change that the index has already ends at once. That is known
until --compact joins the segments.

The documents of --input may be in every format that partial reads. Records that could not
be used are in FOLDER/segments/*/rejected-*.jsonl.`,
		Example: `  diagonal index --input=articles/ --index=articles.index
  diagonal index --input=new/ --index=articles.index --add
  diagonal index --index=articles.index --remove=2019/draft.txt
  diagonal index --index=articles.index --info
  diagonal index --index=articles.index --compact --renew`,
		Args: line.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return p.Job.Measured(cmd, p.Index, func() (job.Ended, error) {
				if err := p.check(cmd.Flags()); err != nil {
					return job.Ended{}, line.Usage(err)
				}
				return run(cmd.Context(), &p, cmd.Flags(), cmd.OutOrStdout(), cmd.ErrOrStderr())
			})
		},
	}
	p.Flags(cmd.Flags())
	return cmd
}

// run does what the flags ask for. Results go to out, progress and notes to w.
func run(ctx context.Context, p *Params, fs *pflag.FlagSet, out, w io.Writer) (job.Ended, error) {
	var nothing job.Ended
	what, err := p.task()
	if err != nil {
		return nothing, line.Usage(err)
	}
	if what == info {
		return nothing, printInfo(ctx, p.Index, out)
	}
	if what != build { // do not make a folder for an index that there is not
		if _, err := readManifest(ctx, p.Index); err != nil {
			return nothing, err
		}
	}
	release, err := p.lock()
	if err != nil {
		return nothing, err
	}
	defer release()
	old, err := readManifest(ctx, p.Index)
	if err := p.Job.Remember(ctx, fs, "index"); err != nil {
		return nothing, err
	}
	other := ""
	if p.Job.SkipDone && err == nil {
		done, why, err := doneIn(ctx, p, old)
		if err != nil {
			return nothing, err
		}
		if done != "" {
			if !p.Job.Quiet {
				fmt.Fprintln(w, done)
			}
			return job.Ended{Skipped: true}, nil
		}
		other = why
	}
	var none *indexio.NotIndexError
	switch {
	case what == build && err == nil:
		return nothing, line.Usage(fmt.Errorf("--index=%s: there is an index already; add documents with --add or --replace, or name another folder%s", p.Index, other))
	case what == build && !errors.As(err, &none):
		return nothing, err
	case what == build:
		if err := p.empty(ctx, old); err != nil {
			return nothing, err
		}
	case err != nil:
		return nothing, err
	}
	change, err := changeIndex(ctx, p, fs, what, old, w)
	ended := job.Ended{Result: change.result}
	if err != nil {
		for _, id := range change.unread {
			fmt.Fprintln(out, id)
		}
		return nothing, p.errorOf(err)
	}
	if p.Job.Quiet {
		return ended, nil
	}
	job.Report(ctx, p.Index, w, func(ctx context.Context) error { return change.report(ctx, out) })
	return ended, nil
}

// doneIn looks for a segment that was made as this run would make one (job.Params.Done), the last one first. other is
// why the last one was not, to follow an error.
func doneIn(ctx context.Context, p *Params, m *indexio.Manifest) (done, other string, err error) {
	for _, s := range slices.Backward(m.Segments) {
		done, why, err := p.Job.Done(ctx, indexio.SegmentDir(p.Index, s.Name), p.Index)
		if err != nil || done != "" {
			return done, "", err
		}
		if other == "" && why != "" {
			other = ". --skip_done does not skip it: " + why
		}
	}
	return "", other, nil
}

// changed is a change of an index that is ready: its manifest takes effect when it is written.
type changed struct {
	manifest *indexio.Manifest
	// segment is the name of the new segment; "" if there is none.
	segment string
	// result is that of the job that made the segment; nil if none did.
	result *job.Result
	// twice are the ids that were in the index before.
	twice []string
	// unread are the ids of documents that could not be read again: the reason for an error.
	unread []string
	// report prints the closing lines.
	report func(ctx context.Context, out io.Writer) error
}

// changeIndex changes the index, of which old is the manifest; of a new index it has no segment, or is nil. After an
// error the new segment is removed, unless the manifest may have been written.
func changeIndex(
	ctx context.Context, p *Params, fs *pflag.FlagSet, what task, old *indexio.Manifest, w io.Writer,
) (change changed, err error) {
	switch what {
	case remove:
		change, err = removeDocuments(ctx, p, old)
	case compact:
		if p.Renew {
			change, err = renewSegments(ctx, p, old, w)
		} else {
			change, err = compactSegments(ctx, p, old)
		}
	default:
		change, err = addDocuments(ctx, p, fs, what, old, w)
	}
	if err == nil && ctx.Err() != nil {
		err = line.Interrupted
	}
	unchanged := true
	if err == nil {
		err = change.manifest.Write(ctx, p.Index, old)
		unchanged = store.IsLocal(p.Index) || errors.Is(err, indexio.ErrChanged)
	}
	if err != nil && unchanged && change.segment != "" {
		indexio.RemoveSegment(context.WithoutCancel(ctx), p.Index, change.segment)
	}
	return change, err
}

// errorOf returns an error of a change in words of this command.
func (p *Params) errorOf(err error) error {
	var exists *shardio.ExistsError
	switch {
	case errors.Is(err, indexio.ErrChanged) || errors.As(err, &exists) && exists.Faster:
		return p.named(indexio.ErrChanged)
	case exists != nil:
		return p.usage(errors.New(exists.Why))
	}
	return err
}

// readManifest returns the manifest of an index, with the exit code of an error.
func readManifest(ctx context.Context, dir string) (*indexio.Manifest, error) {
	m, err := indexio.ReadManifest(ctx, dir)
	if errors.As(err, new(*indexio.NotIndexError)) {
		return m, line.Usage(err)
	}
	return m, err
}

// lock makes the folder of an index on a disk and takes its lock. If the run puts nothing into a folder that it has
// made, release removes the folder.
func (p *Params) lock() (release func(), err error) {
	if !store.IsLocal(p.Index) {
		return func() {}, nil
	}
	_, there := os.Stat(p.Index)
	if err := os.MkdirAll(p.Index, 0o755); err != nil {
		return nil, p.usage(err)
	}
	l, err := lockdir.Hold(p.Index)
	switch {
	case lockdir.Held(err):
		return nil, p.usage(indexio.ErrLocked)
	case err != nil:
		return nil, p.usage(err)
	}
	return func() {
		if names, err := os.ReadDir(p.Index); there != nil && err == nil && len(names) == 1 { // the lock
			os.Remove(filepath.Join(p.Index, names[0].Name()))
			os.Remove(p.Index)
		}
		l.Release()
	}, nil
}

// empty returns an error if the folder of a new index has files of something else. What a first build has left that was
// killed is nothing else; unborn is the manifest of one that a result was to appear with, nil if there is none.
func (p *Params) empty(ctx context.Context, unborn *indexio.Manifest) error {
	files, err := store.For(p.Index)
	if err != nil {
		return line.Usage(err)
	}
	names, err := files.Names(ctx, p.Index)
	if err != nil {
		return err
	}
	for _, name := range names {
		switch {
		case name == ".lock", name == indexio.ManifestFile && unborn != nil, indexio.OnlySegments(ctx, p.Index, name):
		default:
			return p.usage(fmt.Errorf("the folder is no index, and contains %s: name a new folder", name))
		}
	}
	return nil
}

// named says which index an error is about.
func (p *Params) named(err error) error {
	return fmt.Errorf("%s=%s: %w", cmp.Or(p.flag, "--index"), p.Index, err)
}

func (p *Params) usage(err error) error { return line.Usage(p.named(err)) }
