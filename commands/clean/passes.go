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
func passes(ctx context.Context, p Params, r *searchResult, w io.Writer) (*job.Result, ending, error) {
	c, err := begin(ctx, p, r, w)
	if err != nil {
		return nil, ending{}, err
	}
	defer c.abandon()
	for _, step := range []func(context.Context) error{c.readOthers, c.dropWholes, c.searchFirst, c.clean, c.account,
		c.publish} {
		if err := step(ctx); err != nil {
			return nil, c.end, err
		}
	}
	return &job.Result{Dir: c.p.Job.Output, Summary: c.t.summary, Run: c.t.run}, c.end, nil
}

// course is a run in passes: what it does, and how far it is.
type course struct {
	p        Params
	w        io.Writer // of progress
	start    time.Time
	out      *shardio.Output
	addition *index.Addition // nil without Add
	// searching is whether this command searches, and r the result that the next pass cleans by.
	searching bool
	r         *searchResult
	// unread is how many documents of indexes could not be read, and state that of all files that were given.
	unread int64
	state  string
	before counted // for Statistics
	t      *total
	end    ending
}

// begin makes the folder of the result, and locks the index of Add.
func begin(ctx context.Context, p Params, r *searchResult, w io.Writer) (_ *course, err error) {
	p.share = p.Job.Docs.Share
	output := shardio.BeginHere
	if p.addTo != "" {
		output = shardio.BeginDurable
	}
	c := &course{p: p, w: w, r: r, t: &total{}}
	if c.out, err = output(ctx, p.Job.Output, p.Job.Overwrite); err != nil {
		return nil, line.Usage(err)
	}
	c.start = time.Now()
	if p.addTo == "" {
		return c, nil
	}
	if c.addition, err = index.Begin(ctx, p.addTo, "--against"); err != nil {
		c.abandon()
		return nil, err
	}
	if c.addition.New() {
		c.p.indexes = slices.DeleteFunc(slices.Clone(p.indexes), func(path string) bool { return path == p.addTo })
	}
	return c, nil
}

// abandon removes what there is of the result, unless it was published, and unlocks the index.
func (c *course) abandon() {
	if c.addition != nil {
		c.addition.Release()
	}
	c.out.Abort()
}

// readOthers writes the documents of indexes beside those that stay, and counts what there is, for Statistics.
func (c *course) readOthers(ctx context.Context) (err error) {
	if c.p, c.unread, c.state, err = oldDocuments(ctx, c.p, c.out.Dir(), c.w); err != nil {
		return err
	}
	c.before, err = countBefore(ctx, c.p, c.out.Dir(), c.w)
	return err
}

// dropWholes makes the passes for which nothing is searched: those of the templates of sites, and of similar documents.
func (c *course) dropWholes(ctx context.Context) error {
	if c.p.SiteTemplates != "" {
		if err := removeTemplates(ctx, c.p, c.t, c.out.Dir(), c.w); err != nil {
			return err
		}
	}
	if c.p.Near > 0 {
		return dropSimilar(ctx, c.p, c.t, c.out.Dir(), c.w)
	}
	return nil
}

// searchFirst searches the collection, if no result is given.
func (c *course) searchFirst(ctx context.Context) (err error) {
	if c.searching = c.p.searches(c.r); !c.searching || c.r.dir != "" {
		return nil
	}
	c.end.searches++
	c.r, err = firstSearch(ctx, c.p, c.r, c.t, c.out.Dir(), c.w)
	return err
}

// clean makes passes, each with a search behind it, until one is the last.
func (c *course) clean(ctx context.Context) error {
	for n := 1; ; n++ {
		done, err := nextPass(ctx, c.t.reads(c.p), c.r, filepath.Join(c.out.Dir(), passFolder+strconv.Itoa(n)),
			c.t.dir, c.w)
		if err != nil {
			return err
		}
		if err := c.t.add(ctx, done); err != nil {
			return err
		}
		if c.ended(n) {
			return nil
		}
		c.end.searches++
		again, err := searchAgain(ctx, c.t.reads(c.p), c.r, c.t,
			filepath.Join(c.out.Dir(), searchFolder+strconv.Itoa(n)), c.w)
		if err != nil {
			return err
		}
		passages, hot := c.t.left(again)
		if passages+hot == 0 || n == c.p.Passes || c.t.removed == 0 {
			return nil
		}
		if !c.p.Job.Quiet {
			fmt.Fprintf(c.w, "after pass %d: %s removed, %s and %s left\n", n, line.Many(c.t.last, "character"),
				line.Many(passages, "passage"), line.Many(hot, "hot passage"))
		}
		if err := os.RemoveAll(c.r.mine); err != nil {
			return err
		}
		again.mine, c.r = again.dir, again
	}
}

// ended reports whether pass n is the last one without another search, and keeps why.
func (c *course) ended(n int) bool {
	t := c.t
	switch unsearched := t.unsearched(c.r); {
	case c.p.Passes == 1 || c.p.annotates() || !c.searching:
		delete(t.summary.Counts, passCount)
	case unsearched != "":
		c.end.unsearched = fmt.Sprintf("cleaned %s, and not searched again: %s", times(int64(n)), unsearched)
		delete(t.summary.Counts, passCount)
	case t.summary.Counts[cleaning.WrittenDocuments] == 0: // there may not be a file to search
		t.summary.Ledger[passagesLeft], t.summary.Ledger[hotLeft] = 0, 0
	case t.removed == 0 && c.r.mine != "": // the collection is what it was when r was found
		t.left(c.r)
	case t.little():
		c.end.little = fmt.Sprintf("%s of %s", humanize.Comma(t.last), line.Many(t.all, "character"))
		t.summary.Ledger[passagesBefore], t.summary.Ledger[hotBefore] = c.r.found()
	default:
		return false
	}
	return true
}

// account completes the summary, and writes copies and statistics, if they were asked for.
func (c *course) account(ctx context.Context) (err error) {
	summary := c.t.summary
	if _, ok := summary.Counts[passCount]; ok {
		summary.Counts[lastCharacters] = c.t.last
	}
	if len(c.p.indexes) > 0 {
		summary.Counts[UnreadOld] = c.unread
		if c.t.run.Input != "" { // else nobody asks for it
			c.t.run.Input = c.state
		}
	}
	if c.p.CountCopies {
		if summary.Lines[copiesStream], err = writeCopies(ctx, c.t.dir, sorterMemory); err != nil {
			return fmt.Errorf("counting copies: %w", err)
		}
	}
	return statisticsOf(ctx, c.p, c.t, c.before, c.out.Dir(), c.w)
}

// publish makes the result appear, and what was put into the index of Add.
func (c *course) publish(ctx context.Context) (err error) {
	if err := c.t.finish(ctx, c.out.Dir()); err != nil {
		return err
	}
	run, took := &c.t.run, c.t.took
	run.Took(time.Since(c.start), c.t.summary.Counts["bytes"]) // searching included
	run.SpoolLargest, run.ShuffledRecords, run.ShuffledBytes = took.spool, took.records, took.bytes
	c.end.added, err = commit(ctx, c.p, c.t, c.out, c.addition, c.w)
	return err
}

// The beginnings of the names of the folders of passes and searches, inside the result.
const passFolder, searchFolder = "pass-", "found-"

// firstSearch drops identical documents and searches the others. If there are none, or if
// documents would have other ids afterwards, it searches the input itself, and the first pass
// then drops them. So it does if there is one pass: Annotate, which drops nothing, finds the same.
func firstSearch(
	ctx context.Context, p Params, none *searchResult, t *total, dir string, w io.Writer,
) (*searchResult, error) {
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
	// later passes reject nothing, and read what is written here
	for _, stream := range []string{job.Rejected, job.Converted, templatesStream} {
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
