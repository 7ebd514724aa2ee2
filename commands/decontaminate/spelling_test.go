package decontaminate_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// An item is found in a training text with other spellings with --spelling, and is not without it.
func TestSpelling(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	dir := t.TempDir()
	item := text(r, 20)
	spelled, table := strings.Fields(item), ""
	for n := 0; n < len(spelled); n += 2 {
		table += spelled[n] + "ye," + spelled[n] + "\n"
		spelled[n] += "ye"
	}
	filetest.Write(t, dir+"/table.csv", table)
	write(t, dir+"/tests/a.jsonl", question{"1", item, "yes"})
	input := write(t, dir+"/training.jsonl",
		document{"d", text(r, 40) + ". " + strings.Join(spelled, " ") + " " + text(r, 40)})
	for _, flags := range [][]string{nil, {"--spelling=" + dir + "/table.csv"}} {
		out := dir + "/out"
		mustRun(t,
			append([]string{"decontaminate", "--input=" + input, "--tests=" + dir + "/tests", "--test_field=question",
				"--output=" + out, "--overwrite"}, flags...)...)
		if items := jobtest.Stream[record.TestItem](t, out, "items"); len(items) != 1 ||
			items[0].Dirty != (flags != nil) {
			t.Errorf("%v: %+v", flags, items)
		}
	}
}
