// Package texts reads the texts that a result is about again, and finds in them what the result
// names. The texts wait in a temporary file, because two of them are compared at a time, in the
// order of the result.
package texts

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"

	"example.org/diagonal/commands/report/findings"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
)

// State says whether the text of a document is there.
type State int

const (
	// Missing is a document that the input does not contain, or not any more.
	Missing State = iota
	// Here is a document whose text is there.
	Here
	// Changed is a document whose text is not that of the result.
	Changed
)

// Collection contains the texts of the documents of a result. Close ends its use.
type Collection struct {
	file   *os.File
	places []place
	// shown are the ranges of the result in the texts that are shown, as packed numbers. They are zero
	// where a text is not Here.
	shown []packed
	// Documents and Bytes count what was read, of both sides.
	Documents, Bytes int64
	// Rejected are records that could not be read; at most a few, of RejectedCount.
	Rejected      []record.Rejected
	RejectedCount int64
}

// place is where the text of a document is in the temporary file.
type place struct {
	offset, size int64
	state        State
	// main is true if only the main text of the document, a page, is compared. All of it is shown.
	main bool
	// letters says how its words are read.
	letters analysis.Letters
	// rank tells which of two records with one id is meant.
	rank rank
}

type rank struct {
	content uint64
	file    string
	record  int64
}

func (r rank) before(s rank) bool {
	if r.content != s.content {
		return r.content < s.content
	}
	if r.file != s.file {
		return r.file < s.file
	}
	return r.record < s.record
}

// maxRejected is how many rejected records are kept to be shown.
const maxRejected = 5

// Read reads the documents of a plan, and keeps those that are in f, in a temporary file in the
// folder dir; "" is the system's. If the result has kept no fields, the documents of f get those of the plan.
func Read(ctx context.Context, plan *docio.Plan, f *findings.Findings, dir string) (*Collection, error) {
	c := &Collection{places: make([]place, len(f.Documents)), shown: make([]packed, f.Ranges())}
	var err error
	if c.file, err = os.CreateTemp(dir, "texts-"); err != nil {
		return nil, err
	}
	points, size := pointsOf(f), int64(0)
	fields := map[int]record.Fields{}
	err = plan.Each(ctx, func(d record.Document) error {
		c.Documents++
		c.Bytes += int64(len(d.Text))
		n := number(f, &d)
		if n == findings.Unknown {
			return nil
		}
		p := &c.places[n]
		r := rank{record.Content(d.Text), d.File, d.Record}
		if p.state != Missing && p.rank.before(r) {
			return nil
		}
		text, at := readable(&d)
		*p = place{offset: size, size: int64(len(text)), state: Here, main: d.Markup == record.MainHTML,
			letters: analysis.LettersOf(&d), rank: r}
		if delete(fields, n); d.Fields != "" { // of a record with the same id, perhaps
			fields[n] = d.Fields
		}
		if !locate(&d, text, at, f, points.of(n), c.set) {
			p.state, p.size = Changed, 0
			return nil
		}
		if _, err := c.file.Write(text); err != nil {
			return err
		}
		size += p.size
		return nil
	}, func(r record.Rejected) {
		if c.RejectedCount++; len(c.Rejected) < maxRejected {
			c.Rejected = append(c.Rejected, r)
		}
	})
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	if !slices.ContainsFunc(f.Documents, func(d findings.Document) bool { return d.Fields != "" }) {
		for n, own := range fields {
			f.Documents[n].Fields = own
		}
	}
	return c, nil
}

// number returns the number of a document in the result, or findings.Unknown.
func number(f *findings.Findings, d *record.Document) int {
	if d.Date != "" {
		if n := f.Find(d.Side, record.Dated(d.ID, d.Date)); n != findings.Unknown {
			return n
		}
	}
	return f.Find(d.Side, d.ID)
}

// packed is a Shown in less memory: a text has less than 4 GiB.
type packed struct{ start, end, start16, end16 uint32 }

// set keeps a place of a range.
func (c *Collection) set(p point, at, at16 int) {
	s := &c.shown[p.number()]
	if p.end() {
		s.end, s.end16 = uint32(at), uint32(at16)
	} else {
		s.start, s.start16 = uint32(at), uint32(at16)
	}
}

// Shown returns a range of the result in the text that is shown, by its number (findings.Range). It is zero
// where the text is not Here.
func (c *Collection) Shown(n int) Shown {
	s := c.shown[n]
	return Shown{int(s.start), int(s.end), int(s.start16), int(s.end16)}
}

// State returns whether the text of a document is there.
func (c *Collection) State(document int) State { return c.places[document].state }

// Main reports whether a document is a page of which only the main text is compared. All of it is shown:
// a passage may have words between its ends that do not count.
func (c *Collection) Main(document int) bool { return c.places[document].main }

// Letters says how the words of a document are read.
func (c *Collection) Letters(document int) analysis.Letters { return c.places[document].letters }

// Size returns the length of the shown text of a document in bytes.
func (c *Collection) Size(document int) int64 { return c.places[document].size }

// Text returns a range of the text of a document, in bytes. It may be called from several
// goroutines.
func (c *Collection) Text(document int, start, end int) ([]byte, error) {
	text := make([]byte, end-start)
	_, err := c.file.ReadAt(text, c.places[document].offset+int64(start))
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return text, err
}

// Close removes the temporary file.
func (c *Collection) Close() error {
	return errors.Join(c.file.Close(), os.Remove(c.file.Name()))
}

// points are the starts and ends of the ranges of each document.
type points struct {
	starts []int // of each document, in all
	all    []point
}

func (p *points) of(document int) []point { return p.all[p.starts[document]:p.starts[document+1]] }

func pointsOf(f *findings.Findings) *points {
	p := &points{starts: make([]int, len(f.Documents)+2), all: make([]point, 2*f.Ranges())}
	for i := range f.Ranges() {
		document, _ := f.Range(i)
		p.starts[document+2] += 2
	}
	for i := 2; i < len(p.starts); i++ {
		p.starts[i] += p.starts[i-1]
	}
	for i := range f.Ranges() { // starts[n+1] is where the next point of n goes
		n, _ := f.Range(i)
		next := &p.starts[n+1]
		p.all[*next], p.all[*next+1] = pointOf(i, false), pointOf(i, true)
		*next += 2
	}
	return p
}
