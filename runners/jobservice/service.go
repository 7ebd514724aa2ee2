package jobservice

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

// How long a job service may take to be reached, to answer, and to end a job.
const (
	dialTimeout   = 5 * time.Second
	answerTimeout = 20 * time.Second
	cancelTimeout = 30 * time.Second
	cancelTick    = 200 * time.Millisecond
)

// service is the Beam job service of a runner.
type service struct {
	endpoint string
	conn     *grpc.ClientConn
	jobs     jobpb.JobServiceClient
}

// openService connects to a job service and sends it a request, so that a wrong endpoint
// is reported before anything is made.
func openService(ctx context.Context, runner, endpoint string) (*service, error) {
	if _, _, err := net.SplitHostPort(endpoint); err != nil {
		return nil, usage(fmt.Errorf("--endpoint=%s: want HOST:PORT, the address of a Beam job server", endpoint))
	}
	probe, err := (&net.Dialer{Timeout: dialTimeout}).DialContext(ctx, "tcp", endpoint)
	if err != nil {
		var op *net.OpError
		if errors.As(err, &op) {
			err = op.Err
		}
		return nil,
			usage(fmt.Errorf("--endpoint=%s: no job server answers there (%w); `./run.sh serve --runner=%s` starts one",
				endpoint, err, runner))
	}
	probe.Close()
	conn, err := grpc.NewClient("passthrough:///"+endpoint, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, fmt.Errorf("--endpoint=%s: %w", endpoint, err)
	}
	s := &service{endpoint, conn, jobpb.NewJobServiceClient(conn)}
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	if _, err := s.jobs.GetJobs(ctx, &jobpb.GetJobsRequest{}, grpc.WaitForReady(false)); err != nil {
		conn.Close()
		return nil, usage(fmt.Errorf("--endpoint=%s: the server there is not a Beam job server (%s); give the port of the Beam job server, not that of %s itself",
			endpoint, reason(err), runner))
	}
	return s, nil
}

// reason is an error of a call in a few words.
func reason(err error) string {
	if s, ok := status.FromError(err); ok && s.Code() != codes.Unavailable {
		return s.Code().String()
	}
	return "it does not speak gRPC"
}

func (s *service) close() { s.conn.Close() }

// find returns the job whose name contains name (jobName), or nil: runners add to it.
func (s *service) find(ctx context.Context, name string) (*jobpb.JobInfo, error) {
	r, err := s.jobs.GetJobs(ctx, &jobpb.GetJobsRequest{})
	if err != nil {
		return nil, err
	}
	for _, j := range r.GetJobInfo() {
		if strings.Contains(j.GetJobName(), name) {
			return j, nil
		}
	}
	return nil, nil
}

// ended reports whether a job in this state has ended.
func ended(state jobpb.JobState_Enum) bool {
	switch state {
	case jobpb.JobState_DONE, jobpb.JobState_FAILED, jobpb.JobState_CANCELLED, jobpb.JobState_UPDATED,
		jobpb.JobState_DRAINED:
		return true
	}
	return false
}

// cancel ends the job of a name on the runner, and waits until it has ended. A job
// that is not there has.
func (s *service) cancel(ctx context.Context, name string) error {
	ctx, stop := context.WithTimeout(ctx, cancelTimeout)
	defer stop()
	for asked := false; ; {
		j, err := s.find(ctx, name)
		switch {
		case err != nil:
			return fmt.Errorf("cancelling the job at %s: %w", s.endpoint, err)
		case j == nil || ended(j.GetState()):
			return nil
		case !asked:
			if _, err := s.jobs.Cancel(ctx, &jobpb.CancelJobRequest{JobId: j.GetJobId()}); err != nil {
				return fmt.Errorf("cancelling the job at %s: %w", s.endpoint, err)
			}
			asked = true
		}
		select {
		case <-time.After(cancelTick):
		case <-ctx.Done():
			return fmt.Errorf("the job at %s did not end within %s after it was cancelled", s.endpoint, cancelTimeout)
		}
	}
}
