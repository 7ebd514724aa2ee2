package dataflow

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	df "google.golang.org/api/dataflow/v1b3"
	"google.golang.org/api/option"

	"example.org/diagonal/runners/target"
)

// apiOf is a client of a service.
func apiOf(t *testing.T, service http.HandlerFunc) *api {
	t.Helper()
	server := httptest.NewServer(service)
	t.Cleanup(server.Close)
	client, err := df.NewService(t.Context(), option.WithEndpoint(server.URL), option.WithHTTPClient(server.Client()))
	if err != nil {
		t.Fatal(err)
	}
	return &api{"p", "r", client.Projects.Locations.Jobs, time.Minute, time.Minute}
}

// A job is waited for through errors that pass, as long as there is an answer now and then.
func TestWaitForJob(t *testing.T) {
	for _, tc := range []struct {
		name    string
		answers []string // a state, or a status; the last one stays
		silence time.Duration
		want    string
		wantErr string // empty: none
	}{
		{"done at once", []string{"JOB_STATE_DONE"}, time.Minute, "JOB_STATE_DONE", ""},
		{"queued, running, failed", []string{"JOB_STATE_QUEUED", "JOB_STATE_RUNNING", "JOB_STATE_FAILED"}, time.Minute,
			"JOB_STATE_FAILED", ""},
		{"errors that pass", []string{"503", "429", "JOB_STATE_RUNNING", "500", "JOB_STATE_DONE"}, time.Minute,
			"JOB_STATE_DONE", ""},
		{"silence", []string{"JOB_STATE_RUNNING", "503"}, 0, "",
			"the job does not answer, and may still run: service unavailable (503)"},
		{"gone", []string{"JOB_STATE_RUNNING", "404"}, time.Minute, "",
			"not found (404); check --project and --region"},
		{"drained", []string{"JOB_STATE_DRAINED"}, time.Minute, "JOB_STATE_DRAINED", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			asked := 0
			a := apiOf(t, func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, "/metrics") {
					w.WriteHeader(500) // only the line of progress needs them
					return
				}
				answer := tc.answers[min(asked, len(tc.answers)-1)]
				asked++
				var status int
				if fmt.Sscan(answer, &status); status > 0 {
					w.WriteHeader(status)
					return
				}
				fmt.Fprintf(w, `{"currentState":%q}`, answer)
			})
			a.silence = tc.silence
			var s progressState
			got, err := a.wait(t.Context(), "7", &s)
			if got != tc.want || (err == nil) != (tc.wantErr == "") ||
				err != nil && !strings.Contains(err.Error(), tc.wantErr) {
				t.Errorf("wait: %q, %v; want %q, %q", got, err, tc.want, tc.wantErr)
			}
			if failure := (*target.Failure)(nil); err != nil &&
				(!errors.As(err, &failure) || failure.See != a.page("7")) {
				t.Errorf("wait: %v does not say where the job is seen", err)
			}
			if s.lost.Load() != (err != nil) {
				t.Errorf("wait: %v, and the job is lost: %v", err, s.lost.Load())
			}
		})
	}
}

// Cancelling waits for the end, whatever it is, and says so where there is none.
func TestCancelJob(t *testing.T) {
	for _, tc := range []struct {
		name    string
		refused int // status of the request
		end     string
		ending  time.Duration
		wantErr string
	}{
		{"cancelled", 200, "JOB_STATE_CANCELLED", time.Minute, ""},
		{"done before", 400, "JOB_STATE_DONE", time.Minute, ""},
		{"no end", 200, "JOB_STATE_CANCELLING", 300 * time.Millisecond,
			"it may still run: see https://console.cloud.google.com/dataflow/jobs/r/7?project=p"},
		{"refused", 403, "JOB_STATE_RUNNING", 300 * time.Millisecond, "the role roles/dataflow.developer"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cancelled := 0
			a := apiOf(t, func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPut {
					cancelled++
					w.WriteHeader(tc.refused)
					fmt.Fprint(w, `{}`)
					return
				}
				fmt.Fprintf(w, `{"currentState":%q}`, tc.end)
			})
			a.ending = tc.ending
			var s progressState
			err := a.cancel(t.Context(), "7", &s)
			if (err == nil) != (tc.wantErr == "") || err != nil && !strings.Contains(err.Error(), tc.wantErr) ||
				cancelled != 1 || s.lost.Load() != (err != nil) {
				t.Errorf("cancel: %v, %d requests, lost: %v", err, cancelled, s.lost.Load())
			}
		})
	}
}

// The job whose submission was not answered is found by its name, on whatever page.
func TestFindJob(t *testing.T) {
	a := apiOf(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.FormValue("filter") != "ACTIVE":
			w.WriteHeader(400)
		case r.FormValue("pageToken") == "":
			fmt.Fprint(w, `{"jobs":[{"id":"1","name":"other"}],"nextPageToken":"x"}`)
		default:
			fmt.Fprint(w, `{"jobs":[{"id":"2","name":"mine"}]}`)
		}
	})
	for name, want := range map[string]string{"mine": "2", "other": "1", "absent": ""} {
		if got := a.find(context.Background(), name); got != want {
			t.Errorf("find(%s) = %q, want %q", name, got, want)
		}
	}
}

// While a job runs, its state and its counters are told: of those that are certain and those that are tentative the
// larger sums over all steps.
func TestProgressOfJob(t *testing.T) {
	metric := func(name, step, tentative string, value int) string {
		return fmt.Sprintf(`{"name":{"origin":"user","name":%q,"context":{"namespace":"docio","step":%q%s}},"scalar":%d}`, name, step, tentative, value)
	}
	const tentative = `,"tentative":"true"`
	var s progressState
	var seen []target.Progress
	states := []string{"JOB_STATE_QUEUED", "JOB_STATE_RUNNING", "JOB_STATE_DONE"}
	a := apiOf(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/metrics") {
			if len(states) == 2 {
				fmt.Fprint(w, `{}`)
				return
			}
			fmt.Fprintf(w, `{"metrics":[%s,%s,%s,%s,{"name":{"origin":"dataflow/v1b3","name":"x"},"scalar":9}]}`,
				metric("documents", "s1", "", 3), metric("documents", "s2", "", 4),
				metric("documents", "s1", tentative, 9), metric("bytes", "s1", "", 500))
			return
		}
		seen = append(seen, s.heard.Progress())
		fmt.Fprintf(w, `{"currentState":%q}`, states[0])
		states = states[1:]
	})
	if _, err := a.wait(t.Context(), "7", &s); err != nil {
		t.Fatal(err)
	}
	counters := target.Counters{"docio.documents": 9, "docio.bytes": 500}
	want := []target.Progress{{State: "submitting"}, {State: "queued", Counters: target.Counters{}},
		{State: "running", Counters: counters}, {State: "done", Counters: counters}}
	if diff := cmp.Diff(want, append(seen, s.heard.Progress())); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}
