package jobservice

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"example.org/diagonal/runners/worker"
)

// checkWorkers returns an error about workers that cannot run, before anything is
// submitted. local means that the runner is on this machine.
func checkWorkers(environment, config, binary string, local bool) error {
	switch environment {
	case "LOOPBACK":
		return nil
	case "EXTERNAL":
		if config == "" {
			return errors.New(
				"--environment_type=EXTERNAL needs --environment_config=HOST:PORT, where the pool of workers listens")
		}
	case "PROCESS", "DOCKER":
	default:
		return fmt.Errorf("--environment_type=%s is unknown; use LOOPBACK, PROCESS, EXTERNAL or DOCKER", environment)
	}
	if binary == "" {
		return nil // this one
	}
	_, err := os.Stat(binary)
	if errors.Is(err, fs.ErrNotExist) && environment == "PROCESS" && config == "" && !local {
		return nil // it is on the machines of the workers
	}
	if err == nil {
		err = runsHere(binary, local)
	}
	if err != nil {
		return fmt.Errorf("--worker_binary=%s: %w", binary, err)
	}
	return nil
}

// runsHere returns an error if a file is not a program for Linux, or not one for this
// machine although the workers are on it.
func runsHere(name string, local bool) error {
	arch, err := worker.Machine(name)
	if err != nil {
		return err
	}
	if local && runtime.GOOS == "linux" && arch != runtime.GOARCH {
		return fmt.Errorf("is a program for %s, and this machine is %s; build it with GOARCH=%[2]s", arch,
			runtime.GOARCH)
	}
	if info, err := os.Stat(name); err == nil && info.Mode()&0o111 == 0 {
		return errors.New("is not executable; run chmod +x on it")
	}
	return nil
}
