package docio

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/sevenz/sevenztest"
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
		"b/essay.docx", testdata(t, "extract/testdata/word.docx"), "a.txt", "Plain text.", "./c.html", "<p>Page.</p>",
		"d.jsonl.gz", gz(t, "{\"id\":\"x\",\"text\":\"One.\"}\n\n{\"text\":\"Two.\"}\n{\n"),
		"e.txt", "caf\xe9 au lait, caf\xe9 noir", "p.pdf", "%PDF-1.4 page", ".DS_Store", "x", "__MACOSX/._a.txt", "x",
		"../out.txt", "x", "/abs.txt", "x",
		"inner.zip", zipOf(t, "x", "In two.", "../y", "x"), "t.parquet", "PAR1", "bin.txt", "a\x00b", "empty.txt", "",
		"z\\y.txt", "From Windows.",
	}
	want := func(archive string) []string {
		return []string{
			archive + "/b/essay.docx: The Valley", archive + "/a.txt: Plain text.", archive + "/c.html: <p>Page.</p>",
			"x: One.", archive + "/d.jsonl.gz:3: Two.",
			archive + "/e.txt: café au lait, café noir", archive + "/p.pdf: %PDF-1.4 page",
			archive + "/inner.zip/x: In two.", archive + "/empty.txt:", archive + "/z/y.txt: From Windows.",
		}
	}
	refused := func(archive string) []string {
		return []string{
			archive + "/d.jsonl.gz, line 4: not JSON: the line ends inside a value",
			archive + "/../out.txt: its name leads out of the archive",
			archive + "//abs.txt: its name leads out of the archive",
			archive + "/inner.zip/../y: its name leads out of the archive",
			archive + "/t.parquet: a Parquet file in an archive is not read: unpack it",
			archive + "/bin.txt: binary file (NUL byte at offset 1)",
		}
	}
	for name, content := range map[string]string{
		"a.zip": zipOf(t, files...), "a.tar": tarOf(t, append(files, "l.txt", "link")...),
		"a.tgz": gz(t, tarOf(t, files...)),
		"a.7z":  sevenztest.Of(files...), "a.zip.gz": gz(t, zipOf(t, files...)),
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
		if docs, _ := each(t, p); len(docs) != 10 || !strings.HasSuffix(string(docs[0].Text), "\nfile.docx\n") {
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
		"cut.7z":     {sevenztest.Of("a.txt", "One.")[:50], 0, "the 7z archive is broken"},
		"none.7z":    {"no archive", 0, "this is no 7z archive"},
		"many.7z":    {testdata(t, "docio/testdata/many.7z"), 3, "decompresses to more than 1000 times as many"},
		"locked.7z":  {testdata(t, "sevenz/testdata/locked.7z"), 0, "protected by a password"},
		"names.7z":   {testdata(t, "sevenz/testdata/locked-names.7z"), 0, "protected by a password"},
		"inner.zip": {zipOf(t, "x.zip", zipOf(t, "a.txt", "One.")[:50], "x.7z", "no archive", "x.tar.gz",
			gz(t, whole)[:60]), 0, "gzip data ends too early"},
	} {
		p := params(folder(t, map[string]string{name: tc.content}))
		p.MaxRecord = 1 << 20
		docs, rejected := each(t, p)
		if len(docs) != tc.docs || (len(rejected) == 0) != (tc.rejected == "") ||
			tc.rejected != "" && !strings.Contains(rejected[len(rejected)-1].Reason, tc.rejected) {
			t.Errorf("%s: %d documents, want %d; rejected %v, want %q", name, len(docs), tc.docs, rejected, tc.rejected)
		}
	}
}

// Archives may be in one another, of any kind. A document is read again from the depth that it has.
func TestArchivesInArchives(t *testing.T) {
	kinds := []struct {
		extension string
		make      func(files ...string) string
	}{
		{".zip", func(files ...string) string { return zipOf(t, files...) }},
		{".tar", func(files ...string) string { return tarOf(t, files...) }},
		{".7z", sevenztest.Of},
		{".tar.gz", func(files ...string) string { return gz(t, tarOf(t, files...)) }},
	}
	for i, outer := range kinds {
		for j, inner := range kinds {
			middle := kinds[(i+j)%len(kinds)]
			in := inner.make("a.txt", "One.", "d/b.jsonl", "{\"text\":\"Two.\"}\n{\"text\":\"Three.\"}\n")
			between := middle.make("1.txt", "Before.", "in"+inner.extension, in, "2.txt", "Behind.")
			name := "out" + outer.extension
			p := params(folder(t,
				map[string]string{name: outer.make("mid"+middle.extension, between, "again"+middle.extension,
					between)}))
			docs, rejected := each(t, p)
			var want []string
			for _, mid := range []string{"mid", "again"} {
				at := name + "/" + mid + middle.extension
				deep := at + "/in" + inner.extension
				want = append(want, at+"/1.txt: Before.", deep+"/a.txt: One.", deep+"/d/b.jsonl:1: Two.",
					deep+"/d/b.jsonl:2: Three.", at+"/2.txt: Behind.")
			}
			if diff := cmp.Diff(want, showDocs(docs)); diff != "" || len(rejected) > 0 {
				t.Errorf("%s: rejected %v, documents (-want +got):\n%s", want[1], rejected, diff)
			}
			again(t, p, docs)
		}
	}
}

// Archives deeper than maxArchives are not opened, and all that is in an archive counts together.
func TestDeepArchives(t *testing.T) {
	text := zipOf(t, "a.txt", "One.")
	for range maxArchives - 1 {
		text = zipOf(t, "in.zip", text)
	}
	dir := folder(t, map[string]string{"whole.zip": text, "deep.zip": zipOf(t, "in.zip", text)})
	docs, rejected := each(t, params(dir))
	if len(docs) != 1 || !strings.HasPrefix(docs[0].ID, "whole.zip/in.zip/") || len(rejected) != 1 ||
		!strings.Contains(rejected[0].Reason, "more than 8 archives are in one another") {
		t.Errorf("documents %q, rejected %v", showDocs(docs), rejected)
	}
	// Each of the inner archives is small enough, and each member, but not all of them.
	large, inner := strings.Repeat(" ", 1<<20), []string{}
	for range 50 { // in 1.3 KB
		inner = append(inner, "in.zip", zipOf(t, "a.txt", large))
	}
	p := params(folder(t, map[string]string{"bomb.zip": zipOf(t, "in.zip", zipOf(t, inner...), "b.txt", "Behind.")}))
	p.MaxRecord = 3 << 20
	docs, rejected = each(t, p)
	if n := len(docs); n != 2 || !strings.Contains(rejected[len(rejected)-1].Reason,
		"decompresses to more than 1000 times as many") {
		t.Errorf("%d documents, rejected %v", n, rejected)
	}
	again(t, p, docs)
}
