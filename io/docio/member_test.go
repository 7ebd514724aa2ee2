package docio

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// zipOf returns a zip archive of files: name, content, name, content.
func zipOf(t testing.TB, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err == nil {
			_, err = f.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func tarOf(t testing.TB, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		h := &tar.Header{Name: files[i], Size: int64(len(files[i+1])), Mode: 0o644}
		if files[i+1] == "link" {
			h.Typeflag, h.Linkname, h.Size = tar.TypeSymlink, "/etc/passwd", 0
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if h.Size > 0 {
			w.Write([]byte(files[i+1]))
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The members of an archive are documents as files are, and are read again one by one.
func TestMembers(t *testing.T) {
	onPath(t, "pdftotext", `cat "$4"`)
	files := []string{
		"b/essay.docx", testdata(t, "extract/testdata/word.docx"), "a.txt", "Plain text.", "./c.html", "<p>Page.</p>", "d.jsonl.gz", gz(t, "{\"id\":\"x\",\"text\":\"One.\"}\n\n{\"text\":\"Two.\"}\n{\n"),
		"e.txt", "caf\xe9 au lait, caf\xe9 noir", "p.pdf", "%PDF-1.4 page", ".DS_Store", "x", "__MACOSX/._a.txt", "x", "../out.txt", "x", "/abs.txt", "x",
		"inner.zip", zipOf(t, "x", "x"), "t.parquet", "PAR1", "bin.txt", "a\x00b", "empty.txt", "", "z\\y.txt", "From Windows.",
	}
	want := func(archive string) []string {
		return []string{
			archive + "/b/essay.docx: The Valley", archive + "/a.txt: Plain text.", archive + "/c.html: <p>Page.</p>", "x: One.", archive + "/d.jsonl.gz:3: Two.",
			archive + "/e.txt: café au lait, café noir", archive + "/p.pdf: %PDF-1.4 page", archive + "/empty.txt:", archive + "/z/y.txt: From Windows.",
		}
	}
	refused := func(archive string) []string {
		return []string{
			archive + "/d.jsonl.gz, line 4: not JSON: the line ends inside a value",
			archive + "/../out.txt: its name leads out of the archive",
			archive + "//abs.txt: its name leads out of the archive",
			archive + "/inner.zip: an archive in an archive is not read: unpack it",
			archive + "/t.parquet: a Parquet file in an archive is not read: unpack it",
			archive + "/bin.txt: binary file (NUL byte at offset 1)",
		}
	}
	for name, content := range map[string]string{
		"a.zip": zipOf(t, files...), "a.tar": tarOf(t, append(files, "l.txt", "link")...), "a.tgz": gz(t, tarOf(t, files...)),
	} {
		dir := folder(t, map[string]string{name: content})
		p := params(dir)
		docs, rejected := each(t, p)
		if diff := cmp.Diff(want(name), showDocs(docs)); diff != "" {
			t.Errorf("%s: documents (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(refused(name), showRejected(dir, rejected)); diff != "" {
			t.Errorf("%s: rejected (-want +got):\n%s", name, diff)
		}
		again(t, p, docs)
		for i, d := range docs {
			if d.Record != int64(i) {
				t.Errorf("%s is record %d, want %d", d.ID, d.Record, i)
			}
		}
		// What a command makes of a member is a document, too.
		p.Pre = []Pre{{script(t, `wc -c <"$1"; basename "$1"`), []string{"*.docx"}}}
		if docs, _ := each(t, p); len(docs) != 9 || !strings.HasSuffix(string(docs[0].Text), "\nfile.docx\n") {
			t.Errorf("%s with --pre: %q", name, showDocs(docs))
		}
	}
}

// overlapping returns an archive of one file that lists the file so many times.
func overlapping(archive string, times int) string {
	list, end := strings.Index(archive, "PK\x01\x02"), strings.Index(archive, "PK\x05\x06")
	tail := []byte(archive[end:])
	for _, at := range []int{8, 10} {
		binary.LittleEndian.PutUint16(tail[at:], uint16(times))
	}
	binary.LittleEndian.PutUint32(tail[12:], uint32(times*(end-list)))
	return archive[:list] + strings.Repeat(archive[list:end], times) + string(tail)
}

// Archives that do harm or are damaged are rejected, and what is whole of them is read.
func TestHarmfulArchives(t *testing.T) {
	bomb, large := strings.Repeat("0", 4<<20), strings.Repeat(" ", 1<<20)
	var many []string
	for range 20 {
		many = append(many, "a.txt", large)
	}
	whole := tarOf(t, "a.txt", "One.", "b.txt", "Two.")
	locked := []byte(zipOf(t, "a.txt", "One.", "b.txt", "Two."))
	for at := 0; ; { // the flag of both heads of each file
		i := bytes.Index(locked[at:], []byte("PK\x01\x02"))
		if i < 0 {
			break
		}
		at += i + 4
		locked[at+4] |= 1
	}
	for name, tc := range map[string]struct {
		content  string
		docs     int
		rejected string
	}{
		"bomb.zip":   {zipOf(t, "a.txt", bomb, "b.txt", bomb, "c.txt", bomb), 0, "larger than 1 MiB"},
		"many.zip":   {overlapping(zipOf(t, "a.txt", large), 20), 2, "decompresses to more than 1000 times as many"},
		"bomb.tzst":  {zst(t, tarOf(t, many...)), 2, "decompresses to more than 1000 times as many"},
		"cut.zip":    {zipOf(t, "a.txt", "One.")[:50], 0, "not a valid zip file"},
		"locked.zip": {string(locked), 0, "protected by a password"},
		"cut.tar":    {whole[:1100], 1, "the tar archive is broken: unexpected EOF"},
		"cut.tgz":    {gz(t, whole)[:60], 0, "gzip data ends too early"},
		"none.tar":   {strings.Repeat("no archive ", 100), 0, "the tar archive is broken"},
		"empty.zip":  {zipOf(t), 0, ""},
	} {
		p := params(folder(t, map[string]string{name: tc.content}))
		p.MaxRecord = 1 << 20
		docs, rejected := each(t, p)
		if len(docs) != tc.docs || (len(rejected) == 0) != (tc.rejected == "") || tc.rejected != "" && !strings.Contains(rejected[len(rejected)-1].Reason, tc.rejected) {
			t.Errorf("%s: %d documents, want %d; rejected %v, want %q", name, len(docs), tc.docs, rejected, tc.rejected)
		}
	}
}
