package clean

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/docio"
	search "example.org/diagonal/pipelines/partial"
)

// A search has the memory, the spool folder and the progress of the passes, but not their input and output.
func TestSearchJob(t *testing.T) {
	p := Params{Job: job.Params{
		Docs:   docio.Params{Input: []string{"in"}, Source: []string{"source"}, TextField: "body"},
		Output: "out", Overwrite: true, Strict: true, Verbose: true, Memory: 1 << 30, Spool: "/large",
	}}
	for _, quiet := range []bool{false, true} {
		p.Job.Quiet = quiet
		want := job.Params{
			Docs:   docio.Params{Input: []string{"pass-1/documents"}, Source: []string{"source"}, TextField: "body"},
			Output: "found-1", Quiet: quiet, Memory: 1 << 30, Spool: "/large",
		}
		if diff := cmp.Diff(want, p.searchJob([]string{"pass-1/documents"}, "found-1"),
			cmpopts.IgnoreUnexported(job.Params{})); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// A result is searched again without clusters, which clean does not read.
func TestSearchWithoutClusters(t *testing.T) {
	found := search.Defaults()
	found.Clusters, found.DateField = true, "date"
	params, err := Params{}.searchParams(&searchResult{dir: "found", searched: search.ParametersOf(found)})
	if err != nil || params.Clusters || params.DateField != "" {
		t.Errorf("%+v, %v", params, err)
	}
}
