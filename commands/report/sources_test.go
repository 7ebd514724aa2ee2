package report

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
)

// Each place has the stretch of the least rank that is there, and of these the first passage.
func TestPainted(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		const size = 30
		var all []stretch
		for i := range random.IntN(12) {
			start := random.IntN(size - 1)
			all = append(all, stretch{start, start + 1 + random.IntN(size-start-1), random.IntN(4), i})
		}
		var want [size]string
		for at := range size {
			best := -1
			for i, s := range all {
				if s.start <= at && at < s.end && (best < 0 || s.rank < all[best].rank) {
					best = i
				}
			}
			if best >= 0 {
				want[at] = fmt.Sprint(all[best].passage)
			}
		}
		var got [size]string
		end := 0
		for _, s := range painted(append([]stretch(nil), all...)) {
			if s.start < end || s.end <= s.start {
				t.Fatalf("%+v begins before %d", s, end)
			}
			for end = s.start; end < s.end; end++ {
				got[end] = fmt.Sprint(s.passage)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%+v (-want +got):\n%s", all, diff)
		}
	}
}

// class is a result of an essay that has text of two others, and text that many have.
func class(t *testing.T) (dir, input string) {
	t.Helper()
	const first, second, many = "The ship went down at night off the coast of Cuba.",
		"Nobody knows what became of her captain.", "Discuss the following question in your own words."
	anna := text{"anna.docx", "\U0001f600 " + many + " " + first + " In between. " + second}
	ben, cy := text{"ben.odt", first + " And more."}, text{"cy.txt", second + " Before it: " + first}
	of := func(a, b text, part string, similarity float64) record.Passage {
		p := passage(t, a, part, b, part, record.Verbatim, similarity)
		if p.AShare = .33; part == second {
			p.AShare = .27
		}
		p.AFields, p.BFields = `{"group":"7b"}`, `{"group":"7c"}`
		return p
	}
	place := passage(t, anna, many, anna, many, record.Verbatim, 1)
	dir = resultOf(t, map[string]any{"command": "partial"}, map[string]int64{"documents": 4},
		written{"passages", []any{of(anna, ben, first, 1), of(anna, cy, second, .9), of(anna, cy, first, 1),
			of(ben, cy, first, 1)}},
		written{"documents",
			[]any{record.DocumentShare{ID: "anna.docx", Characters: 150, Share: .93, WeightedShare: .9, HotShare: .3,
				Documents: 2, Fields: `{"group":"7b"}`}}},
		written{"hot", []any{record.HotPassage{Text: many, Documents: 30, Occurrences: 1, Hash: "00ff"}}},
		written{"hot-occurrences",
			[]any{record.HotOccurrence{Hash: "00ff", ID: "anna.docx", Start: place.AStart, End: place.AEnd}}})
	return dir, corpus(t, "c.jsonl", text{"0 dan.txt", "Of his own, all of it."}, anna, ben, cy)
}

// The sources of a document are ranked by how much of it they have, and its text is divided among them.
func TestSources(t *testing.T) {
	dir, input := class(t)
	out, _ := makeReport(t, dir, input)
	// that has nothing
	if row := table(t, out, "sources")[0]; !cmp.Equal(row, []any{[]any{nil, 0., 0., 0., 0.}, []any{}, 0., []any{}}) {
		t.Errorf("%v", row)
	}
	if all := table(t, out, "documents"); len(all) != 2 || !cmp.Equal(all[1], []any{0., nil, 0., 0., 0., 0., 0., 0.}) {
		t.Errorf("the table of documents: %v", all)
	}
	row := table(t, out, "sources")[1]
	want := []any{
		[]any{150., .93, .9, .3, 0.}, // the shares of the result
		[]any{[]any{3., false, 90., 2., 1., true, .6}, []any{2., false, 50., 1., 1., false, .33}}, // their shares, too
		2.,
		[]any{3., 49., -1., "00ff", nil, nil, nil, 1., 50., 0., 52., 102., 52., 102., 13., 40., 0., 115.,
			155., 0., 40.},
	}
	if diff := cmp.Diff(want, row); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	gone, _ := makeReport(t, dir)
	if row := table(t, gone, "sources")[0]; len(row[3].([]any)) > 0 || len(row[1].([]any)) != 2 {
		t.Errorf("without texts: %v", row)
	}
}

// A reader opens the page of a document, on a wide and a narrow screen and in dark, and prints it.
func TestBrowserDocument(t *testing.T) {
	dir, input := class(t)
	out, _ := makeReport(t, dir, input)
	b := open(t, out)
	b.visit("pairs.html") // what shares most comes first
	b.wait(rows + `.length === 3 && ` + rows + `[0].innerText.includes("cy.txt") && ` + rows +
		`[0].innerText.includes("anna.docx")`)
	b.check(`location.hash`, "")
	b.visit("documents.html")
	b.wait(rows + `.length === 2`)
	b.check(`document.querySelector(".help").textContent.includes("Of 2 other documents nothing is found elsewhere")`,
		"true")
	b.run(click(`.tabulator-row a[href^="document.html"]`))
	b.wait(`document.body.dataset.ready === "true"`)
	b.check(`document.querySelector("#facts").innerText.replace(/\s+/g, " ").includes("93.0 % is found elsewhere")`,
		"true")
	b.check(`document.getElementById("fields").innerText.replace(/\s+/g, " ")`, "group 7b")
	b.check(`[...document.querySelectorAll("#sources a")].map(a => a.innerText).join("|")`, "cy.txt|ben.odt")
	b.check(`[...document.querySelectorAll("#text .passage")].map(e => e.textContent).join("|")`,
		"Discuss the following question in your own words.|The ship went down at night off the coast of Cuba.|Nobody knows what became of her captain.")
	b.check(`[...document.querySelectorAll("#text .passage")].map(e => e.className).join("|")`,
		"passage many|passage p0|passage p0")
	b.check(`[...document.querySelectorAll("#text a.number")].map(e => e.textContent).join("|")`, "∗|1|1")
	b.check(`document.querySelector("#text").textContent.includes("In between.")`, "true")
	b.shot("document")
	b.run(click("#text .passage.p0"))
	b.check(`document.querySelector("#sources tr.selected").innerText.includes("cy.txt")`, "true")
	address := b.eval(`location.href`)
	b.run(click(`#text a.number.p0`))
	b.wait(`location.href.includes("pair.html") && document.body.dataset.ready === "true" && document.querySelector("#text-a .passage.selected")`)
	b.check(`document.querySelector("#text-a .passage.selected").textContent`,
		"The ship went down at night off the coast of Cuba.")
	page := address[len(b.eval(`location.href.slice(0, location.href.lastIndexOf("/") + 1)`)):]
	b.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme",
		Value: "dark"}}), chromedp.EmulateViewport(380, 800))
	b.visit(page)
	b.wait(`document.body.dataset.ready === "true"`)
	b.check(`document.documentElement.scrollWidth <= innerWidth`, "true")
	b.shot("document-narrow-dark")
	b.visit("documents.html#document=dan")
	b.wait(rows + `.length === 1`)
	b.run(click(`.tabulator-row a[href^="document.html"]`))
	b.wait(`document.body.dataset.ready === "true"`)
	b.check(`document.getElementById("text").innerText + document.getElementById("facts").innerText.replace(/\s+/g, " ")`, "Of his own, all of it.0.0 % is found elsewhere 0 other documents")
	b.visit(page)
	b.wait(`document.body.dataset.ready === "true"`)
	b.run(emulation.SetEmulatedMedia().WithMedia("print"))
	b.check(`getComputedStyle(document.querySelector("section.pairs")).display + getComputedStyle(document.querySelector("#text .passage.p0")).backgroundColor`, "nonergb(207, 227, 255)")
	b.silent()
}
