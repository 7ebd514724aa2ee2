package serve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"example.org/diagonal/commands/report/browsertest"
)

// TestBrowser: a real browser opens the address that is printed, sends the form and shows marks. The script
// of the page runs, takes the text of a file
// of Word, and adds a document. Two documents of made have this text.
func TestBrowser(t *testing.T) {
	_, ix := made(t)
	d, s := opened(t, ix, withAdd(t, t.TempDir()))
	ctx := browsertest.Open(t)
	var found, marked string
	var ran bool
	word := filepath.Join(t.TempDir(), "essay.docx")
	if err := os.WriteFile(word, []byte(office(t, strings.NewReader(wordHead+prose(3, 100)+wordTail))),
		0o666); err != nil {
		t.Fatal(err)
	}
	picture := filepath.Join(t.TempDir(), "a.png")
	if err := os.WriteFile(picture, []byte("\x89PNG\r\n\x1a\n\x00\x00"), 0o666); err != nil {
		t.Fatal(err)
	}
	var text string
	err := chromedp.Run(ctx,
		chromedp.Navigate(s.URL+"/?token="+d.token),
		chromedp.SetUploadFiles("#file", []string{word}, chromedp.ByQuery),
		browsertest.Until(`document.getElementById("note").textContent == "essay.docx"`, nil),
		chromedp.Value("#text", &text, chromedp.ByQuery),
		chromedp.SetUploadFiles("#file", []string{picture}, chromedp.ByQuery),
		browsertest.Until(`document.getElementById("note").textContent.startsWith("a.png: the file cannot be read")`,
			nil),
		chromedp.SetValue("#text", prose(98, 100), chromedp.ByQuery),
		chromedp.SetValue("#id", "a new one", chromedp.ByQuery),
		chromedp.Click("#add", chromedp.ByQuery),
		browsertest.Until(`document.getElementById("note").textContent == "a new one is in the collection now"`, nil),
		chromedp.SetValue("#text", prose(3, 100)+script, chromedp.ByQuery),
		chromedp.Evaluate(`document.getElementById("text").dispatchEvent(new DragEvent("dragover")); document.getElementById("text").classList.contains("over")`, &ran),
		chromedp.Click("form button:not([type])", chromedp.ByQuery),
		chromedp.Text("#found", &found, chromedp.ByQuery),
		chromedp.Text("section mark", &marked, chromedp.ByQuery),
	)
	if err != nil || found != "2 passages" || !ran || !strings.Contains(prose(3, 200), strings.TrimSpace(marked)) {
		t.Errorf("%v: found %q, marked %q, script %v", err, found, marked, ran)
	}
	if strings.TrimSpace(text) != strings.TrimSpace(prose(3, 100)) {
		t.Errorf("of the file %q", text)
	}
	if err := chromedp.Cancel(ctx); err != nil {
		t.Error(err)
	}
}
