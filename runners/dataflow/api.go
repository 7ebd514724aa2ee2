package dataflow

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow/dataflowlib"
	df "google.golang.org/api/dataflow/v1b3"
	"google.golang.org/api/googleapi"

	"example.org/diagonal/io/store"
	"example.org/diagonal/runners/target"
)

// The states of a job that has ended.
const (
	stateDone      = "JOB_STATE_DONE"
	stateFailed    = "JOB_STATE_FAILED"
	stateCancelled = "JOB_STATE_CANCELLED"
)

// over reports whether a job in this state will do no more.
func over(state string) bool {
	switch state {
	case stateDone, stateFailed, stateCancelled, "JOB_STATE_UPDATED", "JOB_STATE_DRAINED":
		return true
	}
	return false
}

// How often the state of a job is requested, more and more seldom; how long it may give no
// answer before a job is lost; how long an answer may take; and how long ending a job may take.
const (
	askFirst      = 200 * time.Millisecond
	askLast       = 5 * time.Second
	answerTimeout = 20 * time.Second
	silence       = 10 * time.Minute
	endTimeout    = 5 * time.Minute
	maxMessages   = 100 // of the errors of a job
)

// api is the service that jobs are submitted to.
type api struct {
	project, region string
	jobs            *df.ProjectsLocationsJobsService
	silence         time.Duration // that makes a job lost
	ending          time.Duration // that cancelling may take
}

// progressState describes a job, for the line that shows progress.
type progressState struct {
	heard target.Heard
	lost  atomic.Bool // it may still run
}

// openAPI makes the client, and asks for the jobs of the project. The error is
// the user's.
func openAPI(ctx context.Context, endpoint, project, region string) (*api, error) {
	client, err := dataflowlib.NewClient(ctx, endpoint)
	if err != nil {
		if strings.Contains(err.Error(), "could not find default credentials") {
			err = errors.New(store.NoCredentials)
		}
		return nil, usage(fmt.Errorf("--runner=dataflow: %w", err))
	}
	a := &api{project, region, client.Projects.Locations.Jobs, silence, endTimeout}
	if _, err := a.jobs.List(project, region).PageSize(1).Context(ctx).Do(); err != nil && ctx.Err() == nil {
		return nil, usage(fmt.Errorf("--runner=dataflow --project=%s --region=%s: %w", project, region, a.explain(err)))
	}
	return a, ctx.Err()
}

// page is the address where a person looks at a job.
func (a *api) page(id string) string {
	return fmt.Sprintf("https://console.cloud.google.com/dataflow/jobs/%s/%s?project=%s", a.region, id, a.project)
}

// explain returns an error of the service as one line that tells the user what to do.
func (a *api) explain(err error) error {
	var answer *googleapi.Error
	if !errors.As(err, &answer) {
		return errors.New(strings.Join(strings.Fields(err.Error()), " "))
	}
	said := strings.Join(strings.Fields(answer.Message), " ")
	if said == "" {
		said = strings.ToLower(http.StatusText(answer.Code))
	}
	switch {
	case strings.Contains(answer.Message, "storage."):
		return fmt.Errorf("%s (%d); the account of this run needs the roles roles/storage.objectUser and roles/storage.legacyBucketReader on the bucket of --staging_location", said, answer.Code)
	case answer.Code == http.StatusForbidden:
		return fmt.Errorf("%s (403); the account of this run needs the role roles/dataflow.developer in the project %s",
			said, a.project)
	case answer.Code == http.StatusNotFound:
		return fmt.Errorf("%s (404); check --project and --region", said)
	}
	return fmt.Errorf("%s (%d)", said, answer.Code)
}

// find returns the id of the running job of a name, or "".
func (a *api) find(ctx context.Context, name string) (id string) {
	ctx, stop := context.WithTimeout(ctx, answerTimeout)
	defer stop()
	a.jobs.List(a.project, a.region).Filter("ACTIVE").Pages(ctx, func(page *df.ListJobsResponse) error {
		for _, j := range page.Jobs {
			if j.Name == name {
				id = j.Id
			}
		}
		return nil
	})
	return id
}

// passes reports whether the error of a request is temporary.
func passes(err error) bool {
	var answer *googleapi.Error
	if !errors.As(err, &answer) {
		return true
	}
	return answer.Code >= 500 || answer.Code == http.StatusTooManyRequests || answer.Code == http.StatusRequestTimeout
}

// wait returns the final state of the job.
func (a *api) wait(ctx context.Context, id string, s *progressState) (string, error) {
	heard := time.Now()
	for pause := askFirst; ; pause = min(pause*5/4, askLast) {
		j, err := a.jobs.Get(a.project, a.region, id).Context(ctx).Do()
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case err == nil:
			heard = time.Now()
			if over(j.CurrentState) {
				s.heard.Set(target.StateOf(j.CurrentState), nil)
				return j.CurrentState, nil
			}
			s.heard.Set(target.StateOf(j.CurrentState), a.counters(ctx, id))
		case !passes(err) || time.Since(heard) > a.silence:
			s.lost.Store(true)
			return "", &target.Failure{
				Err: fmt.Errorf("the job does not answer, and may still run: %w", a.explain(err)), See: a.page(id),
			}
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// counters returns the counters of a job, which Dataflow brings up to date now and then while it runs; none where it
// does not answer, because only the line of progress needs them. A counter that is tentative may count work that was
// lost.
func (a *api) counters(ctx context.Context, id string) target.Counters {
	ctx, stop := context.WithTimeout(ctx, answerTimeout)
	defer stop()
	answer, err := a.jobs.GetMetrics(a.project, a.region, id).Context(ctx).Do()
	if err != nil {
		return nil
	}
	certain, tentative := target.Counters{}, target.Counters{}
	for _, m := range answer.Metrics {
		value, ok := m.Scalar.(float64)
		if !ok || m.Name == nil || m.Name.Origin != userOrigin {
			continue
		}
		to := certain
		if m.Name.Context["tentative"] == "true" {
			to = tentative
		}
		to.Add(m.Name.Context["namespace"], m.Name.Name, int64(value))
	}
	certain.Raise(tentative)
	return certain
}

// userOrigin is the origin of the metrics that a program defines.
const userOrigin = "user"

// cancel ends the job, and waits until it has ended.
func (a *api) cancel(ctx context.Context, id string, s *progressState) error {
	ctx, stop := context.WithTimeout(ctx, a.ending)
	defer stop()
	var err error
	for pause := askFirst; ; pause = min(pause*2, askLast) {
		_, err = a.jobs.Update(a.project, a.region, id, &df.Job{RequestedState: stateCancelled}).Context(ctx).Do()
		if err == nil || !passes(err) || ctx.Err() != nil {
			break
		}
		time.Sleep(pause)
	}
	// For a job that has ended by itself the service answers that it cannot be cancelled.
	if _, lost := a.wait(ctx, id, s); lost != nil {
		s.lost.Store(true)
		return fmt.Errorf("cancelling the job: %w; it may still run: see %s", a.explain(errors.Join(err, lost)),
			a.page(id))
	}
	return nil
}

// cause returns the error of a failed job: the one of a worker, otherwise the last one
// that the service has.
func (a *api) cause(ctx context.Context, id string) error {
	text := "the job failed"
	worker := false
	err := a.jobs.Messages.List(a.project, a.region, id).MinimumImportance("JOB_MESSAGE_ERROR").PageSize(maxMessages).
		Pages(ctx, func(page *df.ListJobMessagesResponse) error {
			for _, m := range page.JobMessages {
				if of := strings.Contains(m.MessageText, FromWorker); of || !worker {
					text, worker = m.MessageText, of
				}
			}
			return nil
		})
	if err != nil {
		return &target.Failure{
			Err: fmt.Errorf("the job failed; asking for the reason failed, too: %w", a.explain(err)), See: a.page(id),
		}
	}
	return &target.Failure{Err: errors.New(text), FromWorker: true, See: a.page(id)}
}

// FromWorker begins an error of a worker, as Dataflow reports it.
const FromWorker = "Error message from worker: "
