package docio

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"syscall"

	"example.org/diagonal/io/record"
)

// WriteTexts writes the texts of the plan that stand in no file as they are compared: those that were taken out of
// files such as docx, PDF and mail, of recognised pages, of the rows of tables, of the members of archives, and what
// Params.Pre has written. Each becomes a file below dir, in UTF-8, named as the id of the document, with .txt, or .html
// or .xml for one with markup. n is how many there are. The error is that of ctx, of the store or of writing.
//
// An id that cannot be the name of a file, or whose file is there, is written with %2F and the like, in dir itself; of
// equal ids the second one ends in ~2.
func (p *Plan) WriteTexts(ctx context.Context, dir string) (n int, err error) {
	for _, r := range p.ranges {
		f := lookup(r.Format)
		if !f.made && f.markup == record.Plain {
			continue
		}
		in := &Input{Range: r, params: p.params, path: p.params.place("", r.Path)}
		err := in.Read(ctx, func(d record.Document) error {
			if !f.made && d.Lines == nil { // only recognised pages are not compared as they stand there
				return nil
			}
			n++
			return writeText(dir, &d)
		}, func(record.Rejected) {}) // the run has told them
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// longestName is the length of the longest part of a name in bytes: file systems take 255, and more than this stands
// around it.
const longestName = 200

// maxTries is how many names are tried before one with a hash, so that many equal ids take no more time.
const maxTries = 10

func writeText(dir string, d *record.Document) error {
	extension := [...]string{record.Plain: ".txt", record.HTML: ".html", record.MainHTML: ".html",
		record.XML: ".xml"}[d.Markup]
	flat := url.QueryEscape(d.ID)
	if len(flat) > longestName {
		flat = fmt.Sprintf("%s~%016x", flat[:longestName], record.Content([]byte(d.ID)))
	}
	for try := 0; ; try++ {
		name := flat + extension
		switch {
		case try == 0:
			if name = filepath.FromSlash(d.ID); name == "" || !filepath.IsLocal(name) {
				continue
			}
			name += extension
		case try > maxTries:
			name = fmt.Sprintf("%s~%016x%s", flat, record.Content(fmt.Appendf(nil, "%s\x00%d", d.File, d.Record)),
				extension)
		case try > 1:
			name = fmt.Sprintf("%s~%d%s", flat, try, extension)
		}
		err := createText(filepath.Join(dir, name), d.Text)
		if err == nil || try > 0 && !errors.Is(err, fs.ErrExist) || try > maxTries {
			return err
		}
		if !errors.Is(err, fs.ErrExist) && !errors.Is(err, syscall.ENOTDIR) && !errors.Is(err, syscall.ENAMETOOLONG) &&
			!errors.Is(err, fs.ErrInvalid) && !errors.Is(err, syscall.EINVAL) {
			return err
		}
	}
}

// createText writes a new file, and the folders above it.
func createText(name string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}
