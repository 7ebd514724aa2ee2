package docio

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.org/diagonal/io/record"
)

// preFormat is the format of the files that Params.Pre reads: what a command writes to its
// standard output is the document.
var preFormat *format

func init() { preFormat = &format{name: preName, made: true, read: readPre, fetch: fetchPre} }

const preName = "pre"

// defaultPreTimeout is how long a command may take for a file.
const defaultPreTimeout = time.Minute

// preFormats are the formats that the output of the command can have; auto is text.
var preFormats = []string{auto, "text", "html", "xml"}

// Pre is a command that reads files of other kinds.
type Pre struct {
	// Command is the command: what it writes to its standard output is the document, and offsets are in that
	// text. Its words are separated by spaces, {} is the path of the file, and without a {} the path is the last
	// word. No shell reads them. Every worker runs the command, so it must be there.
	Command string `json:"command"`
	// Glob are the patterns of the names of its files, such as *.pdf. None: all files, which is for a command alone.
	Glob []string `json:"glob,omitempty"`
}

// checkPre reports what is impossible about the commands.
func (p Params) checkPre() error {
	if len(p.Pre) == 0 {
		return nil
	}
	if !slices.Contains(preFormats, p.Format) {
		return usagef("--format=%s: what --pre=COMMAND writes is a text or a page; leave out --format, or give one of %s", p.Format, strings.Join(preFormats[1:], ", "))
	}
	if p.PreTimeout <= 0 {
		return usagef("--pre_timeout=%s: want a time, as in 30s", p.PreTimeout)
	}
	of := map[string]string{} // the command of a pattern
	for _, pre := range p.Pre {
		if err := pre.check(len(p.Pre) == 1); err != nil {
			return err
		}
		for _, glob := range pre.Glob {
			if other, twice := of[glob]; twice {
				return usagef("--pre_glob=%s is given to two commands, %s and %s: leave one of them out", glob, other,
					pre.Command)
			}
			of[glob] = pre.Command
		}
	}
	return nil
}

// check reports what is impossible about one command, which may be the only one.
func (c Pre) check(only bool) error {
	words := strings.Fields(c.Command)
	switch {
	case c.Command == "" && len(c.Glob) > 0:
		return usagef("--pre_glob has no effect without --pre=COMMAND: add that, or leave it out")
	case len(words) == 0:
		return usagef("--pre is empty: name a command, as in --pre='pdftotext {} -'")
	case !only && len(c.Glob) == 0:
		return usagef("--pre='%s' has no --pre_glob: of several commands each one is followed by the patterns of its files, as in --pre='pdftotext {} -' --pre_glob='*.pdf'", c.Command)
	}
	for _, glob := range c.Glob {
		if _, err := path.Match(glob, ""); err != nil || glob == "" || strings.Contains(glob, "/") {
			return usagef("--pre_glob=%s: want a pattern for names of files, as in *.pdf", glob)
		}
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return usagef("--pre: the command %s is not found; install it, or give its path", words[0])
	}
	return nil
}

// preOf returns the command that reads a file; "" if there is none.
func (p Params) preOf(file string) string {
	if file == Stdin || file == p.Stdin.File {
		return ""
	}
	for _, pre := range p.Pre {
		if len(pre.Glob) == 0 || slices.ContainsFunc(pre.Glob, func(glob string) bool { return matches(glob, file) }) {
			return pre.Command
		}
	}
	return ""
}

// matches reports whether a pattern is one of the name of a file.
func matches(glob, file string) bool {
	ok, _ := path.Match(glob, path.Base(filepath.ToSlash(file)))
	return ok
}

// unusedGlobs returns a line for each pattern that is one of no file.
func (p Params) unusedGlobs(files []listedFile) (lines []string) {
	for _, pre := range p.Pre {
		for _, glob := range pre.Glob {
			if !slices.ContainsFunc(files, func(f listedFile) bool {
				return f.Path != p.Stdin.File && matches(glob, f.Path)
			}) {
				lines = append(lines,
					fmt.Sprintf("--pre_glob='%s' matches the name of no file: --pre='%s' read none by it", glob,
						pre.Command))
			}
		}
	}
	return lines
}

// preMarkup is the markup of what the command writes.
func (p Params) preMarkup() record.Markup {
	if p.Format == auto {
		return record.Plain
	}
	return lookup(p.Format).markup
}

// preArguments returns the command for a file: its words, in which {} is the path of the file. Without
// a {} the path is the last one.
func preArguments(command, file string) []string {
	words := strings.Fields(command)
	found := false
	for i, w := range words {
		found = found || i > 0 && strings.Contains(w, "{}")
		if i > 0 {
			words[i] = strings.ReplaceAll(w, "{}", file)
		}
	}
	if !found {
		words = append(words, file)
	}
	return words
}

func readPre(ctx context.Context, in *Input, emit func(record.Document) error, reject func(record.Rejected)) error {
	text, err := in.preText(ctx)
	if err != nil {
		reject(record.Rejected{File: in.Path, ID: in.id(), Reason: err.Error()})
		return ctx.Err()
	}
	return in.readPlain(ctx, bytes.NewReader(text), in.params.markup(in.params.preMarkup()), min(in.Bytes, preBytes),
		emit, reject)
}

// preBytes is the size of a document that is expected at most.
const preBytes = 1 << 20

// fetchPre reads what the command wrote.
func fetchPre(ctx context.Context, in *Input, offsets []int64, emit func(k int, d *record.Document)) error {
	text, err := in.preText(ctx)
	if err != nil {
		return err
	}
	d, err := in.textOf(text, in.params.preMarkup())
	if err != nil {
		return err
	}
	for k := range offsets {
		emit(k, d)
	}
	return nil
}

// preText returns what the command of the file writes.
func (in *Input) preText(ctx context.Context) ([]byte, error) {
	return in.programText(in.params.preOf(in.path), func() (io.ReadCloser, error) { return in.runPre(ctx) })
}

// runPre starts the command for the file. Its standard input is the file, as it is stored; reading its
// standard output ends with an error if the command fails or takes too long.
func (in *Input) runPre(ctx context.Context) (io.ReadCloser, error) {
	f, err := in.openStored(ctx, 0)
	if err != nil {
		return nil, err
	}
	path, made, err := in.onDisk(f, true)
	if err != nil || made != nil {
		f.Close()
		f = made
	}
	if err != nil {
		return nil, err
	}
	return in.start(ctx, preArguments(in.params.preOf(in.path), path), f, f)
}

// start starts a command. At its end it closes file.
func (in *Input) start(ctx context.Context, words []string, stdin io.Reader, file io.Closer) (io.ReadCloser, error) {
	limit := cmp.Or(in.params.PreTimeout, defaultPreTimeout)
	timed, cancel := context.WithTimeout(ctx, limit)
	c := &preCommand{words: words, limit: limit, file: file, timed: timed, cancel: cancel}
	c.cmd = exec.CommandContext(timed, words[0], words[1:]...) // no shell
	c.cmd.Stdin, c.cmd.Stderr, c.cmd.WaitDelay = stdin, &c.complaint, preGrace
	killGroup(c.cmd)
	var err error
	if c.out, err = c.cmd.StdoutPipe(); err == nil {
		err = c.cmd.Start()
	}
	if err != nil {
		cancel()
		file.Close()
		return nil, err
	}
	return c, nil
}

// preGrace is how long the end of a command is waited for after it was killed.
const preGrace = 2 * time.Second

// preCommand is a running command.
type preCommand struct {
	words     []string
	limit     time.Duration
	file      io.Closer
	timed     context.Context
	cancel    func()
	cmd       *exec.Cmd
	out       io.Reader
	complaint head
	waited    bool
	end       error // io.EOF, or why the command failed
}

// Read reads the standard output of the command.
func (c *preCommand) Read(p []byte) (int, error) {
	if c.waited {
		return 0, c.end
	}
	n, err := c.out.Read(p)
	if err == nil || n > 0 {
		return n, nil
	}
	return 0, c.wait()
}

// wait waits for the end of the command, and returns io.EOF if it is a good one.
func (c *preCommand) wait() error {
	if c.waited {
		return c.end
	}
	c.waited, c.end = true, io.EOF
	err := c.cmd.Wait()
	name := filepath.Base(c.words[0])
	switch {
	case errors.Is(c.timed.Err(), context.DeadlineExceeded):
		c.end = fmt.Errorf("%s took more than %s: --pre_timeout allows more", name, c.limit)
	case err != nil:
		c.end = fmt.Errorf("%s: %w%s", name, err, c.complaint.line())
	}
	return c.end
}

// Close ends the command if it runs.
func (c *preCommand) Close() error {
	c.cancel()
	c.wait()
	return c.file.Close()
}

// head keeps the first bytes that are written to it.
type head struct{ buf []byte }

const headBytes = 1 << 10

func (h *head) Write(p []byte) (int, error) {
	h.buf = append(h.buf, p[:min(len(p), headBytes-len(h.buf))]...)
	return len(p), nil
}

// line is the first line, after a colon.
func (h *head) line() string {
	line, _, _ := bytes.Cut(bytes.TrimSpace(h.buf), []byte("\n"))
	if len(line) == 0 {
		return ""
	}
	return ": " + strings.ToValidUTF8(string(line[:min(len(line), 200)]), "\uFFFD")
}
