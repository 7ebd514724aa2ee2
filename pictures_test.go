package main

import (
	"context"
	"flag"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"example.org/diagonal/commands/report/browsertest"
	"example.org/diagonal/io/filetest"
)

var updatePictures = flag.Bool("update_pictures", false, "write docs/pictures anew")

// pictures are the pictures of the documentation: what opens the page, what is there when it is complete, and what of
// it is compared.
var pictures = []struct{ name, page, ready, source string }{
	{"pair", `pairs.html#a=AFL-1.1&b=AFL-1.2`,
		`document.body.dataset.ready === "true" && document.querySelector("#text-a .passage")`,
		`document.querySelector("main").innerText`},
	{"document", `documents.html#document=Artistic-2.0`, `document.body.dataset.ready === "true"`,
		`[...document.querySelectorAll("h1, #facts div, #sources tr")].map(e => e.innerText.replace(/\s+/g, " ")).join("\n")`},
	{"overview", `index.html`, `document.querySelectorAll(".chart canvas").length === 3`,
		`document.querySelector("main").innerText`},
}

// rowOfPair is the address of the pair that the picture shows, once its row is there.
const rowOfPair = `[...document.querySelectorAll(".tabulator-row")].filter(r => r.innerText.includes("AFL-1.1") && r.innerText.includes("AFL-1.2"))
	.map(r => r.querySelector('a[href^="pair.html"]').href)[0]`

// rowOfDocument is the address of the document that the picture shows.
const rowOfDocument = `[...document.querySelectorAll(".tabulator-row a")].filter(a => a.innerText === "Artistic-2.0").map(a => a.href)[0]`

// TestPictures: the pages that the pictures show still say what the pictures were made from: docs/pictures/NAME.txt.
// The pixels are not compared. To make the pictures anew, from a run of the program and with Chromium:
//
//	go test . -run TestPictures -update_pictures
func TestPictures(t *testing.T) {
	ctx := browsertest.Open(t, chromedp.WindowSize(1200, 760))
	dir := t.TempDir()
	input := filepath.Join(mustAbs(t, "testdata"), "corpora", "licences", "corpus.jsonl.gz")
	for _, args := range [][]string{
		{"partial", "--input=" + input, "--output=found", "--quiet"},
		{"report", "found", "--input=" + input, "--output=pages", "--quiet"},
	} {
		if o := finish(t, dir, program(dir, args...)); o.code != 0 {
			t.Fatalf("%q: %s", args, o.stderr)
		}
	}
	for _, p := range pictures {
		steps := []chromedp.Action{chromedp.Navigate("file://" + filepath.ToSlash(filepath.Join(dir, "pages", p.page)))}
		// the link of its row in the table
		if row := map[string]string{"pair": rowOfPair, "document": rowOfDocument}[p.name]; row != "" {
			var address string
			steps = append(steps, browsertest.Until(row, &address),
				chromedp.ActionFunc(func(ctx context.Context) error {
					return chromedp.Navigate(address).Do(ctx)
				}))
		}
		var text string
		var shot []byte
		steps = append(steps, browsertest.Until(p.ready, nil), chromedp.Evaluate(p.source, &text))
		if *updatePictures {
			steps = append(steps, chromedp.Sleep(500*time.Millisecond), chromedp.CaptureScreenshot(&shot))
		}
		if err := chromedp.Run(ctx, steps...); err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
		text = ofPicture(text)
		if *updatePictures {
			filetest.Put(t, filepath.Join("docs", "pictures"),
				map[string]string{p.name + ".png": string(shot), p.name + ".txt": text})
		}
		want := filetest.Read(t, filepath.Join("docs", "pictures", p.name+".txt"))
		if text != string(want) {
			t.Errorf(
				"the page of the picture %s has changed: look at it, and make the pictures anew (-update_pictures)\n"+
					"%s\nwas\n%s", p.name, text, want)
		}
	}
}

// ofRun are lines about the run that made a result.
var ofRun = regexp.MustCompile(`^(started|time|CPU time|peak memory|version)\t`)

// ofPicture is the text of a page without what differs from run to run.
func ofPicture(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !ofRun.MatchString(line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

func mustAbs(t *testing.T, path string) string {
	t.Helper()
	abs, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}
