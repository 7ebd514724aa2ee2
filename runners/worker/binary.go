package worker

import (
	"cmp"
	"debug/buildinfo"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime/debug"
)

// machines are Go's names of the machines that ELF knows.
var machines = map[elf.Machine]string{
	elf.EM_X86_64: "amd64", elf.EM_AARCH64: "arm64", elf.EM_386: "386", elf.EM_ARM: "arm",
	elf.EM_RISCV: "riscv64", elf.EM_S390: "s390x", elf.EM_PPC64: "ppc64le", elf.EM_LOONGARCH: "loong64",
}

// Machine returns the architecture that a program for Linux was built for, in Go's words.
func Machine(name string) (arch string, err error) {
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

// SameBuild returns an error if a file is not a build of this program and this version.
func SameBuild(binary string) error {
	other, err := buildinfo.ReadFile(binary)
	if err != nil {
		return fmt.Errorf("is not a build of diagonal: %w", err)
	}
	own, ok := debug.ReadBuildInfo()
	if !ok || own.Path == "" {
		return nil
	}
	if other.Path != own.Path {
		return fmt.Errorf("is a build of %s, and this is %s", other.Path, own.Path)
	}
	if a, b := buildOf(other), buildOf(own); a.differs(b) {
		return fmt.Errorf("is of %s, and this is of %s; build both from one commit", a, b)
	}
	return nil
}

// build describes the source that a program was built from, as far as it is known.
type build struct{ version, commit string }

var (
	linked   = regexp.MustCompile(`\.version=(\S+)`)
	tagged   = regexp.MustCompile(`(?:^|,)version=([^,]+)`)               // Go leaves -ldflags out with -trimpath
	describe = regexp.MustCompile(`(?:^|-g)([0-9a-f]{7,40})(?:-dirty)?$`) // of git describe
)

func buildOf(info *debug.BuildInfo) (b build) {
	for _, s := range info.Settings {
		switch s.Key {
		case "-ldflags":
			if m := linked.FindStringSubmatch(s.Value); m != nil {
				b.version = m[1]
			}
		case "-tags":
			if m := tagged.FindStringSubmatch(s.Value); m != nil {
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

// differs reports whether two builds are known to be of different versions.
func (b build) differs(c build) bool {
	if b.version != "" && c.version != "" {
		return b.version != c.version
	}
	n := min(len(b.commit), len(c.commit))
	return b.commit[:n] != c.commit[:n]
}
