package clean

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/commands/index"
	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/transforms/cleaning"
)

// ending is how the passes ended.
type ending struct {
	// unsearched says why the cleaned collection was not searched again, and what to do; "" if it was.
	unsearched string
	// little says what the last pass has removed, and all of them, if it ended the passes because it was little.
	little string
	// added is what was put into an index; nil if nothing was.
	added *index.Addition
	// searches is how often the collection was searched.
	searches int
}

// little is the share, as 1/little, of the characters that all passes have removed, in cuts and in dropped
// documents, below which a pass is the last one. What is left then is mostly what every search finds again, such as
// reworded text, and a search takes as long as the first one: there is none after that pass. A pass that removes
// nothing is the last one, too: a search would find what the one before it has found, and the next pass would decide
// the same.
const little = 100

// passes cleans the collection, searches the cleaned collection, and cleans that, until
// nothing is removed, or little, or Passes are done. A search has bounds, and words weigh otherwise in
// another collection, so a second search may find more. Without a result it drops identical
// documents first, so that the first search has less to do. If nothing is searched for, there is one pass.
func passes(ctx context.Context, p Params, r *searchResult, w io.Writer) (cleaned *job.Result, end ending, err error) {
	p.share = p.Job.Docs.Share
	begin := shardio.BeginHere
	if p.addTo != "" {
		begin = shardio.BeginDurable
	}
	out, err := begin(ctx, p.Job.Output, p.Job.Overwrite)
	if err != nil {
		return nil, end, line.Usage(err)
	}
	defer out.Abort()
	start := time.Now()
	var addition *index.Addition
	if p.addTo != "" {
		if addition, err = index.Begin(ctx, p.addTo, "--against"); err != nil {
			return nil, end, err
		}
		defer addition.Release()
		if addition.New() {
			p.indexes = slices.DeleteFunc(slices.Clone(p.indexes), func(path string) bool { return path == p.addTo })
		}
	}
	p, unread, state, err := oldDocuments(ctx, p, out.Dir(), w)
	if err != nil {
		return nil, end, err
	}
	before, err := countBefore(ctx, p, out.Dir(), w)
	if err != nil {
		return nil, end, err
	}
	t, searching := &total{}, p.searches(r)
	if p.SiteTemplates != "" {
		if err := removeTemplates(ctx, p, t, out.Dir(), w); err != nil {
			return nil, end, err
		}
	}
	if p.Near > 0 {
		if err := dropSimilar(ctx, p, t, out.Dir(), w); err != nil {
			return nil, end, err
		}
	}
	if searching && r.dir == "" {
		end.searches++
		if r, err = firstSearch(ctx, p, r, t, out.Dir(), w); err != nil {
			return nil, end, err
		}
	}
	for n := 1; ; n++ {
		done, err := nextPass(ctx, t.reads(p), r, filepath.Join(out.Dir(), passFolder+strconv.Itoa(n)), t.dir, w)
		if err != nil {
			return nil, end, err
		}
		if err := t.add(ctx, done); err != nil {
			return nil, end, err
		}
		if p.Passes == 1 || p.annotates() || !searching {
			delete(t.summary.Counts, passCount)
			break
		}
		if why := t.unsearched(r); why != "" {
			end.unsearched = fmt.Sprintf("cleaned %s, and not searched again: %s", times(int64(n)), why)
			delete(t.summary.Counts, passCount)
			break
		}
		if t.summary.Counts[cleaning.WrittenDocuments] == 0 { // there may not be a file to search
			t.summary.Ledger[passagesLeft], t.summary.Ledger[hotLeft] = 0, 0
			break
		}
		if t.removed == 0 && r.mine != "" { // the collection is what it was when r was found
			t.left(r)
			break
		}
		if t.little() {
			end.little = fmt.Sprintf("%s of %s", humanize.Comma(t.last), line.Many(t.all, "character"))
			t.summary.Ledger[passagesBefore], t.summary.Ledger[hotBefore] = r.found()
			break
		}
		end.searches++
		again, err := searchAgain(ctx, t.reads(p), r, t, filepath.Join(out.Dir(), searchFolder+strconv.Itoa(n)), w)
		if err != nil {
			return nil, end, err
		}
		passages, hot := t.left(again)
		if passages+hot == 0 || n == p.Passes || t.removed == 0 {
			break
		}
		if !p.Job.Quiet {
			fmt.Fprintf(w, "after pass %d: %s removed, %s and %s left\n", n, line.Many(t.last, "character"), line.Many(passages, "passage"), line.Many(hot, "hot passage"))
		}
		if err := os.RemoveAll(r.mine); err != nil {
			return nil, end, err
		}
		again.mine, r = again.dir, again
	}
	if _, ok := t.summary.Counts[passCount]; ok {
		t.summary.Counts[lastCharacters] = t.last
	}
	if len(p.indexes) > 0 {
		t.summary.Counts[UnreadOld] = unread
		if t.run.Input != "" { // else nobody asks for it
			t.run.Input = state
		}
	}
	if p.CountCopies {
		if t.summary.Lines[copiesStream], err = writeCopies(ctx, t.dir, sorterMemory); err != nil {
			return nil, end, fmt.Errorf("counting copies: %w", err)
		}
	}
	if err := statisticsOf(ctx, p, t, before, out.Dir(), w); err != nil {
		return nil, end, err
	}
	if err := t.finish(ctx, out.Dir()); err != nil {
		return nil, end, err
	}
	t.run.Took(time.Since(start), t.summary.Counts["bytes"]) // searching included
	t.run.SpoolLargest, t.run.ShuffledRecords, t.run.ShuffledBytes = t.took.spool, t.took.records, t.took.bytes
	if end.added, err = commit(ctx, p, t, out, addition, w); err != nil {
		return nil, end, err
	}
	return &job.Result{Dir: p.Job.Output, Summary: t.summary, Run: t.run}, end, nil
}

// The beginnings of the names of the folders of passes and searches, inside the result.
const passFolder, searchFolder = "pass-", "found-"

// firstSearch drops identical documents and searches the others. If there are none, or if
// documents would have other ids afterwards, it searches the input itself, and the first pass
// then drops them. So it does if there is one pass: Annotate, which drops nothing, finds the same.
func firstSearch(ctx context.Context, p Params, none *searchResult, t *total, dir string, w io.Writer) (*searchResult, error) {
	if p.Passes > 1 && !p.annotates() {
		first := t.dir == ""
		done, err := nextPass(ctx, t.reads(p), none, filepath.Join(dir, passFolder+"0"), t.dir, w)
		if err != nil {
			return nil, err
		}
		if err := t.add(ctx, done); err != nil {
			return nil, err
		}
		if first && (t.removed == 0 || t.unsearched(none) != "") {
			if err := os.RemoveAll(t.dir); err != nil {
				return nil, err
			}
			*t = total{took: t.took}
		}
	}
	r, err := searchAgain(ctx, t.reads(p), none, t, filepath.Join(dir, searchFolder+"0"), w)
	if err != nil {
		return nil, err
	}
	r.mine = r.dir
	return r, nil
}

// nextPass cleans, into the folder dir, the collection that the pass before has left in the
// folder last, or the input if last is "". It joins the accounts of both, and removes last.
func nextPass(ctx context.Context, p Params, r *searchResult, dir, last string, w io.Writer) (*job.Result, error) {
	p.Job.Output = dir
	if last != "" {
		p.Job.Docs.Input = []string{filepath.Join(last, Documents)}
		if err := r.after(ctx, last); err != nil {
			return nil, err
		}
	}
	done, err := pass(ctx, p, r, w)
	if err != nil {
		return nil, err
	}
	if p.CountCopies {
		if err := weigh(ctx, last, dir, sorterMemory); err != nil {
			return nil, fmt.Errorf("counting copies: %w", err)
		}
	}
	if last == "" {
		return done, nil
	}
	if err := replace(ctx, last, dir); err != nil {
		return nil, err
	}
	return done, nil
}

// replace makes the account in the folder dir that of all passes, and removes the folder last,
// which has the account of the passes before.
func replace(ctx context.Context, last, dir string) error {
	if err := joinAccounts(ctx, last, dir); err != nil {
		return fmt.Errorf("joining the records of the passes: %w", err)
	}
	for _, stream := range []string{job.Rejected, job.Converted, templatesStream} { // later passes reject nothing, and read what is written here
		files, err := result.Files(ctx, last, stream)
		if err != nil {
			return err
		}
		if len(files) == 0 {
			continue
		}
		err = shardio.WriteStream(ctx, dir, stream, func(write func([]byte) error) error {
			return result.EachLine(ctx, files, func(_ int, line []byte) error { return write(line) })
		})
		if err != nil {
			return err
		}
	}
	return os.RemoveAll(last)
}
