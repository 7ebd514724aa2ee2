package jobservice

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
)

// TestWithSlots: an error of Flink about slots says how many the job wants and how many are free.
func TestWithSlots(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/overview" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, `{"taskmanagers":1,"slots-total":2,"slots-available":1,"jobs-running":1}`)
	}))
	defer server.Close()
	saved := *jobopts.Parallelism
	defer func() { *jobopts.Parallelism = saved }()
	*jobopts.Parallelism = 4
	flink := errors.New("job x failed:\njava.util.concurrent.TimeoutException: Timeout has occurred: 60000 ms")
	for _, tc := range []struct{ address, want string }{
		{strings.TrimPrefix(server.URL, "http://"),
			"The job wants 4 slots (--parallelism); 1 of 2 were free, of 1 TaskManagers."},
		{"", "The job wants 4 slots (--parallelism); how many it has,"},
		{"127.0.0.1:1", "The job wants 4 slots (--parallelism); how many it has,"},
	} {
		t.Setenv(flinkREST, tc.address)
		if err := withSlots(t.Context(), flink); !strings.Contains(err.Error(), tc.want) || !errors.Is(err, flink) {
			t.Errorf("%q: %v, want %q", tc.address, err, tc.want)
		}
	}
	for _, err := range []error{nil, errors.New("job x failed: out of memory")} {
		if got := withSlots(t.Context(), err); got != err {
			t.Errorf("%v becomes %v", err, got)
		}
	}
}
