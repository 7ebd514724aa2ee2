package serve

import (
	"context"
	"embed"
	_ "embed"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"unicode/utf8"

	"example.org/diagonal/io/record"
	pipeline "example.org/diagonal/pipelines/lookup"
)

// Question is the body of a request to /api/search.
type Question struct {
	// ID names the text in the answer; "query" if it is empty.
	ID string `json:"id"`
	// Text is the text. Offsets in the answer refer to it.
	Text string `json:"text"`
}

// Answer is the answer to a Question. Passages and Hot are as lookup writes them.
type Answer struct {
	Passages []record.Passage `json:"passages"`
	Hot      []Hot            `json:"hot"`
	// Unread is documents of the index that could not be read, or have changed.
	Unread []record.Rejected `json:"unread"`
	// Counts is the ledger of the query: what was looked at and what was not compared.
	Counts map[string]int64 `json:"counts"`
}

// Hot is a hot passage, and where it is.
type Hot struct {
	record.HotPassage
	Places []record.HotOccurrence `json:"places"`
}

// problem is the body of an answer that is an error.
type problem struct {
	Error string `json:"error"`
}

//go:embed assets/openapi.json
var openAPI []byte

func fail(w http.ResponseWriter, code int, message string) { reply(w, code, problem{message}) }

func reply(w http.ResponseWriter, code int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		code, body = http.StatusInternalServerError, []byte(`{"error":"the answer cannot be written"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	w.Write(append(body, '\n'))
}

// What a request was for, in an error.
const (
	searching = "the search"
	reading   = "reading the file"
	adding    = "adding the document"
)

// refuse answers a request that has failed. what is what it was for.
func (d *desk) refuse(w http.ResponseWriter, what string, err error) {
	code, message := http.StatusInternalServerError, what+" failed: the program's messages say why"
	var large *http.MaxBytesError
	var bad *badRequest
	switch {
	case errors.Is(err, errBusy):
		code, message = http.StatusTooManyRequests, err.Error()
		w.Header().Set("Retry-After", "1")
	case errors.As(err, &large):
		code, message = http.StatusRequestEntityTooLarge, "the text is too large: --max_text sets the limit"
	case errors.Is(err, context.DeadlineExceeded):
		code, message = http.StatusServiceUnavailable, "the answer took too long: --max_time sets the limit"
	case errors.As(err, &bad):
		code, message = bad.code, bad.why
	case errors.Is(err, context.Canceled): // the client has gone
		return
	default:
		d.fault(what, err)
	}
	fail(w, code, message)
}

// badRequest is an error of the client, with the status of the answer.
type badRequest struct {
	code int
	why  string
}

var notJSON = &badRequest{http.StatusBadRequest,
	`the body is not JSON of the form {"id": "name", "text": "…"} in UTF-8`}

func (e *badRequest) Error() string { return e.why }

// answerer answers a request with a body, or returns why it is refused.
type answerer func(r *http.Request, w http.ResponseWriter, body []byte) error

// limited answers requests with a body, of which few are in memory at a time: as many as there are places. what is what
// they are for.
func (d *desk) limited(places chan struct{}, what string, do answerer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		leave, err := enter(places)
		if err != nil {
			d.refuse(w, what, err)
			return
		}
		defer leave()
		body, err := d.body(w, r)
		if err == nil {
			err = do(r, w, body)
		}
		if err != nil {
			d.refuse(w, what, err)
		}
	}
}

// search answers a Question.
func (d *desk) search(r *http.Request, w http.ResponseWriter, body []byte) error {
	var q Question
	if err := json.Unmarshal(body, &q); err != nil || !utf8.Valid(body) {
		return notJSON
	}
	answer, err := d.answer(r.Context(), q, nil)
	if err != nil {
		return err
	}
	reply(w, http.StatusOK, shown(answer))
	return nil
}

// body reads the body of a request.
func (d *desk) body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, d.params.MaxText))
	if err != nil && !errors.As(err, new(*http.MaxBytesError)) {
		err = &badRequest{http.StatusBadRequest, "the body cannot be read to its end"}
	}
	return body, err
}

// answer answers a question in the time that there is.
func (d *desk) answer(ctx context.Context, q Question, and more) (*pipeline.Answer, error) {
	if q.ID == "" {
		q.ID = "query"
	}
	query := record.Document{Side: record.Input, ID: q.ID, File: q.ID, Text: []byte(q.Text)}
	if err := query.Validate(); err != nil {
		return nil, &badRequest{http.StatusBadRequest, err.Error()}
	}
	ctx, cancel := context.WithTimeout(ctx, d.params.MaxTime)
	defer cancel()
	return d.ask(ctx, &query, and)
}

// shown returns an answer as it is written: its lists are never null.
func shown(a *pipeline.Answer) Answer {
	out := Answer{Passages: a.Passages, Hot: []Hot{}, Unread: a.Unread, Counts: a.Ledger}
	if out.Passages == nil {
		out.Passages = []record.Passage{}
	}
	if out.Unread == nil {
		out.Unread = []record.Rejected{}
	}
	for _, h := range a.Hot {
		out.Hot = append(out.Hot, Hot{h.Passage, h.Places})
	}
	return out
}

func (d *desk) description(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Write(openAPI)
}

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
