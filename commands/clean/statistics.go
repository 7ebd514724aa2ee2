package clean

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/spool"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/io/store"
	"example.org/diagonal/transforms/cleaning"
)

// StatisticsFile is the name of the file of statistics, inside the result.
const StatisticsFile = "statistics.json"

// allSources makes statistics without sources.
const allSources = "all"

// statistics is what is written.
type statistics struct {
	// By is what a source is; "" are no sources.
	By      string       `json:"by,omitempty"`
	Before  amount       `json:"before"`
	After   amount       `json:"after"`
	Sources []sourceSize `json:"sources,omitempty"`
	// Removed is what was removed from documents, and Dropped the documents that were dropped, by reason.
	Removed []removedSize `json:"removed"`
	Dropped []removedSize `json:"dropped"`
	// Groups are the documents that stay and represent others.
	Groups []groupSize `json:"groups"`
}

// amount is how much text there is.
type amount struct {
	Documents int64 `json:"documents"`
	Words     int64 `json:"words"`
	Bytes     int64 `json:"bytes"`
}

type sourceSize struct {
	Source string `json:"source"`
	Before amount `json:"before"`
	After  amount `json:"after"`
}

// removedSize is how many ranges, or documents, and their characters.
type removedSize struct {
	Reason     string `json:"reason"`
	Number     int64  `json:"number"`
	Characters int64  `json:"characters"`
}

// groupSize is how many groups have so many documents, with the one that stays.
type groupSize struct {
	Documents int64 `json:"documents"`
	Groups    int64 `json:"groups"`
}

// counted is how much text a collection has, together and by source. In memory are the names of all sources.
type counted struct {
	all     amount
	sources map[string]amount
}

// countSources counts a collection. It makes the folder dir, and removes it.
func countSources(ctx context.Context, p Params, inputs []string, dir string, w io.Writer) (c counted, err error) {
	jp := p.searchJob(inputs, dir)
	jp.Docs.Source = nil
	by := cleaning.Sites(p.Statistics)
	switch p.Statistics {
	case allSources:
		by = ""
	case cleaning.HostSite:
	default:
		jp.Docs.Keep = []string{p.Statistics}
	}
	done, err := job.Run(ctx, jp, job.Job{
		Name: "clean", Parameters: p.Statistics, Size: job.SizeOf(0, 0, 0), Here: true,
		Build: func(s beam.Scope, g job.Graph) {
			in := g.Read(s)
			g.Write(s, []shardio.Stream{job.RejectedOf(s, in.Rejected)}, in.Skipped,
				cleaning.CountSources(s, g.Shuffle, by, in.Documents))
		},
	}, w)
	if err != nil {
		return c, fmt.Errorf("counting the collection: %w", err)
	}
	c.sources = map[string]amount{}
	for name, n := range done.Summary.Counts {
		add := func(prefix string, field func(*amount) *int64) {
			if source, ok := strings.CutPrefix(name, prefix); ok {
				a := c.sources[source]
				*field(&a) = n
				c.sources[source] = a
			}
		}
		add(cleaning.SourceDocuments, func(a *amount) *int64 { return &a.Documents })
		add(cleaning.SourceWords, func(a *amount) *int64 { return &a.Words })
		add(cleaning.SourceBytes, func(a *amount) *int64 { return &a.Bytes })
	}
	counts := done.Summary.Counts
	c.all = amount{counts[cleaning.AllDocuments], counts[cleaning.AllWords], counts[cleaning.AllBytes]}
	return c, os.RemoveAll(dir)
}

// writeStatistics writes the statistics of a result in the folder dir.
func writeStatistics(ctx context.Context, p Params, before, after counted, dir string) error {
	s := statistics{Before: before.all, After: after.all, Removed: []removedSize{}, Dropped: []removedSize{},
		Groups: []groupSize{}}
	if p.Statistics != allSources {
		s.By = p.Statistics
	}
	for name, n := range before.sources {
		s.Sources = append(s.Sources, sourceSize{name, n, after.sources[name]})
	}
	slices.SortFunc(s.Sources, func(x, y sourceSize) int {
		return cmp.Or(cmp.Compare(y.Before.Documents, x.Before.Documents), cmp.Compare(x.Source, y.Source))
	})
	folder, err := result.Open(ctx, dir)
	if err != nil {
		return err
	}
	if s.Removed, err = removedBy(ctx, folder, manifestStream); err != nil {
		return err
	}
	if s.Dropped, err = removedBy(ctx, folder, droppedStream); err != nil {
		return err
	}
	if s.Groups, err = groupsOf(ctx, folder, sorterMemory); err != nil {
		return err
	}
	return store.WriteFile(ctx, store.Join(dir, StatisticsFile), func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(s)
	})
}

// removedBy counts the lines of a stream by their reasons. Documents of which too little was left have one reason,
// however much it was.
func removedBy(ctx context.Context, folder *result.Folder, stream string) ([]removedSize, error) {
	sizes := map[string]removedSize{}
	err := result.Each(ctx, folder, stream, func(v record.Removed, _ []byte) error {
		reason := v.Reason
		if strings.HasSuffix(reason, cleaning.LeftReason) {
			reason = strings.TrimSpace(cleaning.LeftReason)
		}
		s := sizes[reason]
		sizes[reason] = removedSize{reason, s.Number + 1, s.Characters + v.End - v.Start}
		return nil
	})
	all := make([]removedSize, 0, len(sizes))
	for _, reason := range slices.Sorted(maps.Keys(sizes)) {
		all = append(all, sizes[reason])
	}
	return all, err
}

// groupsOf counts the documents that represent others by how many these are.
func groupsOf(ctx context.Context, folder *result.Folder, memory int) (all []groupSize, err error) {
	waiting, err := spool.Make(folder.Dir, true)
	if err != nil {
		return nil, err
	}
	defer waiting.Close()
	sorter := shardio.NewSorter(ctx, waiting, memory)
	err = eachTwin(ctx, folder, func(v *record.Removed) error {
		return add(sorter, wire.AppendBool(wire.AppendOrdered(nil, v.KeptID), v.Source), v)
	})
	if err != nil {
		return nil, err
	}
	sizes := map[int64]int64{}
	var last record.Removed
	n := int64(0)
	err = each(sorter, func(v *record.Removed) error {
		if v.KeptID != last.KeptID || v.Source != last.Source {
			sizes[n+1]++
			last, n = *v, 0
		}
		n++
		return nil
	})
	sizes[n+1]++
	delete(sizes, 1) // before the first one
	all = make([]groupSize, 0, len(sizes))
	for _, n := range slices.Sorted(maps.Keys(sizes)) {
		all = append(all, groupSize{n, sizes[n]})
	}
	return all, err
}

// countBefore counts the input, if there are to be statistics.
func countBefore(ctx context.Context, p Params, dir string, w io.Writer) (c counted, err error) {
	if p.Statistics == "" {
		return c, nil
	}
	c, err = countSources(ctx, p, p.Job.Docs.Input, filepath.Join(dir, passFolder+"before"), w)
	if _, unknown := c.sources[""]; err == nil && unknown && len(c.sources) == 1 {
		err = line.Usage(fmt.Errorf("--statistics=%s: no document has a source: name a field that the records have, host if the ids are URLs, or all", p.Statistics))
	}
	return c, err
}

// statisticsOf counts what the last pass of t has left, and writes statistics beside it.
func statisticsOf(ctx context.Context, p Params, t *total, before counted, dir string, w io.Writer) (err error) {
	if p.Statistics == "" {
		return nil
	}
	var after counted
	if t.summary.Counts[cleaning.WrittenDocuments] > 0 {
		if after, err = countSources(ctx, t.reads(p), t.inputs(p), filepath.Join(dir, passFolder+"after"),
			w); err != nil {
			return err
		}
	}
	return writeStatistics(ctx, p, before, after, t.dir)
}
