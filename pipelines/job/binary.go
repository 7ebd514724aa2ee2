package job

import (
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
)

// checkWorkers says no to workers that can not run, before anything is submitted.
// local says that the engine is on this machine.
func checkWorkers(environment, config, binary string, local bool) error {
	switch environment {
	case "LOOPBACK":
		return nil
	case "EXTERNAL":
		if config == "" {
			return errors.New("--environment_type=EXTERNAL needs --environment_config=HOST:PORT, where the pool of workers listens")
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

// machines are Go's names of the machines that ELF knows.
var machines = map[elf.Machine]string{
	elf.EM_X86_64: "amd64", elf.EM_AARCH64: "arm64", elf.EM_386: "386", elf.EM_ARM: "arm",
	elf.EM_RISCV: "riscv64", elf.EM_S390: "s390x", elf.EM_PPC64: "ppc64le", elf.EM_LOONGARCH: "loong64",
}

// runsHere says whether a file is a program for Linux, and for this machine where the
// workers are on it.
func runsHere(name string, local bool) error {
	f, err := elf.Open(name)
	var format *elf.FormatError
	if errors.As(err, &format) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("is no program for Linux; build it with GOOS=linux")
	}
	if err != nil {
		return err
	}
	defer f.Close()
	arch, ok := machines[f.Machine]
	if !ok {
		arch = f.Machine.String()
	}
	if local && runtime.GOOS == "linux" && arch != runtime.GOARCH {
		return fmt.Errorf("is a program for %s, and this machine is %s; build it with GOARCH=%[2]s", arch, runtime.GOARCH)
	}
	if info, err := os.Stat(name); err == nil && info.Mode()&0o111 == 0 {
		return errors.New("may not be executed; chmod +x it")
	}
	return nil
}
