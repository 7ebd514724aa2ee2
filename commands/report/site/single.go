package site

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"path"
	"regexp"
	"strings"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/io/store"
)

// MaxBytes is the largest report in one file: a browser reads all of it at once.
const MaxBytes = 100 << 20

// TooLargeError is the error of a report that does not fit into one file.
type TooLargeError struct{}

func (*TooLargeError) Error() string {
	return fmt.Sprintf("the report has more than %s, and one file of so much opens slowly: make a folder (--output), or a report of fewer documents", humanize.IBytes(MaxBytes))
}

// single is a report that becomes one file. It has the parts that a folder has, compressed, and opens the pages itself:
//
//	<meta …>                                  a policy that allows the scripts and styles of the file by their hashes
//	<script type="text/plain" id="NAME">      a part: base64 of gzip
//	<script type="application/json" id="pages"> the title, the scripts and the styles of each page
//	<script>                                  boot/boot.js, which shows the page that the address names
type single struct {
	file  string
	names []string
	parts map[string]string
	pages map[string]singlePage
	size  int
	// scripts and styles are the hashes that the policy allows.
	scripts, styles []string
	title           string
}

type singlePage struct {
	Title   string   `json:"title"`
	Scripts []string `json:"scripts"`
	Styles  []string `json:"styles"`
}

//go:embed boot/boot.js
var boot string

// BeginFile begins a report that is one file. It appears when Commit is called. It
// replaces a file of this name.
func BeginFile(ctx context.Context, file string) (*Site, error) {
	files, err := store.For(file)
	if err != nil {
		return nil, err
	}
	s := &Site{ctx: ctx, files: files, single: &single{file: file, parts: map[string]string{},
		pages: map[string]singlePage{}}}
	s.single.scripts = append(s.single.scripts, hashOf([]byte(boot)))
	return s, s.copyAssets()
}

// hashOf returns the name of a script or a style in a policy.
func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// add adds a part.
func (s *single) add(name string, content []byte) error {
	switch path.Ext(name) {
	case ".js":
		s.scripts = append(s.scripts, hashOf(content))
	case ".css":
		s.styles = append(s.styles, hashOf(content))
	}
	var b strings.Builder
	encoder := base64.NewEncoder(base64.StdEncoding, &b)
	z, _ := gzip.NewWriterLevel(encoder, gzip.BestCompression)
	if _, err := z.Write(content); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	if err := encoder.Close(); err != nil {
		return err
	}
	s.names, s.parts[name] = append(s.names, name), b.String()
	if s.size += b.Len(); s.size > MaxBytes {
		return &TooLargeError{}
	}
	return nil
}

// toPage are the links of a page to other pages. In text, html/template writes a quotation mark as &#34;.
var toPage = regexp.MustCompile(`href="([a-z0-9-]+\.html)`)

// addPage adds a page, whose links name pages behind a #.
func (s *single) addPage(p Page, layout *template.Template) error {
	var b bytes.Buffer
	if err := layout.ExecuteTemplate(&b, "body", p); err != nil {
		return err
	}
	own := singlePage{Title: p.windowTitle(), Scripts: []string{"assets/data.js", "data/tables.js"}}
	for _, name := range p.Styles {
		own.Styles = append(own.Styles, path.Join("assets", name))
	}
	own.Styles = append(own.Styles, "assets/report.css")
	for _, name := range p.Scripts {
		own.Scripts = append(own.Scripts, path.Join("assets", name))
	}
	s.pages[p.Name] = own
	if p.Name == FirstPage {
		s.title = own.Title
	}
	return s.add(p.Name, toPage.ReplaceAll(b.Bytes(), []byte(`href="#$1`)))
}

//go:embed boot/single.html
var singleLayout string

var singleTemplate = template.Must(template.New("single.html").Parse(singleLayout))

// write writes the file.
func (s *single) write(ctx context.Context, files store.Store) error {
	w, err := files.Create(ctx, s.file)
	if err != nil {
		return err
	}
	defer w.Abort() // after Close it does nothing
	b := bufio.NewWriterSize(w, 1<<20)
	pages, err := json.Marshal(s.pages) // it escapes < > &
	if err != nil {
		return err
	}
	policy := fmt.Sprintf("default-src 'none'; script-src %s; style-src %s; base-uri 'none'; form-action 'none'",
		strings.Join(s.scripts, " "), strings.Join(s.styles, " "))
	if err := singleTemplate.Execute(b, map[string]any{"Policy": policy, "Title": s.title}); err != nil {
		return err
	}
	for _, name := range s.names {
		fmt.Fprintf(b, "<script type=\"text/plain\" id=%q>%s</script>\n", name, s.parts[name])
	}
	fmt.Fprintf(b,
		"<script type=\"application/json\" id=\"pages\">%s</script>\n<script>%s</script>\n</body>\n</html>\n",
		pages, boot)
	if err := b.Flush(); err != nil {
		return err
	}
	return w.Close()
}

// put writes a part of the file.
func (s *single) put(name string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return fmt.Errorf("%s: %w", path.Base(name), err)
	}
	return s.add(name, b.Bytes())
}
