package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/record"
	pipeline "example.org/diagonal/pipelines/lookup"
)

// IndexCommand and LookupCommand are the commands with which this one is compared.
var IndexCommand, LookupCommand func() *cobra.Command

// execute runs a command, and returns what it prints, and its exit code.
func execute(t *testing.T, cmd *cobra.Command, args ...string) (string, int) {
	t.Helper()
	out, err := jobtest.Execute(t.Context(), cmd, args...)
	return out, line.ExitCode(err)
}

// prose returns sentences of n words that no other seed has.
func prose(seed uint64, n int) string {
	rng := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for i := range n {
		for range 2 + rng.IntN(3) {
			b.WriteByte("bcdfghklmnprstvz"[rng.IntN(16)])
			b.WriteByte("aeiou"[rng.IntN(5)])
		}
		b.WriteString(map[bool]string{true: ". ", false: " "}[i%12 == 11])
	}
	return b.String()
}

// script is an id and a text that would be a script in a page.
const script = `<script>alert(1)</script>`

// files writes documents as JSON Lines.
func files(t *testing.T, path string, documents ...Question) string {
	t.Helper()
	var b []byte
	for _, d := range documents {
		row, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		b = append(append(b, row...), '\n')
	}
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// queries are texts that share something with the index of made. The last one shares nothing.
func queries() []Question {
	return []Question{
		{"one", prose(100, 30) + prose(3, 60) + prose(101, 30)},
		{"two", "Größe 漢字. " + prose(5, 40) + script + prose(102, 30) + prose(6, 50)},
		{"common", prose(103, 20) + prose(50, 40)},
		{"none", prose(104, 100)},
	}
}

// made makes an index of 30 documents. All contain prose(50, 40): it is hot.
func made(t *testing.T) (dir, ix string) {
	t.Helper()
	dir = t.TempDir()
	ix = filepath.Join(dir, "ix")
	documents := []Question{{script, prose(3, 200) + script + prose(50, 40)}}
	for i := range 29 {
		documents = append(documents, Question{fmt.Sprintf("d%02d", i), prose(uint64(i), 200) + prose(50, 40)})
	}
	out, code := execute(t, IndexCommand(), "--input="+files(t, filepath.Join(dir, "documents.jsonl"), documents...),
		"--index="+ix, "--quiet")
	if code != 0 {
		t.Fatal(out)
	}
	return dir, ix
}

// opened opens a desk with the defaults of the flags, as change has changed them, and with time enough on a machine
// that is busy.
func opened(t *testing.T, ix string, change func(*Params)) (*desk, *httptest.Server) {
	t.Helper()
	var p Params
	p.Flags(pflag.NewFlagSet("serve", pflag.ContinueOnError))
	p.Index, p.MaxQueries, p.MaxTime, p.slow = ix, 4, 10*time.Minute, 10*time.Minute
	if change != nil {
		change(&p)
	}
	d, err := open(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewUnstartedServer(nil)
	s.Config = p.server(d.handler())
	s.Start()
	t.Cleanup(func() { s.Close(); d.close() })
	return d, s
}

// send sends a request with the token, and returns its status and body.
func send(t *testing.T, d *desk, method, address, body string, heads ...string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Close = true // no request comes by a connection that the server ends
	r.Header.Set("Authorization", "Bearer "+d.token)
	for i := 0; i < len(heads); i += 2 {
		if r.Header.Set(heads[i], heads[i+1]); heads[i] == "Host" {
			r.Host = heads[i+1]
		}
	}
	answer, err := http.DefaultTransport.RoundTrip(r) // without redirects
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if p := answer.Header.Get("Content-Security-Policy"); !strings.Contains(p, "default-src 'none'") ||
		strings.Contains(p, "unsafe") {
		t.Errorf("%s %s: policy %q", method, address, p)
	}
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(b)
}

// ask asks at /api/search.
func ask(t *testing.T, d *desk, s *httptest.Server, q Question) Answer {
	t.Helper()
	body, _ := json.Marshal(q)
	code, out := send(t, d, "POST", s.URL+"/api/search", string(body))
	var a Answer
	if err := json.Unmarshal([]byte(out), &a); err != nil || code != 200 {
		t.Fatalf("%d %s: %v", code, out, err)
	}
	return a
}

// lines reads the files of a stream.
func lines[T any](t *testing.T, dir, stream string) (all []T) {
	t.Helper()
	names, _ := filepath.Glob(filepath.Join(dir, stream+"-[0-9]*.jsonl"))
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for d := json.NewDecoder(f); d.More(); {
			var v T
			if err := d.Decode(&v); err != nil {
				t.Fatal(err)
			}
			all = append(all, v)
		}
	}
	return all
}

// TestEqualsLookup: many clients at once get, for each query, the records that lookup writes.
func TestEqualsLookup(t *testing.T) {
	dir, ix := made(t)
	d, s := opened(t, ix, nil)
	passages := 0
	for _, q := range queries() {
		out := filepath.Join(dir, "found-"+q.ID)
		printed, code := execute(t, LookupCommand(), "--index="+ix,
			"--input="+files(t, filepath.Join(dir, q.ID+".jsonl"), q), "--output="+out, "--with_text=2000",
			"--with_locs", "--quiet")
		if code != 0 {
			t.Fatal(printed)
		}
		wantPassages, wantHot := lines[record.Passage](t, out, "passages"), lines[record.HotPassage](t, out, "hot")
		passages += len(wantPassages)
		var wg sync.WaitGroup
		for range 12 {
			wg.Go(func() {
				got := ask(t, d, s, q)
				var hot []record.HotPassage
				for _, h := range got.Hot {
					hot = append(hot, h.HotPassage)
				}
				slices.SortFunc(hot, func(a, b record.HotPassage) int {
					return bytes.Compare(a.SortKey(), b.SortKey())
				})
				if diff := cmp.Diff(slices.Concat(wantPassages, nil), slices.Concat(got.Passages, nil)); diff != "" {
					t.Errorf("%s: passages (-lookup +serve):\n%s", q.ID, diff)
				}
				if diff := cmp.Diff(wantHot, hot); diff != "" {
					t.Errorf("%s: hot (-lookup +serve):\n%s", q.ID, diff)
				}
			})
		}
		wg.Wait()
		if q.ID == "common" && len(wantHot) == 0 {
			t.Error("the test has no hot text")
		}
	}
	if passages < 3 {
		t.Errorf("%d passages: the test has too few", passages)
	}
}

func TestGuard(t *testing.T) {
	_, ix := made(t)
	d, s := opened(t, ix, nil)
	for _, c := range []struct {
		about, method, path, body string
		heads                     []string
		want                      int
	}{
		{"the page", "GET", "/", "", nil, 200},
		{"no token", "GET", "/", "", []string{"Authorization", ""}, 401},
		{"no token for an asset", "GET", "/assets/desk.js", "", []string{"Authorization", ""}, 401},
		{"a wrong token", "GET", "/", "", []string{"Authorization", "Bearer x"}, 401},
		{"a wrong token in the address", "GET", "/?token=x", "", nil, 401},
		{"the token in the address", "GET", "/?token=" + d.token, "", []string{"Authorization", ""}, 303},
		{"the token in a cookie", "GET", "/", "",
			[]string{"Authorization", "", "Cookie", cookieOf(s.Listener.Addr().String()) + "=" + d.token}, 200},
		{"the host of another", "GET", "/", "", []string{"Host", "evil.example"}, 421},
		{"the host of another, with the token in the address", "GET", "/?token=" + d.token, "",
			[]string{"Host", "127.0.0.1.evil.example:80"}, 421},
		{"localhost", "GET", "/", "", []string{"Host", "localhost:1", "Authorization", "Bearer " + d.token}, 200},
		{"a form of another site", "POST", "/", "text=a", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"a form of another origin", "POST", "/", "text=a", []string{"Origin", "http://evil.example"}, 403},
		{"a path out of the assets", "GET", "/assets/..%2f..%2fcommand.go", "", nil, 404},
		{"a path out of the assets, encoded twice", "GET", "/assets/%252e%252e/command.go", "", nil, 404},
		{"a file of the machine", "GET", "/%2e%2e/%2e%2e/etc/passwd", "", nil, 404},
		{"the same, without dots", "GET", "/etc/passwd", "", nil, 404},
		{"the folder of the assets", "GET", "/assets/", "", nil, 404},
		{"no JSON", "POST", "/api/search", "text=a", nil, 400},
		{"no UTF-8", "POST", "/api/search", "{\"text\":\"\xff\"}", nil, 400},
		{"another method", "DELETE", "/api/search", "", nil, 405},
	} {
		if code, out := send(t, d, c.method, s.URL+c.path, c.body, c.heads...); code != c.want {
			t.Errorf("%s: %d, want %d: %s", c.about, code, c.want, out)
		}
	}
}

// TestScripts: what texts and ids say is text on the page, and the passage is marked on both sides.
func TestScripts(t *testing.T) {
	_, ix := made(t)
	d, s := opened(t, ix, nil)
	text := script + "</textarea>" + prose(3, 100)
	code, out := send(t, d, "POST", s.URL+"/", url.Values{"text": {text}}.Encode())
	if code != 200 || strings.Contains(out, script) || strings.Count(out, "</textarea>") != 1 {
		t.Errorf("%d: a script of a text is in the page:\n%s", code, out)
	}
	if n := strings.Count(out, "<mark>"); n < 2 || !strings.Contains(out, "<h3>&lt;script&gt;") {
		t.Errorf("%d marks, want 2 and the id:\n%s", n, out)
	}
}

func TestLimits(t *testing.T) {
	_, ix := made(t)
	long, _ := json.Marshal(queries()[0])
	t.Run("size", func(t *testing.T) {
		d, s := opened(t, ix, func(p *Params) { p.MaxText = 100 })
		for _, path := range []string{"/", "/api/search"} {
			if code, _ := send(t, d, "POST", s.URL+path, string(long)); code != http.StatusRequestEntityTooLarge {
				t.Errorf("%s: %d", path, code)
			}
		}
	})
	t.Run("time", func(t *testing.T) {
		d, s := opened(t, ix, func(p *Params) { p.MaxTime = time.Nanosecond })
		if code, out := send(t, d, "POST", s.URL+"/api/search", string(long)); code != http.StatusServiceUnavailable {
			t.Errorf("%d %s", code, out)
		}
	})
	t.Run("number", func(t *testing.T) {
		d, s := opened(t, ix, nil)
		for range cap(d.places) {
			d.places <- struct{}{}
		}
		if code, out := send(t, d, "POST", s.URL+"/api/search", string(long)); code != http.StatusTooManyRequests {
			t.Errorf("%d %s", code, out)
		}
	})
	t.Run("slow clients", func(t *testing.T) {
		d, s := opened(t, ix, func(p *Params) { p.slow = 100 * time.Millisecond })
		for _, sent := range []string{
			"GET / HTTP/1.1\r\nHost: localhost\r\n", // and no more
			"POST /api/search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\nAuthorization: Bearer " + d.token +
				"\r\n\r\n{",
		} {
			c, err := net.Dial("tcp", s.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			io.WriteString(c, sent)
			c.SetReadDeadline(time.Now().Add(time.Minute))
			if _, err := io.ReadAll(c); err != nil {
				t.Errorf("the server waits for the rest of %q: %v", sent, err)
			}
		}
		if len(d.places) != 0 {
			t.Error("a slow client keeps its place")
		}
	})
}

func TestNoIndex(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte("no index"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"--index=" + name}, {"--index=" + t.TempDir()}, {},
		{"--index=x", "--token=short"}} {
		out, code := execute(t, Command(), args...)
		if code != 2 || strings.Count(out, "\n") != 1 {
			t.Errorf("%v: exit code %d: %s", args, code, out)
		}
	}
}

// TestStop: the address that is printed opens the page, and the end of the context ends the command.
func TestStop(t *testing.T) {
	_, ix := made(t)
	var p Params
	p.Flags(pflag.NewFlagSet("serve", pflag.ContinueOnError))
	p.Index = ix
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	r, w := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, p, w, io.Discard) }()
	address, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultTransport.RoundTrip(httptest.NewRequest("GET", strings.TrimSpace(address),
		nil).WithContext(t.Context()))
	if err != nil || answer.StatusCode != http.StatusSeeOther || len(answer.Cookies()) != 1 ||
		!answer.Cookies()[0].HttpOnly {
		t.Errorf("%v %v", answer, err)
	}
	stop()
	if code := line.ExitCode(<-ended); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
}

// TestDescription: /openapi.json has the routes that there are, and the fields of the records.
func TestDescription(t *testing.T) {
	_, ix := made(t)
	d, s := opened(t, ix, nil)
	_, out := send(t, d, "GET", s.URL+"/openapi.json", "")
	var doc struct {
		Paths      map[string]map[string]any
		Components struct {
			Schemas map[string]struct{ Properties map[string]any }
		}
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for path, methods := range doc.Paths {
		for method := range methods {
			got = append(got, strings.ToUpper(method)+" "+path)
		}
	}
	for _, r := range d.routes() {
		want = append(want, r.method+" "+r.path)
		if code, _ := send(t, d, r.method, s.URL+r.path, ""); code == 404 || code == 405 {
			t.Errorf("%s %s: %d", r.method, r.path, code)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("paths (-routes +description):\n%s", diff)
	}
	for name, v := range map[string]any{"Question": Question{}, "Answer": Answer{}, "Passage": record.Passage{},
		"Hot": Hot{}, "Unread": record.Rejected{}, "Problem": problem{}, "Text": Text{}, "Added": Added{}} {
		fields := map[string]any{}
		for _, f := range reflect.VisibleFields(reflect.TypeOf(v)) {
			if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag != "" {
				fields[tag] = nil
			}
		}
		for f := range doc.Components.Schemas[name].Properties {
			if _, ok := fields[f]; !ok {
				t.Errorf("%s has no field %s", name, f)
			}
			delete(fields, f)
		}
		if len(fields) > 0 {
			t.Errorf("%s: not described: %v", name, fields)
		}
	}
}

func TestParts(t *testing.T) {
	passage := func(number int, start, end int64) shownPassage {
		return shownPassage{Passage: record.Passage{AByteStart: start, AByteEnd: end}, Number: number}
	}
	got := partsOf("0123456789", []shownPassage{passage(1, 1, 4), passage(2, 3, 6), passage(3, 8, 10)})
	if diff := cmp.Diff([]part{{"0", 0}, {"12345", 1}, {"67", 0}, {"89", 3}, {"", 0}}, got); diff != "" {
		t.Error(diff)
	}
}

// TestAfterPanic: a search that fails ends no other.
func TestAfterPanic(t *testing.T) {
	_, ix := made(t)
	d, _ := opened(t, ix, func(p *Params) { p.MaxQueries = 1 })
	query := &record.Document{ID: "a", Text: []byte("a text")}
	if _, err := d.ask(t.Context(), query, func(context.Context, *pipeline.Searcher, *pipeline.Answer,
		map[string]string) error {
		panic("a flaw")
	}); err == nil {
		t.Error("no error")
	}
	if _, err := d.ask(t.Context(), query, nil); err != nil {
		t.Error(err)
	}
}
