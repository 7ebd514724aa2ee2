package line

import (
	"errors"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/pflag"
)

// Size returns a number of bytes as a flag has it: "16GB".
func Size(n int64) string { return strings.ReplaceAll(humanize.Bytes(uint64(n)), " ", "") }

// Bytes returns the value of a flag that is a number of bytes, written as in 16GB, and is
// kept in n. 0 means that the flag was not given.
func Bytes(n *int64) pflag.Value { return &bytesFlag{n} }

type bytesFlag struct{ n *int64 }

func (f *bytesFlag) String() string {
	if f.n == nil || *f.n == 0 {
		return ""
	}
	return Size(*f.n)
}
func (f *bytesFlag) Type() string { return "bytes" }
func (f *bytesFlag) Set(s string) error {
	n, err := humanize.ParseBytes(s)
	if err != nil || n == 0 || n > 1<<62 {
		return errors.New("want a size, as in 16GB")
	}
	*f.n = int64(n)
	return nil
}
