package plainio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
)

// trailing is an error that says that the data before it is whole.
type trailing struct{ error }

func (trailing) DataWhole() bool { return true }

func TestRead(t *testing.T) {
	broken := errors.New("it broke")
	large := strings.Repeat("中", chunk) // three chunks
	thirty := strings.Repeat("ab ", 10)
	for _, tc := range []struct {
		name string
		r    func() io.Reader
		want []string
	}{
		{"empty", func() io.Reader { return strings.NewReader("") }, []string{`d/a a 1 0 ""`}},
		{"as it stands", func() io.Reader {
			return strings.NewReader("\ufeffa\r\n\xff\x01")
		}, []string{`d/a a 1 0 "\ufeffa\r\n\xff\x01"`}},
		{"large", func() io.Reader { return strings.NewReader(large) }, []string{fmt.Sprintf("d/a a 1 0 %q", large)}},
		{"NUL", func() io.Reader {
			return strings.NewReader("ab\x00c")
		}, []string{"d/a 0 a binary file (NUL byte at offset 2)"}},
		{"a NUL in a text", func() io.Reader {
			return strings.NewReader(large + "\x00")
		}, []string{fmt.Sprintf("d/a a 1 0 %q", large+"\x00")}},
		{"as many NULs as in a text", func() io.Reader {
			return strings.NewReader("\x00" + thirty + "c")
		}, []string{fmt.Sprintf("d/a a 1 0 %q", "\x00"+thirty+"c")}},
		{"one more", func() io.Reader {
			return strings.NewReader("\x00" + thirty)
		}, []string{"d/a 0 a binary file (NUL byte at offset 0)"}},
		{"NUL and not UTF-8", func() io.Reader { return strings.NewReader(large + "\x00" + large + "\xe4\xb8") },
			[]string{fmt.Sprintf("d/a 0 a binary file (NUL byte at offset %d)", len(large))}},
		{"not UTF-8 and NUL, byte by byte", func() io.Reader {
			return iotest.OneByteReader(strings.NewReader("中\xff" + thirty + thirty + "\x00"))
		},
			[]string{"d/a 0 a binary file (NUL byte at offset 64)"}},
		{"a NUL in a text, byte by byte", func() io.Reader {
			return iotest.OneByteReader(strings.NewReader("\x00" + thirty + "中"))
		},
			[]string{fmt.Sprintf("d/a a 1 0 %q", "\x00"+thirty+"中")}},
		{"UTF-16", func() io.Reader { return strings.NewReader("\xff\xfea\x00") }, []string{`d/a a 1 0 "\ufeffa"`}},
		{"GB18030", func() io.Reader { return strings.NewReader(strings.Repeat("\xd6\xd0\xb9\xfa\xb5\xc4 ", 50)) },
			[]string{fmt.Sprintf("d/a a 1 0 %q", strings.Repeat("中国的 ", 50))}},
		{"Latin-1", func() io.Reader {
			return strings.NewReader(strings.Repeat("caf\xe9 au lait ", 100))
		}, []string{fmt.Sprintf("d/a a 1 0 %q", strings.Repeat("café au lait ", 100))}},
		{"UTF-8 with some other bytes", func() io.Reader {
			return strings.NewReader(strings.Repeat("中中\xff", 100))
		}, []string{fmt.Sprintf("d/a a 1 0 %q", strings.Repeat("中中\xff", 100))}},
		{"broken", func() io.Reader {
			return io.MultiReader(strings.NewReader("ab"), iotest.ErrReader(broken))
		}, []string{"d/a 0 a it broke"}},
		{"something behind", func() io.Reader {
			return io.MultiReader(strings.NewReader("ab"), iotest.ErrReader(trailing{broken}))
		}, []string{`d/a a 1 0 "ab"`, "d/a 1  it broke"}},
	} {
		for _, size := range []int64{0, 1 << 20} { // a hint that may be wrong
			t.Run(fmt.Sprintf("%s/size=%d", tc.name, size), func(t *testing.T) {
				var got []string
				doc := record.Document{ID: "a", File: "d/a", Markup: record.HTML}
				err := Read(context.Background(), tc.r(), doc,
					Params{size, record.LimitOf(record.MaxBytes), Auto, false}, func(d record.Document) error {
						got = append(got, fmt.Sprintf("%s %s %d %d %q", d.File, d.ID, d.Markup, d.Record, d.Text))
						return nil
					}, func(r record.Rejected) {
						got = append(got, fmt.Sprintf("%s %d %s %s", r.File, r.Record, r.ID, r.Reason))
					})
				if diff := cmp.Diff(tc.want, got); diff != "" || err != nil {
					t.Errorf("Read: error %v (-want +got):\n%s", err, diff)
				}
			})
		}
	}
}

type repeat byte

func (b repeat) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(b)
	}
	return len(p), nil
}

// A file of NULs is refused before it is read to the end.
func TestReadAllStopsAtNULs(t *testing.T) {
	for name, in := range map[string]io.Reader{
		"NULs":         repeat(0),
		"NUL and 0xff": io.MultiReader(strings.NewReader("\x00"), repeat(0xff)),
	} {
		if text, err := readAll(context.Background(), in,
			Params{0, record.LimitOf(100 * chunk), Auto, false}); text != nil || err == nil ||
			err.Error() != "binary file (NUL byte at offset 0)" {
			t.Errorf("%s: %d bytes, error %v", name, len(text), err)
		}
	}
}

func TestReadAllStopsAtLimit(t *testing.T) {
	for _, limit := range []int{10, chunk, 3*chunk + 1} {
		in := io.LimitReader(repeat('z'), int64(limit))
		if text, err := readAll(context.Background(), in,
			Params{0, record.LimitOf(int64(limit)), Auto, false}); len(text) != limit || err != nil {
			t.Errorf("limit %d: %d bytes, error %v", limit, len(text), err)
		}
		if text, err := readAll(context.Background(), repeat('z'),
			Params{0, record.LimitOf(int64(limit)), Auto, false}); text != nil || err == nil ||
			err.Error() != record.LimitOf(int64(limit)).Exceeded().Error() {
			t.Errorf("limit %d: %d bytes of an endless file, error %v", limit, len(text), err)
		}
	}
}

func TestReadStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Read(ctx, repeat('z'), record.Document{}, Params{0, record.LimitOf(record.MaxBytes), Auto, false}, nil,
		nil); err != context.Canceled {
		t.Errorf("error %v, want that of the context", err)
	}
	full := errors.New("full")
	err := Read(context.Background(), strings.NewReader("a"), record.Document{},
		Params{1, record.LimitOf(record.MaxBytes), Auto, false}, func(record.Document) error { return full }, nil)
	if err != full {
		t.Errorf("error %v, want that of emit", err)
	}
}
