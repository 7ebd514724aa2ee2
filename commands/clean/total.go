package clean

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/transforms/cleaning"
)

// The names of the counts of passes in the summary.
const (
	// passCount is the number of passes.
	passCount = "passes"
	// lastCharacters is how many characters the last of several passes has removed, in cuts and documents.
	lastCharacters = "characters_of_last_pass"
	// passagesLeft and hotLeft count what a search finds in what the last pass has left.
	passagesLeft = "passages_left"
	hotLeft      = "hot_passages_left"
	// passagesBefore and hotBefore count what the search before the last pass found, if there is none after it.
	passagesBefore = "passages_before_last_pass"
	hotBefore      = "hot_passages_before_last_pass"
)

// total sums up all passes so far.
type total struct {
	dir     string // of the last pass
	summary *result.Summary
	run     job.RunInfo
	removed int64 // copies and documents that the last pass has removed
	// near is the ledger of the search for similar documents.
	near map[string]int64
	took took
	// last is how many characters the last pass has removed, in cuts and documents, and all how
	// many all passes have.
	last, all int64
	// sets are the character sets of the files of the input that are not in UTF-8, by name. What is left of a file
	// might look like another one.
	sets map[string]string
}

// took is what all passes and searches have taken: the most on disk at a time, and what they shuffled.
type took struct{ spool, records, bytes int64 }

func (t *took) add(r *job.RunInfo) {
	t.spool = max(t.spool, r.SpoolLargest)
	t.records, t.bytes = t.records+r.ShuffledRecords, t.bytes+r.ShuffledBytes
}

// inputs returns what is searched next: what the last pass has written, or the input.
func (t *total) inputs(p Params) []string {
	if t.dir == "" {
		return p.Job.Docs.Input
	}
	return []string{filepath.Join(t.dir, Documents)}
}

// reads returns p for what is read next: in the character sets of the files that were read first, and all that was
// written, even if the input was a sample. It can be written again. Its files have the ids of those that it was made
// of: their names begin at --base, if that was given.
func (t *total) reads(p Params) Params {
	p.Job.Docs.Sets = t.sets
	if t.dir != "" {
		p.Job.Docs.Share, p.Job.Docs.All, p.Job.Docs.Base = 0, false, ""
	}
	return p
}

// add adds a pass.
func (t *total) add(ctx context.Context, r *job.Result) error {
	t.dir, t.removed = r.Dir, r.Summary.Counts[cleaning.RemovedPassages]+r.Summary.Counts[cleaning.DroppedDocuments]
	t.last = r.Summary.Counts[cleaning.RemovedCharacters] + r.Summary.Counts[cleaning.DroppedCharacters]
	t.all += t.last
	t.took.add(&r.Run)
	if t.summary == nil {
		t.summary, t.run = r.Summary, r.Run
		t.summary.Counts[passCount] = 1
		folder, err := result.Open(ctx, r.Dir)
		if err != nil {
			return err
		}
		t.sets = map[string]string{}
		return result.Each(ctx, folder, job.Converted, func(c record.Converted, _ []byte) error {
			if !c.Source {
				t.sets[c.Name] = c.Charset
			}
			return nil
		})
	}
	s := t.summary
	s.Parameters = r.Summary.Parameters
	s.Counts[passCount]++
	for _, name := range []string{cleaning.RemovedPassages, cleaning.RemovedCharacters, cleaning.DroppedDocuments,
		cleaning.DroppedCharacters} {
		s.Counts[name] += r.Summary.Counts[name]
	}
	s.Counts[cleaning.WrittenDocuments] = r.Summary.Counts[cleaning.WrittenDocuments]
	s.Ledger = r.Summary.Ledger
	maps.Copy(s.Ledger, t.near)
	t.run.CPUSeconds = max(t.run.CPUSeconds, r.Run.CPUSeconds)
	t.run.PeakMemory = max(t.run.PeakMemory, r.Run.PeakMemory)
	t.run.Allocated = max(t.run.Allocated, r.Run.Allocated)
	return t.count(ctx)
}

// little reports whether the last pass has removed so little that the collection is not searched again.
func (t *total) little() bool { return t.removed > 0 && t.last*little < t.all }

// left keeps how many passages and hot passages are left, as a search has found.
func (t *total) left(r *searchResult) (passages, hot int64) {
	passages, hot = r.found()
	t.summary.Ledger[passagesLeft], t.summary.Ledger[hotLeft] = passages, hot
	return passages, hot
}

// count counts the lines of the joined account, and the documents that were cut.
func (t *total) count(ctx context.Context) error {
	folder, err := result.Open(ctx, t.dir)
	if err != nil {
		return err
	}
	t.summary.Counts[cleaning.CutDocuments] = 0
	last := ""
	for _, stream := range []string{manifestStream, droppedStream, cutsStream} {
		t.summary.Lines[stream] = 0
		err := result.Each(ctx, folder, stream, func(v struct{ ID string }, _ []byte) error {
			t.summary.Lines[stream]++
			if stream == cutsStream && v.ID != last {
				last = v.ID
				t.summary.Counts[cleaning.CutDocuments]++
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// unsearched returns why the cleaned collection cannot be searched again as r was found, and
// what to do; "" if it can. Documents must have the ids there that they have in the input.
// Ids that are FILE:LINE change if a line before them is gone.
func (t *total) unsearched(r *searchResult) string {
	switch {
	case t.summary.Counts[unnamed] > 0 && t.summary.Counts[cleaning.DroppedDocuments]+t.summary.Lines[job.Rejected] > 0:
		return fmt.Sprintf("%s without an id, and their line numbers have changed, because lines were left out. Give every record an id (--id_field), or run partial on the cleaned collection and clean that with the new result",
			line.Many(t.summary.Counts[unnamed], "record"))
	case r.givenAntecedents():
		return "the result was made with antecedents from a file, and does not contain them. Run partial on the cleaned collection with the same file, and clean that with the new result"
	}
	return ""
}

// finish moves what the last pass has written to the folder dir, which is committed, and
// removes the folders of passes and searches.
func (t *total) finish(ctx context.Context, dir string) error {
	if err := shardio.WriteSummary(ctx, t.dir, t.summary); err != nil {
		return err
	}
	made, err := os.ReadDir(t.dir)
	if err != nil {
		return err
	}
	old, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range made {
		if err := os.Rename(filepath.Join(t.dir, e.Name()), filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	for _, e := range old {
		if !strings.HasPrefix(e.Name(), passFolder) && !strings.HasPrefix(e.Name(), searchFolder) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
