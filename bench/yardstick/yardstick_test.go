package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
)

// build builds a program of this module and returns its name.
func build(t *testing.T, source string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "program")
	cmd := exec.Command("go", "build", "-o", name, source)
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build %s: %v\n%s", source, err, out)
	}
	return name
}

func command(t *testing.T, program string, args ...string) {
	t.Helper()
	if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", filepath.Base(program), args, err, out)
	}
}

// passages runs the yardstick.
func passages(t *testing.T, input string) string {
	t.Helper()
	output := filepath.Join(t.TempDir(), "passages.jsonl")
	if err := run(input, output); err != nil {
		t.Fatal(err)
	}
	return readAll(t, output)
}

func readAll(t *testing.T, pattern string) string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no file (%v)", pattern, err)
	}
	var all strings.Builder
	for _, name := range files {
		b := filetest.Read(t, name)
		all.Write(b)
	}
	return all.String()
}

func writeFile(t *testing.T, text string) string {
	t.Helper()
	return filetest.Write(t, filepath.Join(t.TempDir(), "in.jsonl"), text)
}

// hard is documents that chance does not make: Chinese, bytes that are not ASCII before
// a passage, repeats in one document, a run of equal sentences, hot text, blank lines, no
// text at all, no line end at the end.
func hard() string {
	var b strings.Builder
	const han = "第一条为了保护民事主体的合法权益。第二条民法调整平等主体之间的关系。第三条民事主体的人身权利受法律保护。第四条民事主体在民事活动中的法律地位一律平等。第五条应当遵循自愿原则。"
	const prose = "The harbour was quiet before dawn. Two boats lay at the northern quay. Nobody had seen the pilot since Tuesday. A bell rang twice from the chapel. Then the ferry left without him."
	fmt.Fprintf(&b, "{\"id\":\"zh1\",\"text\":\"前言。%s\"}\n\n", han)
	fmt.Fprintf(&b, "{\"id\":\"zh0\",\"text\":\"%s 完了吧。\"}\n", han)
	fmt.Fprintf(&b, "{\"id\":\"en\",\"text\":\"Déjà vu, naïve café. %s\"}\n", prose)
	fmt.Fprintf(&b, "{\"text\":\"%s\\n\\nIn between stands something else. %s\",\"id\":\"twice\"}\n", prose, prose)
	fmt.Fprintf(&b, "{\"id\":\"edited\",\"text\":\"%s\"}\n", strings.Replace(prose, "Tuesday", "Wednesday", 1))
	fmt.Fprintf(&b, "{\"id\":\"turned\",\"text\":\"Later everything changed again. %s More followed there.\"}\n", prose)
	for i := range 3 {
		fmt.Fprintf(&b, "{\"id\":\"song%d\",\"text\":\"Start of number %d. %s End.\"}\n", i, i,
			strings.Repeat("Row the boat gently down. ", 6+i))
	}
	b.WriteString("{\"id\":\"empty\",\"text\":\"\"}\n")
	for i := range 300 {
		hot := ""
		if i < 120 {
			hot = "All rights of this page are reserved. No part may be copied anywhere. Write to the editor for leave. The editor answers within days."
		}
		fmt.Fprintf(&b, "{\"id\":\"page%03d\",\"text\":\"Number %d speaks of matter %d. %s\"}\n", i, i, i*i, hot)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// share is a field of the shares of texts.
var share = regexp.MustCompile(`,"[ab]_share":[0-9.]+`)

// The yardstick must do the same work as the job: the same bytes come out.
func TestPassagesAreThoseOfTheJob(t *testing.T) {
	job, corpus := build(t, "."), build(t, "./bench/corpus")
	made := filepath.Join(t.TempDir(), "made.jsonl")
	command(t, corpus, "--mb=9", "--copies=0.5", "--seed=7", "--output="+made) // three pieces
	for _, tc := range []struct {
		name, input string
		min         int
	}{
		{"made", made, 500},
		{"hard", writeFile(t, hard()), 8},
		{"empty", writeFile(t, ""), 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			output := filepath.Join(t.TempDir(), "out")
			command(t, job, "partial", "--preset=fast", "--quiet", "--input="+tc.input, "--output="+output)
			want := sortedLines(readAll(t, filepath.Join(output, "passages-*.jsonl")) +
				readAll(t, filepath.Join(output, "within-*.jsonl")))
			for i, line := range want {
				want[i] = share.ReplaceAllString(line, "") // the yardstick has none
			}
			slices.Sort(want)
			got := passages(t, tc.input)
			if diff := cmp.Diff(want, sortedLines(got)); diff != "" {
				t.Errorf("passages (-job +yardstick):\n%s", diff)
			}
			if n := strings.Count(got, "\n"); n < tc.min {
				t.Errorf("%d passages, want %d or more for the comparison to mean something", n, tc.min)
			}
		})
	}
}

func sortedLines(s string) []string {
	lines := strings.Split(s, "\n")
	slices.Sort(lines)
	return lines
}

// Worked by hand: the four sentences of b stand in a, behind one of its own. In a
// collection of two documents idf leaves out no word.
func TestPassageByHand(t *testing.T) {
	const four = "One fish swims. Two birds fly. Red cars drive. Blue boats sail."
	got := passages(t,
		writeFile(t, `{"id":"b","text":"`+four+`"}`+"\n"+`{"id":"a","text":"Ünlike. `+four+` Done."}`+"\n"))
	want := `{"a":"a","a_start":8,"a_end":71,"a_byte_start":9,"a_byte_end":72,"a_sentence":1,"a_sentences":4,` +
		`"b":"b","b_start":0,"b_end":63,"b_byte_start":0,"b_byte_end":63,"b_sentence":0,"b_sentences":4,` +
		`"kind":"verbatim","matched":4,"similarity":1}` + "\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestErrors(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"not JSON", "{\"id\":\"a\",\"text\":\"x\"}\n{\"id\":", "at byte 22"},
		{"no id", `{"text":"x"}`, "want the fields id and text"},
		{"one id twice", "{\"id\":\"a\",\"text\":\"x\"}\n{\"id\":\"a\",\"text\":\"y\"}",
			`two documents have the id "a"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := run(writeFile(t, tc.text), filepath.Join(t.TempDir(), "out"))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want one with %q", err, tc.want)
			}
		})
	}
}
