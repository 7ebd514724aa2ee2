package docio

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/charset"
	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/jsonlio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// Range is a part of a file that is read in one go.
type Range struct {
	// Path opens the file; Name is its path below the argument.
	Path, Name string
	Side       record.Side
	Format     string
	// Start and End are bytes of the decompressed file, in Parquet row groups; End < 0
	// is its end.
	Start, End int64
	// Lines is the number of line ends before Start.
	Lines int64
	// Charset is the character set of the file and Unsure says that it is a guess; "": its reader finds it.
	Charset string
	Unsure  bool
	// Max is the number of bytes of text after which the range ends, for a sample of a file that
	// cannot be cut. 0 is no limit.
	Max int64
	// Version is that of the file when the plan was made: store.File.Version.
	Version string
	// Bytes is the stored size of the part, TextBytes an estimate of its size decompressed.
	Bytes, TextBytes int64
}

// Append appends the range to dst. Paths need not be UTF-8.
//
//	path, name string; side byte; format string; start, end, lines varint; charset string; unsure byte; max varint;
//	version string; bytes, text bytes varint
func (r Range) Append(dst []byte) []byte {
	dst = append(wire.AppendString(wire.AppendString(dst, r.Path), r.Name), byte(r.Side))
	dst = wire.AppendString(dst, r.Format)
	dst = binary.AppendVarint(binary.AppendVarint(binary.AppendVarint(dst, r.Start), r.End), r.Lines)
	dst = wire.AppendBool(wire.AppendString(dst, r.Charset), r.Unsure)
	dst = wire.AppendString(binary.AppendVarint(dst, r.Max), r.Version)
	return binary.AppendVarint(binary.AppendVarint(dst, r.Bytes), r.TextBytes)
}

// ReadRange reads what Append has appended.
func ReadRange(r *wire.Reader) Range {
	return Range{
		Path: r.Text(), Name: r.Text(), Side: record.Side(r.Byte()), Format: r.Text(),
		Start: r.Varint(), End: r.Varint(), Lines: r.Varint(), Charset: r.Text(), Unsure: r.Bool(), Max: r.Varint(),
		Version: r.Text(), Bytes: r.Varint(), TextBytes: r.Varint(),
	}
}

// A range is large enough that opening a file is nothing beside reading it, and small
// enough that the last one to be read does not keep one core busy alone.
const (
	minRangeBytes = 1 << 20
	maxRangeBytes = 32 << 20
	minRanges     = maxElements // of a large input: on many cores, the last ones end at about the same time
)

// rangeBytes is the size of ranges aimed at, for an input of so many bytes.
func rangeBytes(total int64) int64 {
	return min(max(total/minRanges, minRangeBytes), maxRangeBytes)
}

// split cuts the files that can be cut into ranges of about target bytes.
func split(ctx context.Context, p Params, files []listedFile, target int64) ([]Range, error) {
	ranges, e := make([]Range, 0, len(files)), p.expansions(ctx, files)
	for _, f := range files {
		whole := p.whole(ctx, f, e)
		if f.format.split == nil {
			ranges = append(ranges, whole)
			continue
		}
		parts, err := f.format.split(ctx, p, whole, target)
		if err != nil {
			return nil, err
		}
		ranges = append(ranges, parts...)
	}
	return ranges, nil
}

// whole returns the range of a whole file.
func (p Params) whole(ctx context.Context, f listedFile, e expansions) Range {
	path := p.place("", f.Path)
	_, kind := trim(path)
	r := Range{
		Path: f.Path, Name: f.Name, Side: f.side, Format: f.format.name, End: -1,
		Version: f.Version, Bytes: f.Size, TextBytes: e.text(f.Size, kind),
	}
	if f.side == record.Input {
		r.Charset = p.Sets[record.UTF8(f.Name)]
	}
	if f.format.name == "zip" || f.format.name == "7z" {
		r.TextBytes = usualExpansion * f.Size
	}
	if kind == compress.Zstd {
		if size := contentSize(ctx, path); size > f.Size { // else it is that of one of many frames
			r.TextBytes = size
		}
	}
	return r
}

// contentSize returns the decompressed size that the first frame of a zstd file names, 0 if it names none.
func contentSize(ctx context.Context, path string) int64 {
	f, err := openAt(ctx, path, 0)
	if err != nil {
		return 0 // its reader rejects it
	}
	defer f.Close()
	head := make([]byte, compress.SizeBytes)
	n, _ := io.ReadFull(f, head)
	return compress.ContentSize(head[:n])
}

// splitLines cuts an uncompressed file of lines into ranges of equal size.
func splitLines(ctx context.Context, p Params, all Range, target int64) ([]Range, error) {
	n := (all.Bytes + target - 1) / target
	path := p.place("", all.Path)
	if n <= 1 {
		return []Range{all}, nil
	}
	plain := false
	if all, plain = p.look(ctx, all); !plain {
		return []Range{all}, nil
	}
	parts := cut(all, n)
	if err := countLines(ctx, path, parts); err != nil {
		return []Range{all}, ctx.Err() // its reader meets the error, and rejects what is behind it
	}
	return parts, nil
}

// look opens a file of lines, and reports whether it can be read from the middle. Then the range that is returned has
// its character set.
func (p Params) look(ctx context.Context, all Range) (_ Range, plain bool) {
	path := p.place("", all.Path)
	f, err := openAt(ctx, path, 0)
	if err != nil {
		return all, false
	}
	defer f.Close()
	head, _ := io.ReadAll(io.LimitReader(f, setBytes)) // its reader meets the error
	if !plainHead(path, head) || mayBeValues(all.Path) && jsonlio.Values(head) {
		return all, false
	}
	set := (&Input{Range: all, params: p}).setOf(head)
	all.Charset, all.Unsure = set.Name, set.Unsure
	return all, charset.Lines(set.Name) && !store.Sequential(f)
}

// isPlain reports whether a file can be read, from the middle too, and is not compressed.
func isPlain(ctx context.Context, path string) bool {
	f, err := openAt(ctx, path, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, compress.SniffBytes)
	n, _ := io.ReadFull(f, head)
	return plainHead(path, head[:n]) && !store.Sequential(f)
}

// plainHead reports whether a file that begins with these bytes is not compressed.
func plainHead(path string, head []byte) bool {
	_, hint := trim(path)
	return hint == compress.None && compress.Sniff(head) == compress.None
}

func openAt(ctx context.Context, path string, start int64) (io.ReadCloser, error) {
	files, err := store.For(path)
	if err != nil {
		return nil, err
	}
	return files.Open(ctx, path, start)
}

// cut returns n ranges that cover all.
func cut(all Range, n int64) []Range {
	parts := make([]Range, n)
	for i := range parts {
		part := all
		part.Start = all.Bytes / n * int64(i)
		part.End = all.Bytes / n * int64(i+1)
		part.Bytes = part.End - part.Start
		part.TextBytes = part.Bytes
		parts[i] = part
	}
	last := &parts[n-1]
	last.Bytes, last.End = all.Bytes-last.Start, -1
	last.TextBytes = last.Bytes
	return parts
}

// countLines fills in Lines, with one pass over all parts but the last.
func countLines(ctx context.Context, path string, parts []Range) error {
	counts := make([]int64, len(parts)-1)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range counts {
		g.Go(func() (err error) {
			counts[i], err = lineEnds(ctx, path, parts[i])
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for i, n := range counts {
		parts[i+1].Lines = parts[i].Lines + n
	}
	return nil
}

// countedBytes is how much is read at a time to count lines: as much as a core's cache holds.
const countedBytes = 256 << 10

var lineBuffers = sync.Pool{New: func() any { return new([countedBytes]byte) }}

func lineEnds(ctx context.Context, path string, part Range) (int64, error) {
	f, err := openAt(ctx, path, part.Start)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	buf := lineBuffers.Get().(*[countedBytes]byte)
	defer lineBuffers.Put(buf)
	lines := int64(0)
	for left := part.Bytes; left > 0; {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		n, err := f.Read(buf[:min(left, countedBytes)])
		lines += int64(bytes.Count(buf[:n], []byte("\n")))
		left -= int64(n)
		if err != nil && left > 0 {
			return 0, err
		}
	}
	return lines, nil
}
