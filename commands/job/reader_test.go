package job

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"example.org/diagonal/io/docio"
)

func TestReaderFlags(t *testing.T) {
	var p docio.Params
	fs := pflag.NewFlagSet("t", pflag.ContinueOnError)
	ReaderFlags(fs, &p)
	if err := fs.Parse([]string{"--input=a,b", "--input=c*", "--source=s", "--max_record=1MiB"}); err != nil {
		t.Fatal(err)
	}
	want := docio.Params{Input: []string{"a,b", "c*"}, Source: []string{"s"}, Format: "auto", HTML: "main", IDField: "id", TextField: "text", MaxRecord: 1 << 20, PreTimeout: time.Minute}
	if diff := cmp.Diff(want, p); diff != "" {
		t.Errorf("Params (-want +got):\n%s", diff)
	}
	if err := fs.Parse([]string{"--max_record=3GB"}); err == nil || !strings.Contains(err.Error(), "want a size of 1B to 2GB, as in 100MB") {
		t.Errorf("--max_record=3GB: %v", err)
	}
}
