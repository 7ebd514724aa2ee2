// Package browsertest starts a browser for the tests of pages.
package browsertest

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Patience is how long a test waits for a page: long enough for a machine that does much else.
const Patience = 5 * time.Minute

// Open returns the context of a page of a headless Chromium, which ends with the test. The test is skipped if there is
// none.
func Open(t *testing.T, options ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	var binary string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			binary = path
			break
		}
	}
	if binary == "" {
		t.Skip("no Chromium is installed: the pages are not tested in a browser (on Debian: apt-get install chromium)")
	}
	home := profile(t)
	options = append(append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(binary), chromedp.NoSandbox,
		chromedp.UserDataDir(home), chromedp.Env("HOME="+home), chromedp.WSURLReadTimeout(Patience)), options...)
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 3*Patience)
	t.Cleanup(cancel)
	return ctx
}

// Until waits until an expression of JavaScript is true, and puts its value into result, if that is not nil.
func Until(expression string, result any) chromedp.Action {
	return chromedp.Poll(expression, result, chromedp.WithPollingTimeout(Patience))
}

// profile returns a folder for a browser, whose last processes may write in it for a moment after it has ended.
func profile(t *testing.T) string {
	dir, err := os.MkdirTemp("", "profile")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for end := time.Now().Add(Patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
			if err = os.RemoveAll(dir); err == nil {
				return
			}
		}
		t.Error(err)
	})
	return dir
}
