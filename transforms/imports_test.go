// Package transforms_test holds the import rules of the whole module.
package transforms_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	module   = "diagonal"
	beamPath = "github.com/apache/beam/"

	// codePoints is as package unicode/utf8: everyone may count them.
	codePoints = "io/runes"
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

// forbidden says why a package in dir ("." is main) may not import imp, or "" if it may.
func forbidden(dir, imp string) string {
	top, _, _ := strings.Cut(dir, "/")
	if level(dir) == 2 && strings.HasPrefix(imp, beamPath) {
		return "an algorithm has never heard of Beam"
	}
	ours, ok := strings.CutPrefix(imp, module+"/")
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
	case level(dir) == 1 && level(ours) == 1 && ours != "transforms/shuffle":
		return "only a pipeline joins transforms"
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
		{".", "diagonal/pipelines/partial", true},
		{".", beamPath + "sdks/v2/go/pkg/beam", true},
		{"bench/job", "diagonal/pipelines/partial", true},
		{"bench/job", "diagonal/bench/corpus", false},
		{"pipelines/partial", "diagonal/pipelines/job", true},
		{"pipelines/partial", "diagonal/pipelines/job/jobtest", true},
		{"transforms/candidate", "diagonal/pipelines/job/jobtest", false},
		{"pipelines/partial", "diagonal/pipelines/plant", false},
		{"pipelines/partial", "diagonal/transforms/candidate", true},
		{"pipelines/partial", "diagonal/transforms/alignment/diagonal", true},
		{"pipelines/partial", "diagonal/io/docio", true},
		{"pipelines/partial", "diagonal/bench/corpus", false},
		{"pipelines/job", "diagonal/pipelines/partial", false},
		{"transforms/candidate", "diagonal/io/record", true},
		{"transforms/candidate", "diagonal/io/docio", false},
		{"transforms/candidate", "diagonal/transforms/shuffle", true},
		{"transforms/candidate", "diagonal/transforms/shuffle/block", true},
		{"transforms/candidate", "diagonal/transforms/candidate/simjoin", true},
		{"transforms/candidate", "diagonal/transforms/signature/shingle", true},
		{"transforms/candidate", "diagonal/transforms/signature", false},
		{"transforms/candidate", "diagonal/pipelines/job", false},
		{"transforms/candidate", beamPath + "sdks/v2/go/pkg/beam", true},
		{"transforms/analysis", "diagonal/io/runes", true},
		{"transforms/analysis/charfilter", "diagonal/io/runes", true},
		{"io/record", "diagonal/io/runes", true},
		{"transforms/shuffle", "diagonal/transforms/shuffle/block", true},
		{"transforms/shuffle", "diagonal/io/record", false},
		{"transforms/shuffle", "diagonal/io/spool", true},
		{"transforms/candidate", "diagonal/io/spool", false},
		{"transforms/candidate/simjoin", "slices", true},
		{"transforms/candidate/simjoin", "github.com/cespare/xxhash/v2", true},
		{"transforms/candidate/simjoin", "diagonal/transforms/signature/shingle", true},
		{"transforms/candidate/simjoin", beamPath + "sdks/v2/go/pkg/beam", false},
		{"transforms/candidate/simjoin", "diagonal/io/record", false},
		{"transforms/candidate/simjoin", "diagonal/io/compress", false},
		{"transforms/candidate/simjoin", "diagonal/transforms/candidate", false},
		{"transforms/candidate/simjoin", "diagonal/transforms/shuffle", false},
		{"transforms/candidate/simjoin", "diagonal/pipelines/job", false},
		{"io/docio", "diagonal/io/record", true},
		{"io/docio", beamPath + "sdks/v2/go/pkg/beam", true},
		{"io/docio", "diagonal/transforms/shuffle", false},
		{"io/docio", "diagonal/transforms/analysis/token", false},
		{"io/docio", "diagonal/pipelines/job", false},
		{"io/record", "github.com/cespare/xxhash/v2", true},
		{"io/record", "diagonal/io/compress", false},
		{"io/record/recordtest", "diagonal/io/record", true},
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
	for _, dir := range []string{".", "io/record", "pipelines/partial", "transforms/candidate", "transforms/candidate/simjoin"} {
		if !packages[dir] {
			t.Errorf("the walk over %d files did not come to %s", files, dir)
		}
	}
}
