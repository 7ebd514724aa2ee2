package explain

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/record"
)

// input writes a file of lines.
func input(t *testing.T, lines ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "in.jsonl")
	if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// An id of a rejected record is told from one that does not exist.
func TestRefused(t *testing.T) {
	name := input(t, `{"id":"a","text":"One sentence."}`, `{"id":"b","text":7}`, `no JSON`,
		`{"id":"c","text":"Another."}`)
	for _, tc := range []struct {
		a, b string
		code int
		want []string
	}{
		{"a", "b", 1, []string{"the record with the id b was rejected", "line 2"}},
		{"in.jsonl:3", "a", 1, []string{"the record with the id in.jsonl:3 was rejected", "line 3"}},
		{"a", "d", 2, []string{"no document in the input has the id d", "1 record whose id is not known was rejected",
			"line 3"}},
	} {
		_, err := Run(t.Context(), Params{Partial: params(t, "--input="+name, "--quiet"), A: tc.a, B: tc.b}, io.Discard)
		if err == nil || line.ExitCode(err) != tc.code {
			t.Errorf("%s %s: %v (exit code %d), want %d", tc.a, tc.b, err, line.ExitCode(err), tc.code)
			continue
		}
		for _, want := range tc.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s %s: %q does not contain %q", tc.a, tc.b, err, want)
			}
		}
	}
}

// Of several records with one id that is compared that partial keeps, and the explanation says so.
func TestSameID(t *testing.T) {
	name := input(t, `{"id":"a","text":"One sentence."}`, `{"id":"a","text":"Two of them."}`,
		`{"id":"a","text":"Three."}`, `{"id":"c","text":"Another."}`)
	e, err := Run(t.Context(), Params{Partial: params(t, "--input="+name, "--quiet"), A: "a", B: "c"}, io.Discard)
	if err != nil || e.A.Same != 3 || e.B.Same != 0 {
		t.Fatalf("%+v, %v", e, err)
	}
	if text := inLine(e.A); !strings.Contains(text,
		"3 records have this id: this one is compared, the others are rejected") {
		t.Error(text)
	}
}

func TestIsOf(t *testing.T) {
	for _, tc := range []struct {
		r    record.Rejected
		id   string
		want bool
	}{
		{record.Rejected{File: "x/a.txt", ID: "a"}, "a", true},
		{record.Rejected{File: "x/a.txt", ID: "b"}, "x/a.txt", false},
		{record.Rejected{File: "x/a.txt"}, "a.txt", true},
		{record.Rejected{File: "x/ba.txt"}, "a.txt", false},
		{record.Rejected{File: "x/in.jsonl", Record: 4}, "in.jsonl:5", true},
		{record.Rejected{File: "x/in.jsonl", Record: 4}, "in.jsonl:4", false},
	} {
		if got := isOf(tc.r, tc.id); got != tc.want {
			t.Errorf("isOf(%+v, %s) = %v", tc.r, tc.id, got)
		}
	}
}

// What a bundle holds does not grow with the records that have an id.
func TestPickIsBounded(t *testing.T) {
	fn := &pickFn{IDs: []string{"a", record.Dated("a", "2020-01-77")}}
	fn.StartBundle(nil, nil, nil)
	for i := range 100 {
		date := string(rune('0'+i/10)) + string(rune('0'+i%10))
		fn.ProcessElement(record.Document{ID: "a", Date: "2020-01-" + date}, nil, nil, nil)
		fn.ProcessElement(record.Document{ID: "b", Text: []byte(date)}, nil, nil, nil)
		fn.ProcessElement(record.Document{ID: "a", Text: []byte(date)}, nil, nil, nil)
	}
	if len(fn.best) > maxDates+2 {
		t.Errorf("%d documents are held", len(fn.best))
	}
	if _, ok := fn.best[capture{date: "2020-01-77", id: "a"}]; !ok {
		t.Error("the capture that was asked for is not there")
	}
	if n := fn.named[capture{id: "a"}]; n != 100 {
		t.Errorf("%d records have the id", n)
	}
}

// A flag that is said to find passages finds them in a run of partial.
func TestAdviceHolds(t *testing.T) {
	docs := corpus(t, "licences", 1, 9)
	in := "--input=" + write(t, docs)
	tried, runs := 0, map[string]map[[2]string][]record.Passage{}
	for _, flags := range [][]string{{"--min_similarity=.9"}, {"--preset=fast"}, {"--max_documents=2"}} {
		given, _, _ := strings.Cut(strings.TrimPrefix(flags[0], "--"), "=")
		for i, a := range docs {
			for _, b := range docs[i+1:] {
				e, err := Run(t.Context(), Params{Partial: params(t, append(flags, in, "--quiet")...), A: a.ID, B: b.ID,
					Given: []string{given}}, io.Discard)
				if err != nil {
					t.Fatal(err)
				}
				for _, advice := range e.Advice {
					if advice.Passages == 0 {
						continue
					}
					all := joinFlags(flags, advice.Flags)
					name := strings.Join(all, " ")
					if runs[name] == nil {
						runs[name] = found(t, params(t, append(all, in)...))
					}
					tried++
					if got := len(runs[name][key(a.ID, b.ID)]); got != advice.Passages {
						t.Errorf("%s, %s: %s finds %d passages, %d were promised", a.ID, b.ID, name, got,
							advice.Passages)
					}
				}
			}
		}
	}
	if tried < 5 {
		t.Errorf("only %d pairs had advice", tried)
	}
}

// joinFlags replaces flags by those of an advice, and leaves out those that it names.
func joinFlags(flags []string, advice string) []string {
	advice, without, _ := strings.Cut(advice, " (and without ")
	others := strings.Fields(advice)
	all := slices.DeleteFunc(slices.Clone(flags), func(f string) bool {
		name, _, _ := strings.Cut(f, "=")
		return strings.Contains(without, name) || slices.ContainsFunc(others, func(o string) bool {
			return strings.HasPrefix(o, name+"=")
		})
	})
	return append(all, others...)
}
