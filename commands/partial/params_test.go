package partial

import (
	"testing"

	"example.org/diagonal/commands/job/jobtest"
)

// A flag that has no effect is an error, which names the flag that it belongs to.
func TestFlagsThatBelong(t *testing.T) {
	leave := ": leave out one of the two"
	for _, tc := range []struct {
		flags []string
		want  string
	}{
		{nil, ""},
		{[]string{"--candidates=chains"}, ""},
		{[]string{"--preset="}, ""},
		{[]string{"--preset=fast", "--repeats=9"}, ""},
		{[]string{"--preset=slow"}, "--preset=slow: want paper or fast"},
		{[]string{"--repeats=-1"}, "--repeats=-1: want 0 (all) or more"},
		{[]string{"--noise=on", "--repeats=0"},
			"--noise is a flag of --matching=refine, --repeats one of --matching=diagonal" + leave},
		{[]string{"--preset=paper", "--gamma=4", "--signature=shingle", "--n=3", "--tau=0.8"}, ""},
		{[]string{"--signature=spotsigs", "--tau=0.8", "--antecedents=60", "--spot_distance=2", "--chain=3"}, ""},
		{[]string{"--idf=0.2,0.9", "--sorted", "--gap=2"}, ""},
		{[]string{"--signature=imatch", "--tau=.5"},
			"--tau has no effect with --signature=imatch, only with --signature=shingle or spotsigs" + leave},
		{[]string{"--tau=.5"},
			"--tau has no effect without --signature=shingle or spotsigs: add that, or leave out --tau"},
		{[]string{"--preset=paper", "--tau=.5"},
			"--tau has no effect without --signature=shingle or spotsigs: add that, or leave out --tau"},
		{[]string{"--signature=shingle", "--idf=0.2,0.9"},
			"--idf has no effect with --signature=shingle, only with --signature=imatch" + leave},
		{[]string{"--signature=shingle", "--sorted"},
			"--sorted has no effect with --signature=shingle, only with --signature=imatch" + leave},
		{[]string{"--signature=shingle", "--chain=3"},
			"--chain has no effect with --signature=shingle, only with --signature=spotsigs" + leave},
		{[]string{"--signature=spotsigs", "--n=3"},
			"--n has no effect with --signature=spotsigs, only with --signature=shingle" + leave},
		{[]string{"--candidates=chains", "--matching=diagonal"},
			"--candidates has no effect with --matching=diagonal, only with --matching=refine" + leave},
		{[]string{"--candidates=grams", "--tau=.8"},
			"--candidates is a flag of --matching=refine, --tau one of --matching=diagonal" + leave},
		{[]string{"--candidates=grams", "--preset=paper"},
			"--candidates is a flag of --matching=refine, --preset one of --matching=diagonal" + leave},
		{[]string{"--preset=paper", "--matching=refine"},
			"--preset has no effect with --matching=refine, only with --matching=diagonal" + leave},
		{[]string{"--matching=refine", "--tau=.5"},
			"--tau has no effect with --matching=refine, only with --matching=diagonal" + leave},
		{[]string{"--matching=some", "--tau=.5"}, "--matching=some: want diagonal or refine"},
		{[]string{"--source=old", "--compare=all"}, ""},
		{[]string{"--source=old", "--compare=all", "--output_format=pan"}, "--output_format=pan cannot say which documents are of the source, as --compare=all needs it: use jsonl or parquet"},
		{[]string{"--source=old", "--compare=both"}, "--compare=both: want source or all"},
		{[]string{"--pairs_where=a.x != b.x && a.y == 'z'"}, ""},
		{[]string{"--pairs_where=a.x = b.x"},
			"--pairs_where=a.x = b.x: want ==, !=, <, <=, > or >= at character 5, where it has = b.x"},
		{[]string{"--date_field=date"}, ""},
		{[]string{"--clusters=false", "--date_field=date"},
			"--date_field has no effect with --clusters=false, only with --clusters=true" + leave},
		{[]string{"--compare=all"},
			"--compare has no effect without --source: all documents of --input are compared with each other"},
	} {
		var p Params
		fs := jobtest.Parse(t, p.Flags, tc.flags...)
		got := ""
		if err := p.Complete(fs); err != nil {
			got = err.Error()
		}
		if got != tc.want {
			t.Errorf("%v:\n%q, want\n%q", tc.flags, got, tc.want)
		}
	}
}
