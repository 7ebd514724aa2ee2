package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
)

// notRun are parts of commands that need what a test does not have: other programs, servers, web archives, Parquet, a
// folder of this machine, a second run, a signal to stop.
var notRun = []string{"--pre=", "https://", "$base", "--pre_glob", ".warc", ".parquet", "/var/lib", "COMMAND",
	"--memory=8GB", "serve --index"}

// TestHowTo: the commands of each how-to page end well, one after the other, on a small collection for each folder that
// they name.
func TestHowTo(t *testing.T) {
	text := strings.Repeat(shared, 3)
	more := " " + noise(3000, 1)
	record := func(id, series, date, text string) string {
		return fmt.Sprintf("{\"id\":%q,\"series\":%q,\"date\":%q,\"text\":%q}\n", id, series, date, text)
	}
	play := func(author, date string) string {
		return fmt.Sprintf("<TEI><teiHeader><titleStmt><author>%s</author></titleStmt></teiHeader><standOff><event type=\"print\" when=%q/></standOff><text><p>%s</p></text></TEI>", author, date, text)
	}
	files := map[string]string{
		"gerdracor/tei/a.xml": play("Bretzner", "1781"), "gerdracor/tei/b.xml": play("Stephanie", "1782"),
		"essays/anna.txt": "Apples. " + text, "essays/ben.txt": "Pears. " + text + more, "sources/book.txt": text,
		"book.txt": text, "sheet.txt": "Write an essay on apples and pears.", "essay.txt": "Plums. " + text,
		"newspapers/a.jsonl": record("sun-1", "sun", "1898-02-15", "News. "+text) + record("nyt-1", "nyt", "1898-02-17",
			"Wire. "+text),
		"letters/1.txt": "Dear friend. " + text, "bible.txt": text + more,
		"psalms.csv": "id,text\nPs 21:2,Deus Deus meus respice me quare me dereliquisti\n",
		"gospel.csv": "id,text\nMt 27:46,hoc est Deus meus Deus meus ut quid dereliquisti me\n",
		"corpus/a.jsonl": record("1", "", "", "One. "+text) + record("2", "", "", "Two. "+text) +
			record("3", "", "", more),
		"articles/01.txt": text + more, "articles/2019/draft.txt": noise(3000, 2), "new/02.txt": noise(3000, 3),
		"changed/01.txt": "Now. " + text,
		"incoming/x.txt": text + more, "files/a.txt": text, "files/b.txt": text + "And so on.", "files/c.txt": more,
		"archive/1998/a.txt": text, "archive/1999/a.txt": text + more, "texts/a.txt": more,
	}
	pages := documentation(t)
	ran := 0
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		if !strings.HasPrefix(name, "docs/howto/") {
			continue
		}
		dir := t.TempDir()
		filetest.Put(t, dir, files)
		for line := range strings.Lines(pages[name]) {
			line, _, _ = strings.Cut(strings.TrimSpace(line), "  #")
			rest, ok := strings.CutPrefix(line, "diagonal ")
			if !ok || slices.ContainsFunc(notRun, func(s string) bool { return strings.Contains(line, s) }) {
				continue
			}
			args := words.FindAllString(rest, -1)
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "'", "")
			}
			ran++
			for _, made := range []string{"essays.reuse", "found"} { // several examples of a page write it
				if slices.Contains(args, "--output="+made) || args[0] == "essays/" {
					os.RemoveAll(dir + "/" + made)
				}
			}
			if o := finish(t, dir, program(dir, args...)); o.code != 0 {
				t.Errorf("%s: %s: exit %d: %s%s", name, line, o.code, o.stdout, o.stderr)
			}
		}
	}
	if ran < 30 {
		t.Errorf("only %d commands were run", ran)
	}
}
