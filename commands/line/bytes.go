package line

import (
	"errors"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/pflag"
)

// Size returns a number of bytes as a flag has it: "16GB".
func Size(n int64) string { return strings.ReplaceAll(humanize.Bytes(uint64(n)), " ", "") }

// Bytes returns the value of a flag for a number of bytes, 1 to max, written as in 16GB or
// 512MiB. It is kept in n; 0 means that there is none. want describes valid values, for the
// error.
func Bytes(n *int64, max uint64, want string) pflag.Value { return &bytesFlag{n, max, want} }

type bytesFlag struct {
	n    *int64
	max  uint64
	want string
}

// String returns whole MiB as such, other sizes as Size does.
func (f *bytesFlag) String() string {
	switch {
	case f.n == nil || *f.n == 0:
		return ""
	case *f.n%(1<<20) == 0:
		return strings.ReplaceAll(humanize.IBytes(uint64(*f.n)), " ", "")
	}
	return Size(*f.n)
}
func (f *bytesFlag) Type() string { return "bytes" }
func (f *bytesFlag) Set(s string) error {
	n, err := humanize.ParseBytes(s)
	if err != nil || n == 0 || n > f.max {
		return errors.New("want " + f.want)
	}
	*f.n = int64(n)
	return nil
}
