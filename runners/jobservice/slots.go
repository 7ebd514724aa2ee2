package jobservice

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
)

// flinkREST names the variable of the environment with the address of Flink's own interface, such as
// 127.0.0.1:8081. run.sh sets it for the cluster that it starts. Beam's job server does not tell it.
const flinkREST = "FLINK_REST"

// slotErrors are what Flink says if it had no slots for a job in time.
var slotErrors = []string{"Timeout has occurred", "NoResourceAvailableException",
	"Could not acquire the minimum required resources", "Slot request bulk is not fulfillable"}

// slots is what Flink's interface says of its slots.
type slots struct {
	Managers int `json:"taskmanagers"`
	Total    int `json:"slots-total"`
	Free     int `json:"slots-available"`
}

// withSlots adds to an error of Flink, if it had no slots for a job in time, how many slots the job wants
// and how many there are.
func withSlots(ctx context.Context, err error) error {
	if err == nil || !containsAny(err.Error(), slotErrors) {
		return err
	}
	wanted := max(*jobopts.Parallelism, 1)
	there := "how many it has, its own interface says (GET /overview; with " + flinkREST + "=HOST:PORT this line does)"
	if s, ok := askSlots(context.WithoutCancel(ctx), os.Getenv(flinkREST)); ok {
		there = fmt.Sprintf("%d of %d were free, of %d TaskManagers", s.Free, s.Total, s.Managers)
	}
	return &slotsError{err, fmt.Sprintf("Flink had no free slot for a part of the job in time. The job wants %d slots (--parallelism); %s. Wait for other jobs, start more TaskManagers, or lower --parallelism", wanted, there)}
}

// slotsError is an error of Flink with an explanation.
type slotsError struct {
	err error
	why string
}

// Error puts the explanation first, in the line that a user sees.
func (e *slotsError) Error() string { return e.why }
func (e *slotsError) Unwrap() error { return e.err }

func containsAny(text string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}

// askSlots asks Flink's interface at an address, HOST:PORT.
func askSlots(ctx context.Context, address string) (s slots, ok bool) {
	if address == "" {
		return s, false
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/overview", nil)
	if err != nil {
		return s, false
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return s, false
	}
	defer answer.Body.Close()
	err = json.NewDecoder(answer.Body).Decode(&s)
	return s, err == nil && answer.StatusCode == http.StatusOK
}
