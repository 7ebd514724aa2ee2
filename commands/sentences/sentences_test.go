package sentences

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/transforms/analysis/segment"
)

// execute runs the command on files with the given contents.
func execute(t *testing.T, files map[string]string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	dir := t.TempDir()
	filetest.Put(t, dir, files)
	t.Chdir(dir)
	var out, notes bytes.Buffer
	cmd := Command()
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(args)
	cmd.SetOut(&out)
	cmd.SetErr(&notes)
	err = cmd.ExecuteContext(t.Context())
	return out.String(), notes.String(), err
}

func TestSentences(t *testing.T) {
	for _, tc := range []struct {
		name, file, content string
		args                []string
		want                []string
	}{
		{"English", "a.txt", "Dr. Smith paid $3.50.  He left!", nil, []string{
			`{"id":"a.txt","sentence":0,"start":0,"end":21,"byte_start":0,"byte_end":21,"text":"Dr. Smith paid $3.50."}`,
			`{"id":"a.txt","sentence":1,"start":23,"end":31,"byte_start":23,"byte_end":31,"text":"He left!"}`}},
		{"Chinese", "a.txt", "他说：「好。」我们走了。", nil, []string{
			`{"id":"a.txt","sentence":0,"start":0,"end":7,"byte_start":0,"byte_end":21,"text":"他说：「好。」"}`,
			`{"id":"a.txt","sentence":1,"start":7,"end":12,"byte_start":21,"byte_end":36,"text":"我们走了。"}`}},
		{"HTML with its markup", "a.html", "<p>One <b>two</b>.</p><p>Café & co.</p>", nil, []string{
			`{"id":"a.html","sentence":0,"start":3,"end":18,"byte_start":3,"byte_end":18,"text":"One <b>two</b>."}`,
			`{"id":"a.html","sentence":1,"start":25,"end":35,"byte_start":25,"byte_end":36,"text":"Café & co."}`}},
		{"XML with its markup", "a.xml",
			"<TEI><teiHeader>No.</teiHeader><p>One <hi>tw</hi>o.</p><p>Café &amp; co.</p></TEI>", nil, []string{
				`{"id":"a.xml","sentence":0,"start":34,"end":51,"byte_start":34,"byte_end":51,"text":"One <hi>tw</hi>o."}`,
				`{"id":"a.xml","sentence":1,"start":58,"end":72,"byte_start":58,"byte_end":73,"text":"Café &amp; co."}`}},
		{"fields", "a.jsonl", `{"key":"k","body":"One <two>."}` + "\n", []string{"--id_field=key", "--text_field=body"},
			[]string{
				`{"id":"k","sentence":0,"start":0,"end":10,"byte_start":0,"byte_end":10,"text":"One <two>."}`}},
		{"invalid UTF-8", "a.txt", "éü\xffb. Yes.", nil, []string{
			`{"id":"a.txt","sentence":0,"start":0,"end":5,"byte_start":0,"byte_end":7,"text":"éü\ufffdb."}`,
			`{"id":"a.txt","sentence":1,"start":6,"end":10,"byte_start":8,"byte_end":12,"text":"Yes."}`}},
		{"a format that is named", "a.data", `{"text":"One."}`, []string{"--format=jsonl"}, []string{
			`{"id":"a.data:1","sentence":0,"start":0,"end":4,"byte_start":0,"byte_end":4,"text":"One."}`}},
		{"empty", "a.txt", "", nil, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			stdout, stderr, err := execute(t, map[string]string{tc.file: tc.content}, append(tc.args, tc.file)...)
			if err != nil || stderr != "" {
				t.Fatalf("%v\n%s", err, stderr)
			}
			want := strings.Join(append(tc.want, ""), "\n")
			if diff := cmp.Diff(want, stdout); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for line := range strings.Lines(stdout) {
				var l Line
				if err := json.Unmarshal([]byte(line), &l); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestErrors(t *testing.T) {
	files := map[string]string{"a.jsonl": "{\n", "b.txt": "One."}
	for _, tc := range []struct {
		args  []string
		code  int
		error string
	}{
		{[]string{"gone.txt"}, 2, "gone.txt"},
		{[]string{"b.txt", "--format=doc"}, 2, "doc"},
		{[]string{"a.jsonl"}, 1, "every record"},
		{nil, 1, "--rules"}, // main makes it 2, as for every command
	} {
		_, _, err := execute(t, files, tc.args...)
		if err == nil || line.ExitCode(err) != tc.code || !strings.Contains(err.Error(), tc.error) {
			t.Errorf("%v: error %v, exit code %d, want %d", tc.args, err, line.ExitCode(err), tc.code)
		}
	}
	stdout, stderr, err := execute(t, files, ".")
	if err != nil || !strings.Contains(stdout, "One.") || !strings.Contains(stderr, "rejected: a.jsonl, line 1") {
		t.Errorf("a bad record beside a good one: %v\n%s%s", err, stdout, stderr)
	}
}

func TestRules(t *testing.T) {
	stdout, _, err := execute(t, nil, "--rules")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	if got, want := len(lines)-2, len(segment.Rules()); got != want {
		t.Errorf("%d rules are printed, want %d:\n%s", got, want, stdout)
	}
	for _, r := range segment.Rules() {
		if !strings.Contains(stdout, " "+r.Name+" ") {
			t.Errorf("rule %s is missing", r.Name)
		}
	}
}

// The table of rules fits a terminal of any width, and nothing of it is cut off.
func TestRulesFit(t *testing.T) {
	for _, columns := range []uint16{40, 80, 250} {
		lines := jobtest.Terminal(t, columns, func(w *os.File) {
			if err := printRules(w); err != nil {
				t.Error(err)
			}
		})
		jobtest.Fits(t, columns, lines)
		shown := strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
		for _, r := range segment.Rules() {
			if !strings.Contains(shown, r.Name) || !strings.Contains(shown, strings.Join(strings.Fields(r.What), " ")) {
				t.Errorf("%d columns: rule %s is not whole:\n%s", columns, r.Name, strings.Join(lines, "\n"))
			}
		}
	}
}
