// Package transforms_test holds the import rules of the whole module.
package transforms_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// module is the path of this module, with a slash.
var module = func() string {
	text, err := os.ReadFile("../go.mod")
	if err != nil {
		panic(err)
	}
	path, _, _ := strings.Cut(strings.TrimPrefix(string(text), "module "), "\n")
	return path + "/"
}()

const (
	beamPath = "github.com/apache/beam/"

	// codePoints is as package unicode/utf8: everyone may count them.
	codePoints = "io/runes"

	// fields of records are written and read by everything that is no algorithm.
	fields = "io/wire"
)

// vague are names that say nothing of what a package holds.
var vague = []string{"util", "utils", "common", "misc", "helper", "helpers", "base", "shared", "lib"}

// misnamed says why the folder may not be a package, or "".
func misnamed(dir string) string {
	switch {
	case slices.Contains(vague, path.Base(dir)):
		return "the name says nothing"
	case strings.Count(dir, "/") > 2:
		return "two levels at most below a top folder"
	}
	return ""
}

// level is 1 for transforms/X, which is Beam, 2 for transforms/X/Y, which is pure, else 0.
func level(dir string) int {
	if !strings.HasPrefix(dir, "transforms/") {
		return 0
	}
	return strings.Count(dir, "/")
}

// flows are the stages in the order in which records go through them.
var flows = [][]string{
	{"shuffle", "catalogue", "delivery", "tally", "analysis", "signature", "candidate", "alignment", "locate", "cleaning"},
	{"shuffle", "catalogue", "delivery", "tally", "analysis", "resemblance", "group", "cleaning"},
}

// earlier reports whether the stage in the folder a comes before that in b.
func earlier(a, b string) bool {
	a, b = strings.TrimPrefix(a, "transforms/"), strings.TrimPrefix(b, "transforms/")
	return slices.ContainsFunc(flows, func(stages []string) bool {
		x, y := slices.Index(stages, a), slices.Index(stages, b)
		return x >= 0 && x < y
	})
}

// forbidden says why a package in dir ("." is main) may not import imp, or "" if it may.
func forbidden(dir, imp string) string {
	top, _, _ := strings.Cut(dir, "/")
	if level(dir) == 2 && strings.HasPrefix(imp, beamPath) {
		return "an algorithm has never heard of Beam"
	}
	ours, ok := strings.CutPrefix(imp, module)
	if !ok || dir == "." {
		return ""
	}
	to, _, _ := strings.Cut(ours, "/")
	switch {
	case to == "bench":
		return "nothing imports a benchmark"
	case to == "pipelines" && !strings.HasPrefix(ours+"/", "pipelines/job/") && top != "bench":
		return "nothing imports a pipeline"
	case to == "pipelines" && top != "pipelines" && top != "bench":
		return "only a pipeline runs a job"
	case ours == dir || top == "bench" || top == "pipelines" || ours == codePoints:
		return ""
	case strings.HasPrefix(ours+"/", fields+"/") && level(dir) != 2:
		return ""
	case dir == "io/record":
		return "the records import nothing of ours"
	case top == "io" && to != "io":
		return "io knows only io"
	case level(dir) == 2 && to == "io":
		return "an algorithm takes plain values"
	case level(dir) == 2 && level(ours) == 1:
		return "an algorithm knows only algorithms"
	case dir == "transforms/shuffle" && ours == "io/spool":
		return ""
	case level(dir) == 1 && to == "io" && ours != "io/record" && ours != "io/dofn":
		return "a transform knows of io only the records and the registration"
	case level(dir) == 1 && level(ours) == 1 && !earlier(ours, dir):
		return "a stage imports only stages before it, for the records it receives"
	case dir == "transforms/shuffle" && to == "io" && ours != "io/dofn":
		return "the shuffle carries bytes"
	}
	return ""
}

func TestForbidden(t *testing.T) {
	for _, tc := range []struct {
		dir, imp string
		allowed  bool
	}{
		{".", module + "pipelines/partial", true},
		{".", beamPath + "sdks/v2/go/pkg/beam", true},
		{"bench/job", module + "pipelines/partial", true},
		{"bench/job", module + "bench/corpus", false},
		{"pipelines/partial", module + "pipelines/job", true},
		{"pipelines/partial", module + "pipelines/job/jobtest", true},
		{"transforms/candidate", module + "pipelines/job/jobtest", false},
		{"pipelines/partial", module + "pipelines/plant", false},
		{"pipelines/partial", module + "transforms/candidate", true},
		{"pipelines/partial", module + "transforms/alignment/diagonal", true},
		{"pipelines/partial", module + "io/docio", true},
		{"pipelines/partial", module + "bench/corpus", false},
		{"pipelines/job", module + "pipelines/partial", false},
		{"transforms/candidate", module + "io/record", true},
		{"transforms/candidate", module + "io/docio", false},
		{"transforms/candidate", module + "io/wire", true},
		{"transforms/candidate/simjoin", module + "io/wire", false},
		{"io/record", module + "io/wire", true},
		{"transforms/candidate", module + "transforms/shuffle", true},
		{"transforms/candidate", module + "transforms/shuffle/block", true},
		{"transforms/candidate", module + "transforms/candidate/simjoin", true},
		{"transforms/candidate", module + "transforms/signature/shingle", true},
		{"transforms/candidate", module + "transforms/signature", true},
		{"transforms/signature", module + "transforms/candidate", false},
		{"transforms/group", module + "transforms/resemblance", true},
		{"transforms/resemblance", module + "transforms/group", false},
		{"transforms/resemblance", module + "transforms/signature", false},
		{"transforms/candidate", module + "pipelines/job", false},
		{"transforms/candidate", beamPath + "sdks/v2/go/pkg/beam", true},
		{"transforms/analysis", module + "io/runes", true},
		{"transforms/analysis/charfilter", module + "io/runes", true},
		{"io/record", module + "io/runes", true},
		{"transforms/shuffle", module + "transforms/shuffle/block", true},
		{"transforms/shuffle", module + "io/record", false},
		{"transforms/shuffle", module + "io/spool", true},
		{"transforms/candidate", module + "io/spool", false},
		{"transforms/candidate/simjoin", "slices", true},
		{"transforms/candidate/simjoin", "github.com/cespare/xxhash/v2", true},
		{"transforms/candidate/simjoin", module + "transforms/signature/shingle", true},
		{"transforms/candidate/simjoin", beamPath + "sdks/v2/go/pkg/beam", false},
		{"transforms/candidate/simjoin", module + "io/record", false},
		{"transforms/candidate/simjoin", module + "io/compress", false},
		{"transforms/candidate/simjoin", module + "transforms/candidate", false},
		{"transforms/candidate/simjoin", module + "transforms/shuffle", false},
		{"transforms/candidate/simjoin", module + "pipelines/job", false},
		{"io/docio", module + "io/record", true},
		{"io/docio", beamPath + "sdks/v2/go/pkg/beam", true},
		{"io/docio", module + "transforms/shuffle", false},
		{"io/docio", module + "transforms/analysis/token", false},
		{"io/docio", module + "pipelines/job", false},
		{"io/record", "github.com/cespare/xxhash/v2", true},
		{"io/record", module + "io/compress", false},
		{"io/record/recordtest", module + "io/record", true},
	} {
		if got := forbidden(tc.dir, tc.imp); (got == "") != tc.allowed {
			t.Errorf("forbidden(%q, %q) = %q, allowed should be %v", tc.dir, tc.imp, got, tc.allowed)
		}
	}
}

func TestMisnamed(t *testing.T) {
	for dir, allowed := range map[string]bool{
		".": true, "io/record": true, "transforms/candidate/simjoin": true, "io/utility": true,
		"io/util": false, "transforms/helpers": false, "transforms/signature/common": false, "misc": false,
		"transforms/signature/shingle/fast": false,
	} {
		if got := misnamed(dir); (got == "") != allowed {
			t.Errorf("misnamed(%q) = %q, allowed should be %v", dir, got, allowed)
		}
	}
}

// TestModulePath holds the path of the module to one place, go.mod, and to import lines: all
// that changes with it changes by one command.
func TestModulePath(t *testing.T) {
	path := strings.TrimSuffix(module, "/")
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); base != ".." && strings.HasPrefix(base, ".") || base == "testdata" || base == "out" {
				return filepath.SkipDir
			}
			return nil
		}
		if ext := filepath.Ext(name); ext != ".go" && ext != ".sh" {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(text), "\n") {
			if rest, ok := strings.CutSuffix(strings.TrimSpace(line), "\""); ok && strings.Contains(rest, "\""+path) {
				continue // an import
			}
			if strings.Contains(line, path) {
				t.Errorf("%s:%d repeats the path of the module, which go.mod says", name, i+1)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The real tree. An external test (package x_test) may import what it tests together
// with; other test files keep the rules of their package.
func TestImports(t *testing.T) {
	files, packages := 0, map[string]bool{}
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); base != ".." && strings.HasPrefix(base, ".") || base == "testdata" {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel("..", filepath.Dir(name))
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(rel)
		files++
		if !packages[dir] {
			packages[dir] = true
			if why := misnamed(dir); why != "" {
				t.Errorf("%s: %s", dir, why)
			}
		}
		if strings.HasSuffix(f.Name.Name, "_test") {
			return nil
		}
		if why := misnamed(f.Name.Name); why != "" {
			t.Errorf("%s: package %s: %s", name, f.Name.Name, why)
		}
		for _, spec := range f.Imports {
			imp, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if why := forbidden(dir, imp); why != "" {
				t.Errorf("%s imports %s: %s", name, imp, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{".", "io/record", "pipelines/partial", "transforms/candidate", "transforms/signature/simjoin"} {
		if !packages[dir] {
			t.Errorf("the walk over %d files did not come to %s", files, dir)
		}
	}
}
