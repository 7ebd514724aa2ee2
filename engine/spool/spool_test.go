package spool

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.org/diagonal/io/filetest"
)

// blockOf makes an unsealed block of n bytes.
func blockOf(n int) []byte {
	b := New(nil)
	for i := range n {
		b = append(b, byte(i*i>>3))
	}
	return b
}

func makeFolder(t *testing.T, private bool) *Folder {
	t.Helper()
	d, err := Make(t.TempDir(), private)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func seal(t *testing.T, dir string, b []byte) []byte {
	t.Helper()
	sealed, _, err := new(Run).Seal(dir, b)
	if err != nil {
		t.Fatal(err)
	}
	return sealed
}

func TestRoundTrip(t *testing.T) {
	dirs := map[string]string{"none": "", "private": makeFolder(t, true).Path(), "shared": makeFolder(t, false).Path()}
	for name, dir := range dirs {
		for _, n := range []int{0, 1, inlineBytes - 1, inlineBytes, 64 << 10, 3 << 20} {
			b := blockOf(n)
			want := bytes.Clone(b[1:])
			sealed, free, err := new(Run).Seal(dir, b)
			if err != nil {
				t.Fatal(err)
			}
			if inFile := dir != "" && n >= inlineBytes; free != (dir != "") || InFile(sealed) != inFile ||
				inFile && len(sealed) > 200 {
				t.Errorf("%s, %d bytes: free %v, %d bytes travel", name, n, free, len(sealed))
			}
			if max := 1 + 8 + 3 + 4 + 3; name == "private" && InFile(sealed) && len(sealed) > max {
				t.Errorf("%d bytes travel of a block in a private folder, want at most %d", len(sealed), max)
			}
			if free {
				clear(b)
			}
			for range 2 {
				if got, err := Open(sealed); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s, %d bytes: %d came back, %v", name, n, len(got), err)
				}
			}
		}
	}
}

// Blocks are appended and read at the same time.
func TestConcurrent(t *testing.T) {
	dir := makeFolder(t, true).Path()
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := range 50 {
				want := bytes.Repeat([]byte{byte(w), byte(i)}, 500+i)
				sealed, _, err := new(Run).Seal(dir, append(New(nil), want...))
				if err != nil {
					t.Error(err)
					return
				}
				if got, err := Open(sealed); err != nil || !bytes.Equal(got, want) {
					t.Errorf("block %d of %d: %v", i, w, err)
				}
			}
		})
	}
	wg.Wait()
}

// A private folder leaves nothing on disk, before it is closed and after.
func TestPrivateIsInvisible(t *testing.T) {
	parent := t.TempDir()
	d, err := Make(parent, true)
	if err != nil {
		t.Fatal(err)
	}
	sealed := seal(t, d.Path(), blockOf(1000))
	if names, _ := os.ReadDir(parent); len(names) > 0 {
		t.Errorf("on disk: %v", names)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if _, err := Open(sealed); err == nil {
		t.Error("a block is read from a spool that is closed")
	}
}

// Two folders share nothing, and closing one removes it and its files.
func TestTwoFolders(t *testing.T) {
	a, b := makeFolder(t, false), makeFolder(t, false)
	ofA, ofB := seal(t, a.Path(), blockOf(1000)), seal(t, b.Path(), blockOf(2000))
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(a.Path()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder is there: %v", err)
	}
	if _, err := Open(ofA); err == nil {
		t.Error("a block of the closed folder is read")
	}
	if got, err := Open(ofB); err != nil || len(got) != 2000 {
		t.Errorf("the other folder: %d bytes, %v", len(got), err)
	}
}

// A folder that a killed process left is removed by the next run.
func TestStaleFolder(t *testing.T) {
	if parent := os.Getenv("SPOOL_TEST_PARENT"); parent != "" {
		d, err := Make(parent, false)
		if err != nil {
			t.Fatal(err)
		}
		seal(t, d.Path(), blockOf(1000))
		self, _ := os.FindProcess(os.Getpid())
		self.Kill()
		select {}
	}
	parent := t.TempDir()
	alive, err := Make(parent, false)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=TestStaleFolder")
	cmd.Env = append(os.Environ(), "SPOOL_TEST_PARENT="+parent)
	if out, err := cmd.CombinedOutput(); err == nil {
		t.Fatalf("the process was not killed: %s", out)
	}
	if names, _ := filepath.Glob(parent + "/*/[^.]*"); len(names) != 1 {
		t.Fatalf("the killed process left %v, want a file", names)
	}
	next, err := Make(parent, false)
	if err != nil {
		t.Fatal(err)
	}
	defer next.Close()
	names, _ := filepath.Glob(parent + "/*")
	slices.Sort(names)
	want := []string{alive.Path(), next.Path()}
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("folders %v, want %v", names, want)
	}
	if err := alive.Close(); err != nil {
		t.Error(err)
	}
}

// fileIn is the one file of a folder.
func fileIn(t *testing.T, dir string) string {
	t.Helper()
	names, err := filepath.Glob(dir + "/[^.]*")
	if err != nil || len(names) != 1 {
		t.Fatalf("files: %v, %v", names, err)
	}
	return names[0]
}

// Any altered byte of a block is an error.
func TestAltered(t *testing.T) {
	d := makeFolder(t, false)
	sealed := seal(t, d.Path(), blockOf(400))
	name := fileIn(t, d.Path())
	whole := filetest.Read(t, name)
	for i := range whole {
		damaged := bytes.Clone(whole)
		damaged[i] ^= 0x10
		filetest.Write(t, name, damaged)
		if _, err := Open(sealed); !errors.Is(err, ErrCorrupt) {
			t.Fatalf("byte %d altered: %v", i, err)
		}
	}
	if err := os.Truncate(name, 399); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(sealed); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "ends too early") {
		t.Errorf("file cut short: %v", err)
	}
}

// A part of a block is read alone, wherever the block is. What is not in the block is an error.
func TestPartIn(t *testing.T) {
	for _, private := range []bool{false, true} {
		d := makeFolder(t, private)
		for _, n := range []int{100, 400} { // one that travels itself, and one in a file
			whole := bytes.Clone(blockOf(n)[1:])
			sealed := seal(t, d.Path(), blockOf(n))
			memory := bytes.Repeat([]byte{7}, 50)
			for _, part := range [][2]int64{{0, 0}, {0, 40}, {60, 40}, {0, int64(n)}, {int64(n), 0}} {
				got, err := PartIn(&memory, sealed, part[0], part[1])
				if want := whole[part[0] : part[0]+part[1]]; err != nil || !bytes.Equal(got, want) {
					t.Errorf("%d bytes from %d on of %d: %x, %v, want %x", part[1], part[0], n, got, err, want)
				}
			}
			for _, part := range [][2]int64{{0, int64(n) + 1}, {int64(n), 1}, {-1, 2}, {0, -1}} {
				if _, err := PartIn(&memory, sealed, part[0], part[1]); !errors.Is(err, ErrCorrupt) {
					t.Errorf("%d bytes from %d on of %d: %v, want ErrCorrupt", part[1], part[0], n, err)
				}
			}
		}
	}
	if _, err := PartIn(new([]byte), nil, 0, 0); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a part of nothing: %v, want ErrCorrupt", err)
	}
}

// What travels may be damaged as well.
func FuzzOpen(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{inline})
	f.Add([]byte("\x01abcdefgh\x00\x05/dev/null"))
	f.Add([]byte("\x02abcdefgh\x00\x05\x01"))
	f.Fuzz(func(t *testing.T, sealed []byte) {
		if i := bytes.IndexByte(sealed, '/'); i >= 0 && !bytes.HasSuffix(sealed, []byte("/dev/null")) {
			t.Skip("another file")
		}
		got, err := Open(sealed)
		if err == nil && (len(sealed) == 0 || sealed[0] != inline || !bytes.Equal(got, sealed[1:])) {
			t.Errorf("Open(%q) = %q", sealed, got)
		}
	})
}

func TestFolderCanNotBeMade(t *testing.T) {
	if _, err := Make(filepath.Join(t.TempDir(), "gone"), true); err == nil {
		t.Error("a folder is made below one that is not there")
	}
	d := makeFolder(t, false)
	os.RemoveAll(d.Path())
	if _, _, err := new(Run).Seal(d.Path(), blockOf(1000)); !errors.Is(err, fs.ErrNotExist) ||
		!strings.Contains(err.Error(), "can be made") {
		t.Errorf("the folder has vanished: %v", err)
	}
}

// Another process reads what this one has sealed, and this one what that one has.
func TestTwoProcesses(t *testing.T) {
	if dir := os.Getenv("SPOOL_TEST_DIR"); dir != "" {
		got, err := Open([]byte(os.Getenv("SPOOL_TEST_BLOCK")))
		fmt.Printf("got %d %v\n", len(got), err)
		os.WriteFile(filepath.Join(dir, "sealed"), seal(t, dir, blockOf(2000)), 0o600)
		return
	}
	d := makeFolder(t, false)
	var sealed []byte
	for sealed == nil || bytes.IndexByte(sealed, 0) >= 0 { // an environment has no zeros
		sealed = seal(t, d.Path(), blockOf(1000+len(sealed)))
	}
	cmd := exec.Command(os.Args[0], "-test.run=TestTwoProcesses")
	cmd.Env = append(os.Environ(), "SPOOL_TEST_DIR="+d.Path(), "SPOOL_TEST_BLOCK="+string(sealed))
	out, err := cmd.CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("got 1")) {
		t.Fatalf("%v: %s", err, out)
	}
	other := filetest.Read(t, filepath.Join(d.Path(), "sealed"))
	if got, err := Open(other); err != nil || len(got) != 2000 {
		t.Errorf("of the other process: %d bytes, %v", len(got), err)
	}
}
