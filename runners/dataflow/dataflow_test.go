package dataflow

import (
	"debug/elf"
	"flag"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"example.org/diagonal/runners/worker/workertest"
)

// setFlags sets flags of Beam for the length of a test.
func setFlags(t *testing.T, values map[string]string) {
	t.Helper()
	for name, value := range values {
		old := flag.Lookup(name).Value.String()
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { flag.Set(name, old) })
	}
}

// Workers run this program, or a build of it for their machine.
func TestDataflowWorker(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("this program is not one for the machines of most workers")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	golang, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	forARM := workertest.Program(t, elf.EM_AARCH64, 0o755)
	for _, tc := range []struct{ binary, machine, want, wantErr string }{
		{"", "", self, ""},
		{"", "n2-highmem-4", self, ""},
		{self, "e2-standard-2", self, ""},
		{"", "t2a-standard-4", "", "workers on Dataflow run linux/arm64, and this program is for linux/amd64; build one for them, `CGO_ENABLED=0 GOOS=linux GOARCH=arm64 go build -o diagonal-arm64 .`, and add --worker_binary=diagonal-arm64"},
		{"", "c4a-highcpu-8", "", "workers on Dataflow run linux/arm64"},
		{forARM, "", "", "--worker_binary=" + forARM + ": is a program for arm64, and workers on Dataflow run linux/amd64; build it with `CGO_ENABLED=0 GOOS=linux GOARCH=amd64 go build -o diagonal-amd64 .`"},
		{forARM, "t2a-standard-1", "", "is not a build of diagonal"}, // a header alone
		{golang, "", "", "is a build of cmd/go, and this is "},
		{"absent", "", "", "--worker_binary=absent: open absent: no such file or directory"},
	} {
		got, err := workerFor(tc.binary, tc.machine)
		if got != tc.want || (err == nil) != (tc.wantErr == "") ||
			err != nil && !strings.Contains(err.Error(), tc.wantErr) {
			t.Errorf("workerFor(%q, %q) = %q, %v; want %q, %q", tc.binary, tc.machine, got, err, tc.want, tc.wantErr)
		}
	}
}

// There are shards for every processor of every worker.
func TestDataflowShards(t *testing.T) {
	for _, tc := range []struct {
		max, machine string
		want         int
	}{
		{"0", "", 4},
		{"10", "", 40},
		{"10", "n2-highmem-8", 320},
		{"2", "custom-16-65536", 128},
		{"1000", "n1-standard-96", maxBusy},
		{"1", "e2-medium", 4},
	} {
		setFlags(t, map[string]string{"max_num_workers": tc.max, "worker_machine_type": tc.machine})
		if got := (&job{}).Shards(0, 0); got != tc.want {
			t.Errorf("%s workers of %q: %d shards, want %d", tc.max, tc.machine, got, tc.want)
		}
	}
}
