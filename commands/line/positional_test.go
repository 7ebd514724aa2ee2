package line

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"example.org/diagonal/io/filetest"
)

func TestInputs(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"essays", "more"} {
		filetest.Folder(t, name)
	}
	for _, tc := range []struct{ args, flags, input, output, err string }{
		{"", "", "", "", ""},
		{"essays/", "", "essays/", "essays.reuse", ""},
		{"essays more", "", "essays more", "essays.reuse", ""},
		{"essays", "--output=found", "essays", "found", ""},
		{"essays", "--input=more", "more essays", "essays.reuse", ""},
		{"nowhere", "", "", "", "nowhere"},
	} {
		cmd := &cobra.Command{Use: "x"}
		input := cmd.Flags().StringArray("input", nil, "")
		output := cmd.Flags().String("output", "", "")
		if err := cmd.ParseFlags(strings.Fields(tc.flags)); err != nil {
			t.Fatal(err)
		}
		err := Inputs(cmd, strings.Fields(tc.args))
		if tc.err != "" {
			if err == nil || !strings.Contains(err.Error(), tc.err) {
				t.Errorf("%s: error %v", tc.args, err)
			}
			continue
		}
		if err != nil || strings.Join(*input, " ") != tc.input || *output != tc.output {
			t.Errorf("%s %s: input %q, output %q, %v", tc.args, tc.flags, *input, *output, err)
		}
	}
}
