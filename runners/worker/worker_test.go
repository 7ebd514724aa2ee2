package worker

import (
	"errors"
	"strings"
	"testing"
)

func TestIsWorker(t *testing.T) {
	for args, want := range map[string]bool{
		"":                              false,
		"partial --input=x":             false,
		"partial --input --worker=true": false, // a file of that name
		"--help":                        false,
		"--worker=true --id=1 --control_endpoint=h:1": true,
		"-worker=true":   true,
		"--worker=false": false,
		"--id=1-1 --provision_endpoint=localhost:1": true,
	} {
		if got := IsWorker(strings.Fields(args)); got != want {
			t.Errorf("IsWorker(%q) = %v, want %v", args, got, want)
		}
	}
}

func TestSameBinary(t *testing.T) {
	own, err := Fingerprint()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(own, "sha256:") || len(own) != len("sha256:")+64 {
		t.Errorf("the fingerprint of a test, which has no version, is %q", own)
	}
	for want, ok := range map[string]bool{own: true, "": true, "sha256:0": false, "v1.2": false} {
		if err := sameBinary(want); (err == nil) != ok || err != nil && !errors.Is(err, errOtherBinary) {
			t.Errorf("sameBinary(%q) = %v, want no error: %v", want, err, ok)
		}
	}
}

// A flag that the worker does not know is an error, and not a worker that does nothing.
func TestProvisionedWithoutFlags(t *testing.T) {
	if err := provisioned([]string{"--no_such_flag=1"}); err == nil || !strings.Contains(err.Error(), "no_such_flag") {
		t.Errorf("provisioned: %v", err)
	}
}
