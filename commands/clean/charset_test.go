package clean_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/io/charset"
	"example.org/diagonal/io/record"
)

// Files in other character sets are written in them, pass after pass: what is left of a file may look like another set,
// so it is read in the one that the first pass has found.
func TestCharsets(t *testing.T) {
	const french = "Déjà l'élève est arrivé à l'école; il a été prévenu. "
	encoded := func(set, text string) []byte {
		t.Helper()
		b, err := charset.Encoder(set).String(text)
		if err != nil {
			t.Fatal(err)
		}
		return []byte(b)
	}
	dir := t.TempDir()
	write(t, dir+"/in/a.txt", []byte(french+shared+"\n"+chinese+"\n"))
	write(t, dir+"/in/b.txt", encoded("windows-1252", french+"Ça, c'est à part.\n"+shared+"\nPuis la fin: l'été."))
	write(t, dir+"/in/c.txt", encoded("gb18030", own+"今天是春天的第一天，我们都在这里。\n"+chinese))
	write(t, dir+"/in/d.txt", encoded("utf-16le", "\ufeff还有别的话要说。\n"+chinese))
	write(t, dir+"/in/e.jsonl", encoded("windows-1252", `{"id":"e","text":"L'été est fini. `+shared+`","n":"é"}`+"\n"+
		`{"id":"f","text":"Là-bas, l'été est déjà là, et c'était à côté."}`+"\n"))
	write(t, dir+"/in/g.jsonl", encoded("utf-16be", "\ufeff"+`{"id":"g","text":"还有这个。`+chinese+`"}`+"\n"))
	// The byte order mark stays where the text behind it goes.
	write(t, dir+"/in/h.txt", encoded("utf-16le", "\ufeff"+chinese+"\n还有最后的话要说。"))
	write(t, dir+"/in/i.txt", []byte("\ufeff"+shared+"\nLast words, which only this file has."))
	write(t, dir+"/in/j.html", encoded("utf-16be", "\ufeff<html><body><p>"+chinese+"</p><p>网页还有别的话。</p></body></html>"))
	search(t, dir+"/in", dir+"/found")
	mustRun(t, "clean", "--input="+dir+"/in", "--result="+dir+"/found", "--output="+dir+"/out", "--quiet",
		"--min_text=1", "--min_cut=0")
	for name, want := range map[string]string{
		"a.txt": french + shared + "\n" + chinese + "\n",
		"b.txt": string(encoded("windows-1252", "Ça, c'est à part.\nPuis la fin: l'été.")),
		"c.txt": string(encoded("gb18030", own+"今天是春天的第一天，我们都在这里。")),
		"d.txt": string(encoded("utf-16le", "\ufeff还有别的话要说。")),
		"e.jsonl": string(encoded("windows-1252", `{"id":"e","text":"L'été est fini.","n":"é"}`+"\n"+
			`{"id":"f","text":"Là-bas, l'été est déjà là, et c'était à côté."}`+"\n")),
		"g.jsonl": string(encoded("utf-16be", "\ufeff"+`{"id":"g","text":"还有这个。"}`+"\n")),
		"h.txt":   string(encoded("utf-16le", "\ufeff还有最后的话要说。")),
		"i.txt":   "\ufeffLast words, which only this file has.",
		"j.html":  string(encoded("utf-16be", "\ufeff<html><body><p></p><p>网页还有别的话。</p></body></html>")),
	} {
		if diff := cmp.Diff(want, string(read(t, dir+"/out/documents/"+name))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	sets := ""
	for _, c := range jobtest.Stream[record.Converted](t, dir+"/out", "charsets") {
		sets += c.Name + " " + c.Charset + "\n"
		if !strings.HasPrefix(c.File, dir+"/in/") {
			t.Errorf("file %s", c.File)
		}
	}
	want := "c.txt gb18030\ng.jsonl utf-16be\nj.html utf-16be\nd.txt utf-16le\nh.txt utf-16le\nb.txt windows-1252\n" +
		"e.jsonl windows-1252\n"
	if diff := cmp.Diff(want, sets); diff != "" {
		t.Errorf("character sets (-want +got):\n%s", diff)
	}
}
