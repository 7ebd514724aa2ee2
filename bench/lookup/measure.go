package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/process"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/lookup"
	"example.org/diagonal/transforms/lookup/winnow"
)

// setting is how an index is made.
type setting struct{ winnow.Params }

// ofSource are the settings of the source, and the default.
var ofSource = []setting{
	{winnow.Params{Signature: winnow.Random, Q: 50, W: 100}},
	{winnow.Params{Signature: winnow.Random, Q: 10, W: 140}},
	{winnow.Params{Signature: winnow.Frequency, Q: 3, W: 147}},
	{winnow.Params{Signature: winnow.Frequency, Q: 4, W: 146}},
	{winnow.Params{Signature: winnow.Frequency, Q: 5, W: 145}},
	{winnow.Defaults(winnow.Frequency)},
}

// settings returns the settings to measure. Those of --settings have the q that they say, in a large collection, too.
func (p *params) settings() (settings []setting, err error) {
	for _, text := range p.Settings {
		parts := strings.Split(text, "/")
		if len(parts) != 3 {
			return nil, fmt.Errorf("--settings=%s: a setting has three parts, such as frequency/4/146", text)
		}
		s := setting{winnow.Params{Signature: parts[0]}}
		for i, n := range []*int{&s.Q, &s.W} {
			if *n, err = strconv.Atoi(parts[1+i]); err != nil {
				return nil, fmt.Errorf("--settings=%s: %s is no number", text, parts[1+i])
			}
		}
		settings = append(settings, s)
	}
	if len(settings) == 0 {
		settings = ofSource
	}
	return settings, nil
}

func (s setting) name() string {
	if s.Grow {
		return fmt.Sprintf("%s %d+/%d", s.Signature, s.Q, s.W)
	}
	return fmt.Sprintf("%s %d/%d", s.Signature, s.Q, s.W)
}

// score is the sum of recall and precision over queries.
type score struct {
	queries           int
	recall, precision float64
}

func (s *score) add(recall, precision float64) {
	s.queries++
	s.recall += recall
	s.precision += precision
}

// f1 returns the means of recall and precision, and the harmonic mean of these.
func (s score) f1() (recall, precision, f1 float64) {
	n := float64(max(s.queries, 1))
	recall, precision = s.recall/n, s.precision/n
	if recall+precision > 0 {
		f1 = 2 * recall * precision / (recall + precision)
	}
	return recall, precision, f1
}

// measure is what one setting costs and finds.
type measure struct {
	setting  setting
	bytes    int64
	distinct int64
	// documents is the number of those indexed.
	documents int64
	// build and query are the CPU time of a build, and the mean of a query; memory is the peak of a build, in bytes.
	build, query time.Duration
	memory       int64
	all          score
	kinds        map[string]*score
	ledger       map[string]int64
}

// measureSetting makes an index and asks all queries.
func measureSetting(ctx context.Context, p params, s setting, queries []query, dir string) (measure, error) {
	m := measure{setting: s, kinds: map[string]*score{}, ledger: map[string]int64{}}
	if err := m.makeIndex(ctx, p, filepath.Join(p.PAN, "src"), dir); err != nil {
		return m, err
	}
	x, err := indexio.Open(ctx, dir)
	if err != nil {
		return m, err
	}
	defer x.Close()
	for i := range x.Manifest.Segments {
		m.bytes += x.Manifest.Segments[i].Bytes()
	}
	last, any := uint64(0), false
	err = x.EachPosting(ctx, func(gram uint64, _ int) {
		if !any || gram != last {
			m.distinct++
		}
		last, any = gram, true
	})
	if err != nil {
		return m, err
	}
	ranks, err := lookup.Ranks(x)
	if err != nil {
		return m, err
	}
	find := lookup.Defaults()
	find.Answer, find.EqualWeights = lookup.Texts, p.EqualWeights
	searcher, err := lookup.NewSearcher(x, ranks, find)
	if err != nil {
		return m, err
	}
	defer searcher.Close()
	start := process.CPU()
	for _, q := range queries {
		a, err := searcher.Find(ctx, &record.Document{ID: q.ID, Text: []byte(q.Text)})
		if err != nil {
			return m, err
		}
		for name, n := range a.Ledger {
			m.ledger[name] += n
		}
		recall, precision := 0.0, 0.0
		for _, t := range a.Texts {
			if t.ID == q.Source {
				common := float64(max(0, min(t.End, q.End)-max(t.Start, q.Start)))
				recall = common / float64(max(1, q.End-q.Start))
				precision = min(1, common/float64(max(1, utf8.RuneCountInString(q.Text))))
			}
		}
		if m.kinds[q.Kind] == nil {
			m.kinds[q.Kind] = &score{}
		}
		m.kinds[q.Kind].add(recall, precision)
		m.all.add(recall, precision)
	}
	m.query = (process.CPU() - start) / time.Duration(max(1, len(queries)))
	return m, nil
}

// makeIndex makes an index of a path anew in the folder dir.
func (m *measure) makeIndex(ctx context.Context, p params, input, dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	s := m.setting
	args := []string{"index", "--input=" + input, "--index=" + dir, "--quiet", "--signature=" + s.Signature,
		fmt.Sprintf("--w=%d", s.W)}
	if !s.Grow {
		args = append(args, fmt.Sprintf("--q=%d", s.Q))
	}
	build, err := program.Run(ctx, p.Binary, args...)
	m.build, m.memory = build.CPU, build.Memory
	return err
}

// figure prints the panels of Figure 1 as two tables.
func figure(out io.Writer, queries []query, all []measure) {
	var kinds []string
	for _, q := range queries {
		if len(kinds) == 0 || kinds[len(kinds)-1] != q.Kind {
			kinds = append(kinds, q.Kind)
		}
	}
	fmt.Fprintf(out, "%d queries\n\n", len(queries))
	fmt.Fprintln(out,
		"| setting | index | distinct signatures | build, CPU s | query, CPU ms | candidate texts a query | their places | computed | their places |\n"+
			"|---|---|---|---|---|---|---|---|---|")
	for _, m := range all {
		n := float64(max(1, len(queries)))
		mean := func(name string) string { return humanize.Comma(int64(float64(m.ledger[name])/n + .5)) }
		fmt.Fprintf(out, "| %s | %s | %s | %.1f | %.2f | %s | %s | %.1f | %s |\n", m.setting.name(),
			humanize.Bytes(uint64(m.bytes)), humanize.Comma(m.distinct), m.build.Seconds(), m.query.Seconds()*1000,
			mean(lookup.Candidates), mean(lookup.CandidatePlaces), float64(m.ledger[lookup.Computed])/n,
			mean(lookup.ComputedPlaces))
	}
	fmt.Fprint(out, "\n| setting | recall | precision | F1 |")
	for _, k := range kinds {
		fmt.Fprintf(out, " F1 of %s |", k)
	}
	fmt.Fprint(out, "\n|---|---|---|---|")
	for range kinds {
		fmt.Fprint(out, "---|")
	}
	fmt.Fprintln(out)
	for _, m := range all {
		recall, precision, f1 := m.all.f1()
		fmt.Fprintf(out, "| %s | %.4f | %.4f | %.4f |", m.setting.name(), recall, precision, f1)
		for _, k := range kinds {
			_, _, f1 := m.kinds[k].f1()
			fmt.Fprintf(out, " %.4f |", f1)
		}
		fmt.Fprintln(out)
	}
}
