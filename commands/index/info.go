package index

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/jedib0t/go-pretty/v6/table"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/pipelines/lookup"
	"example.org/diagonal/transforms/analysis/normal"
	"example.org/diagonal/transforms/analysis/standard"
	"example.org/diagonal/transforms/lookup/frequency"
	"example.org/diagonal/transforms/lookup/winnow"
)

// longest is the number of posting lists that info shows.
const longest = 10

// printInfo prints what an index contains.
func printInfo(ctx context.Context, dir string, out io.Writer) error {
	m, err := readManifest(ctx, dir)
	if err != nil {
		return err
	}
	x, err := indexio.OpenManifest(ctx, dir, m)
	if err != nil {
		return err
	}
	defer x.Close()
	p := lookup.WinnowOf(m)
	first := &frequency.Counts{}
	if err := x.Counts(first.AddPage); err != nil {
		return err
	}
	length := p.Length(first.Stats().Grams)
	certain := p.Guarantee() + length - p.Q
	fmt.Fprintf(out,
		"signature %s, q %d, w %d: signatures have %d letters; shared text of %d letters or %d Chinese characters always has a common signature; a window keeps its signature with probability %.3f when one of its letters changes\n"+
			"\n",
		p.Signature, p.Q, p.W, length, certain, (certain+normal.Wide-1)/normal.Wide, p.Edited(1))
	if len(m.Fold) > 0 {
		fmt.Fprintf(out, "letters that are the same: %s; queries are read so, too\n\n", strings.Join(m.Fold, ", "))
	}
	if words := standard.Table(m.Spelling).Words(); words > 0 {
		fmt.Fprintf(out, "%s with a standard form (--spelling); queries are read so, too\n\n",
			line.Many(int64(words), "word"))
	}
	t := line.NewTable("Segments")
	t.AppendHeader(table.Row{"segment", "documents", "removed", "text", "index", "signatures"})
	var documents, removed, text, bytes, signatures int64
	for i := range m.Segments {
		s := &m.Segments[i]
		hidden := int64(len(s.Hidden))
		t.AppendRow(table.Row{s.Name, humanize.Comma(s.Entries[indexio.Documents] - hidden), humanize.Comma(hidden),
			size(s.Counts["bytes"]), size(s.Bytes()), humanize.Comma(s.Counts["signatures"])})
		documents, removed = documents+s.Entries[indexio.Documents]-hidden, removed+hidden
		text, bytes, signatures = text+s.Counts["bytes"], bytes+s.Bytes(), signatures+s.Counts["signatures"]
	}
	if len(m.Segments) > 1 {
		t.AppendFooter(table.Row{"all", humanize.Comma(documents), humanize.Comma(removed), size(text), size(bytes),
			humanize.Comma(signatures)})
	}
	if err := t.Print(out); err != nil {
		return err
	}
	lists, distinct, err := longestLists(ctx, x)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%s\n", line.Many(distinct, "distinct signature"))
	t = line.NewTable("The longest posting lists")
	t.AppendHeader(table.Row{"signature", "places", "documents"})
	for _, l := range lists {
		t.AppendRow(table.Row{winnow.Gram(l.gram).Text(length), humanize.Comma(l.places), humanize.Comma(l.documents)})
	}
	if err := t.Print(out); err != nil {
		return err
	}
	if m.Frequencies == nil {
		return nil
	}
	now := &frequency.Counts{}
	for i := range m.Segments {
		if err := x.SegmentCounts(ctx, i, now.AddPage); err != nil {
			return err
		}
	}
	s := now.Stats()
	fmt.Fprintf(out, "\n%s, %s, %s of them once\n", line.Many(s.Grams, "q-gram"), line.Many(s.Distinct, "distinct one"),
		humanize.Comma(s.Once))
	fmt.Fprintf(out, "%.1f %% of them would have to be others for the frequencies of this index to be right",
		100*frequency.Distance(now, first))
	fmt.Fprintln(out, " (--compact --renew counts them again)")
	return nil
}

func size(bytes int64) string { return humanize.Bytes(uint64(bytes)) }

// list is the length of a posting list.
type list struct {
	gram              uint64
	places, documents int64
}

// longestLists returns the longest posting lists, by the number of places, and the number of all.
func longestLists(ctx context.Context, x *indexio.Index) (all []list, distinct int64, err error) {
	var now list
	add := func() {
		if now.documents == 0 {
			return
		}
		distinct++
		at, _ := slices.BinarySearchFunc(all, now, func(a, b list) int {
			return cmp.Or(cmp.Compare(b.places, a.places), cmp.Compare(a.gram, b.gram))
		})
		if all = slices.Insert(all, at, now); len(all) > longest {
			all = all[:longest]
		}
	}
	err = x.EachPosting(ctx, func(gram uint64, places int) {
		if gram != now.gram {
			add()
			now = list{gram: gram}
		}
		now.places += int64(places)
		now.documents++
	})
	add()
	return all, distinct, err
}
