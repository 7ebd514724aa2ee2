package plan

import (
	"strings"
	"testing"

	"example.org/diagonal/commands/job/forecast"
)

// The advice names --matching only where the command has that flag, and where it changes something.
func TestAdvice(t *testing.T) {
	for _, refine := range []bool{false, true} {
		all := advice(&Forecast{Refine: refine, Clock: forecast.Exactly(4000), Spool: 2, Free: 1})
		if len(all) != 2 {
			t.Fatalf("want two lines: %q", all)
		}
		for _, line := range all {
			if strings.Contains(line, "--matching=diagonal") != refine {
				t.Errorf("refine %v: %s", refine, line)
			}
		}
	}
}

// No number has more digits than a forecast, and what could not be learned is said.
func TestPrint(t *testing.T) {
	r := forecast.Range{Low: 123.456, Value: 234.567, High: 345.678}
	big := forecast.Range{Low: 123_456_789, Value: 234_567_891, High: 345_678_912}
	var b strings.Builder
	err := print(&b, &Forecast{
		Command: "partial", Files: 3, Documents: 123_456, Words: 98_765_432, Text: 1e9, Sample: 4e6,
		Samples: 3, Cut: true,
		CPU: r, Clock: r, Cores: 2, Shuffled: big, Records: big, Disk: big, Spool: 3e8, Output: big, Memory: big,
		Free: -1, MaxDocuments: 100,
		Lines: map[string]forecast.Range{"passages": big, "hot": {High: 90}, "largest": forecast.Exactly(10),
			"rejected": {}},
	})
	want := `partial, from 3 samples of up to 4.0 MB, 0.4 % of the text; there was no time for a larger one: --seconds=N before the command gives more
  input      3 files, 120,000 documents, 1.0 GB of text, 99,000,000 words
  time       about 3.9 min (2.1 min to 5.8 min) of CPU; about 3.9 min (2.1 min to 5.8 min) on 2 cores of this machine
  memory     about 230 MB (120 MB to 350 MB)
  shuffle    about 230 MB (120 MB to 350 MB) in some 230,000,000 records
  disk       about 230 MB (120 MB to 350 MB) of temporary files; a run begins if 300 MB are free
  result     about 230 MB (120 MB to 350 MB)
             hot: about 0 (0 to 90)
             passages: about 230,000,000 (120,000,000 to 350,000,000)
`
	if got := b.String(); err != nil || got != want {
		t.Errorf("%v\ngot\n%s\nwant\n%s", err, got, want)
	}
}
