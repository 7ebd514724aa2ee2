package names

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// A key gives the same names again, whatever the ids, and only its owner can read it.
func TestKey(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key.csv")
	ids := []string{"anna/essay.docx", "", "=1+1", "'=1", "a\r\nb", "a\nb", "a,\"b\"", "\xff", "a\x00", "汉"}
	want := map[string]string{}
	for _, round := range []string{"first", "second"} {
		k, err := Read(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, side := range []record.Side{record.Input, record.Source} {
			for _, id := range ids {
				name := k.Name(id, side)
				if !regexp.MustCompile(`^(document|source) [2-9B-Z]{5}$`).MatchString(name) ||
					strings.HasPrefix(name, "source") != (side == record.Source) {
					t.Errorf("a name %q", name)
				}
				at := record.SidedID(id, side == record.Source) + round[:0]
				if before, ok := want[at]; ok && before != name && id != "a\x00" {
					t.Errorf("%s: %q was %q and is %q", round, id, before, name)
				}
				want[at] = name
			}
		}
		if k.changed != (round == "first") {
			t.Errorf("%s: changed is %v", round, k.changed)
		}
		if err := k.Write(file); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
			t.Errorf("%v: mode %v", err, info.Mode())
		}
		if err := os.Chmod(file, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(b), "\ufeffname,side,id,hash\n") ||
		!strings.Contains(string(b), ",'=1+1,") {
		t.Errorf("%v: %s", err, b)
	}
	if left, _ := os.ReadDir(filepath.Dir(file)); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// Of two runs that take names from one file at a time, the later one fails: else names of the other were lost.
func TestTwoRuns(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key.csv")
	var keys [2]*Key
	for i, id := range []string{"anna", "ben"} {
		k, err := Read(file)
		if err != nil {
			t.Fatal(err)
		}
		k.Name(id, record.Input)
		keys[i] = k
	}
	if err := keys[0].Write(file); err != nil {
		t.Fatal(err)
	}
	if err := keys[1].Write(file); err == nil || !strings.Contains(err.Error(), "another run has changed the file") {
		t.Errorf("the later one: %v", err)
	}
	b, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(b), ",anna,") {
		t.Errorf("the names of the first: %v\n%s", err, b)
	}
	filetest.Write(t, file+".new", "")
	if err := keys[1].Write(file); err == nil || !strings.Contains(err.Error(), "remove "+file+".new") {
		t.Errorf("while another one writes: %v", err)
	}
}

// A result without documents has no names.
func TestNoNames(t *testing.T) {
	k, err := Read(filepath.Join(t.TempDir(), "key.csv"))
	if err == nil {
		err = k.Write(filepath.Join(t.TempDir(), "key.csv"))
	}
	if err != nil {
		t.Error(err)
	}
}

func TestNoKey(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key.csv")
	for _, content := range []string{"", "x", "id,name\n", "name,side,id,hash\na,input,x\n",
		"name,side,id,hash\na,input,x,00\na,input,y,01\n"} {
		filetest.Write(t, file, content)
		if k, err := Read(file); err == nil {
			t.Errorf("%q: %+v", content, k)
		}
	}
}

// ID returns what Name has named, also after the key was written and read; and "" where the file cannot say it.
func TestID(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key.csv")
	k, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]string{}
	for _, id := range []string{"anna/essay.docx", "=1+1", "'=1", "汉", "a\r\nb"} {
		named[id] = k.Name(id, record.Source)
	}
	if err := k.Write(file); err != nil {
		t.Fatal(err)
	}
	if k, err = Read(file); err != nil {
		t.Fatal(err)
	}
	for id, name := range named {
		want := id
		if id == "a\r\nb" { // a reader of CSV takes the end of a line of either kind for the same
			want = ""
		}
		if got := k.ID(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := k.ID("anna/essay.docx"); got != "" {
		t.Errorf("an id is the name of %q", got)
	}
}

// A passage with hidden names has nothing that says whose it is.
func TestHide(t *testing.T) {
	k, err := Read(filepath.Join(t.TempDir(), "key.csv"))
	if err != nil {
		t.Fatal(err)
	}
	p := record.Passage{A: "anna", AFields: `{"author":"anna"}`, ALoc: "anna 1", AText: "a", B: "ben",
		BFields: `{"author":"ben"}`, BLoc: "ben 1", BText: "b"}
	k.HideA(&p, record.Input)
	k.HideB(&p, record.Source)
	if want := (record.Passage{A: k.Name("anna", record.Input), AText: "a", B: k.Name("ben", record.Source),
		BText: "b"}); p != want {
		t.Errorf("%+v", p)
	}
}
