// Package dataflowtest is a service on loopback that speaks the protocol of Google Cloud
// Dataflow, for tests. What it is told to make of a job may be to run it: it takes
// the graph and the binary out of the bucket in which they were staged, as the service
// does, and starts the binary as Beam's containers do (run.go).
package dataflowtest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	df "google.golang.org/api/dataflow/v1b3"

	"example.org/diagonal/io/store/storetest"
)

// Where jobs are.
const (
	Project = "paid-by-none"
	Region  = "europe-test1"
)

const jobsPath = "/v1b3/projects/" + Project + "/locations/" + Region + "/jobs"

// Server holds jobs.
type Server struct {
	t       testing.TB
	storage *storetest.Server
	http    *httptest.Server

	running sync.WaitGroup // of jobs

	mu     sync.Mutex
	jobs   []*Job
	fault  func(*http.Request) int
	become func(*Job)
}

// Job is a job that was submitted.
type Job struct {
	*df.Job
	// Binary and Graph are the objects that were staged when it was.
	Binary, Graph []byte

	mu       sync.Mutex
	state    string
	errors   []string
	cancel   chan struct{}
	canceled sync.Once
}

// Start starts a service without jobs, and makes a key that opens it the credentials of
// Google Cloud for the length of the test. Jobs stage what they need in storage.
func Start(t testing.TB, storage *storetest.Server) *Server {
	t.Helper()
	s := &Server{t: t, storage: storage, become: (*Job).Succeed}
	s.http = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.http.Close)
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	account, err := json.Marshal(map[string]string{
		"type": "service_account", "project_id": Project, "client_email": "test@example.com",
		"token_uri": s.http.URL + "/token",
		"private_key": string(pem.EncodeToMemory(&pem.Block{
			Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key),
		})),
	})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "account.json")
	if err := os.WriteFile(name, account, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", name)
	t.Cleanup(s.running.Wait)
	return s
}

// Flags lead to the service.
func (s *Server) Flags() []string {
	return []string{"--runner=dataflow", "--dataflow_endpoint=" + s.http.URL + "/", "--project=" + Project,
		"--region=" + Region}
}

// Become returns what becomes of a job that was submitted; it may take its time. A job succeeds
// at once if nothing is said.
func (s *Server) Become(f func(*Job)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.become = f
}

// Fail answers the requests for which fault gives a status other than 0 with that
// status; nil answers all. Where the status is negative the request is done, and its
// answer is lost on the way.
func (s *Server) Fail(fault func(*http.Request) int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = fault
}

// Jobs are all jobs so far.
func (s *Server) Jobs() []*Job {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.jobs)
}

// Succeed ends the job as done.
func (j *Job) Succeed() { j.end("JOB_STATE_DONE") }

// Break ends the job as failed, with messages.
func (j *Job) Break(messages ...string) {
	j.mu.Lock()
	j.errors = messages
	j.mu.Unlock()
	j.end("JOB_STATE_FAILED")
}

// Cancelled is closed when a client requests that the job be cancelled; End does it then.
func (j *Job) Cancelled() <-chan struct{} { return j.cancel }

// End ends the job as cancelled.
func (j *Job) End() { j.end("JOB_STATE_CANCELLED") }

func (j *Job) end(state string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.state = state
}

func (j *Job) view() *df.Job {
	j.mu.Lock()
	defer j.mu.Unlock()
	return &df.Job{Id: j.Id, Name: j.Name, CurrentState: j.state}
}

func (j *Job) said() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.errors
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	status := 0
	if s.fault != nil {
		status = s.fault(r)
	}
	s.mu.Unlock()
	if status < 0 {
		s.answer(httptest.NewRecorder(), r)
		status = -status
	}
	if status != 0 {
		refuse(w, status, "the caller does not have permission: "+strings.ToLower(http.StatusText(status)))
		return
	}
	s.answer(w, r)
}

// answer does what a request asks for.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	id, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, jobsPath+"/"), "/")
	job := s.job(id)
	switch {
	case r.Method+" "+r.URL.Path == "POST /token":
		reply(w, map[string]any{"access_token": "t", "token_type": "Bearer", "expires_in": 3600})
	case r.Header.Get("Authorization") != "Bearer t":
		refuse(w, http.StatusUnauthorized, "no token")
	case r.Method+" "+r.URL.Path == "POST "+jobsPath:
		s.create(w, r)
	case r.Method+" "+r.URL.Path == "GET "+jobsPath:
		list := &df.ListJobsResponse{}
		for _, j := range s.Jobs() {
			list.Jobs = append(list.Jobs, j.view())
		}
		reply(w, list)
	case job == nil:
		refuse(w, http.StatusNotFound, "there is no "+r.URL.Path)
	case r.Method == http.MethodGet && rest == "":
		reply(w, job.view())
	case r.Method == http.MethodGet && rest == "messages":
		messages := &df.ListJobMessagesResponse{}
		for _, text := range job.said() {
			messages.JobMessages = append(messages.JobMessages, &df.JobMessage{
				MessageText: text, MessageImportance: "JOB_MESSAGE_ERROR",
			})
		}
		reply(w, messages)
	case r.Method == http.MethodPut:
		var asked df.Job
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || asked.RequestedState != "JOB_STATE_CANCELLED" {
			refuse(w, http.StatusBadRequest, fmt.Sprintf("state %q, %v", asked.RequestedState, err))
			return
		}
		job.canceled.Do(func() { close(job.cancel) })
		reply(w, job.view())
	case r.Method == http.MethodGet && rest == "metrics":
		reply(w, &df.JobMetrics{})
	default:
		refuse(w, http.StatusNotFound, "there is no "+r.URL.Path)
	}
}

func (s *Server) job(id string) *Job {
	for _, j := range s.Jobs() {
		if j.Id == id {
			return j
		}
	}
	return nil
}

// create keeps a job, and what it has staged.
func (s *Server) create(w http.ResponseWriter, r *http.Request) {
	j := &Job{Job: new(df.Job), cancel: make(chan struct{})}
	err := json.NewDecoder(r.Body).Decode(j.Job)
	if err == nil {
		err = j.fetch(s)
	}
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	s.mu.Lock()
	j.Id, j.state = fmt.Sprintf("2026-01-01_%d", len(s.jobs)), "JOB_STATE_RUNNING"
	s.jobs = append(s.jobs, j)
	become := s.become
	s.mu.Unlock()
	reply(w, j.view())
	s.running.Go(func() { become(j) })
}

// Options are the options that the job sends to the service and to its workers.
type Options struct {
	Options struct {
		PipelineURL       string `json:"pipelineUrl"`
		PipelineProtoHash string `json:"pipelineProtoHash"`
		TempLocation      string `json:"tempLocation"`
	} `json:"options"`
	Go struct {
		Options map[string]string `json:"options"`
	} `json:"beam:option:go_options:v1"`
}

// ReadOptions reads the options of the job.
func (j *Job) ReadOptions() (o Options, err error) {
	return o, json.Unmarshal(j.Environment.SdkPipelineOptions, &o)
}

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v)
}

// refuse answers as the services of Google do.
func refuse(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"code": status, "message": message}})
}
