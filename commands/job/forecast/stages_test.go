package forecast

import (
	"testing"

	"github.com/google/pprof/profile"
)

// A sample belongs to the innermost stage, coders to who calls them.
func TestStageOfSample(t *testing.T) {
	for _, tc := range []struct {
		stack []string // innermost first
		want  string
	}{
		{[]string{"runtime.memmove", module + "/io/record.(*X).Encode", module + "/transforms/locate.fn",
			module + "/commands/job.Run"}, "locate"},
		{[]string{module + "/engine/shuffle/block.Append", module + "/transforms/signature.(*emit).Map"}, "shuffle"},
		{[]string{"runtime.mallocgc", "github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec.(*X).Do"},
			"Beam, runtime"},
		{[]string{"runtime.scanobject", "runtime.gcBgMarkWorker"}, "garbage collection"},
	} {
		s := &profile.Sample{}
		for _, f := range tc.stack {
			s.Location = append(s.Location,
				&profile.Location{Line: []profile.Line{{Function: &profile.Function{Name: f}}}})
		}
		if got := stageOfSample(s); got != tc.want {
			t.Errorf("%v is %s, want %s", tc.stack, got, tc.want)
		}
	}
}
