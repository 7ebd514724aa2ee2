package site

import (
	"embed"
	"fmt"
	"html/template"
	"io"

	"github.com/dustin/go-humanize"
)

// Policy is the Content-Security-Policy of every page: scripts, styles and images of the folder,
// nothing else, and nothing in the page itself.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"

//go:embed templates
var templateFiles embed.FS

// functions are those of the templates.
var functions = template.FuncMap{
	"comma":   func(n int64) string { return humanize.Comma(n) },
	"percent": func(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) },
	"policy":  func() string { return Policy },
}

// layouts are the templates of the pages by their names, each with the layout that they share.
var layouts = func() map[string]*template.Template {
	names, err := templateFiles.ReadDir("templates")
	if err != nil {
		panic(err)
	}
	all := map[string]*template.Template{}
	for _, n := range names {
		if name := n.Name(); name != "layout.html" {
			all[name] = template.Must(template.New("layout.html").Funcs(functions).ParseFS(templateFiles,
				"templates/layout.html", "templates/"+name))
		}
	}
	return all
}()

// Link is an entry of the navigation.
type Link struct{ Page, Title string }

// Page is a page to be written.
type Page struct {
	// Name is the name of its file, and Template that of its template.
	Name, Template string
	// Title is its head.
	Title string
	// Report names the report in the title of the window.
	Report string
	// Navigation leads to the other pages.
	Navigation []Link
	// Under is the page of the navigation that leads to this one; "" if it is in the navigation.
	Under string
	// Notes are lines that every page shows, such as that texts have changed.
	Notes []string
	// Scripts and Styles are files of assets/ that it loads besides those of all pages.
	Scripts, Styles []string
	// Content is what its template shows.
	Content any
}

// windowTitle is the title of the window.
func (p Page) windowTitle() string { return p.Title + " – " + p.Report }

// Put writes a page. Whatever is in it is escaped.
func (s *Site) Put(p Page) error {
	layout := layouts[p.Template]
	if layout == nil {
		panic(fmt.Sprintf("site.Put: no template %q", p.Template))
	}
	if s.single != nil {
		return s.single.addPage(p, layout)
	}
	return s.put(p.Name, func(w io.Writer) error { return layout.Execute(w, p) })
}
