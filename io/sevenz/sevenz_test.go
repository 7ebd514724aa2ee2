package sevenz

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/sevenz/sevenztest"
)

// read returns the members of an archive: name, size and beginning of each, or why it is not read. The members that
// skip names are not opened.
func read(ctx context.Context, archive string, from int64, skip string) (members []string, unpacked int, err error) {
	err = Walk(ctx, strings.NewReader(archive), int64(len(archive)), from, func(n int) error {
		unpacked += n
		return nil
	}, func(k int64, m Member) error {
		if m.Name == skip {
			return nil
		}
		r, err := m.Open()
		if err != nil {
			members = append(members, fmt.Sprintf("%d %s: %v", k, m.Name, err))
			return nil
		}
		defer r.Close()
		text, err := io.ReadAll(r)
		line := fmt.Sprintf("%d %s %d %d %.5s", k, m.Name, m.Size, len(text), text)
		if err != nil {
			line += fmt.Sprint(": ", err)
		}
		members = append(members, line)
		return nil
	})
	return members, unpacked, err
}

func archive(t testing.TB, name string) string {
	t.Helper()
	return string(filetest.Read(t, filepath.Join("testdata", name)))
}

// The archives of testdata are those of another program (py7zr), with three members that are packed together.
func TestMethods(t *testing.T) {
	for _, name := range []string{"lzma2", "lzma-bcj", "ppmd", "bzip2", "deflate", "zstd"} {
		z := archive(t, name+".7z")
		want := []string{"0 a.txt 4 4 One.", "1 b/c.txt 2060 2060 Two c", "2 d.txt 2150 2150 Three"}
		for _, skip := range []string{"", "b/c.txt", "d.txt"} { // what is skipped is unpacked nonetheless
			wanted := []string{}
			for _, line := range want {
				if skip == "" || !strings.Contains(line, skip) {
					wanted = append(wanted, line)
				}
			}
			got, unpacked, err := read(t.Context(), z, 0, skip)
			if diff := cmp.Diff(wanted, got); diff != "" || err != nil || unpacked != 4+2060+2150 {
				t.Errorf("%s without %q: error %v, %d bytes, members (-want +got):\n%s", name, skip, err,
					unpacked, diff)
			}
		}
		if got, _, err := read(t.Context(), z, 2, ""); cmp.Diff(want[2:], got) != "" || err != nil {
			t.Errorf("%s from 2: %q, %v", name, got, err)
		}
	}
}

func TestLocked(t *testing.T) {
	got, _, err := read(t.Context(), archive(t, "locked.7z"), 0, "")
	if len(got) != 1 || got[0] != "0 a.txt: "+errLocked.Error() || err != nil {
		t.Errorf("members: %q, %v", got, err)
	}
	if got, _, err := read(t.Context(), archive(t, "locked-names.7z"), 0, ""); len(got) != 0 || err != errLocked {
		t.Errorf("names: %q, %v", got, err)
	}
}

func TestWritten(t *testing.T) {
	got, _, err := read(t.Context(), sevenztest.Of("b/", "", "b/é.txt", "One.", "e.txt", "", "c.txt", "Two."), 0, "")
	if diff := cmp.Diff([]string{"0 b/ 0 0 ", "1 b/é.txt 4 4 One.", "2 e.txt 0 0 ", "3 c.txt 4 4 Two."},
		got); diff != "" || err != nil {
		t.Errorf("error %v, members (-want +got):\n%s", err, diff)
	}
	if got, _, err := read(t.Context(), sevenztest.Of("e.txt", ""), 0, ""); len(got) != 1 || err != nil {
		t.Errorf("only an empty file: %q, %v", got, err)
	}
}

// A member whose bytes are not those that were packed is told, and so is an archive that is cut.
func TestBroken(t *testing.T) {
	whole := sevenztest.Of("a.txt", "One.", "b.txt", "Two.")
	changed := strings.Replace(whole, "One.", "On3.", 1)
	got, _, err := read(t.Context(), changed, 0, "")
	if len(got) != 2 || !strings.HasPrefix(got[0], "0 a.txt 4 4 On3.: "+errBroken.Error()) ||
		got[1] != "1 b.txt 4 4 Two." || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	for end := range len(whole) {
		if got, _, err := read(t.Context(), whole[:end], 0, ""); len(got) != 0 || err == nil {
			t.Errorf("the first %d of %d bytes: %q, %v", end, len(whole), got, err)
		}
	}
}

// What an archive says about itself takes no memory: tables of 2^32 entries, and windows of 4 GB.
func TestGreedy(t *testing.T) {
	many := sevenztest.Number(1<<32 - 1)
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	packed := func(method ...byte) []byte {
		size := sevenztest.Number(1 << 40)
		return join([]byte{0x17, 6, 0, 1, 9, 9, 0, 7, 0xb, 1, 0, 1}, method, []byte{0xc}, size, []byte{0, 0})
	}
	lzma := []byte{0x23, 3, 1, 1, 5, 0x5d, 0xff, 0xff, 0xff, 0xff}
	for name, header := range map[string][]byte{
		"packed streams": join([]byte{1, 4, 6, 0}, many, []byte{0xa, 1}),
		"folders":        join([]byte{1, 4, 7, 0xb}, many, []byte{0}),
		"coders":         join([]byte{1, 4, 7, 0xb, 1, 0}, many),
		"inputs":         join([]byte{1, 4, 7, 0xb, 1, 0, 1, 0x11, 0}, many, []byte{1}),
		"members":        join([]byte{1, 4, 7, 0xb, 1, 0, 1, 1, 0, 0xc, 4, 0, 8, 0xd}, many, []byte{0xa, 1}),
		"files":          join([]byte{1, 5}, many),
		"properties":     join([]byte{1, 4, 7, 0xb, 1, 0, 1, 0x21, 0}, many),
		"packed header":  packed(lzma...),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, _, err := read(t.Context(), sevenztest.Around(make([]byte, 9), header), 0, "")
		runtime.ReadMemStats(&after)
		if len(got) != 0 || err == nil || after.TotalAlloc-before.TotalAlloc > 16<<20 {
			t.Errorf("%s: %q, %v, %d bytes", name, got, err, after.TotalAlloc-before.TotalAlloc)
		}
	}
	window := binary.LittleEndian.AppendUint32([]byte{6}, 4<<30-1)
	for name, method := range map[string]func() error{
		"lzma":  func() error { _, err := lzma1(window, 1<<40, make([]io.ReadCloser, 1)); return err },
		"lzma2": func() error { _, err := lzma2([]byte{40}, 1<<40, make([]io.ReadCloser, 1)); return err },
		"ppmd":  func() error { _, err := ppmdH(window, 1<<40, make([]io.ReadCloser, 1)); return err },
	} {
		if err := method(); err == nil || !strings.Contains(err.Error(), "of memory to unpack") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The one who counts may end it, and so may the context, in a member that nobody reads.
func TestStopped(t *testing.T) {
	z, enough := archive(t, "lzma2.7z"), errors.New("enough")
	err := Walk(t.Context(), strings.NewReader(z), int64(len(z)), 0, func(int) error {
		return enough
	}, func(int64, Member) error { return nil })
	if err != enough {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := read(ctx, z, 0, ""); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

// Whatever the bytes are, they end with an error or with members, without a panic and in little memory.
func FuzzWalk(f *testing.F) {
	for _, name := range []string{"lzma2", "lzma-bcj", "ppmd", "bzip2", "deflate", "zstd", "locked", "locked-names"} {
		f.Add([]byte(archive(f, name+".7z")), uint32(0), byte(0))
	}
	f.Add([]byte(sevenztest.Of("b/", "", "a.txt", "One.", "b.txt", "Two.")), uint32(80), byte(1))
	f.Fuzz(func(t *testing.T, z []byte, at uint32, change byte) {
		if len(z) > startBytes { // a header that is changed, with the sums of one that is not
			header := binary.LittleEndian.Uint64(z[12:])
			if header < uint64(len(z)-startBytes) {
				end := int(header) + startBytes
				tail := bytes.Clone(z[end:])
				tail[int(at)%len(tail)] ^= change
				z = []byte(sevenztest.Around(z[startBytes:end], tail))
			}
		}
		left := 64 << 20
		Walk(t.Context(), bytes.NewReader(z), int64(len(z)), 0, func(n int) error {
			if left -= n; left < 0 {
				return io.ErrShortBuffer
			}
			return nil
		}, func(k int64, m Member) error {
			if r, err := m.Open(); err == nil && k%2 == 0 {
				io.Copy(io.Discard, r)
			}
			return nil
		})
	})
}
