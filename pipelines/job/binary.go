package job

import (
	"cmp"
	"debug/buildinfo"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
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

// machineOf is the machine that a program for Linux is for.
func machineOf(name string) (arch string, err error) {
	f, err := elf.Open(name)
	var format *elf.FormatError
	if errors.As(err, &format) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return "", errors.New("is not a program for Linux; build it with GOOS=linux")
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	arch, ok := machines[f.Machine]
	if !ok {
		arch = f.Machine.String()
	}
	return arch, nil
}

// runsHere says whether a file is a program for Linux, and for this machine where the
// workers are on it.
func runsHere(name string, local bool) error {
	arch, err := machineOf(name)
	if err != nil {
		return err
	}
	if local && runtime.GOOS == "linux" && arch != runtime.GOARCH {
		return fmt.Errorf("is a program for %s, and this machine is %s; build it with GOARCH=%[2]s", arch, runtime.GOARCH)
	}
	if info, err := os.Stat(name); err == nil && info.Mode()&0o111 == 0 {
		return errors.New("is not executable; run chmod +x on it")
	}
	return nil
}

// dataflowMachine is the architecture of the workers of a machine type of Google.
func dataflowMachine(machineType string) string {
	for _, arm := range []string{"t2a-", "c4a-", "n4a-"} {
		if strings.HasPrefix(machineType, arm) {
			return "arm64"
		}
	}
	return "amd64"
}

// dataflowWorker returns the program that workers of a machine type run: binary, or this
// one where that is "". It has to be a build of the same version for their machine.
func dataflowWorker(binary, machineType string) (string, error) {
	want := dataflowMachine(machineType)
	build := fmt.Sprintf("`CGO_ENABLED=0 GOOS=linux GOARCH=%s go build -o diagonal-%[1]s .`", want)
	if binary == "" {
		self, err := os.Executable()
		if err != nil {
			return "", err
		}
		if arch, err := machineOf(self); err != nil || arch != want {
			return "", fmt.Errorf("workers on Dataflow run linux/%s, and this program is for %s/%s; build one for them, %s, and add --worker_binary=diagonal-%[1]s", want, runtime.GOOS, runtime.GOARCH, build)
		}
		return self, nil
	}
	arch, err := machineOf(binary)
	if err == nil && arch != want {
		err = fmt.Errorf("is a program for %s, and workers on Dataflow run linux/%s; build it with %s", arch, want, build)
	}
	if err == nil {
		err = sameBuild(binary)
	}
	if err != nil {
		return "", fmt.Errorf("--worker_binary=%s: %w", binary, err)
	}
	return binary, nil
}

// sameBuild says no to another program than this one, or to another version of it.
func sameBuild(binary string) error {
	there, err := buildinfo.ReadFile(binary)
	if err != nil {
		return fmt.Errorf("is not a build of diagonal: %w", err)
	}
	here, ok := debug.ReadBuildInfo()
	if !ok || here.Path == "" {
		return nil
	}
	if there.Path != here.Path {
		return fmt.Errorf("is a build of %s, and this is %s", there.Path, here.Path)
	}
	if a, b := buildOf(there), buildOf(here); a.differs(b) {
		return fmt.Errorf("is of %s, and this is of %s; build both from one commit", a, b)
	}
	return nil
}

// build says what a program was built from, as far as it is known.
type build struct{ version, commit string }

var (
	linked   = regexp.MustCompile(`\.version=(\S+)`)
	describe = regexp.MustCompile(`(?:^|-g)([0-9a-f]{7,40})(?:-dirty)?$`) // of git describe
)

func buildOf(info *debug.BuildInfo) (b build) {
	for _, s := range info.Settings {
		switch s.Key {
		case "-ldflags":
			if m := linked.FindStringSubmatch(s.Value); m != nil {
				b.version = m[1]
			}
		case "vcs.revision":
			b.commit = s.Value
		}
	}
	if m := describe.FindStringSubmatch(b.version); m != nil {
		b.commit = m[1]
	}
	return b
}

func (b build) String() string { return cmp.Or(b.version, b.commit) }

// differs says whether two builds are known to be of different versions.
func (b build) differs(c build) bool {
	if b.version != "" && c.version != "" {
		return b.version != c.version
	}
	n := min(len(b.commit), len(c.commit))
	return b.commit[:n] != c.commit[:n]
}
