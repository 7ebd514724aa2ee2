package passageio

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/io/panio"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/io/store"
)

// PAN is the name of the sink that writes passages as the folder PANDir, with a file in PAN's
// format of detections for each pair of documents: a is the suspicious one, b the source.
// That is many small files where there are many pairs, and they say less than the lines. One
// worker writes them all, because the names of two pairs may be the same, and then the
// order of the pairs decides which one has it. The result has to be on a disk.
const PAN = "passages as a PAN folder"

// PANDir is the folder inside a result that PAN writes.
const PANDir = "pan"

func init() { shardio.RegisterSink(PAN, writePAN) }

// panWriter writes sorted lines of passages as a PAN folder. It holds the passages of
// one document a.
type panWriter struct {
	ctx   context.Context
	files store.Store
	dir   string
	open  []panio.Annotation
	named map[uint64]bool // hashes of the names so far
	buf   []byte          // scratch
}

// newPANWriter makes the folder, in place of that of an earlier try.
func newPANWriter(ctx context.Context, dir string) (*panWriter, error) {
	w := &panWriter{ctx: ctx, dir: store.Join(dir, PANDir), named: map[uint64]bool{}}
	var err error
	if w.files, err = store.For(w.dir); err != nil {
		return nil, err
	}
	if !store.IsLocal(dir) {
		return nil, fmt.Errorf("passageio: %s is no place for a PAN folder", dir)
	}
	if err := w.files.Remove(ctx, w.dir); err != nil {
		return nil, err
	}
	return w, os.MkdirAll(w.dir, 0o755)
}

// writePAN writes lines as a PAN folder.
func writePAN(ctx context.Context, dir, _ string, lines shardio.Lines) error {
	w, err := newPANWriter(ctx, dir)
	if err != nil {
		return fmt.Errorf("for PAN: %w", err)
	}
	if err := lines(w.line); err != nil {
		return fmt.Errorf("for PAN: %w", err)
	}
	if err := w.flush(); err != nil {
		return fmt.Errorf("for PAN: %w", err)
	}
	return nil
}

// line takes the next passage.
func (w *panWriter) line(line []byte) error {
	var p struct {
		A      string `json:"a"`
		AStart int    `json:"a_start"`
		AEnd   int    `json:"a_end"`
		B      string `json:"b"`
		BStart int    `json:"b_start"`
		BEnd   int    `json:"b_end"`
	}
	if err := json.Unmarshal(line, &p); err != nil {
		return fmt.Errorf("passageio: a line of passages: %w", err)
	}
	a := panio.Annotation{
		Suspicious: panText(p.A), ThisOffset: p.AStart, ThisLength: p.AEnd - p.AStart,
		Source: panText(p.B), SourceOffset: p.BStart, SourceLength: p.BEnd - p.BStart,
	}
	if len(w.open) > 0 && w.open[0].Suspicious != a.Suspicious {
		if err := w.flush(); err != nil {
			return err
		}
	}
	w.open = append(w.open, a)
	return nil
}

// flush writes the files of one document.
func (w *panWriter) flush() error {
	slices.SortStableFunc(w.open, func(x, y panio.Annotation) int { return cmp.Compare(x.Source, y.Source) })
	for len(w.open) > 0 {
		n := 1
		for n < len(w.open) && w.open[n].Source == w.open[0].Source {
			n++
		}
		if err := w.file(w.open[:n]); err != nil {
			return err
		}
		w.open = w.open[n:]
	}
	return w.ctx.Err()
}

// file writes the file of a pair.
func (w *panWriter) file(pair []panio.Annotation) error {
	name := panFile(pair[0].Suspicious, pair[0].Source)
	if hash := xxhash.Sum64String(name); w.named[hash] { // "a-b" and "c", "a" and "b-c"
		name += fmt.Sprintf("-%016x", pairHash(pair[0].Suspicious, pair[0].Source))
	} else {
		w.named[hash] = true
	}
	w.buf = panio.AppendXML(w.buf[:0], panio.Detected, pair)
	return store.WriteFile(w.ctx, store.Join(w.dir, name+".xml"), func(f io.Writer) error {
		_, err := f.Write(w.buf)
		return err
	})
}

// panText is the name of a document: PAN's end with .txt.
func panText(id string) string { return strings.TrimSuffix(id, ".txt") + ".txt" }

// panName is how long the name of a file may be, in bytes; what makes a name unique and
// its extension come on top, and a disk takes 255.
const panName = 200

// panFile is the name of the file of a pair, without its extension.
func panFile(a, b string) string {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || r == '/' || r == '\\' || r == 0x7f {
			return '_'
		}
		return r
	}, strings.TrimSuffix(a, ".txt")+"-"+strings.TrimSuffix(b, ".txt"))
	if strings.HasPrefix(name, ".") { // it would be hidden
		name = "_" + name[1:]
	}
	if len(name) > panName {
		name = strings.ToValidUTF8(name[:panName], "") + fmt.Sprintf("-%016x", pairHash(a, b))
	}
	return name
}

func pairHash(a, b string) uint64 { return xxhash.Sum64String(a + "\x00" + b) }
