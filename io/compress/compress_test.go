package compress

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// pack compresses each part as a member or frame of its own.
func pack(t testing.TB, kind Kind, parts ...string) string {
	t.Helper()
	var out bytes.Buffer
	for _, part := range parts {
		var w io.WriteCloser
		switch kind {
		case Gzip:
			w = gzip.NewWriter(&out)
		case Zstd:
			z, err := zstd.NewWriter(&out, zstd.WithEncoderCRC(true))
			if err != nil {
				t.Fatal(err)
			}
			w = z
		default:
			out.WriteString(part)
			continue
		}
		if _, err := io.WriteString(w, part); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

func readAll(r io.Reader, name string) (string, Kind, error) {
	z := NewReader(r, name)
	defer z.Close()
	got, err := io.ReadAll(z)
	return string(got), z.Kind(), err
}

func TestReader(t *testing.T) {
	skippable := "\x50\x2a\x4d\x18\x03\x00\x00\x00abc"
	for _, tc := range []struct {
		name, file, in, want string
		kind                 Kind
	}{
		{"empty", "a.txt", "", "", None},
		{"empty file with a suffix", "a.gz", "", "", None},
		{"one byte", "a.txt", "\x1f", "\x1f", None},
		{"plain", "a.txt", "text", "text", None},
		{"gzip", "a.gz", pack(t, Gzip, "text"), "text", Gzip},
		{"gzip under another name", "a.txt", pack(t, Gzip, "text"), "text", Gzip},
		{"gzip named zst", "a.zst", pack(t, Gzip, "text"), "text", Gzip},
		{"gzip of nothing", "a.gz", pack(t, Gzip, ""), "", Gzip},
		{"gzip members", "a.gz", pack(t, Gzip, "one", "", "two", strings.Repeat("x", 1<<20)),
			"onetwo" + strings.Repeat("x", 1<<20), Gzip},
		{"zstd", "a.zst", pack(t, Zstd, "text"), "text", Zstd},
		{"zstd frames", "a.zst", pack(t, Zstd, "one", "two"), "onetwo", Zstd},
		{"zstd with skippable frames", "a.zst", skippable + pack(t, Zstd, "one") + skippable + pack(t, Zstd, "two"),
			"onetwo", Zstd},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(tc.in), iotest.OneByteReader(strings.NewReader(tc.in))} {
				got, kind, err := readAll(r, tc.file)
				if got != tc.want || kind != tc.kind || err != nil {
					t.Errorf("got %.20q (%d bytes), %v, error %v; want %.20q, %v", got, len(got), kind, err,
						tc.want, tc.kind)
				}
			}
		})
	}
}

// Files of the programs bzip2 and xz with the word text.
const (
	bzipped = "BZh91AY&SY\xcb(\xd3-\x00\x00\x00\x81\x80\x02\x00\x04@ \x00!\x98\x19\x83,.\xe4\x8ap\xa1!\x96Q\xa6Z"
	xzed    = "\xfd7zXZ\x00\x00\x04\xe6\xd6\xb4F\x02\x00!\x01\x16\x00\x00\x00t/\xe5\xa3\x01\x00\x03text\x00U\xcd\xe83\xffJ\x0c\x17\x00\x01\x1c\x04o,\x9c\xc1\x1f\xb6\xf3}\x01\x00\x00\x00\x00\x04YZ"
)

// bzip2 and xz are only read. The streams of a file are one text, and what is before a break is kept.
func TestReaderOnlyRead(t *testing.T) {
	flipped := func(s string, at int) string {
		b := []byte(s)
		b[at] ^= 0xff
		return string(b)
	}
	for _, tc := range []struct {
		name, in, want string
		kind           Kind
		says           string // "": no error
	}{
		{"a.txt.bz2", bzipped, "text", Bzip2, ""},
		{"a.txt", bzipped + bzipped, "texttext", Bzip2, ""},
		{"a.bz2", bzipped[:20], "", Bzip2, "bzip2 data ends too early, after 0 decompressed bytes"},
		{"a.bz2", bzipped + "garbage", "text", Bzip2,
			"bzip2 data is followed by something else after 4 decompressed bytes"},
		{"a.bz2", bzipped + flipped(bzipped, 12), "texttext", Bzip2, "bzip2 data is broken after 8 decompressed bytes"},
		{"a.bz2", "plain", "", Bzip2, "it does not begin as bzip2 does"},
		{"a.txt.xz", xzed, "text", XZ, ""},
		{"a.txt", xzed + xzed, "texttext", XZ, ""},
		{"a.xz", xzed[:30], "text", XZ, "xz data ends too early, after 3 decompressed bytes"},
		{"a.xz", xzed + "garbage, more than a header", "text", XZ,
			"xz data is followed by something else after 4 decompressed bytes"},
		{"a.xz", flipped(xzed, 33), "text", XZ, "xz data is broken after 4 decompressed bytes"},
		// A dictionary of 4 GiB.
		{"a.xz", xzed[:16] + "\x28\x00\x00\x00" + "\xe6\xa0\x11\xb3" + xzed[24:], "", XZ,
			"dictionary size exceeds max"},
		{"a.txt", "BZh9 is no bzip2 file", "BZh9 is no bzip2 file", None, ""},
	} {
		got, kind, err := readAll(strings.NewReader(tc.in), tc.name)
		if kind != tc.kind || (err == nil) != (tc.says == "") || err != nil && !strings.Contains(err.Error(),
			tc.says) || !strings.HasPrefix(tc.want, got) || err == nil && got != tc.want {
			t.Errorf("%s, %.30q: %q, %v, error %v; want %q, %v, %q", tc.name, tc.in, got, kind, err, tc.want,
				tc.kind, tc.says)
		}
	}
	for _, kind := range []Kind{None, Gzip, Zstd, Bzip2, XZ} {
		if got := kind.Writable(); got != (kind != Bzip2 && kind != XZ) {
			t.Errorf("%v: writable %v", kind, got)
		}
		if _, named := Trim("a" + kind.Suffix()); named != kind {
			t.Errorf("%v has the suffix %s of %v", kind, kind.Suffix(), named)
		}
	}
}

func TestReaderBroken(t *testing.T) {
	// Text that does not compress, so that a cut falls inside the data.
	noise := make([]byte, 300_000)
	for i, x := 0, uint32(1); i < len(noise); i++ {
		x = x*1664525 + 1013904223
		noise[i] = byte(x >> 24)
	}
	text := string(noise)
	for _, kind := range []Kind{Gzip, Zstd} {
		whole := pack(t, kind, text)
		flipped := []byte(pack(t, kind, "first", text))
		flipped[len(flipped)-2] ^= 0xff // in the checksum of the second
		for _, tc := range []struct {
			name, in string
			atLeast  int // bytes kept
			between  bool
			says     string
		}{
			{"cut in the header", whole[:5], 0, false, "ends too early, after 0 decompressed bytes"},
			{"cut in the middle", whole[:len(whole)/2], 100_000, false, "ends too early, after "},
			{"cut in the second", pack(t, kind, "first") + whole[:len(whole)/2], 100_005, false,
				"ends too early, after "},
			{"wrong checksum", string(flipped), 5, false, "is broken after "},
			{"trailing garbage", whole + "garbage, more than a header", len(text), true,
				fmt.Sprintf("is followed by something else after %d decompressed bytes", len(text))},
		} {
			t.Run(kind.String()+"/"+tc.name, func(t *testing.T) {
				got, _, err := readAll(strings.NewReader(tc.in), "a")
				var broken *BrokenError
				if !errors.As(err, &broken) || broken.Between != tc.between || broken.DataWhole() != tc.between ||
					!strings.Contains(err.Error(), tc.says) {
					t.Errorf("error %v, want one that says %q, between %v", err, tc.says, tc.between)
				} else if broken.At != int64(len(got)) {
					t.Errorf("error says %d bytes, %d were read", broken.At, len(got))
				}
				if len(got) < tc.atLeast || !strings.HasPrefix("first"+text, got) && !strings.HasPrefix(text, got) {
					t.Errorf("%d bytes kept, want the first %d or more", len(got), tc.atLeast)
				}
			})
		}
	}
}

func TestReaderNotWhatTheNameSays(t *testing.T) {
	got, _, err := readAll(strings.NewReader("plain text"), "a.jsonl.gz")
	if want := "gzip data is broken after 0 decompressed bytes: it does not begin as gzip does"; got != "" ||
		err == nil || err.Error() != want {
		t.Errorf("got %q, error %v, want %q", got, err, want)
	}
}

// An error of the disk is not the data's fault.
func TestReaderPassesErrorsOfTheFile(t *testing.T) {
	disk := errors.New("disk error")
	for _, kind := range []Kind{None, Gzip, Zstd} {
		in := pack(t, kind, strings.Repeat("text ", 100))
		_, _, err := readAll(io.MultiReader(strings.NewReader(in[:len(in)-3]), iotest.ErrReader(disk)), "a")
		if err != disk {
			t.Errorf("%v: error %v, want %v", kind, err, disk)
		}
	}
}

// Buffers and decompressors go round: a broken file leaves nothing behind for the next.
func TestReaderAfterBrokenOne(t *testing.T) {
	for _, kind := range []Kind{Gzip, Zstd} {
		good := pack(t, kind, "good")
		for range 4 {
			readAll(strings.NewReader(good[:len(good)-3]), "a")
			if got, _, err := readAll(strings.NewReader(good), "a"); got != "good" || err != nil {
				t.Fatalf("%v: got %q, error %v", kind, got, err)
			}
		}
	}
}

func TestReadAfterClose(t *testing.T) {
	z := NewReader(strings.NewReader("text"), "a")
	z.Close()
	z.Close()
	if _, err := z.Read(make([]byte, 1)); err == nil {
		t.Error("no error")
	}
}

func TestTrim(t *testing.T) {
	for _, tc := range []struct {
		name, rest string
		kind       Kind
	}{
		{"a.txt", "a.txt", None}, {"a.txt.gz", "a.txt", Gzip}, {"a.TXT.GZ", "a.TXT", Gzip}, {"a.zst", "a", Zstd},
		{"a.b.zstd", "a.b", Zstd}, {"a.bz2", "a", Bzip2}, {"a.txt.XZ", "a.txt", XZ}, {"a.tgz", "a.tar", Gzip},
		{"a.TBZ2", "a.tar", Bzip2}, {".gz", ".gz", None}, {"gz", "gz", None}, {"", "", None},
	} {
		if rest, kind := Trim(tc.name); rest != tc.rest || kind != tc.kind {
			t.Errorf("Trim(%q) = %q, %v, want %q, %v", tc.name, rest, kind, tc.rest, tc.kind)
		}
	}
}

func BenchmarkReader(b *testing.B) {
	text := strings.Repeat("Permission to use, copy and modify this software is hereby granted.\n", 20_000)
	for _, kind := range []Kind{None, Gzip, Zstd} {
		in := pack(b, kind, text)
		b.Run(kind.String(), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				z := NewReader(strings.NewReader(in), "a")
				if n, err := io.Copy(io.Discard, z); err != nil || n != int64(len(text)) {
					b.Fatal(n, err)
				}
				z.Close()
			}
		})
	}
}
