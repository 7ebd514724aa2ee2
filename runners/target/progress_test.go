package target

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHeard(t *testing.T) {
	var h Heard
	if got := h.Progress(); got.State != "submitting" {
		t.Errorf("before anything was heard: %+v", got)
	}
	for _, tc := range []struct {
		name  string
		state string
		said  Counters
		want  Progress
	}{
		{"none yet", "JOB_STATE_QUEUED", nil, Progress{"queued", Counters{}}},
		{"the first ones", "RUNNING", Counters{"docio.documents": 7},
			Progress{Running, Counters{"docio.documents": 7}}},
		{"a step that is tried again", "RUNNING", Counters{"docio.documents": 3, "docio.bytes": 5},
			Progress{Running, Counters{"docio.documents": 7, "docio.bytes": 5}}},
		{"none any more", "DONE", nil, Progress{"done", Counters{"docio.documents": 7, "docio.bytes": 5}}},
	} {
		h.Set(StateOf(tc.state), tc.said)
		if diff := cmp.Diff(tc.want, h.Progress()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}
