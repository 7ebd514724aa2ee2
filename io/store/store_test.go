package store

import (
	"context"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
)

// tree makes files below a new folder, which it enters. Content is the path itself;
// "a -> b" is a link a to b.
func tree(t *testing.T, paths ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, path := range paths {
		from, to, link := strings.Cut(path, " -> ")
		filetest.Folder(t, filepath.Dir(from))
		err := error(nil)
		if link {
			err = os.Symlink(to, from)
		} else {
			err = os.WriteFile(path, []byte(path), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// show is a listing in lines.
func show(l Listing) []string {
	var lines []string
	for _, f := range l.Files {
		lines = append(lines, f.Path+" as "+f.Name)
	}
	for _, p := range l.Skipped {
		lines = append(lines, "skipped "+p.Path+": "+p.Reason)
	}
	for _, p := range l.Failed {
		lines = append(lines, "failed "+p.Path+": "+p.Reason)
	}
	return lines
}

func TestList(t *testing.T) {
	tree(t, "d/a.txt", "d/sub/b.txt", "d/sub/deep/c.html", "d/_SUCCESS", "d/.hidden", "d/.git/config", "d/x[1].txt",
		"d/sub/link.txt -> ../a.txt", "d/sub/loop -> ..", "d/dead.txt -> nothing", "to_d -> d", "empty/.x",
		"e2/f.txt -> self", "other/a.txt")
	os.Remove("e2/f.txt")
	for _, tc := range []struct {
		argument string
		want     []string
		wantErr  string // empty: none
	}{
		{argument: "d/a.txt", want: []string{"d/a.txt as a.txt"}},
		{argument: "d/x[1].txt", want: []string{"d/x[1].txt as x[1].txt"}},
		{argument: "d/.hidden", want: []string{"d/.hidden as .hidden"}},
		{argument: "d/sub/link.txt", want: []string{"d/sub/link.txt as link.txt"}},
		{argument: "d", want: []string{
			"d/_SUCCESS as _SUCCESS", "d/a.txt as a.txt", "d/sub/b.txt as sub/b.txt",
			"d/sub/deep/c.html as sub/deep/c.html",
			"d/sub/link.txt as sub/link.txt", "d/x[1].txt as x[1].txt",
			"skipped d/.git: name begins with a dot", "skipped d/.hidden: name begins with a dot",
			"skipped d/sub/loop: symbolic link to a folder",
			"failed d/dead.txt: no such file or folder"}},
		{argument: "to_d/sub/deep", want: []string{"to_d/sub/deep/c.html as c.html"}},
		{argument: "empty", want: []string{"skipped empty/.x: name begins with a dot"}},
		{argument: "e2"},
		{argument: "d/*.txt", want: []string{"d/a.txt as a.txt", "d/x[1].txt as x[1].txt",
			"failed d/dead.txt: no such file or folder"}},
		{argument: "d/[ab].txt", want: []string{"d/a.txt as a.txt"}},
		{argument: "*/a.txt", want: []string{"d/a.txt as d/a.txt", "other/a.txt as other/a.txt",
			"to_d/a.txt as to_d/a.txt"}},
		{argument: "d/**/c.html", want: []string{"d/sub/deep/c.html as sub/deep/c.html",
			"skipped d/.git: name begins with a dot"}},
		{argument: "d/**/deep/**/*.html", want: []string{"d/sub/deep/c.html as sub/deep/c.html",
			"skipped d/.git: name begins with a dot"}},
		{argument: "d/sub/*", want: []string{"d/sub/b.txt as b.txt", "d/sub/deep/c.html as deep/c.html",
			"d/sub/link.txt as link.txt",
			"skipped d/sub/loop: symbolic link to a folder"}},
		{argument: "d/sub/**", want: []string{"d/sub/b.txt as b.txt", "d/sub/deep/c.html as deep/c.html",
			"d/sub/link.txt as link.txt",
			"skipped d/sub/loop: symbolic link to a folder"}},
		{argument: "d/.h*", want: []string{"d/.hidden as .hidden"}},
		{argument: "d/*/*/*/*/b.txt", wantErr: "d/*/*/*/*/b.txt: no file matches"},
		{argument: "d/*.pdf", wantErr: "d/*.pdf: no file matches"},
		{argument: "none/*.txt", wantErr: "none/*.txt: none: no such file or folder"},
		{argument: "d/[a.txt",
			wantErr: `d/[a.txt: "[a.txt" is not a pattern (a [ without its ], a { without its }, or a / between them)`},
		{argument: "d/{a,b}.txt", want: []string{"d/a.txt as a.txt"}},
		{argument: "d/{sub,none}/{b,link}.txt",
			want: []string{"d/sub/b.txt as sub/b.txt", "d/sub/link.txt as sub/link.txt"}},
		{argument: "{d,other}/a.txt", want: []string{"d/a.txt as d/a.txt", "other/a.txt as other/a.txt"}},
		{argument: "d/{.hidden,a.txt}",
			want: []string{"d/a.txt as a.txt", "skipped d/.hidden: name begins with a dot"}},
		{argument: "d/{sub/b,a}.txt", wantErr: `d/{sub/b,a}.txt: "{sub" is not a pattern (a [ without its ], a { without its }, or a / between them)`},
		{argument: "d/x[[]1].txt", want: []string{"d/x[1].txt as x[1].txt"}},
		{argument: `d/x\[1\].t?t`, want: []string{"d/x[1].txt as x[1].txt"}},
		{argument: "d/[^b-z_.]*", want: []string{"d/a.txt as a.txt"}},
		{argument: "none", wantErr: "none: no such file or folder"},
		{argument: "d/dead.txt", wantErr: "d/dead.txt: no such file or folder"},
		{argument: "/dev/null", wantErr: "/dev/null: is a device; only files that can be read twice are inputs"},
	} {
		t.Run(tc.argument, func(t *testing.T) {
			listing, err := local{}.List(context.Background(), tc.argument)
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != tc.wantErr {
				t.Errorf("List: error %q, want %q", got, tc.wantErr)
			}
			if diff := cmp.Diff(tc.want, show(listing)); diff != "" {
				t.Errorf("List (-want +got):\n%s", diff)
			}
			for _, f := range listing.Files {
				content, err := os.ReadFile(f.Path)
				if err != nil || int64(len(content)) != f.Size {
					t.Errorf("%s: size %d, read %d, error %v", f.Path, f.Size, len(content), err)
				}
			}
		})
	}
}

// A loop of links ends, and what is reached through links is the same file.
func TestListIdentity(t *testing.T) {
	tree(t, "d/a.txt", "d/loop -> .", "l -> d", "b.txt -> l/a.txt")
	want, err := filepath.EvalSymlinks("d/a.txt")
	if err != nil {
		t.Fatal(err)
	}
	want, _ = filepath.Abs(want)
	for _, argument := range []string{"d", "d/a.txt", "l", "l/a.txt", "b.txt", "l/*.txt", "b.*", "*/loop/a.txt",
		"d/*/*/*/a.txt", "./d/../l"} {
		listing, err := local{}.List(context.Background(), argument)
		if err != nil || len(listing.Files) == 0 {
			t.Errorf("%s: %d files, error %v", argument, len(listing.Files), err)
		}
		for _, f := range listing.Files {
			if f.Identity != want {
				t.Errorf("%s: %s has the identity %s, want %s", argument, f.Path, f.Identity, want)
			}
		}
	}
}

func TestListWithoutPermission(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may read everything")
	}
	tree(t, "d/a.txt", "d/shut/b.txt")
	if err := os.Chmod("d/shut", 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod("d/shut", 0o755)
	for _, argument := range []string{"d", "d/**/*.txt"} {
		listing, err := local{}.List(context.Background(), argument)
		want := []string{"d/a.txt as a.txt", "failed d/shut: no permission to read it"}
		if diff := cmp.Diff(want, show(listing)); diff != "" || err != nil {
			t.Errorf("%s: error %v (-want +got):\n%s", argument, err, diff)
		}
	}
	if _, err := (local{}).List(context.Background(), "d/shut"); err == nil ||
		err.Error() != "d/shut: no permission to read it" {
		t.Errorf("d/shut: error %v", err)
	}
}

// A pipe in a folder is told and not opened, which would wait for ever.
func TestListPipe(t *testing.T) {
	tree(t, "d/a.txt")
	if err := syscall.Mkfifo("d/pipe", 0o644); err != nil {
		t.Skip("no pipes here: ", err)
	}
	listing, err := local{}.List(context.Background(), "d")
	want := []string{"d/a.txt as a.txt", "failed d/pipe: is a pipe, not a file"}
	if diff := cmp.Diff(want, show(listing)); diff != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
	if _, err := (local{}).List(context.Background(), "d/pipe"); err == nil {
		t.Error("a pipe as an argument: no error")
	}
}

func TestOpen(t *testing.T) {
	tree(t, "abcdef")
	for start, want := range map[int64]string{0: "abcdef", 4: "ef", 6: "", 9: ""} {
		f, err := local{}.Open(context.Background(), "abcdef", start)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(f)
		if string(got) != want || err != nil {
			t.Errorf("from %d: %q, error %v, want %q", start, got, err, want)
		}
		f.Close()
	}
	f, err := local{}.OpenAt(context.Background(), "abcdef")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	part := make([]byte, 2)
	if _, err := f.ReadAt(part, 3); err != nil || string(part) != "de" {
		t.Errorf("ReadAt: %q, error %v", part, err)
	}
	if f.Size() != 6 {
		t.Errorf("Size: %d", f.Size())
	}
	_, err = local{}.Open(context.Background(), "none", 0)
	if got := Reason(err); got == nil || got.Error() != "no such file or folder" {
		t.Errorf("Reason(%v) = %v", err, got)
	}
}

func TestFor(t *testing.T) {
	for path, ok := range map[string]bool{"a": true, "/a/b": true, "./a://b": true, "*.txt": true,
		"nowhere://bucket/a": false} {
		if _, err := For(path); (err == nil) != ok {
			t.Errorf("For(%q): error %v", path, err)
		}
	}
	got := []string{Join("/d", "a/b"), Join("/d", "/a"), Join("/d", "x://b/a"), Join("x://b/c", "a"),
		Join("x://b/", "a")}
	if want := []string{"/d/a/b", "/a", "x://b/a", "x://b/c/a", "x://b/a"}; !slices.Equal(got, want) {
		t.Errorf("Join gives %q, want %q", got, want)
	}
}

// A part of a glob matches what path.Match says, but for what only doublestar knows: {a,b},
// [!a] and a [ that ends at a later ]. Several stars in a row are not compared.
func FuzzMatchPart(f *testing.F) {
	for _, s := range [][2]string{{"*.txt", "a.txt"}, {"[a-c]?", "b中"}, {`\*`, "*"}, {"a**b", "axyb"}, {"[^a]", "b"},
		{"?", "\xff"}, {"*\xff*", "a\xffb"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, part, name string) {
		if strings.ContainsAny(part, "{}/") || strings.Contains(part, "**") || strings.Contains(part, "[!") ||
			name == "" || strings.Contains(name, "/") || !utf8.ValidString(part) {
			t.Skip()
		}
		want, err := path.Match(part, name)
		if err != nil || checkParts([]string{part}) != nil {
			t.Skip()
		}
		if got := matchPart(part, name); got != want {
			t.Errorf("%q, %q: %v, want %v", part, name, got, want)
		}
	})
}
