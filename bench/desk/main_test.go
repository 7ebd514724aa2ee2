package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/diagonal/io/filetest"
)

// Queries are the middles of documents that are long enough, from all over the collection, and again from its
// beginning.
func TestQueries(t *testing.T) {
	file := filetest.Write(t, filepath.Join(t.TempDir(), "c.jsonl"), `{"id":"a","text":"12甲乙56"}`+"\n"+
		`{"id":"b","text":"no"}`+"\n"+`{"id":"c","text":"abcdef"}`)
	bodies, err := queriesOf(file, 3, 2)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range bodies {
		var q struct{ Text string }
		if err := json.Unmarshal(b, &q); err != nil {
			t.Fatal(err)
		}
		got = append(got, q.Text)
	}
	if strings.Join(got, " ") != "甲乙 cd 甲乙" {
		t.Errorf("queries %q", got)
	}
	if _, err := queriesOf(file, 1, 100); err == nil {
		t.Error("no document is long enough, and there is no error")
	}
}

// Answers are counted by their status, and those that are refused have no time.
func TestAsk(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var q struct{ Text string }
		if r.Header.Get("Authorization") != "Bearer "+token || json.NewDecoder(r.Body).Decode(&q) != nil ||
			q.Text == "busy" {
			w.WriteHeader(http.StatusTooManyRequests)
			w.Write([]byte("{}"))
			return
		}
		w.Write([]byte(`{"passages":[{},{}]}`))
	}))
	defer s.Close()
	a := ask(t.Context(), &service{address: s.URL}, [][]byte{[]byte(`{"text":"a"}`), []byte(`{"text":"busy"}`),
		[]byte(`{"text":"b"}`)}, time.Millisecond)
	if a.statuses["200 OK"] != 2 || a.statuses["429 Too Many Requests"] != 1 || len(a.times) != 2 || a.passages != 4 {
		t.Errorf("%+v", a)
	}
	var out bytes.Buffer
	if err := a.print(&out, params{MB: 80, Rate: 3, Seconds: 1, Characters: 2}, 30*time.Millisecond, 5e6); err != nil ||
		!strings.Contains(out.String(), "15.0 ms CPU") ||
		!strings.Contains(out.String(), "| 429 Too Many Requests | 1 |") {
		t.Errorf("%v\n%s", err, out.String())
	}
}
