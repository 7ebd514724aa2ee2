package explain

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/commands/line"
)

// secrets are pieces of the ids, paths, fields and dates of classOf. Nothing else of the tests contains them.
var secrets = []string{"zyx", "qklasse", "qauthor", "qseries", "1887"}

// classOf writes a folder with three essays, of which two share a text in two places, and returns its file and the
// text.
func classOf(t *testing.T, anna, ben string) (file, shared string) {
	t.Helper()
	shared = "The old mill by the river had been empty for eleven winters when somebody lit a lamp in its highest window again. "
	second := "Nobody in the village would say afterwards who had carried the oil across the frozen meadow before the snow came. "
	file = filepath.Join(t.TempDir(), "qklasse.jsonl")
	var b bytes.Buffer
	for _, d := range [][2]string{
		{anna, shared + "Seven herons left the pond, and a bell without a rope went on ringing over plums and pears. " +
			second},
		{ben, "My grandmother kept bees, sold candles, and never once in her long life trusted a clock. " + second +
			"Then nothing moved. " + shared},
		{"zyxclara", "Copper is cheaper than silver, and the ferry to the island leaves at noon."},
	} {
		fmt.Fprintf(&b, "{\"id\":%q,\"text\":%q,\"qauthor\":\"qauthor of %[1]s\",\"qseries\":\"1887\"}\n", d[0], d[1])
	}
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file, shared
}

// execute runs the command, and returns all that it prints, and its exit code.
func execute(t *testing.T, args ...string) (string, int) {
	t.Helper()
	out, err := jobtest.Execute(t.Context(), Command(), args...)
	return out, line.ExitCode(err)
}

// An explanation with hidden names has no piece of an id, a path or a field, neither in the text nor as JSON, and an
// error has none. The names of the key stand for the ids, in the arguments too.
func TestAnonymous(t *testing.T) {
	file, shared := classOf(t, "zyxanna", "zyxben")
	key := filepath.Join(t.TempDir(), "key.csv")
	flags := []string{"--input=" + file, "--keep_fields=qauthor,qseries", "--pairs_where=a.qauthor != b.qauthor",
		"--exclude=zyxnone", "--anonymous", "--key=" + key}
	said := map[string]string{}
	for _, form := range []string{"--json=false", "--json"} {
		for i, pair := range [][]string{{"zyxanna", "zyxben"}, {"zyxanna", "zyxclara"}, {"zyxanna", "zyxanna"},
			{"zyxanna", "zyxnobody"}} {
			out, code := execute(t, append(append(pair, form), flags...)...)
			if want := 0; i == 3 && code != 2 || i < 3 && code != want {
				t.Errorf("%v: exit code %d: %s", pair, code, out)
			}
			for _, secret := range secrets {
				if strings.Contains(strings.ToLower(out), secret) {
					t.Errorf("%s %v: it has %s:\n%s", form, pair, secret, out)
				}
			}
			if said[form] == "" {
				said[form] = out
			}
		}
		if !strings.Contains(said[form], "document ") || !strings.Contains(said[form], shared[:30]) {
			t.Errorf("no name, or no text:\n%s", said[form])
		}
	}
	b, err := os.ReadFile(key)
	if err != nil || strings.Count(string(b), "\n") != 4 {
		t.Fatalf("%v: the key is\n%s", err, b)
	}
	named := map[string]string{}
	for _, l := range strings.Split(string(b), "\n")[1:4] {
		row := strings.Split(l, ",")
		named[row[2]] = row[0]
	}
	again, _ := execute(t, append([]string{named["zyxanna"], named["zyxben"], "--json"}, flags...)...)
	if again != said["--json"] {
		t.Errorf("with the names of the key:\n%s\nand with the ids:\n%s", again, said["--json"])
	}
}

// counted is a count that ends early, and begins at the document with the smaller hash.
var counted = regexp.MustCompile(`"common_words":\d+`)

// Documents whose ids have another order make the same explanation, if they have the same names.
func TestAnonymousOrder(t *testing.T) {
	var said [2]string
	for i, ids := range [][2]string{{"zyxa", "zyxb"}, {"zyxb", "zyxa"}} {
		file, _ := classOf(t, ids[0], ids[1])
		key := filepath.Join(t.TempDir(), "key.csv")
		out, code := execute(t, ids[0], ids[1], "--input="+file, "--json", "--anonymous", "--key="+key)
		b, err := os.ReadFile(key)
		if err != nil || code != 0 {
			t.Fatalf("%v %s", err, out)
		}
		for _, l := range strings.Split(string(b), "\n")[1:3] {
			row := strings.Split(l, ",")
			out = strings.ReplaceAll(out, row[0], map[string]string{ids[0]: "first", ids[1]: "second"}[row[2]])
		}
		said[i] = counted.ReplaceAllString(out, "")
	}
	if said[0] != said[1] || !strings.Contains(said[0], `"first"`) {
		t.Errorf("%s\n%s", said[0], said[1])
	}
}

// --anonymous without a key, and a key among the documents, are errors of the command line.
func TestAnonymousWrong(t *testing.T) {
	file, _ := classOf(t, "a", "b")
	for _, flags := range [][]string{{"--anonymous"}, {"--key=k.csv"}, {"--anonymous", "--key=" + file}} {
		if out, code := execute(t, append([]string{"a", "b", "--input=" + file}, flags...)...); code != 2 ||
			!strings.Contains(out, "--key") {
			t.Errorf("%v: exit code %d: %s", flags, code, out)
		}
	}
}
