package line

import (
	"testing"

	"github.com/spf13/pflag"
)

func TestCheckFlags(t *testing.T) {
	table := []Belonging{
		{Flags: []string{"size", "mode"}, To: "shape", Values: []string{"cube", "ball", "cone"}},
		{Flags: []string{"corners"}, To: "shape", Values: []string{"cube"}},
	}
	for _, tc := range []struct {
		args []string
		want string
	}{
		{nil, ""},
		{[]string{"--shape=cube", "--size=2", "--corners=8"}, ""},
		{[]string{"--shape=ball", "--size=2"}, ""},
		{[]string{"--shape=ball", "--corners=8"},
			"--corners has no effect with --shape=ball, only with --shape=cube: leave out one of the two"},
		// a value that is its default
		{[]string{"--size=1"},
			"--size has no effect without --shape=cube, ball or cone: add that, or leave out --size"},
		{[]string{"--mode="}, ""}, // given, and empty: nothing is said by it
	} {
		fs := pflag.NewFlagSet("test", pflag.ContinueOnError)
		fs.String("shape", "none", "")
		fs.Int("size", 1, "")
		fs.String("mode", "", "")
		fs.Int("corners", 8, "")
		if err := fs.Parse(tc.args); err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := CheckFlags(fs, table); err != nil {
			got = err.Error()
		}
		if got != tc.want {
			t.Errorf("%v: %q, want %q", tc.args, got, tc.want)
		}
	}
}
