package docio

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"example.org/diagonal/io/charset"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/sevenz"
)

// The members of an archive are read as files are: each by the format of its name. The name of a member begins with
// that of its archive, as if the archive were a folder. A member has no place where it could be opened alone, so the
// documents of all members are those of the archive: the Offset of a document is
//
//	the number of the member in the archive, from 0, times 2^32, and the number of the document in the member, from 0
//
// A member that is an archive has the documents of its own members, one after the other.
const memberShift = 32

// maxArchives is how many archives may be in one another.
const maxArchives = 8

// member is a file in an archive.
type member struct {
	// name is as the archive has it.
	name string
	// folder is true for a folder, special for a link, a device and the like.
	folder, special bool
	// locked is true if it needs a password.
	locked bool
	size   int64 // as it is stored
	open   func() (io.ReadCloser, error)
}

// membersOf calls each with the members of an archive, in its order. The members before from are not looked at, where
// the archive has a list of them. The error is that of each or of the archive.
type membersOf func(ctx context.Context, in *Input, from int64, each func(number int64, m member) error) error

// archived is the format of archives.
func archived(name string, members membersOf, extensions ...string) *format {
	return &format{
		name: name, extensions: extensions, made: true, fields: true, columns: true, members: members,
		read: func(ctx context.Context, in *Input, emit func(record.Document) error,
			reject func(record.Rejected)) error {
			number := int64(0)
			var stop error
			err := members(ctx, in, 0, func(k int64, m member) error {
				stop = in.readMember(ctx, m, func(n int64, d record.Document) error {
					d.Record, d.Offset = number, k<<memberShift|n
					number++
					return emit(d)
				}, reject)
				if stop != nil {
					return stop
				}
				return in.unpack(0) // more than enough: the rest would be too much, too
			})
			if stop != nil || ctx.Err() != nil {
				return errors.Join(stop, ctx.Err())
			}
			if err != nil { // of the archive
				reject(record.Rejected{File: in.Path, Record: number, Reason: err.Error()})
			}
			return nil
		},
		fetch: func(ctx context.Context, in *Input, offsets []int64, emit func(k int, d *record.Document)) error {
			if stored, err := in.openAt(ctx); err == nil { // else members say it
				in.Bytes = stored.Size() // which bounds what is unpacked, as when it was read
				stored.Close()
			}
			p := picker{offsets: offsets, emit: emit}
			err := members(ctx, in, offsets[0]>>memberShift, func(k int64, m member) error {
				if offsets[p.next]>>memberShift > k {
					return nil
				}
				return in.readMember(ctx, m, func(n int64, d record.Document) error {
					d.Offset = k<<memberShift | n
					return p.take(d)
				}, func(record.Rejected) {})
			})
			return p.end(err)
		},
	}
}

// readMember reads the documents of a member. Their fields but Record and Offset are those that a file of the name
// would give, and File is the archive. n is the number of the document in the member.
func (in *Input) readMember(
	ctx context.Context, m member, emit func(n int64, d record.Document) error, reject func(record.Rejected),
) error {
	name := strings.TrimPrefix(strings.ReplaceAll(m.name, `\`, "/"), "./")
	refuse := func(why string) {
		reject(record.Rejected{File: in.Path + "/" + name, ID: in.id() + "/" + record.UTF8(name), Reason: why})
	}
	switch {
	case m.folder || name == "":
		return nil
	case hiddenMember(name):
		in.skip("hidden")
		return nil
	case in.excludes(name):
		in.skip("excluded")
		return nil
	case m.special:
		in.skip("other")
		return nil
	case !filepath.IsLocal(filepath.FromSlash(name)):
		refuse("its name leads out of the archive")
		return nil
	case m.locked:
		refuse("it is protected by a password: unpack the archive")
		return nil
	}
	f := formatOf(in.params, name)
	switch {
	case f.members != nil && in.depth+1 == maxArchives:
		refuse(fmt.Sprintf("more than %d archives are in one another: unpack it", maxArchives))
		return nil
	case f.name == "parquet":
		refuse("a Parquet file in an archive is not read: unpack it")
		return nil
	}
	sub := &Input{
		Range: Range{Path: in.Path + "/" + name, Name: in.Name + "/" + name, Side: in.Side, Format: f.name, End: -1,
			Bytes: m.size},
		params: in.params, path: in.path + "/" + name, budget: in.budget, skipped: in.skipped, converted: in.converted,
		depth: in.depth + 1, outermost: in.archive(),
	}
	opened := false
	sub.member = func(context.Context) (io.ReadCloser, error) {
		if opened {
			panic("docio: the member of an archive is opened twice: " + name)
		}
		opened = true
		return m.open()
	}
	n := int64(0)
	err := f.read(ctx, sub, func(d record.Document) error {
		d.File = in.Path
		n++
		return emit(n-1, d)
	}, reject)
	if lost := sub.lost.Load(); lost != nil {
		in.lost.CompareAndSwap(nil, lost)
	}
	return err
}

// excludes reports whether a member is left out by its name.
func (in *Input) excludes(name string) bool {
	return len(in.params.excludes(in.id()+"/"+record.UTF8(name))) > 0
}

// hiddenMember reports whether a member is one of those that systems add, or has a name that begins with a dot.
func hiddenMember(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == "__MACOSX" || strings.HasPrefix(part, ".") && part != ".." && part != "." {
			return true
		}
	}
	return false
}

// skip counts a record that is left out for what it is.
func (in *Input) skip(what string) {
	if in.skipped != nil {
		in.skipped(Skipped+what, 1)
	}
}

// zipMembers reads the list at the end of a zip archive.
func zipMembers(ctx context.Context, in *Input, from int64, each func(number int64, m member) error) error {
	stored, err := in.openAnywhere(ctx)
	if err != nil {
		return err
	}
	defer stored.Close()
	z, err := zip.NewReader(stored, stored.Size())
	if err != nil {
		return err
	}
	names := zipNames(z)
	for k := from; k < int64(len(z.File)); k++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		f := z.File[k]
		m := member{name: names[k], folder: f.Mode().IsDir(), special: !f.Mode().IsDir() && !f.Mode().IsRegular(),
			locked: f.Flags&1 != 0, size: int64(f.CompressedSize64)}
		m.open = func() (io.ReadCloser, error) {
			r, err := f.Open()
			return struct {
				io.Reader
				io.Closer
			}{&boundedMember{r, in}, r}, err
		}
		if err := each(k, m); err != nil {
			return err
		}
	}
	return nil
}

// zipNames returns the names of the members. Those that are not in UTF-8 are in one character set.
func zipNames(z *zip.Reader) []string {
	names := make([]string, len(z.File))
	var other [][]byte
	for i, f := range z.File {
		if names[i] = f.Name; f.NonUTF8 {
			other = append(other, []byte(f.Name))
		}
	}
	if set := charset.Decide(bytes.Join(other, []byte("\n")), "", "").Name; set != charset.UTF8 && charset.Lines(set) {
		for i, f := range z.File {
			if f.NonUTF8 {
				names[i] = string(charset.Decode([]byte(f.Name), set).UTF8)
			}
		}
	}
	return names
}

// boundedMember counts what a member becomes.
type boundedMember struct {
	r  io.Reader
	in *Input // the archive
}

func (b *boundedMember) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if e := b.in.unpack(n); e != nil {
		return n, e
	}
	return n, err
}

// sevenZipMembers reads the list at the end of a 7z archive.
func sevenZipMembers(ctx context.Context, in *Input, from int64, each func(number int64, m member) error) error {
	stored, err := in.openAnywhere(ctx)
	if err != nil {
		return err
	}
	defer stored.Close()
	return sevenz.Walk(ctx, stored, stored.Size(), from, in.unpack, func(k int64, m sevenz.Member) error {
		return each(k, member{name: m.Name, folder: m.Mode.IsDir(), special: !m.Mode.IsDir() && !m.Mode.IsRegular(),
			size: m.Size, open: m.Open})
	})
}

// tarMembers reads a tar archive from its beginning.
func tarMembers(ctx context.Context, in *Input, _ int64, each func(number int64, m member) error) error {
	r, err := in.open(ctx, 0)
	if err != nil {
		return err
	}
	defer r.Close()
	t := tar.NewReader(r)
	for k := int64(0); ; k++ {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			if err == tar.ErrHeader || err == io.ErrUnexpectedEOF { // else it is not the archive's fault
				err = fmt.Errorf("the tar archive is broken: %w", err)
			}
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		folder := h.Typeflag == tar.TypeDir
		m := member{name: h.Name, folder: folder, special: !folder && h.Typeflag != tar.TypeReg, size: h.Size}
		m.open = func() (io.ReadCloser, error) { return io.NopCloser(t), nil }
		if err := each(k, m); err != nil {
			return err
		}
	}
}
