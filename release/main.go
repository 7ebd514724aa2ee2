// Command release builds what is published of a tag: an archive for each system, SHA256SUMS and a bill of materials.
//
//	go run ./release v0.1.0 FOLDER [linux/amd64 ...]
//
// It builds from the commit of the tag, and not from the files of the checkout. Two runs with one version of Go write
// the same bytes, on any machine. An archive has the binary, LICENSE, README.md and the pages that it leads to, the
// licences of all modules in the binary, manual pages, and completions for shells. For Linux there is a Debian package
// of the same files beside it, and diagonal.rb describes the archives for Homebrew.
package main

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: go run ./release TAG FOLDER [SYSTEM/PROCESSOR ...]")
		os.Exit(2)
	}
	only := os.Args[3:]
	if len(only) == 0 {
		only = platforms
	}
	if err := release(".", os.Args[1], os.Args[2], only); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release builds the archives of a tag or commit of the repository at repo, for some platforms, in the folder out.
func release(repo, tag, out string, platforms []string) error {
	source, err := os.MkdirTemp("", "release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(source)
	committed, err := export(repo, tag, source)
	if err != nil {
		return err
	}
	version, err := output(repo, nil, "git", "describe", "--tags", "--always", tag)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	module, err := output(source, nil, "go", "list", "-m")
	if err != nil {
		return err
	}
	more, err := shellFiles(source, module, version, committed)
	if err != nil {
		return err
	}
	p := product{source, module, version, committed, more}
	var written []string
	bottles := map[string]archive{}
	for _, platform := range platforms {
		made, packed, err := p.filesFor(platform)
		if err != nil {
			return err
		}
		if !strings.HasPrefix(platform, "windows/") {
			bottles[platform] = packed
		}
		for file, b := range made {
			if err := os.WriteFile(filepath.Join(out, file), b, 0o644); err != nil {
				return err
			}
			written = append(written, file)
		}
	}
	if err := os.WriteFile(filepath.Join(out, "diagonal.rb"), []byte(homebrew(module, version, bottles)),
		0o644); err != nil {
		return err
	}
	written = append(written, "diagonal.rb")
	slices.Sort(written)
	return sums(out, written)
}

// product is what the archives of a version are made of.
type product struct {
	source, module, version string // source is the folder of the exported commit
	committed               time.Time
	more                    map[string][]byte // files that every archive has
}

// filesFor builds the program for a platform, and returns the files that are published for it, and the archive.
func (p product) filesFor(platform string) (made map[string][]byte, packed archive, err error) {
	goos, arch, ok := strings.Cut(platform, "/")
	if !ok {
		return nil, packed, fmt.Errorf("%s: want a system and a processor, as in linux/amd64", platform)
	}
	binary := filepath.Join(p.source, ".release", platform, "diagonal")
	pack, ext := tarball, ".tar.gz"
	if goos == "windows" {
		binary += ".exe"
		pack, ext = zipped, ".zip"
	}
	if err := build(p.source, p.module, p.version, binary, "GOOS="+goos, "GOARCH="+arch); err != nil {
		return nil, packed, err
	}
	files, err := contents(p.source, binary, p.more)
	if err != nil {
		return nil, packed, err
	}
	name := fmt.Sprintf("diagonal-%s-%s-%s", p.version, goos, arch)
	b, err := pack(name, files, p.committed)
	if err != nil {
		return nil, packed, err
	}
	bill, err := billOf(binary, p.version)
	if err != nil {
		return nil, packed, err
	}
	made = map[string][]byte{name + ext: b, name + ".cdx.json": bill}
	if goos == "linux" {
		file, b, err := debian(p.module, p.version, arch, files, p.committed)
		if err != nil {
			return nil, packed, err
		}
		made[file] = b
	}
	return made, archive{name + ext, sha256.Sum256(b)}, nil
}

// export writes the files of a commit to a folder, and returns its time.
func export(repo, tag, folder string) (time.Time, error) {
	seconds, err := output(repo, nil, "git", "log", "-1", "--format=%ct", tag)
	if err != nil {
		return time.Time{}, err
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return time.Time{}, err
	}
	archive, err := output(repo, nil, "git", "archive", "--format=tar", tag)
	if err != nil {
		return time.Time{}, err
	}
	return time.Unix(unix, 0).UTC(), untar(tar.NewReader(strings.NewReader(archive)), folder)
}

// build builds the program from source, which is a module. Its version is a tag as well, which the binary says of
// itself: with -trimpath Go leaves the flags of the linker out.
func build(source, module, version, binary string, env ...string) error {
	_, err := output(source, append(env, "CGO_ENABLED=0", "GOFLAGS="), "go", "build", "-trimpath", "-buildvcs=false",
		"-tags=version="+version,
		"-ldflags=-s -w -X "+module+"/runners/worker.version="+version, "-o", binary, ".")
	return err
}

// shellFiles returns completions of shells and manual pages by their names in an archive. It builds the program for
// this machine. The pages have the date at.
func shellFiles(source, module, version string, at time.Time) (map[string][]byte, error) {
	binary := filepath.Join(source, ".release", "here.exe")
	if err := build(source, module, version, binary); err != nil {
		return nil, err
	}
	all := map[string][]byte{}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		script, err := output(source, nil, binary, "completion", shell)
		if err != nil {
			return nil, err
		}
		all["completions/diagonal."+shell] = []byte(script + "\n")
	}
	pages := filepath.Join(source, ".release", "man")
	if _, err := output(source, []string{fmt.Sprintf("SOURCE_DATE_EPOCH=%d", at.Unix())}, binary, "man",
		pages); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(pages)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if all["man/"+e.Name()], err = os.ReadFile(filepath.Join(pages, e.Name())); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// output runs a command in a folder and returns what it prints, without a line end. An error has what it said.
func output(dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	var said bytes.Buffer
	cmd.Dir, cmd.Env, cmd.Stderr = dir, append(os.Environ(), env...), &said
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, said.Bytes())
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}
