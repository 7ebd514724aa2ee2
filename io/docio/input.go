package docio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"sync/atomic"

	"github.com/bmatcuk/doublestar/v4"

	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/jsonlio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// Input is a range of a file with what is needed to read it. Every file that it opens is
// compared with the one that the plan was made for, when it is opened and when it is closed.
type Input struct {
	Range
	params Params
	// path opens the file in whatever folder the worker was started.
	path string
	// member opens the file if it is a member of an archive; else nil.
	member func(ctx context.Context) (io.ReadCloser, error)
	// outermost is the archive that is a file of the plan, and depth is how many archives the member is in.
	outermost *Input
	depth     int
	// made is how many bytes were made of what is stored: decompressed, or unpacked. That of the outermost archive has
	// the bytes of all that is in it.
	made int64
	// versions are compared where the range has no version; none compares nothing.
	versions versions
	// budget counts the text; nil counts nothing.
	budget *budget
	// meter counts the stored bytes read.
	meter meter
	// skipped counts records that were left out for what they are, by a name of the
	// ledger; nil counts nothing.
	skipped func(name string, n int64)
	// lineCharset is the set of the lines that were opened.
	lineCharset string
	// converted gets the file if it is not in UTF-8; nil: nobody asks.
	converted func(record.Converted)
	// lost is why the store could not be asked, if it was so at any time.
	lost atomic.Pointer[error]
	// changed is set when the file is not the one that the plan was made for.
	changed atomic.Pointer[changedError]
}

// NewInput returns the input of a range of a plan with the parameters p. Relative paths are
// below dir (Plan.Dir). What is read counts in Progress; Done must be called at the end.
func NewInput(p Params, dir string, r Range) *Input {
	return &Input{Range: r, params: p, path: p.place(dir, r.Path), meter: meter{left: r.Bytes}}
}

// Done counts the stored bytes of the range that were not read: in Progress it is read whole.
func (in *Input) Done() { in.meter.add(int(in.meter.left)) }

// Changed returns an error if any file that the input has opened is not the one that the plan
// was made for.
func (in *Input) Changed() error {
	if changed := in.changed.Load(); changed != nil {
		return changed
	}
	return nil
}

// id is the name of the file as ids have it.
func (in *Input) id() string { return record.UTF8(in.Name) }

// note keeps an error that is the store's, not the file's, and returns it in words.
func (in *Input) note(err error) error {
	if store.Broken(err) {
		in.lost.CompareAndSwap(nil, &err)
	}
	return store.Reason(err)
}

// open reads the decompressed file from byte start on; start is 0 in a compressed file. The
// error does not name the file.
func (in *Input) open(ctx context.Context, start int64) (io.ReadCloser, error) {
	m, err := in.openStored(ctx, start)
	if err != nil || start > 0 { // only uncompressed files are read from the middle
		return m, err
	}
	return &decompressed{Reader: compress.NewReader(m, store.WithoutQuery(in.path)), file: m, in: in}, nil
}

// openStored reads the file as it is stored from byte start on.
func (in *Input) openStored(ctx context.Context, start int64) (io.ReadCloser, error) {
	if in.member != nil { // which is read from its beginning
		return in.member(ctx)
	}
	f, err := openAt(ctx, in.path, start)
	if err != nil {
		return nil, in.note(err)
	}
	if err := in.unchanged(f); err != nil {
		f.Close()
		return nil, err
	}
	return &metered{f, in}, nil
}

// openAt opens the stored file for reading anywhere, for formats with an index.
func (in *Input) openAt(ctx context.Context) (store.ReaderAtCloser, error) {
	files, err := store.For(in.path)
	if err != nil {
		return nil, err
	}
	f, err := files.OpenAt(ctx, in.path)
	if err != nil {
		return nil, in.note(err)
	}
	if err := in.unchanged(f); err != nil {
		f.Close()
		return nil, err
	}
	return &notedAt{f, in}, nil
}

// Compression returns how the file is compressed. The error is that of opening it; one of
// the store is not put in words.
func (in *Input) Compression(ctx context.Context) (compress.Kind, error) {
	f, err := openAt(ctx, in.path, 0)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	head := make([]byte, compress.SniffBytes)
	n, _ := io.ReadFull(f, head)
	return compress.Sniff(head[:n]), nil
}

// OpenLines opens the lines of the range: a reader of its section of the file, and the
// decoder that finds the id and the text in a line. The error does not name the file.
func (in *Input) OpenLines(ctx context.Context) (io.ReadCloser, jsonlio.Section, *jsonlio.Decoder, error) {
	r, set, err := in.openText(ctx, in.Start-jsonlio.Lead(in.Start))
	if err != nil {
		return nil, jsonlio.Section{}, nil, err
	}
	if piece := in.params.piece(); in.params.Share > 0 && in.End == in.Start+piece {
		r = pieceReader{r, piece}
		Progress.Pieces.Add(1)
	}
	in.lineCharset = set.Name
	in.tell(charsetOf(set))
	return r, jsonlio.Section{
		Charset: charsetOf(set),
		File:    in.Path, Side: in.Side, Name: in.id(), Start: in.Start, End: in.End, Values: mayBeValues(in.Path),
		Lines: in.Lines, Limit: in.limit(),
	}, jsonlio.NewDecoder(in.params.IDField, in.params.TextField, in.params.Keep...), nil
}

// LineCharset returns the name of the character set of the lines that OpenLines has opened.
func (in *Input) LineCharset() string { return in.lineCharset }

// Raw returns the bytes of the file, decompressed. The error does not name the file.
func (in *Input) Raw(ctx context.Context) ([]byte, error) {
	r, err := in.open(ctx, 0)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	raw, err := io.ReadAll(r)
	var broken *compress.BrokenError
	if errors.As(err, &broken) && broken.DataWhole() {
		err = nil // as when it was read
	}
	return raw, err
}

// notedAt notes the errors of reading anywhere.
type notedAt struct {
	store.ReaderAtCloser
	in *Input
}

func (n *notedAt) ReadAt(p []byte, off int64) (int, error) {
	k, err := n.ReaderAtCloser.ReadAt(p, off)
	if store.Broken(err) {
		n.in.note(err)
	}
	return k, err
}

// Sequential is that of the file.
func (n *notedAt) Sequential() bool { return store.Sequential(n.ReaderAtCloser) }

// Close compares the file with the plan once more.
func (n *notedAt) Close() error {
	n.in.unchanged(n.ReaderAtCloser)
	return n.ReaderAtCloser.Close()
}

// metered counts what is read.
type metered struct {
	io.ReadCloser
	in *Input
}

// Close compares the file with the plan once more.
func (m *metered) Close() error {
	m.in.unchanged(m.ReadCloser)
	return m.ReadCloser.Close()
}

func (m *metered) Read(p []byte) (int, error) {
	n, err := m.ReadCloser.Read(p)
	m.in.meter.add(n)
	if store.Broken(err) {
		m.in.note(err)
	}
	return n, err
}

// decompressed closes the file with its reader.
type decompressed struct {
	*compress.Reader
	file io.Closer
	in   *Input
}

// Read bounds what a compressed file may become.
func (d *decompressed) Read(p []byte) (int, error) {
	n, err := d.Reader.Read(p)
	if err == nil && d.Reader.Kind() != compress.None {
		err = d.in.unpack(n)
	}
	return n, err
}

func (d *decompressed) Close() error {
	d.Reader.Close()
	return d.file.Close()
}

// excludedWhy is why a file of Params.Exclude is left out.
const excludedWhy = "--exclude"

// excludes returns the patterns of Exclude that match a name, as ids have it. A pattern with a slash is that of the
// whole name, any other one that of its last part.
func (p Params) excludes(name string) (patterns []string) {
	for _, pattern := range p.Exclude {
		of := name
		if !strings.Contains(pattern, "/") {
			of = path.Base(name)
		}
		if ok, _ := doublestar.Match(pattern, of); ok {
			patterns = append(patterns, pattern)
		}
	}
	return patterns
}

// checkExclude returns an error about a pattern that is none.
func (p Params) checkExclude() error {
	for _, pattern := range p.Exclude {
		if !doublestar.ValidatePattern(pattern) || pattern == "" {
			return usagef("--exclude=%s is no pattern: want one such as '*.png', or 'drafts/**'", pattern)
		}
	}
	return nil
}

// unusedExcludes returns a line for each pattern that left out no file. Members of archives are found later: they count
// as used.
func (p Params) unusedExcludes(used map[string]bool, archives bool) (lines []string) {
	for _, pattern := range p.Exclude {
		if !used[pattern] && !archives {
			lines = append(lines, fmt.Sprintf("--exclude='%s' matches the name of no file", pattern))
		}
	}
	return lines
}
