package dataflow

import (
	"fmt"
	"os"
	"runtime"
	"strings"

	"example.org/diagonal/runners/worker"
)

// machineFor is the architecture of the workers of a machine type of Google.
func machineFor(machineType string) string {
	for _, arm := range []string{"t2a-", "c4a-", "n4a-"} {
		if strings.HasPrefix(machineType, arm) {
			return "arm64"
		}
	}
	return "amd64"
}

// workerFor returns the program that workers of a machine type run: binary, or this
// one where that is "". It has to be a build of the same version for their machine.
func workerFor(binary, machineType string) (string, error) {
	want := machineFor(machineType)
	build := fmt.Sprintf("`CGO_ENABLED=0 GOOS=linux GOARCH=%s go build -o diagonal-%[1]s .`", want)
	if binary == "" {
		self, err := os.Executable()
		if err != nil {
			return "", err
		}
		if arch, err := worker.Machine(self); err != nil || arch != want {
			return "", fmt.Errorf("workers on Dataflow run linux/%s, and this program is for %s/%s; build one for them, %s, and add --worker_binary=diagonal-%[1]s", want, runtime.GOOS, runtime.GOARCH, build)
		}
		return self, nil
	}
	arch, err := worker.Machine(binary)
	if err == nil && arch != want {
		err = fmt.Errorf("is a program for %s, and workers on Dataflow run linux/%s; build it with %s", arch,
			want, build)
	}
	if err == nil {
		err = worker.SameBuild(binary)
	}
	if err != nil {
		return "", fmt.Errorf("--worker_binary=%s: %w", binary, err)
	}
	return binary, nil
}
