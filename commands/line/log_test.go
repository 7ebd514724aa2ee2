package line

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

// TestLog: each message is a line of JSON with a time, whatever it has in it.
func TestLog(t *testing.T) {
	var b bytes.Buffer
	l := NewLog(&b, time.Minute)
	fmt.Fprintln(l, "a note")
	fmt.Fprint(l, "of ", "two\n", "lines\n")
	fmt.Fprint(l, "in two ")
	fmt.Fprintln(l, "writes")
	fmt.Fprintln(l, "hostile \x1b[31m\u202e\x7f\xff \"quoted\"")
	l.Progress("reading", slog.String("stage", "reading"), slog.Int64("documents", 12), slog.Float64("share", .5))
	l.Error("failed")
	type message struct {
		Time           time.Time
		Level, Message string
		Progress       map[string]any
	}
	var got []message
	for at := range bytes.Lines(b.Bytes()) {
		var m message
		if err := json.Unmarshal(at, &m); err != nil {
			t.Fatalf("%v: %s", err, at)
		}
		if time.Since(m.Time) > time.Hour {
			t.Errorf("the time is %v", m.Time)
		}
		m.Time = time.Time{}
		got = append(got, m)
	}
	info := func(text string) message { return message{Level: "info", Message: text} }
	want := []message{
		info("a note"), info("of two\nlines"), info("in two writes"),
		info("hostile \x1b[31m\u202e\x7f\ufffd \"quoted\""),
		{Level: "info", Message: "reading", Progress: map[string]any{"stage": "reading", "documents": 12.,
			"share": .5}},
		{Level: "error", Message: "failed"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if bytes.ContainsAny(b.Bytes(), "\x1b\x7f\u202e") {
		t.Errorf("a terminal obeys %q", b.String())
	}
}

func TestLogOf(t *testing.T) {
	for _, tc := range []struct{ flags, want string }{
		{"", "false <nil>"},
		{"--log_format=text", "false <nil>"},
		{"--log_format=json", "true <nil> 10s"},
		{"--log_format=json --log_every=500ms", "true <nil> 500ms"},
		{"--log_format=json --log_every=0s", "false --log_every=0s: want more than 0"},
		{"--log_every=1s",
			"false --log_every has no effect without --log_format=json: add that, or leave out --log_every"},
		{"--log_format=xml", "false --log_format=xml: want text or json"},
	} {
		fs := pflag.NewFlagSet("x", pflag.ContinueOnError)
		LogFlag(fs)
		if err := fs.Parse(strings.Fields(tc.flags)); err != nil {
			t.Fatal(err)
		}
		l, err := LogOf(fs, new(bytes.Buffer))
		got := fmt.Sprint(l != nil, " ", err)
		if l != nil {
			got += " " + l.Every.String()
		}
		if got != tc.want {
			t.Errorf("%q: %s, want %s", tc.flags, got, tc.want)
		}
	}
}
