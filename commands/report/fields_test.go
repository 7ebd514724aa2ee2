package report

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/report/findings"
	"example.org/diagonal/commands/report/site"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// The years of places are counted in steps that make few bars.
func TestYears(t *testing.T) {
	for _, tc := range []struct {
		dates  []string
		labels string
		counts string
	}{
		{[]string{"1898", "1898-02-15", "1900", "", "nothing"}, "[1898 1899 1900]", "[2 0 1]"},
		{[]string{"1800", "1899"}, "[1800–1801 1802–1803 … 1898–1899] of 50", "[1 0 … 1]"},
		{[]string{"-0055", "98", "0098"}, "[-55–-51 -50–-46 … 95–99] of 31", "[1 0 … 2]"},
		{[]string{"1898"}, "[]", "[]"},
		{nil, "[]", "[]"},
	} {
		b := builder{f: &findings.Findings{}}
		for _, d := range tc.dates {
			b.f.Places = append(b.f.Places, findings.ClusterPlace{Date: d})
		}
		c := b.years()
		labels, counts := fmt.Sprint(c.Labels), fmt.Sprint(c.Counts)
		if n := len(c.Labels); n > 4 {
			labels = fmt.Sprintf("[%s %s … %s] of %d", c.Labels[0], c.Labels[1], c.Labels[n-1], n)
			counts = fmt.Sprintf("[%d %d … %d]", c.Counts[0], c.Counts[1], c.Counts[n-1])
		}
		if labels != tc.labels || counts != tc.counts {
			t.Errorf("%q: %s and %s, want %s and %s", tc.dates, labels, counts, tc.labels, tc.counts)
		}
	}
	b := builder{f: &findings.Findings{Places: []findings.ClusterPlace{{Date: "-999999999999999"},
		{Date: "+999999999999999"}, {Date: "7"}}}}
	if c := b.years(); len(c.Counts) > maxYears+1 || len(c.Counts) < maxYears/5 {
		t.Errorf("%d bars", len(c.Counts))
	}
}

// papers is a result of four documents with fields.
func papers(t *testing.T) (dir, input string) {
	t.Helper()
	const shared = "The ship went down at night off the coast of Cuba."
	var docs []text
	var passages, shares []any
	for i, year := range []int{1898, 1899, 1901, 1850} {
		d := text{fmt.Sprintf("p%d", i), shared + fmt.Sprint(" And more ", i)}
		fields := record.Fields(fmt.Sprintf(`{"paper":"The <b>Sun</b> %d","year":%d}`, i%2, year))
		if i == 3 {
			fields = ""
		}
		shares = append(shares, record.DocumentShare{ID: d.ID, Characters: 60, Share: .9 - float64(i)/10, Documents: 1,
			Fields: fields})
		if len(docs) > 0 {
			p := passage(t, docs[0], shared, d, shared, record.Verbatim, 1)
			p.AFields, p.BFields, p.ALoc = `{"paper":"The <b>Sun</b> 0","year":1898}`, fields, "book 2, <i>l. 3</i>"
			passages = append(passages, p)
		}
		docs = append(docs, d)
	}
	dir = resultOf(t, map[string]any{"command": "partial"}, map[string]int64{"documents": 4},
		written{"passages", passages}, written{"documents", shares})
	return dir, corpus(t, "c.jsonl", docs...)
}

// Kept fields are columns of tables.
func TestFieldColumns(t *testing.T) {
	dir, input := papers(t)
	out, _ := makeReport(t, dir, input)
	want := [][]any{{"The <b>Sun</b> 0", 1898.}, {"The <b>Sun</b> 1", 1899.}, {"The <b>Sun</b> 0", 1901.}, {nil, nil}}
	if diff := cmp.Diff(want, table(t, out, "fields")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if row := table(t, out, "passages")[0]; row[11] != "book 2, <i>l. 3</i>" || row[12] != "" {
		t.Errorf("places %v", row)
	}
	b := builder{fields: []site.Column{{Title: "paper", Type: site.Text}, {Title: "year", Type: site.Plain}}}
	if got := fmt.Sprint(b.fieldColumns(1, 4)[2].Title, b.fieldColumns(1, 4)[3].From,
		b.fieldColumns(0)[1].Title); got != "paper of B&{4 1}year" {
		t.Error(got)
	}
}

// A reader sorts and filters by fields, and the address keeps it: in a folder, and in one file.
func TestBrowserFields(t *testing.T) {
	dir, input := papers(t)
	out, _ := makeReport(t, dir, input)
	p := Params{Result: dir, Docs: docio.Defaults(), SingleFile: out + "/single.html"}
	p.Docs.Input = []string{input}
	if _, err := Run(t.Context(), p, t.Output()); err != nil {
		t.Fatal(err)
	}
	b := open(t, out)
	for _, page := range []string{"documents.html", "single.html#documents.html"} {
		b.visit(page)
		b.wait(rows + `.length === 4`)
		b.run(chromedp.Click(`.tabulator-col[tabulator-field="c9"] .tabulator-col-title`)) // year, the largest first
		b.wait(rows + `[0].innerText.includes("1901") && ` + rows + `[2].innerText.includes("1898")`)
		b.run(chromedp.SendKeys(`.tabulator-col[tabulator-field="c8"] input`, "Sun</b> 0"))
		b.wait(rows + `.length === 2`)
		b.run(chromedp.SendKeys(`#search`, "p"))
		b.wait(`location.hash.endsWith("search=p&paper=Sun%3C%2Fb%3E+0&sort=-year")`)
		b.shot("fields")
		b.run(chromedp.Reload())
		b.wait(rows + `.length === 2 && ` + rows + `[0].innerText.includes("1901")`)
		b.check(`document.getElementById("search").value + document.querySelector('.tabulator-col[tabulator-field="c8"] input').value`, "pSun</b> 0")
		b.run(click(`.tabulator-row a[href*="document.html"]`))
		b.wait(`document.body.dataset.ready === "true"`)
		b.run(chromedp.NavigateBack())
		b.wait(rows + `.length === 2 && document.getElementById("search").value === "p"`)
		b.run(chromedp.Click("#clear"))
		b.wait(rows + `.length === 4`)
		b.wait(`!location.hash.includes("sort") && !location.hash.includes("search")`)
	}
	b.visit("passages.html#kind=verbatim&year-of-b=1899-1901&sort=year-of-b")
	b.wait(rows + `.length === 2 && ` + rows + `[0].innerText.includes("1899")`)
	b.check(rows+`[0].innerText.includes("book 2, <i>l. 3</i>")`, "true")
	b.run(click(`.tabulator-row a[href*="pair.html"]`))
	b.wait(`document.body.dataset.ready === "true" && document.getElementById("list").innerText.includes("book 2, <i>l. 3</i> (0–50)")`)
	b.visit("passages.html#kind=nothing&strange=1&sort=-strange")
	b.wait(rows + `.length === 3`)
	b.silent()
}

// The values of fields narrow a table: by the mouse and by the keyboard, with counts that follow the other filters, and
// with the choice in the address.
func TestBrowserFacets(t *testing.T) {
	dir, input := papers(t)
	report, _ := makeReport(t, dir, input)
	b := open(t, report)
	// facets are the values that are shown: those that are pressed with a mark.
	const facets = `[...document.querySelectorAll("#facets fieldset")].map(f => f.querySelector("legend").textContent + ": " + [...f.querySelectorAll("button")].map(b => (b.getAttribute("aria-pressed") === "true" ? "*" : "") + b.textContent).join(", ")).join("; ")`
	b.visit("passages.html") // where no field tells rows apart
	b.wait(rows + `.length === 3`)
	b.check(`document.getElementById("facets").hidden`, "true")
	b.visit("documents.html")
	b.wait(rows + `.length === 4 && document.querySelectorAll("#facets button").length === 2`)
	b.check(facets, "paper: The <b>Sun</b> 0 2, The <b>Sun</b> 1 1") // each year has one document
	b.shot("facets")
	b.run(chromedp.Click(`#facets li:nth-child(1) button`))
	b.wait(rows + `.length === 2 && document.querySelector("#facets [aria-pressed=true]")`)
	b.check(facets, "paper: *The <b>Sun</b> 0 2, The <b>Sun</b> 1 1")
	b.check(`document.getElementById("status").textContent`, "2 of 4 rows")
	b.check(`new URLSearchParams(location.hash.slice(1)).get("paper")`, "=The <b>Sun</b> 0")
	b.run(chromedp.Focus(`#facets li:nth-child(2) button`), chromedp.KeyEvent("\r"))
	b.wait(rows + `.length === 1 && document.querySelector("#facets li:nth-child(2) [aria-pressed=true]")`)
	b.check(`document.activeElement.dataset.value.endsWith("1")`, "true") // the focus stays where it was
	address := b.eval(`location.hash`)
	b.visit("documents.html" + address) // the address opens the table so
	b.wait(rows + `.length === 1 && document.querySelector("#facets li:nth-child(2) [aria-pressed=true]")`)
	b.run(chromedp.Focus(`#facets li:nth-child(2) button`), chromedp.KeyEvent("\r")) // once more: all again
	b.wait(rows + `.length === 4 && !document.querySelector("#facets [aria-pressed=true]")`)
	b.silent()
}

// Documents whose files say who wrote them show it in a report without a flag, but not in one that hides names.
func TestNamedByTheirFiles(t *testing.T) {
	const shared = "The ship went down at night off the coast of Cuba."
	mail := func(author, subject string) string {
		return "From x Thu Jan  1 00:00:00 1970\nFrom: " + author + "\nSubject: " + subject + "\n\n" + shared + "\n\n"
	}
	input := filetest.Write(t, filepath.Join(t.TempDir(), "late.mbox"),
		[]byte(mail("Anna", "My essay")+mail("Ben", "Re: late")))
	a, b := text{"late.mbox:1", shared}, text{"late.mbox:2", shared}
	dir := resultOf(t, map[string]any{"command": "partial"}, map[string]int64{"documents": 2},
		written{"passages", []any{passage(t, a, shared, b, shared, record.Verbatim, 1)}})
	out, _ := makeReport(t, dir, input)
	if diff := cmp.Diff([][]any{{"Anna", "My essay"}, {"Ben", "Re: late"}}, table(t, out, "fields")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	p := Params{Result: dir, Docs: docio.Defaults(), Output: filepath.Join(t.TempDir(), "hidden"),
		Hidden: job.Hidden{Anonymous: true, Key: filepath.Join(t.TempDir(), "key.csv")}}
	p.Docs.Input = []string{input}
	if _, err := Run(t.Context(), p, t.Output()); err != nil {
		t.Fatal(err)
	}
	if rows := table(t, p.Output, "fields"); len(rows) > 0 {
		t.Errorf("the report that hides names has fields: %v", rows)
	}
}
