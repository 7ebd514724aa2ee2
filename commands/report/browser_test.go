package report

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"example.org/diagonal/commands/report/browsertest"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// shotsFolder names the variable of a folder for pictures of the pages.
const shotsFolder = "REPORT_SHOTS"

// browser is a page of a headless Chromium.
type browser struct {
	t      *testing.T
	ctx    context.Context
	report string

	mu     sync.Mutex
	errors []string
}

// open starts a browser for the pages of a report. The test is skipped if there is none.
func open(t *testing.T, report string) *browser {
	t.Helper()
	ctx := browsertest.Open(t, chromedp.WindowSize(1280, 900))
	b := &browser{t: t, ctx: ctx, report: report}
	chromedp.ListenTarget(ctx, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch e := event.(type) {
		case *log.EventEntryAdded: // what the policy forbids is here
			b.errors = append(b.errors, fmt.Sprintf("%s: %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL))
		case *runtime.EventExceptionThrown:
			b.errors = append(b.errors, e.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning {
				text := "console:"
				for _, a := range e.Args {
					text += fmt.Sprintf(" %s", a.Value)
				}
				b.errors = append(b.errors, text)
			}
		}
	})
	b.run(log.Enable())
	return b
}

func (b *browser) run(actions ...chromedp.Action) {
	b.t.Helper()
	for _, a := range actions {
		err := chromedp.Run(b.ctx, a)
		for tries := 0; tries < 5 && err != nil && strings.Contains(err.Error(), "Could not find node"); tries++ {
			err = chromedp.Run(b.ctx, a) // a table has drawn its rows again meanwhile
		}
		if err != nil {
			b.t.Fatal(err)
		}
	}
}

// visit opens a page.
func (b *browser) visit(page string) {
	b.t.Helper()
	b.run(chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+filepath.ToSlash(b.report)+"/"+page))
}

// wait waits until an expression of JavaScript is true.
func (b *browser) wait(expression string) {
	b.t.Helper()
	var err error
	for end := time.Now().Add(browsertest.Patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		var is bool
		// an error: the page is not there yet
		if err = chromedp.Run(b.ctx, chromedp.Evaluate("Boolean("+expression+")", &is)); err == nil && is {
			return
		}
	}
	var url, text string
	chromedp.Run(b.ctx, chromedp.Location(&url), chromedp.Evaluate("document.body.innerText.slice(0, 1500)", &text))
	b.t.Fatalf("%s: never true: %s (%v)\n%s\n%q", url, expression, err, text, b.errors)
}

// eval returns the value of an expression.
func (b *browser) eval(expression string) (s string) {
	b.t.Helper()
	b.run(chromedp.Evaluate("String("+expression+")", &s))
	return s
}

// check compares the value of an expression.
func (b *browser) check(expression, want string) {
	b.t.Helper()
	if got := b.eval(expression); got != want {
		b.t.Errorf("%s is %q, want %q", expression, got, want)
	}
}

// shot takes a picture of the window, if somebody wants to see it.
func (b *browser) shot(name string) {
	b.t.Helper()
	folder := os.Getenv(shotsFolder)
	if folder == "" {
		return
	}
	var picture []byte
	b.run(chromedp.Sleep(300*time.Millisecond), chromedp.CaptureScreenshot(&picture))
	if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// silent fails if a page has reported an error, such as a violation of its policy.
func (b *browser) silent() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.errors {
		b.t.Errorf("the browser reports: %s", e)
	}
}

const (
	english = "The committee met on the first day of the month and agreed on the plan. "
	chinese = "委员会在本月第一天开会并同意了该计划，随后公布了会议的结果。"
	arabic  = "اجتمعت اللجنة في اليوم الأول من الشهر ووافقت على الخطة. "
)

// library is a result with many pairs and all kinds of text, made for clicking.
func library(t *testing.T) (dir, input string) {
	filler := func(s string, n int) string { return strings.Repeat(s, n) }
	long := text{"long", filler("Some other words stand before it all.\n", 400) + english +
		filler("And more words follow.\n", 900)}
	other := text{"other", filler("This one begins with something else.\n", 200) + strings.Replace(english, "first day",
		"second quiet day", 1) + "The end."}
	han := text{"汉/一", "序言。" + chinese + "结束。"}
	han2 := text{"汉/二", strings.Replace(chinese, "本月", "上月", 1) + "又及。"}
	rtl := text{"عربي", arabic + arabic}
	rtl2 := text{"עברית", "מבוא. " + arabic}
	docs := []text{long, other, han, han2, rtl, rtl2, one, two}
	cut := func(s string) string { return strings.TrimSpace(s) }
	passages := []any{
		passage(t, long, cut(english), other, cut(strings.Replace(english, "first day", "second quiet day", 1)),
			record.Reworded, .91),
		passage(t, han, chinese, han2, strings.Replace(chinese, "本月", "上月", 1), record.Reworded, .95),
		passage(t, rtl, cut(arabic), rtl2, cut(arabic), record.Verbatim, 1),
		passage(t, one, "The quick brown fox jumps over the lazy dog", two, "The quick red fox jumps over the dog",
			record.Reworded, .8),
	}
	for i := range 9000 { // tables of several chunks
		a := text{fmt.Sprintf("m%03d", i/60), "Same words in both."}
		b := text{fmt.Sprintf("n%03d", i%60), "Same words in both."}
		p := passage(t, a, "Same words in both", b, "Same words in both", record.Verbatim, 1)
		p.Similarity = record.Round(.2 + float64(i%7000)/10_000)
		passages = append(passages, p)
		if i%60 == 0 {
			docs = append(docs, a)
		}
		if i < 60 {
			docs = append(docs, b)
		}
	}
	size := int64(0)
	var shares []any
	for i, d := range docs {
		size += int64(len(d.Text))
		shares = append(shares, record.DocumentShare{ID: d.ID, Characters: int64(len([]rune(d.Text))),
			Share: 1 - float64(i)/float64(len(docs)), Documents: 1})
	}
	dir = resultOf(t, map[string]any{"command": "partial"},
		map[string]int64{"documents": int64(len(docs)), "bytes": size},
		written{"passages", passages}, written{"documents", shares},
		written{"hot",
			[]any{record.HotPassage{Text: chinese, Documents: 30, Occurrences: 1, Hash: "h",
				Samples: []record.Sample{{ID: "汉/一"}}}}},
		written{"hot-occurrences", []any{record.HotOccurrence{Hash: "h", ID: "汉/一", Start: 3, End: 9}}})
	return dir, corpus(t, "c.jsonl", docs...)
}

const rows = `document.querySelectorAll(".tabulator-row")`

// A reader clicks through a report.
func TestBrowser(t *testing.T) {
	dir, input := library(t)
	report, made := makeReport(t, dir, input)
	if len(made.Notes) > 0 {
		t.Fatal(made.Notes)
	}
	b := open(t, report)

	b.visit("index.html")
	b.wait(`document.querySelectorAll(".chart canvas").length === 3`)
	b.check(`document.querySelector(".facts").innerText.includes("9,004")`, "true")
	b.shot("overview")
	light := b.eval(`getComputedStyle(document.body).backgroundColor`)
	b.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme",
		Value: "dark"}}))
	if dark := b.eval(`getComputedStyle(document.body).backgroundColor`); dark == light {
		t.Errorf("dark mode has the background of light mode, %s", light)
	}
	b.shot("overview-dark")
	b.run(emulation.SetEmulatedMedia())

	b.visit("documents.html")
	b.wait(rows + `.length === 50`)
	b.check(rows+`[0].innerText.includes("long")`, "true")
	b.run(chromedp.Click(`.tabulator-col[tabulator-field="c1"] .tabulator-col-title`)) // characters, the largest first
	b.wait(`document.querySelector('.tabulator-col[tabulator-field="c1"]').getAttribute("aria-sort") === "descending" && ` + rows + `[1].innerText.includes("other")`)
	b.run(chromedp.SendKeys(`#search`, "汉/"))
	b.wait(rows + `.length === 2`)
	b.check(`document.getElementById("status").textContent`, "2 of 218 rows")
	b.run(chromedp.Click("#clear"))
	b.wait(rows + `.length === 50`)
	b.shot("documents")

	b.visit("passages.html")
	b.wait(rows + `.length === 50`)
	// similarity, by the keyboard
	b.run(chromedp.Focus(`.tabulator-col[tabulator-field="c9"] .tabulator-col-title`), chromedp.KeyEvent("\r"))
	b.wait(rows + `[0].innerText.includes("1.0000")`)
	b.run(chromedp.SendKeys(`.tabulator-col[tabulator-field="c4"] input`, "n059"))
	b.wait(`document.getElementById("status").textContent === "150 of 9,004 rows"`)
	b.run(chromedp.SendKeys(`.tabulator-col[tabulator-field="c9"] input`, "0.889-0.8905"))
	b.wait(`document.getElementById("status").textContent === "1 of 9,004 rows" && ` + rows + `.length === 1`)
	b.shot("passages-filtered")
	b.run(chromedp.Click(`.tabulator-row a[href^="pair.html#a="][href*="&at="]`))
	b.wait(`document.body.dataset.ready === "true"`)

	// The pair of the long texts: number 1 after those of m and before those of others.
	b.visit("passages.html")
	b.wait(rows + `.length === 50`)
	b.run(chromedp.SendKeys(`.tabulator-col[tabulator-field="c1"] input`, "long"))
	b.wait(rows + `.length === 1`)
	b.run(chromedp.Click(`.tabulator-row a[href^="pair.html#a="][href*="&at="]`))
	b.wait(`document.body.dataset.ready === "true" && document.querySelector("#text-a .passage")`)
	b.check(`[...document.querySelectorAll("#text-a .replaced, #text-a del")].map(e => e.textContent).join("|")`,
		"first")
	b.check(`[...document.querySelectorAll("#text-b .replaced, #text-b ins")].map(e => e.textContent).join("|")`,
		"second quiet")
	b.check(`document.querySelectorAll("#plot line:not(.target)").length`, "1")
	seen := `(id => { const v = document.getElementById(id).getBoundingClientRect(), p = document.querySelector("#" + id + " .passage").getBoundingClientRect(); return p.top >= v.top && p.top < v.bottom; })`
	b.wait(seen + `("text-a") && ` + seen + `("text-b")`)
	b.shot("pair")
	// A click on one side scrolls the other.
	b.run(chromedp.Evaluate(`document.getElementById("text-b").scrollTop = 0`, nil))
	b.check(seen+`("text-b")`, "false")
	b.run(chromedp.Click("#text-a .passage"))
	b.wait(seen + `("text-b")`)
	b.check(`/^#a=[0-9a-f]{16}&b=[0-9a-f]{16}&at=\d+-\d+,\d+-\d+$/.test(location.hash) && document.querySelectorAll(".passage.selected").length >= 2`, "true")
	// The keyboard, too: Enter on the number of the passage in B.
	b.run(chromedp.Evaluate(`document.getElementById("text-a").scrollTop = 0`, nil), chromedp.Focus("#text-b a.number"),
		chromedp.KeyEvent("\r"))
	b.wait(seen + `("text-a") && document.activeElement.closest("#text-a") !== null`)
	b.run(chromedp.Click("#differences"))
	b.check(`document.querySelectorAll("#text-b ins, #text-b .replaced").length`, "0")

	// Chinese, and text from the right.
	b.visit("pairs.html")
	b.wait(rows + `.length === 50`)
	b.run(chromedp.SendKeys(`#search`, "汉/一"))
	b.wait(rows + `.length === 1`)
	b.run(chromedp.Click(`.tabulator-row a[href^="pair.html"]`))
	b.wait(`document.body.dataset.ready === "true" && document.querySelector("#text-b .replaced")`)
	b.check(`document.querySelector("#text-b .replaced").textContent`, "上")
	b.shot("pair-chinese")
	b.visit("pairs.html")
	b.wait(rows + `.length === 50`)
	b.run(chromedp.SendKeys(`#search`, "عربي"))
	b.wait(rows + `.length === 1`)
	b.run(chromedp.Click(`.tabulator-row a[href^="pair.html"]`))
	b.wait(`document.body.dataset.ready === "true" && document.querySelector("#text-a .passage")`)
	b.check(`getComputedStyle(document.querySelector("#text-a .block")).direction`, "rtl")
	b.shot("pair-rtl")

	// Markup in ids and texts is text.
	b.visit("pairs.html")
	b.wait(rows + `.length === 50`)
	b.run(chromedp.SendKeys(`#search`, "<script>alert"))
	b.wait(rows + `.length === 1`)
	b.run(chromedp.Click(`.tabulator-row a[href^="pair.html"]`))
	b.wait(`document.body.dataset.ready === "true" && document.querySelector("#text-a .passage")`)
	b.check(`document.getElementById("text-a").textContent.includes("</script><script>alert(2)</script>")`, "true")
	b.shot("pair-hostile")

	b.visit("hot.html")
	b.wait(rows + `.length === 1`)
	b.run(chromedp.Click(`.tabulator-row a[href^="places.html"]`))
	b.wait(`location.href.includes("places.html") && ` + rows + `.length === 1 && ` + rows +
		`[0].innerText.includes("汉/一")`)
	b.run(chromedp.Click(`.tabulator-row a[href^="document.html"]`))
	b.wait(`document.querySelector("h1").textContent === "汉/一" && ` + rows + `.length === 1`)

	b.visit("map.html")
	b.wait(`document.body.dataset.ready === "true" && document.querySelector("#map canvas")`)
	before := b.eval(`document.getElementById("status").textContent`)
	b.shot("map")
	b.run(chromedp.Click("#closer"))
	b.wait(fmt.Sprintf(`document.getElementById("status").textContent !== %q`, before))
	b.run(chromedp.Click("#all"))
	b.wait(fmt.Sprintf(`document.getElementById("status").textContent === %q`, before))
	b.run(chromedp.Focus("#map"), chromedp.KeyEvent("+"), chromedp.KeyEvent("+"))
	b.shot("map-zoomed")

	// A narrow screen: no page is wider than it.
	b.visit("index.html")
	b.wait(`document.querySelector('a[href^="pair.html#"]')`)
	pair := b.eval(`document.querySelector('a[href^="pair.html#"]').getAttribute("href")`)
	b.run(chromedp.EmulateViewport(380, 800))
	for _, page := range []string{"index.html", "documents.html", pair, "map.html"} {
		b.visit(page)
		b.wait(`document.querySelector("canvas, .tabulator-row, .passage")`)
		b.check(`document.documentElement.scrollWidth <= innerWidth`, "true")
		b.check(`[...document.querySelectorAll("table.plain")].filter(t => t.offsetParent && t.getBoundingClientRect().right > innerWidth).length`, "0")
		b.shot("narrow-" + page[:strings.Index(page, ".")])
	}
	b.silent()
}

// click clicks on an element, choose selects an option.
func click(selector string) chromedp.Action { return chromedp.Click(selector, chromedp.ByQuery) }

func choose(selector, value string) chromedp.Action {
	return chromedp.Evaluate(fmt.Sprintf(`(e => { e.value = %q; e.dispatchEvent(new Event("change")); })(document.querySelector(%q))`, value, selector), nil)
}

// A reader clicks through a report that is one file.
func TestBrowserSingleFile(t *testing.T) {
	dir, input := library(t)
	p := Params{Result: dir, Docs: docio.Defaults(), SingleFile: filepath.Join(t.TempDir(), "report.html")}
	p.Docs.Input = []string{input}
	if _, err := Run(t.Context(), p, t.Output()); err != nil {
		t.Fatal(err)
	}
	b := open(t, filepath.Dir(p.SingleFile))
	b.visit("report.html")
	b.wait(`document.querySelectorAll(".chart canvas").length === 3`)
	b.check(`document.title`, "Overview – found")
	b.shot("single-overview")
	b.run(click(`nav a[href="#documents.html"]`))
	b.wait(rows + `.length === 50`)
	b.run(chromedp.SendKeys(`#search`, "汉/一"))
	b.wait(rows + `.length === 1`)
	b.run(click(`.tabulator-row a[href^="#document.html#"]`))
	b.wait(`document.querySelector("h1").textContent === "汉/一" && ` + rows + `.length === 1`)
	b.run(click(`.tabulator-row a[href^="#pair.html#"]`))
	b.wait(`document.body.dataset.ready === "true" && document.querySelector("#text-b .replaced")`)
	b.check(`location.hash.startsWith("#pair.html#a=") && location.hash.includes("&at=")`, "true")
	b.shot("single-pair")
	b.run(chromedp.NavigateBack())
	b.wait(`document.querySelector("h1").textContent === "汉/一"`)
	for _, page := range []string{"map.html", "hot.html", "places.html#of=h", "passages.html"} {
		b.visit("report.html#" + page)
		b.wait(`document.querySelector("canvas, .tabulator-row")`)
	}
	b.visit("report.html#nothing")
	b.wait(`document.querySelector(".chart canvas")`)
	b.silent()
}

// A file of which a part is damaged says so.
func TestBrowserDamaged(t *testing.T) {
	dir, input := hostile(t)
	p := Params{Result: dir, Docs: docio.Defaults(), SingleFile: filepath.Join(t.TempDir(), "report.html")}
	p.Docs.Input = []string{input}
	if _, err := Run(t.Context(), p, t.Output()); err != nil {
		t.Fatal(err)
	}
	content := filetest.Read(t, p.SingleFile)
	damaged := strings.Replace(string(content), `id="data/tables.js"`, `id="data/other.js"`, 1)
	filetest.Write(t, p.SingleFile, damaged)
	b := open(t, filepath.Dir(p.SingleFile))
	b.visit("report.html")
	b.wait(`document.getElementById("report").textContent.includes("cannot open the report: data/tables.js is not in this file")`)
}
