package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/lockdir"
)

// What Beam needs when it is initialised is there before: the program starts for every user.
func TestStartBeforeBeam(t *testing.T) {
	cmd := exec.Command(binary, "--version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	trace, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, trace)
	}
	at := func(pkg string) int {
		i := strings.Index(string(trace), "init "+pkg+" @")
		if i < 0 {
			t.Fatalf("no package %s in the trace:\n%s", pkg, trace)
		}
		return i
	}
	own := path.Dir(reflect.TypeFor[lockdir.Dir]().PkgPath()) // io
	if at(own+"/atstart") > at("github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/xlangx/expansionx") {
		t.Errorf("Beam is initialised before io/atstart: does the path of this module come behind github.com?\n%s",
			trace)
	}
}

// Containers give a process a user id that no file knows, and often no $USER, no $HOME and no folder that it owns.
func TestUserWithoutEntry(t *testing.T) {
	const uid = 12345
	if os.Geteuid() != 0 {
		t.Skip("only root can start a process of another user")
	}
	if _, err := user.LookupId(fmt.Sprint(uid)); err == nil {
		t.Skipf("the user id %d has an entry", uid)
	}
	dir := t.TempDir()
	filetest.Put(t, dir,
		map[string]string{"in.jsonl": lineA + lineB, "bare.sh": "#!/bin/sh\n[ -z \"${USER+set}${HOME+set}\" ] && cat"})
	openTo(t, dir)
	job := []string{"partial", "--input=in.jsonl", "--matching=diagonal", "--quiet"}
	for i, tc := range []struct {
		env  []string
		args []string
		code int
		want string
	}{
		{[]string{"HOME=/"}, []string{"--version"}, 0, "diagonal (devel)"},
		{[]string{}, []string{"--version"}, 0, "diagonal (devel)"},
		{[]string{"HOME=", "USER="}, []string{"sentences", "in.jsonl"}, 0, `{"id":"a"`},
		{[]string{}, append(job, "--output=local"), 0, ""},
		{[]string{}, append(job, "--output=prism", "--runner=prism"), 0, ""},
		{[]string{"HOME=/"}, []string{"--id=1", "--provision_endpoint=localhost:1"}, 1,
			"diagonal: worker: the runner at localhost:1 sent no options of the job"},
		{[]string{"HOME=/"}, []string{"--worker=true", "--id=1"}, 1, "failed to dial server"},
		// A child process sees the variables as they are.
		{[]string{"PATH=" + os.Getenv("PATH")}, append(job, "--output=bare", "--pre=./bare.sh"), 0, ""},
		{[]string{"PATH=" + os.Getenv("PATH"), "HOME=/"}, append(job, "--output=home", "--pre=./bare.sh"), 1,
			"every record was rejected"},
	} {
		cmd := program(dir, tc.args...)
		cmd.Env = tc.env
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
		o := finish(t, dir, cmd)
		if o.code != tc.code || !strings.Contains(o.stdout+o.stderr, tc.want) {
			t.Errorf("%d, %q with %q: exit %d, %s%s", i, tc.args, tc.env, o.code, o.stdout, o.stderr)
		}
	}
}

// openTo lets other users work in a folder of a test, whatever the umask is. The test is skipped where they cannot
// reach it.
func openTo(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		return errors.Join(err, os.Chmod(path, 0o777))
	})
	if err := errors.Join(err, os.Chmod(filepath.Dir(dir), 0o755)); err != nil {
		t.Fatal(err)
	}
	for d := dir; d != filepath.Dir(d); d = filepath.Dir(d) {
		if info, err := os.Stat(d); err != nil || info.Mode()&0o001 == 0 {
			t.Skipf("other users cannot reach the folder %s (TMPDIR names another one): %v", d, err)
		}
	}
}

// Without a folder for temporary files one line says so.
func TestNoTemporaryFolder(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{"in.jsonl": lineA + lineB})
	if o := finish(t, dir, program(dir, "index", "--input=in.jsonl", "--index=ix", "--quiet")); o.code != 0 {
		t.Fatal(o.stderr)
	}
	for _, args := range []string{
		"partial --input=in.jsonl --output=out", "partial --input=- --output=out",
		"clean --input=in.jsonl --output=out", "plan partial --input=in.jsonl",
		"index --input=in.jsonl --index=ix2", "explain a b --input=in.jsonl", "lookup --index=ix -",
		"lookup --index=ix --input=in.jsonl --output=out",
	} {
		cmd := program(dir, strings.Fields(args)...)
		cmd.Env = append(os.Environ(), "TMPDIR=/not/there")
		cmd.Stdin = strings.NewReader(lineA)
		const want = "temporary files cannot be made in /not/there (no such file or directory): name a folder for them in the variable TMPDIR\n"
		if o := finish(t, dir, cmd); o.code != 2 || strings.Count(o.stderr, "\n") != 1 ||
			!strings.HasSuffix(o.stderr, want) {
			t.Errorf("%s: exit %d, %s", args, o.code, o.stderr)
		}
	}
}
