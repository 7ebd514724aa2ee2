package clean

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/transforms/cleaning"
)

// What the summary says of the passes.
const (
	// passCount is how often the collection was cleaned.
	passCount = "passes"
	// passagesLeft and hotLeft are what the search after the last pass found.
	passagesLeft = "passages_left"
	hotLeft      = "hot_passages_left"
)

// searches says whether the collection is searched here: for a result, if none is given, or
// again as r was found.
func (p Params) searches(r *found) bool {
	if p.Exact > 0 {
		return false
	}
	return r.dir == "" || p.Passes > 1 && !p.annotates() && !r.groups && !r.directed
}

// passes cleans, searches what came of it, and cleans that, until nothing is taken out or
// Passes are done: repeats beyond the bounds of a search come within them, and words weigh
// otherwise in another collection. Without a result it drops identical documents first, so
// that the first search has less to do. unsearched says why it did not search again, and what
// to do.
func passes(ctx context.Context, p Params, r *found, find Find, w io.Writer) (result *job.Result, unsearched string, err error) {
	out, err := shardio.Begin(ctx, p.Job.Output, p.Job.Overwrite)
	if err != nil {
		return nil, "", line.Usage(err)
	}
	defer out.Abort()
	start := time.Now()
	t := &tally{}
	if r.dir == "" {
		if r, err = firstSearch(ctx, p, r, find, t, out.Dir(), w); err != nil {
			return nil, "", err
		}
	}
	for n := 1; ; n++ {
		result, err := nextPass(ctx, p, r, filepath.Join(out.Dir(), "pass-"+strconv.Itoa(n)), t.dir, w)
		if err != nil {
			return nil, "", err
		}
		if err := t.add(ctx, result); err != nil {
			return nil, "", err
		}
		if p.Passes == 1 || p.annotates() {
			delete(t.summary.Counts, passCount)
			break
		}
		if why := t.unsearched(r); why != "" {
			unsearched = fmt.Sprintf("cleaned %s, and not searched again: %s", times(int64(n)), why)
			delete(t.summary.Counts, passCount)
			break
		}
		if t.summary.Counts[cleaning.WrittenDocuments] == 0 { // there may not be a file to search
			t.summary.Ledger[passagesLeft], t.summary.Ledger[hotLeft] = 0, 0
			break
		}
		again, err := search(ctx, p, r, find, t.inputs(p), filepath.Join(out.Dir(), "found-"+strconv.Itoa(n)))
		if err != nil {
			return nil, "", err
		}
		t.summary.Ledger[passagesLeft], t.summary.Ledger[hotLeft] = again.lines[passagesStream], again.lines["hot"]
		if again.lines[passagesStream]+again.lines["hot"] == 0 || n == p.Passes || t.idle {
			break
		}
		if !p.Job.Quiet {
			fmt.Fprintf(w, "after pass %d: %d passages and %d hot passages are left\n", n, again.lines[passagesStream], again.lines["hot"])
		}
		if err := os.RemoveAll(r.mine); err != nil {
			return nil, "", err
		}
		again.mine, r = again.dir, again
	}
	if err := t.finish(ctx, out.Dir()); err != nil {
		return nil, "", err
	}
	t.run.Took(time.Since(start), t.summary.Counts["bytes"]) // searching included
	if err := out.Commit(ctx, t.run); err != nil {
		return nil, "", err
	}
	return &job.Result{Dir: p.Job.Output, Summary: t.summary, Run: t.run}, unsearched, nil
}

// firstSearch drops identical documents and searches the others. Where there are none, or
// documents would have other ids afterwards, the input itself is searched: the first pass
// then drops them.
func firstSearch(ctx context.Context, p Params, none *found, find Find, t *tally, dir string, w io.Writer) (*found, error) {
	if !p.annotates() {
		result, err := nextPass(ctx, p, none, filepath.Join(dir, "pass-0"), "", w)
		if err != nil {
			return nil, err
		}
		if err := t.add(ctx, result); err != nil {
			return nil, err
		}
		if t.idle || t.unsearched(none) != "" {
			if err := os.RemoveAll(t.dir); err != nil {
				return nil, err
			}
			*t = tally{}
		}
	}
	r, err := search(ctx, p, none, find, t.inputs(p), filepath.Join(dir, "found-0"))
	if err != nil {
		return nil, err
	}
	r.mine = r.dir
	return r, nil
}

// nextPass cleans into the folder dir what the pass before has left in last, or the
// input if that is "".
func nextPass(ctx context.Context, p Params, r *found, dir, last string, w io.Writer) (*job.Result, error) {
	p.Job.Output = dir
	if last != "" {
		p.Job.Docs.Input = []string{filepath.Join(last, Documents)}
		if err := r.after(ctx, last); err != nil {
			return nil, err
		}
	}
	result, err := pass(ctx, p, r, w)
	if err != nil || last == "" {
		return result, err
	}
	if err := compose(ctx, last, dir); err != nil {
		return nil, fmt.Errorf("joining the records of the passes: %w", err)
	}
	rejected, err := shardio.Files(ctx, last, job.Rejected)
	if err != nil {
		return nil, err
	}
	err = shardio.WriteStream(ctx, dir, job.Rejected, func(write func([]byte) error) error {
		return job.EachLine(ctx, rejected, func(line []byte) error { return write(line[:len(line)-1]) })
	})
	return result, cmp.Or(err, os.RemoveAll(last))
}

// search finds in inputs what r was found by in another collection; without parameters of
// r, what `partial` finds by default.
func search(ctx context.Context, p Params, r *found, find Find, inputs []string, dir string) (*found, error) {
	args := []string{"partial", "--output=" + dir, "--quiet",
		"--format=" + p.Job.Docs.Format, "--id_field=" + p.Job.Docs.IDField, "--text_field=" + p.Job.Docs.TextField}
	for _, input := range inputs {
		args = append(args, "--input="+input)
	}
	if p.Job.Memory > 0 {
		args = append(args, fmt.Sprintf("--memory=%dB", p.Job.Memory))
	}
	for _, name := range slices.Sorted(maps.Keys(r.parameters)) {
		value := r.parameters[name]
		if number, ok := value.(float64); ok {
			value = strconv.FormatFloat(number, 'f', -1, 64)
		}
		if _, share := r.antecedents(); name == "antecedents" && share {
			continue // that is the default, which has no other name
		}
		if name != "command" && name != "source" && name != "min_similarity" {
			args = append(args, fmt.Sprintf("--%s=%v", name, value))
		}
	}
	if r.ranges || r.dir == "" {
		args = append(args, fmt.Sprintf("--min_similarity=%g", p.MinSimilarity))
	}
	if err := find(ctx, args); err != nil {
		return nil, fmt.Errorf("searching the collection: %w", err)
	}
	return open(ctx, dir)
}

// tally is what all passes so far have done.
type tally struct {
	dir     string // of the last pass
	summary *shardio.Summary
	run     job.RunInfo
	idle    bool // the last pass has taken nothing out
}

// inputs are what is searched next: what the last pass has written, or the input.
func (t *tally) inputs(p Params) []string {
	if t.dir == "" {
		return p.Job.Docs.Input
	}
	return []string{filepath.Join(t.dir, Documents)}
}

func (t *tally) add(ctx context.Context, r *job.Result) error {
	t.dir, t.idle = r.Dir, r.Summary.Counts[cleaning.RemovedPassages]+r.Summary.Counts[cleaning.DroppedDocuments] == 0
	if t.summary == nil {
		t.summary, t.run = r.Summary, r.Run
		t.summary.Counts[passCount] = 1
		return nil
	}
	s := t.summary
	s.Parameters = r.Summary.Parameters
	s.Counts[passCount]++
	for _, name := range []string{cleaning.RemovedPassages, cleaning.RemovedCharacters, cleaning.DroppedDocuments} {
		s.Counts[name] += r.Summary.Counts[name]
	}
	s.Counts[cleaning.WrittenDocuments] = r.Summary.Counts[cleaning.WrittenDocuments]
	s.Ledger = r.Summary.Ledger
	t.run.PeakMemory = max(t.run.PeakMemory, r.Run.PeakMemory)

	s.Counts[cleaning.CutDocuments] = 0
	last := ""
	for _, stream := range []string{manifestStream, droppedStream, cutsStream} {
		s.Lines[stream] = 0
		err := eachOf(ctx, r.Dir, stream, func(v struct{ ID string }, _ []byte) error {
			s.Lines[stream]++
			if stream == cutsStream && v.ID != last {
				last = v.ID
				s.Counts[cleaning.CutDocuments]++
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// unsearched says why the cleaned collection can not be searched again as r was found,
// and what to do; "" if it can. Documents must have the ids there that they have in the
// input: those that are FILE:LINE do not if a line before them is gone.
func (t *tally) unsearched(r *found) string {
	switch given, _ := r.antecedents(); {
	case t.summary.Counts[unnamed] > 0 && t.summary.Counts[cleaning.DroppedDocuments]+t.summary.Lines[job.Rejected] > 0:
		return fmt.Sprintf("%s without an id, and their line numbers have changed, because lines were left out. Give every record an id (--id_field), or run partial on the cleaned collection and clean that with the new result",
			line.Many(t.summary.Counts[unnamed], "record"))
	case given:
		return "the result was made with antecedents from a file, and does not contain them. Run partial on the cleaned collection with the same file, and clean that with the new result"
	}
	return ""
}

// finish moves what the last pass has made to where it is committed, and removes the rest.
func (t *tally) finish(ctx context.Context, dir string) error {
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
	for _, e := range old { // passes and searches
		if !strings.HasPrefix(e.Name(), "pass-") && !strings.HasPrefix(e.Name(), "found-") {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// policyOf says no to a policy that a result of resemblance was not made by.
func (p Params) policyOf(r *found, given bool) error {
	made, _ := r.parameters["policy"].(string)
	if r.groups && given && made != "" && made != p.Policy && (p.Policy == cleaning.KeepFirst || p.Policy == cleaning.KeepLongest) {
		return fmt.Errorf("--policy=%s: --result=%s was made with --policy=%s, which has chosen the documents that stay", p.Policy, p.Result, made)
	}
	return nil
}
