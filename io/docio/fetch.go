package docio

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"example.org/diagonal/io/record"
)

// ref is where a document was read, from its fields of the same names.
type ref struct {
	File   string
	Offset int64
}

// seekBytes is how much is read and thrown away rather than opening a file again.
const seekBytes = 256 << 10

// fetchBytes is the read buffer: a record is mostly smaller.
const fetchBytes = 16 << 10

// fetch reads the texts of documents again, with the parameters they were read with. It calls
// emit with each: the index in refs, and a document that has the text (the caller may keep it; two equal refs share
// it), its markup and its character set. It reads files in ascending order, each once and not beyond its last
// ref, and skips what is between refs where a file is not compressed. A text that cannot be
// read any more is left out, and so are those of a file that is not in planned as it is now
// (none compares nothing); the error names every such file.
func fetch(ctx context.Context, p Params, planned versions, refs []ref, emit func(i int, d *record.Document)) error {
	order := make([]int, len(refs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(refs[i].File, refs[j].File), cmp.Compare(refs[i].Offset, refs[j].Offset))
	})
	reading, give := p.reading(), emit
	emit = func(i int, d *record.Document) {
		d.Reading = reading
		give(i, d)
	}
	var problems []error
	for len(order) > 0 {
		n := 1
		for n < len(order) && refs[order[n]].File == refs[order[0]].File {
			n++
		}
		if err := fetchFile(ctx, p, planned, refs, order[:n], emit); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", refs[order[0]].File, err))
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		order = order[n:]
	}
	return errors.Join(problems...)
}

// fetchFile reads the refs of one file, own, which are in order of their offsets.
func fetchFile(
	ctx context.Context, p Params, planned versions, refs []ref, own []int, emit func(i int, d *record.Document),
) error {
	file := refs[own[0]].File
	format := formatOf(p, file)
	in := &Input{Range: Range{Path: file, Format: format.name}, params: p, path: file, versions: planned}
	if format.fetch != nil {
		return fetchOffsets(ctx, format, in, refs, own, emit)
	}
	last := refs[own[len(own)-1]] // the largest offset; a file that is one document is read from its beginning
	c := &cursor{in: in, lines: format.lines, seeks: last.Offset > 0 && isPlain(ctx, file)}
	if format.lines && c.seeks { // or the set is found when the file is opened
		in.Range, c.seeks = p.look(ctx, in.Range)
	}
	defer c.close()
	var d *record.Document
	for k, i := range own {
		if k == 0 || refs[i] != refs[own[k-1]] {
			err := c.moveTo(ctx, refs[i].Offset)
			if err == nil {
				d, err = format.text(in, c.set, c.r)
			}
			if err != nil {
				return fmt.Errorf("at byte %d: %w", refs[i].Offset, err)
			}
		}
		emit(i, d)
	}
	return nil
}

// fetchOffsets is fetchFile for formats that look for all records of a file at once.
func fetchOffsets(
	ctx context.Context, f *format, in *Input, refs []ref, own []int, emit func(i int, d *record.Document),
) error {
	var offsets []int64
	var of [][]int // the refs of each offset
	for _, i := range own {
		if n := len(offsets); n == 0 || offsets[n-1] != refs[i].Offset {
			offsets, of = append(offsets, refs[i].Offset), append(of, nil)
		}
		of[len(of)-1] = append(of[len(of)-1], i)
	}
	return f.fetch(ctx, in, offsets, func(k int, d *record.Document) {
		for _, i := range of[k] {
			emit(i, d)
		}
	})
}

// picker takes the documents at some offsets out of those of a file, in its order.
type picker struct {
	offsets []int64
	emit    func(k int, d *record.Document)
	next    int
	missing error
}

// errPicked ends reading: nothing that follows is wanted.
var errPicked = errors.New("all is fetched")

// take is given each document.
func (p *picker) take(d record.Document) error {
	p.skipTo(d.Offset)
	if p.next < len(p.offsets) && p.offsets[p.next] == d.Offset {
		p.emit(p.next, &d)
		p.next++
	}
	if p.next == len(p.offsets) {
		return errPicked
	}
	return nil
}

// skipTo gives up what is wanted before an offset.
func (p *picker) skipTo(offset int64) {
	for ; p.next < len(p.offsets) && p.offsets[p.next] < offset; p.next++ {
		if p.missing == nil {
			p.missing = fmt.Errorf("at %d: there is no document any more", p.offsets[p.next])
		}
	}
}

// end returns what came of it, where err ended reading.
func (p *picker) end(err error) error {
	if err != nil && !errors.Is(err, errPicked) {
		return err
	}
	p.skipTo(math.MaxInt64)
	return p.missing
}

// cursor is a place in a decompressed file that moves forward.
type cursor struct {
	in    *Input
	seeks bool // the file is not compressed
	lines bool // it is one of lines
	set   record.Charset
	file  io.ReadCloser
	r     *bufio.Reader
	given int64 // byte of the file that r asks for next
}

// Read feeds r.
func (c *cursor) Read(p []byte) (int, error) {
	n, err := c.file.Read(p)
	c.given += int64(n)
	return n, err
}

// at is the byte of the file that r gives next.
func (c *cursor) at() int64 { return c.given - int64(c.r.Buffered()) }

func (c *cursor) close() {
	if c.file != nil {
		c.file.Close()
		c.file = nil
	}
}

// open opens the file as its records are read.
func (c *cursor) open(ctx context.Context, start int64) (io.ReadCloser, error) {
	if !c.lines {
		return c.in.open(ctx, start)
	}
	f, set, err := c.in.openText(ctx, start)
	c.set = charsetOf(set)
	return f, err
}

func (c *cursor) moveTo(ctx context.Context, offset int64) error {
	if c.file == nil || offset < c.at() || c.seeks && offset-c.at() > seekBytes {
		c.close()
		start := offset
		if !c.seeks {
			start = 0
		}
		f, err := c.open(ctx, start)
		if err != nil {
			return err
		}
		c.file, c.given, c.r = f, start, bufio.NewReaderSize(c, fetchBytes)
	}
	for left := offset - c.at(); left > 0; left = offset - c.at() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := c.r.Discard(int(min(left, seekBytes))); err != nil {
			return err
		}
	}
	return nil
}
