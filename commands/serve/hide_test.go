package serve

import (
	"encoding/csv"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/names"
	"example.org/diagonal/io/record"
)

// secrets are pieces of the ids and paths of class. Nothing else of the tests contains them.
var secrets = []string{"zyx", "qklasse", "qfolder"}

// class makes an index of 24 essays, of which all have a text in common, and of which one is gone since. It returns the
// index, and the ids.
func class(t *testing.T) (ix string, ids []string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "qfolder")
	if err := os.MkdirAll(filepath.Join(dir, "qklasse"), 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range 24 {
		id := "zyx" + string(rune('a'+i)) + ".txt"
		ids = append(ids, id)
		if err := os.WriteFile(filepath.Join(dir, "qklasse", id), []byte(prose(uint64(i), 200)+prose(50, 40)),
			0o600); err != nil {
			t.Fatal(err)
		}
	}
	ix = filepath.Join(t.TempDir(), "ix")
	if out, code := execute(t, IndexCommand(), "--input="+filepath.Join(dir, "qklasse"), "--index="+ix,
		"--quiet"); code != 0 {
		t.Fatal(out)
	}
	if err := os.Remove(filepath.Join(dir, "qklasse", "zyxd.txt")); err != nil {
		t.Fatal(err)
	}
	return ix, ids
}

// withKey hides names by a key.
func withKey(file string) func(*Params) {
	return func(p *Params) { p.Anonymous, p.Key = true, file }
}

// No piece of an id or a path is in an answer with hidden names, as JSON or on the page, in an error or in the
// log. The key says whose each name is, many clients at once get the same names, and so does another service.
func TestAnonymous(t *testing.T) {
	ix, ids := class(t)
	key := filepath.Join(t.TempDir(), "key.csv")
	text := prose(100, 30) + prose(7, 100) + prose(2, 100) + prose(3, 100) + prose(50, 40)
	body, _ := json.Marshal(Question{Text: text})
	first := ""
	for range 2 {
		d, s := opened(t, ix, withKey(key))
		var logged []string
		var logging sync.Mutex
		d.log = func(err error) {
			logging.Lock()
			defer logging.Unlock()
			logged = append(logged, err.Error())
		}
		seen := func(what, out string) {
			for _, secret := range secrets {
				if strings.Contains(strings.ToLower(out), secret) {
					t.Errorf("%s has %s:\n%s", what, secret, out)
				}
			}
		}
		var all sync.WaitGroup
		for range 6 {
			all.Go(func() {
				code, out := send(t, d, "POST", s.URL+"/api/search", string(body))
				seen("the answer", out)
				logging.Lock()
				defer logging.Unlock()
				if first == "" {
					first = out
				}
				if code != 200 || out != first {
					t.Errorf("%d: another answer:\n%s\n%s", code, first, out)
				}
			})
		}
		all.Wait()
		code, page := send(t, d, "POST", s.URL+"/", url.Values{"text": {text}}.Encode())
		if seen("the page", page); code != 200 || strings.Count(page, "<h3>source ") != 2 ||
			!strings.Contains(page, "<mark>") {
			t.Errorf("%d: %s", code, page)
		}
		d.fault(searching, os.ErrNotExist)
		d.fault(searching, &os.PathError{Op: "open", Path: "qfolder/qklasse/zyxa.txt", Err: os.ErrNotExist})
		seen("the log", strings.Join(logged, "\n"))
		if len(logged) != 2 {
			t.Errorf("logged %q", logged)
		}
	}
	var a Answer
	if err := json.Unmarshal([]byte(first), &a); err != nil || len(a.Passages) != 2 || len(a.Hot) != 1 ||
		len(a.Unread) != 1 || len(a.Hot[0].Samples) == 0 {
		t.Fatalf("%v: %s", err, first)
	}
	if places := a.Hot[0].Places; !slices.IsSortedFunc(places, func(x, y record.HotOccurrence) int {
		return strings.Compare(x.ID, y.ID)
	}) {
		t.Errorf("the places are in another order than the names: %+v", places)
	}
	if !strings.HasPrefix(text[a.Hot[0].Places[0].Start:], a.Hot[0].Text[:20]) {
		t.Errorf("hot is %q", a.Hot[0].Text)
	}
	k, err := names.Read(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{a.Unread[0].ID: "zyxd.txt"} {
		if got := k.ID(name); got != want {
			t.Errorf("%s is %q, want %s", name, got, want)
		}
	}
	for _, p := range a.Passages {
		if id := k.ID(p.B); !slices.Contains(ids, id) || !strings.Contains("zyxh.txt zyxc.txt", id) {
			t.Errorf("%s is %q", p.B, id)
		}
	}
}

// A name that is in an answer is in the key, also if another run has added names to it meanwhile. If the key cannot be
// written, there is no answer, and the log says why.
func TestKeyOfOthers(t *testing.T) {
	ix, _ := class(t)
	dir := filepath.Join(t.TempDir(), "keys")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "key.csv")
	d, s := opened(t, ix, withKey(file))
	other, err := names.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	theirs := other.Name("zyxc.txt", record.Source)
	if err := other.Write(file); err != nil {
		t.Fatal(err)
	}
	a := ask(t, d, s, Question{Text: prose(2, 100) + prose(7, 100)})
	if len(a.Passages) != 2 || a.Passages[0].B != theirs {
		t.Errorf("%s: %+v", theirs, a.Passages)
	}
	b, err := os.ReadFile(file)
	rows, e := csv.NewReader(strings.NewReader(string(b))).ReadAll()
	if err != nil || e != nil || len(rows) != 3 {
		t.Errorf("%v %v: %v", err, e, rows)
	}
	var said string
	d.log = func(err error) { said = err.Error() }
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	body, _ := json.Marshal(Question{Text: prose(9, 100)})
	if code, out := send(t, d, "POST", s.URL+"/api/search", string(body)); code != 500 ||
		strings.Contains(out, "key") || !strings.Contains(said, "--key="+file) {
		t.Errorf("%d %s: logged %q", code, out, said)
	}
}

// --anonymous needs a key beside the index, and does not go with --allow_add.
func TestAnonymousWrong(t *testing.T) {
	_, ix := made(t)
	key := filepath.Join(t.TempDir(), "key.csv")
	for _, flags := range [][]string{{"--anonymous"}, {"--key=" + key},
		{"--anonymous", "--key=" + filepath.Join(ix, "key.csv")}, {"--anonymous", "--key=" + key,
			"--allow_add=" + t.TempDir()}} {
		if out, code := execute(t, Command(),
			append([]string{"--index=" + ix}, flags...)...); code != line.ExitCode(line.Usage(os.ErrInvalid)) ||
			!strings.Contains(out, "--anonymous") && !strings.Contains(out, "--key") {
			t.Errorf("%v: exit code %d: %s", flags, code, out)
		}
	}
}
