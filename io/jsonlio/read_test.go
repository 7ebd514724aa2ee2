package jsonlio

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
)

// read returns what Read finds, one line for each document and rejected record.
func read(t testing.TB, r io.Reader, sec Section) []string {
	t.Helper()
	var got []string
	err := Read(context.Background(), r, NewDecoder("id", "text"), sec, func(d record.Document) error {
		got = append(got, fmt.Sprintf("%s %d@%d %q", d.ID, d.Record, d.Offset, d.Text))
		return nil
	}, func(v record.Rejected) {
		got = append(got, fmt.Sprintf("rejected %d %s: %s", v.Record, v.ID, v.Reason))
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func whole() Section { return Section{File: "dir/f.jsonl", Name: "f.jsonl", End: -1} }

func TestRead(t *testing.T) {
	const a, b = `{"id":"a","text":"x"}`, `{"text":"y"}`
	for _, tc := range []struct {
		name, in string
		want     []string
	}{
		{"empty", "", nil},
		{"one line end", "\n", nil},
		{"two lines", a + "\n" + b + "\n", []string{`a 0@0 "x"`, `f.jsonl:2 1@22 "y"`}},
		{"no last line end", a + "\n" + b, []string{`a 0@0 "x"`, `f.jsonl:2 1@22 "y"`}},
		{"CRLF", a + "\r\n" + b + "\r\n", []string{`a 0@0 "x"`, `f.jsonl:2 1@23 "y"`}},
		{"blank lines count", "\n \t\r\n" + b + "\n\n" + a + "\n\n", []string{`f.jsonl:3 2@5 "y"`, `a 4@19 "x"`}},
		{"byte order mark", "\ufeff" + b, []string{`f.jsonl:1 0@3 "y"`}},
		{"byte order mark alone", "\ufeff", nil},
		{"byte order mark later", b + "\n\ufeff" + b, []string{`f.jsonl:1 0@0 "y"`,
			`rejected 1 : not JSON: invalid character 'ï' looking for beginning of value, at byte 0 of the line`}},
		{"truncated last line", a + "\n" + a[:10],
			[]string{`a 0@0 "x"`, "rejected 1 : not JSON: the line ends inside a value"}},
		{"bad lines", "no\n" + a + "\n" + `{"id":7}`, []string{
			"rejected 0 : not JSON: invalid character 'o' in literal null (expecting 'u'), at byte 1 of the line",
			`a 1@3 "x"`, `rejected 2 7: no field "text"`}},
		{"long line", `{"text":"` + strings.Repeat("z", 3*lineBytes) + "\"}\n" + a, []string{
			fmt.Sprintf("f.jsonl:1 0@0 %q", strings.Repeat("z", 3*lineBytes)),
			fmt.Sprintf(`a 1@%d "x"`, 3*lineBytes+12)}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := read(t, strings.NewReader(tc.in), whole())
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("Read (-want +got):\n%s", diff)
			}
		})
	}
}

// trailing is an error that says that the data before it is whole.
type trailing struct{ error }

func (trailing) DataWhole() bool { return true }

func TestReadBroken(t *testing.T) {
	const in = `{"id":"a","text":"x"}` + "\n" + `{"id":"b","text":"y"}`
	broken := errors.New("it broke")
	for _, tc := range []struct {
		name string
		err  error
		want []string
	}{
		// The second line looks whole, but nobody knows what would follow.
		{"inside a line", broken, []string{`a 0@0 "x"`, "rejected 1 : it broke"}},
		{"behind whole data", trailing{broken}, []string{`a 0@0 "x"`, `b 1@22 "y"`, "rejected 2 : it broke"}},
	} {
		got := read(t, io.MultiReader(strings.NewReader(in), iotest.ErrReader(tc.err)), whole())
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s: Read (-want +got):\n%s", tc.name, diff)
		}
	}
}

func TestReadStops(t *testing.T) {
	in := strings.Repeat(`{"text":"x"}`+"\n", 10)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n := 0
	err := Read(ctx, strings.NewReader(in), NewDecoder("id", "text"), whole(), func(record.Document) error {
		if n++; n == 3 {
			cancel()
		}
		return nil
	}, nil)
	if err != context.Canceled || n != 3 {
		t.Errorf("cancelled after 3: %d documents, error %v", n, err)
	}
	full := errors.New("full")
	err = Read(context.Background(), strings.NewReader(in), NewDecoder("id", "text"), whole(),
		func(record.Document) error { return full }, nil)
	if err != full {
		t.Errorf("error %v, want that of emit", err)
	}
}

// A text is not written again when the buffers go on.
func TestReadGivesTextsAway(t *testing.T) {
	var in strings.Builder
	for i := range 20 { // longer and shorter than the buffer
		fmt.Fprintf(&in, `{"text":"%s"}`+"\n", strings.Repeat(string(rune('a'+i)), i%3*lineBytes+5))
	}
	var docs []record.Document
	err := Read(context.Background(), strings.NewReader(in.String()), NewDecoder("id", "text"), whole(),
		func(d record.Document) error { docs = append(docs, d); return nil }, nil)
	if err != nil || len(docs) != 20 {
		t.Fatal(err, len(docs))
	}
	for i, d := range docs {
		if want := strings.Repeat(string(rune('a'+i)), i%3*lineBytes+5); string(d.Text) != want {
			t.Errorf("document %d: %.10q, want %.10q", i, d.Text, want)
		}
	}
}

// sections reads in in sections of size bytes.
func sections(t testing.TB, in string, size int) []string {
	var got []string
	for start := 0; start == 0 || start < len(in); start += size {
		sec := whole()
		sec.Start, sec.End = int64(start), int64(start+size)
		if start+size >= len(in) {
			sec.End = -1
		}
		sec.Lines = int64(strings.Count(in[:start], "\n"))
		got = append(got, read(t, strings.NewReader(in[start-int(Lead(sec.Start)):]), sec)...)
	}
	return got
}

const mixed = "\ufeff" + `{"id":"a","text":"x"}` + "\n\n" + `{"text":"中文"}` + "\r\n" + `{"text":"` +
	"long long long long long long long" + `"}` + "\nno\n\n\n" + `{"text":"end"}`

// However a file is cut, it is the same file.
func TestReadSections(t *testing.T) {
	for _, in := range []string{"", "\n", mixed, mixed + "\n", mixed + "\n\n", "\n\n\n" + mixed} {
		want := read(t, strings.NewReader(in), whole())
		for size := 1; size <= len(in)+1; size++ {
			if diff := cmp.Diff(want, sections(t, in, size)); diff != "" {
				t.Fatalf("sections of %d bytes of %q (-want +got):\n%s", size, in, diff)
			}
		}
	}
}

func FuzzReadSections(f *testing.F) {
	f.Add(mixed, 7)
	f.Add("\n{\"text\":\"\"}\n\r\n", 1)
	f.Fuzz(func(t *testing.T, in string, size int) {
		size = min(max(size, 1), len(in)+1)
		if len(in)/size > 1000 {
			return
		}
		want, got := read(t, strings.NewReader(in), whole()), sections(t, in, size)
		if !slices.Equal(want, got) {
			t.Errorf("sections of %d bytes (-want +got):\n%s", size, cmp.Diff(want, got))
		}
	})
}

// Sections inside one long line read no more than themselves.
func TestReadSectionInsideLongLine(t *testing.T) {
	in := `{"text":"` + strings.Repeat("z", 40*lineBytes) + "\"}\n"
	r := &countingReader{r: strings.NewReader(in[5*lineBytes-1:])}
	sec := whole()
	sec.Start, sec.End = 5*lineBytes, 6*lineBytes
	if got := read(t, r, sec); got != nil {
		t.Errorf("got %.100q, want nothing", got)
	}
	if r.n > 3*lineBytes {
		t.Errorf("read %d bytes for a section of %d", r.n, lineBytes)
	}
}

type countingReader struct {
	r io.Reader
	n int
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += n
	return n, err
}

// A line that is too long is passed over to its end, within bounded memory.
func TestLinesTooLong(t *testing.T) {
	const limit = 3 * lineBytes
	long := strings.Repeat("z", 10*lineBytes)
	for _, tc := range []struct {
		in   string
		want []string
	}{
		{long[:limit] + "\nx", []string{"786432 <nil>", "1 EOF"}},
		{long + "\nx", []string{"0 line too long", "1 EOF"}},
		{"x\n" + long, []string{"1 <nil>", "0 line too long", "0 EOF"}},
	} {
		l := lines{in: bufio.NewReaderSize(strings.NewReader(tc.in), lineBytes), limit: limit}
		var got []string
		for range tc.want {
			line, err := l.next()
			got = append(got, fmt.Sprint(len(line), " ", err))
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("lines (-want +got):\n%s", diff)
		}
		if l.at != int64(len(tc.in)) {
			t.Errorf("at byte %d of %d", l.at, len(tc.in))
		}
	}
}
