package job

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/result"
)

// Each kind of rejected records is seen, the largest first, and so is each character set.
func TestRemarks(t *testing.T) {
	dir := t.TempDir()
	put := func(stream, lines string) {
		t.Helper()
		filetest.Write(t, dir+"/"+stream+"-00000-of-00001.jsonl", lines)
	}
	rejected := strings.Repeat(`{"file":"a.bz2","record":1,"reason":"this is a bzip2 file, not text: decompress it"}`+
		"\n", 5)
	for i := range 60 {
		rejected += fmt.Sprintf(`{"file":"b%02d.txt","record":1,"reason":"binary file (NUL byte at offset %d)"}`+"\n",
			i, i)
	}
	for i := range 12 {
		rejected += fmt.Sprintf(`{"file":"c.jsonl","record":%d,"reason":"reason %c"}`+"\n", i+1, 'A'+i)
	}
	put(Rejected, rejected)
	put(Converted, `{"file":"g.txt","name":"g.txt","charset":"gb18030","file_bytes":true}
{"file":"d/w.txt","name":"w.txt","charset":"windows-1250","unsure":true,"file_bytes":true}
{"file":"d/x.txt","name":"x.txt","charset":"windows-1252","file_bytes":true}
{"file":"d/y.txt","name":"y.txt","charset":"windows-1252","file_bytes":true}
`)
	r := Result{Dir: dir, Summary: &result.Summary{
		Lines: map[string]int64{Rejected: 77, Converted: 4},
		Counts: map[string]int64{docio.UndecodedCharacters: 1200, docio.Undecoded: 1, docio.EncodedBytes: 2_500_000,
			docio.Encoded: 2},
	}, Unused: []string{"--pre_glob='*.pdf' matches\x1b"}}
	want := "  60 such as b00.txt: binary file (NUL byte at offset 0)\n" +
		"  5 such as a.bz2: this is a bzip2 file, not text: decompress it\n"
	for i := range 8 {
		want += fmt.Sprintf("  c.jsonl, line %d: reason %c\n", i+1, 'A'+i)
	}
	want += `  and 4 of 4 other kinds: rejected-*.jsonl
4 files are not in UTF-8, and converted: 2 from windows-1252, 1 from gb18030, 1 from windows-1250
The character set of 1 file was guessed, and may be wrong: d/w.txt (windows-1250); --charset=NAME names the right one, and charsets-*.jsonl lists the files
1,200 characters of 1 document could not be decoded: each counts as one character that is in no word
2.5 MB of base64 in lines of 2 documents, such as attachments, count as words: name mail .eml or .mbox, and they are left out; or decode them with --pre
--pre_glob='*.pdf' matches\x1b`
	if diff := cmp.Diff(want, r.Remarks()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := (&Result{Dir: dir, Summary: &result.Summary{}}).Remarks(); got != "" {
		t.Errorf("of a result without any: %q", got)
	}
}
