package report

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"golang.org/x/net/html"

	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/filetest"
)

// parts unpacks the parts of a report in one file.
func parts(t *testing.T, file string) map[string]string {
	t.Helper()
	b := filetest.Read(t, file)
	all := map[string]string{}
	for _, m := range regexp.MustCompile(
		`<script type="text/plain" id="([^"]+)">([^<]*)</script>`).FindAllStringSubmatch(string(b), -1) {
		z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(m[2])))
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		all[m[1]] = string(content)
	}
	return all
}

// A report in one file has what the folder has. Nothing of the input is markup, and the policy of the file allows what
// is in the file, by its hash, and nothing else.
func TestSingleFile(t *testing.T) {
	dir, input := hostile(t)
	folder, _ := makeReport(t, dir, input)
	p := Params{Result: dir, Docs: docio.Defaults(), SingleFile: filepath.Join(t.TempDir(), "report.html")}
	p.Docs.Input = []string{input}
	made, err := Run(t.Context(), p, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), p, t.Output()); err == nil || !strings.Contains(err.Error(), "--overwrite") {
		t.Errorf("the file exists: %v", err)
	}
	var closing strings.Builder
	made.print(&closing, p.SingleFile)
	if !strings.Contains(closing.String(), "The report is the file "+p.SingleFile+", ") {
		t.Error(closing.String())
	}
	file := filetest.Read(t, p.SingleFile)
	head, _, _ := strings.Cut(string(file), "<script")
	head = html.UnescapeString(head)
	all := parts(t, p.SingleFile)
	err = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == "_SUCCESS" {
			return err
		}
		name, _ := filepath.Rel(folder, path)
		want, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		part, ok := all[filepath.ToSlash(name)]
		if filepath.Ext(name) == ".html" {
			_, body, _ := strings.Cut(string(want), "<body>\n")
			body = strings.TrimSuffix(body, "</body>\n</html>\n")
			if part = regexp.MustCompile(`href="#([a-z0-9-]+\.html)`).ReplaceAllString(part, `href="$1`); part != body {
				t.Errorf("%s is another page", name)
			}
			return nil
		}
		if !ok || part != string(want) {
			t.Errorf("%s is not as in the folder", name)
		}
		sum := sha256.Sum256(want)
		if hash := base64.StdEncoding.EncodeToString(sum[:]); (filepath.Ext(name) == ".js" ||
			filepath.Ext(name) == ".css") && !strings.Contains(head, "'sha256-"+hash+"'") {
			t.Errorf("the policy has not %s", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, outside := range []string{" src=", "<link", "http://", "https://", "unsafe", "'self'", "alert(1)",
		hostileID} {
		if strings.Contains(head, outside) {
			t.Errorf("the head of the file has %s", outside)
		}
	}
	for name, content := range all {
		if filepath.Ext(name) == ".html" {
			checkMarkup(t, name, []byte("<html><body>"+content))
		}
	}
	for _, wrong := range []Params{{SingleFile: "a.html", Output: "b"}, {SingleFile: "a.txt"}} {
		if err := wrong.check(pflag.NewFlagSet("", 0)); err == nil {
			t.Errorf("no error of %+v", wrong)
		}
	}
}
