package serve

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowser: a real browser opens the address that is printed, sends the form and shows marks. The script
// of the page runs. Two documents of made have this text.
func TestBrowser(t *testing.T) {
	binary, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no Chromium is installed: the page is not tested in a browser (on Debian: apt-get install chromium)")
	}
	_, ix := made(t)
	d, s := opened(t, ix, nil)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(binary), chromedp.NoSandbox, chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	var found, marked string
	var ran bool
	err = chromedp.Run(ctx,
		chromedp.Navigate(s.URL+"/?token="+d.token),
		chromedp.SetValue("#text", prose(3, 100)+script, chromedp.ByQuery),
		chromedp.Evaluate(`document.getElementById("text").dispatchEvent(new DragEvent("dragover")); document.getElementById("text").classList.contains("over")`, &ran),
		chromedp.Click("button", chromedp.ByQuery),
		chromedp.Text("#found", &found, chromedp.ByQuery),
		chromedp.Text("section mark", &marked, chromedp.ByQuery),
	)
	if err != nil || found != "2 passages" || !ran || !strings.Contains(prose(3, 200), strings.TrimSpace(marked)) {
		t.Errorf("%v: found %q, marked %q, script %v", err, found, marked, ran)
	}
	if err := chromedp.Cancel(ctx); err != nil {
		t.Error(err)
	}
}
