package serve

import (
	"embed"
	"net/http"
)

//go:embed assets/desk.css assets/desk.js assets/page.html
var assets embed.FS

// route is what a method of a path does.
type route struct {
	method, path string
	do           http.HandlerFunc
}

func (d *desk) routes() []route {
	return []route{
		{"GET", "/", d.empty},
		{"POST", "/", d.limited(d.places, searching, d.submit)},
		{"POST", "/api/search", d.limited(d.places, searching, d.search)},
		{"POST", "/api/text", d.limited(d.places, reading, d.text)},
		{"POST", "/api/add", d.limited(d.additions, adding, d.add)},
		{"GET", "/openapi.json", d.description},
		{"GET", "/assets/desk.css", asset},
		{"GET", "/assets/desk.js", asset},
	}
}

func asset(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, assets, r.URL.Path[1:]) }

// handler returns what answers requests.
func (d *desk) handler() http.Handler {
	mux := http.NewServeMux()
	for _, r := range d.routes() {
		path := r.path
		if path == "/" {
			path = "/{$}" // this path alone
		}
		mux.HandleFunc(r.method+" "+path, r.do)
	}
	return d.guard(mux)
}
