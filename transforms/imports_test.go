// Package transforms_test holds the import rules of the whole module.
package transforms_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
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

// A row says which packages of this module a room may import: the first row that names a
// package holds for it. In a pattern, * is one folder, and /... a folder with all below it.
type row struct {
	room string
	may  []string
}

// rooms says who may know whom. A stage of transforms/ is Beam; it knows the stages before it
// in the flow, for the records that it receives. An algorithm below a stage has never heard
// of Beam, of records or of files.
var rooms = []row{
	// The program: commands, and where their jobs run.
	{".", []string{"..."}},
	{"bench/program", []string{"io/process"}},
	{"bench/madeup", nil},
	{"bench/profile", []string{"commands/..."}},
	{"bench/texts", []string{"bench/program"}},
	{"bench/*", []string{"bench/madeup", "bench/profile", "bench/program", "bench/texts", "commands/...",
		"pipelines/...", "transforms/...", "engine/...", "io/...", "runners/..."}},
	{"examples/*", []string{"pipelines/...", "transforms/...", "engine/...", "io/record"}}, // from outside
	{"commands/line", []string{"io/visible", "transforms/parameter", "transforms/analysis/charfilter",
		"transforms/analysis/standard"}},
	{"commands/job/forecast", nil},
	// main gives it the commands
	{"commands/plan", []string{"commands/job", "commands/job/forecast", "commands/line", "transforms/...", forStages,
		"engine/spool", "io/..."}},
	{"commands/job", []string{"commands/line", "runners/...", "engine/...", "io/..."}},
	{"commands/job/jobtest", []string{"commands/job", "engine/...", "io/..."}},
	// it searches again, and adds to an index
	{"commands/clean", []string{"commands/partial", "commands/index", "commands/job", "commands/job/jobtest",
		"commands/line", "pipelines/...", "transforms/...", forStages, "engine/spool", "io/..."}},
	// the flags of partial
	{"commands/explain", []string{"commands/partial", "commands/job", "commands/job/jobtest", "commands/line",
		"pipelines/...", "transforms/...", forStages, "engine/spool", "io/..."}},
	// its parts
	{"commands/report/...", []string{"commands/report/...", "docs", "commands/job", "commands/line", "transforms/...",
		forStages, "engine/spool", "io/..."}},
	{"commands/*", []string{"commands/job", "commands/*/*test", "commands/line", "pipelines/...", "transforms/...",
		forStages, "engine/spool", "io/..."}},
	{"runners", []string{"..."}}, // tests of all of them
	{"runners/worker/...", nil},
	{"runners/...", []string{"runners/target", "runners/worker/...", "io/..."}},

	// The library: pipelines, their stages in the order of the flow, algorithms.
	// it reads an index
	{"pipelines/lookup", []string{"transforms/...", "io/record/...", "io/indexio/...", "io/docio", forStages}},
	// it makes the entries of one, and reads its documents again
	{"pipelines/index", []string{"transforms/...", "io/record/...", "io/indexio/...", "io/docio", forStages}},
	{"pipelines/*", []string{"transforms/...", forStages, "io/record/..."}},
	{"transforms/parameter", nil},
	// and earlier stages
	{"transforms/lookup", []string{anAlgorithm, "transforms/parameter", "io/record", "io/indexio/entry", forStages,
		codePoints}},
	// and earlier stages
	{"transforms/*", []string{anAlgorithm, "transforms/parameter", "io/record", "io/record/recordtest", forStages,
		codePoints}},
	{anAlgorithm, []string{anAlgorithm, "engine/shuffle/*", "engine/tally/*", "transforms/parameter", codePoints}},
	{"transforms", nil},

	{"docs", nil},
	{"release", nil},

	// The engine: what makes a stage run on Beam. It knows no stage.
	{"engine", []string{"engine/...", "transforms/parameter"}},
	{"engine/dofn", nil},
	{"engine/local", nil},
	{"engine/spool", []string{"io/lockdir"}},
	{"engine/wire/...", []string{"engine/wire"}},
	{"engine/shuffle", []string{"engine/spool", "engine/dofn", "engine/shuffle/*", "transforms/parameter"}},
	{"engine/delivery", []string{"engine/...", "io/record"}},
	{"engine/tally", []string{"engine/..."}},
	{"engine/*/*", []string{"engine/*/*"}},

	// Files.
	{"io/record", []string{"engine/wire/...", codePoints}},
	{"io/shardio", []string{"io/...", forStages, "engine/spool"}}, // its stages are typed
	{"io/...", []string{"io/...", "engine/dofn", "engine/spool", "engine/wire/..."}},
}

const (
	anAlgorithm = "transforms/*/*"
	// codePoints is like package unicode/utf8: everyone may count them.
	codePoints = "io/runes"
	// forTests writes and reads files for the tests of everyone.
	forTests = "io/filetest"
	// forStages is what stages see of the engine: not the spool, and not where they run.
	forStages = "engine, and what stages see of it"
)

// flows are the stages in the order in which records go through them.
var flows = [][]string{
	{"catalogue", "analysis", "prose", "signature", "candidate", "alignment", "letters", "hot", "locate",
		"share", "cleaning"},
	{"catalogue", "analysis", "resemblance", "group", "partition", "cleaning"},
	{"catalogue", "analysis", "signature", "candidate", "reuse"},
	{"catalogue", "analysis", "prose", "alignment", "lookup"},
	{"locate", "resemblance", "group", "cluster"},
	{"catalogue", "analysis", "contamination"},
}

// earlier reports whether the stage in the folder a comes before that in b.
func earlier(a, b string) bool {
	a, b = strings.TrimPrefix(a, "transforms/"), strings.TrimPrefix(b, "transforms/")
	return slices.ContainsFunc(flows, func(stages []string) bool {
		x, y := slices.Index(stages, a), slices.Index(stages, b)
		return x >= 0 && x < y
	})
}

// exceptions are imports that a change in progress has not removed yet. A line that is not
// needed any more fails the test.
var exceptions = map[string][]string{}

// matches reports whether a pattern names a folder.
func matches(pattern, dir string) bool {
	if pattern == forStages {
		return dir != "engine/spool" && dir != "engine/local" && matches("engine/...", dir)
	}
	if above, ok := strings.CutSuffix(pattern, "..."); ok {
		return strings.HasPrefix(dir+"/", above)
	}
	ok, err := path.Match(pattern, dir)
	if err != nil {
		panic(err)
	}
	return ok
}

// forbidden returns why a package in dir ("." is main) may not import imp, or "" if it may.
func forbidden(dir, imp string) string {
	if (matches(anAlgorithm, dir) || matches("engine/*/*", dir) && !matches("engine/shuffle/shuffletest", dir)) &&
		strings.HasPrefix(imp, "github.com/apache/beam/") {
		return "an algorithm has never heard of Beam"
	}
	ours, ok := strings.CutPrefix(imp, module)
	if !ok || ours == dir {
		return ""
	}
	i := slices.IndexFunc(rooms, func(r row) bool { return matches(r.room, dir) })
	if i < 0 {
		return "no row of the table is for this package"
	}
	if earlier(ours, dir) {
		return ""
	}
	if slices.ContainsFunc(rooms[i].may, func(p string) bool { return matches(p, ours) }) {
		return ""
	}
	return rooms[i].room + " may only import " + strings.Join(rooms[i].may, ", ")
}

// vague are names that say nothing of what a package contains.
var vague = []string{"util", "utils", "common", "misc", "helper", "helpers", "base", "shared", "lib"}

// misnamed returns why the folder may not be a package, or "".
func misnamed(dir string) string {
	switch {
	case slices.Contains(vague, path.Base(dir)):
		return "the name says nothing"
	case strings.Count(dir, "/") > 2:
		return "two levels at most below a top folder"
	}
	return ""
}

func TestForbidden(t *testing.T) {
	const beam = "github.com/apache/beam/sdks/v2/go/pkg/beam"
	for _, tc := range []struct {
		dir, imp string
		allowed  bool
	}{
		{".", "commands/partial", true},
		{".", "runners/worker", true},
		{"bench/job", "commands/partial", true},
		{"bench/job", "bench/corpus", false},
		{"commands/partial", "commands/job", true},
		{"commands/partial", "commands/job/jobtest", true},
		{"commands/serve", "commands/report/browsertest", true},
		{"commands/partial", "commands/line", true},
		{"commands/partial", "pipelines/partial", true},
		{"commands/partial", "commands/plant", false},
		{"commands/partial", "engine/local", false},
		{"commands/partial", "engine/shuffle", true},
		{"commands/partial", "bench/corpus", false},
		{"commands/job", "runners/jobservice", true},
		{"commands/job", "commands/partial", false},
		{"commands/job", "pipelines/partial", false},
		{"commands/job", "transforms/candidate", false},
		{"commands/line", "io/visible", true},
		{"commands/line", "io/docio", false},
		{"runners/jobservice", "runners/target", true},
		{"runners/jobservice", "runners/dataflow", false},
		{"runners/dataflow", "io/store", true},
		{"runners/dataflow", "commands/line", false},
		{"pipelines/partial", "transforms/candidate", true},
		{"pipelines/partial", "transforms/alignment/diagonal", true},
		{"pipelines/partial", "io/record", true},
		{"pipelines/partial", "io/docio", false},
		{"pipelines/partial", "commands/job", false},
		{"pipelines/partial", "pipelines/clean", false},
		{"transforms/candidate", beam, true},
		{"transforms/candidate", "io/record", true},
		{"transforms/candidate", "io/docio", false},
		{"transforms/candidate", "engine/spool", false},
		{"transforms/candidate", "engine/shuffle", true},
		{"transforms/candidate", "engine/shuffle/block", true},
		{"transforms/candidate", "transforms/candidate/occurrence", true},
		{"transforms/candidate", "transforms/signature", true},
		{"transforms/signature", "transforms/candidate", false},
		{"transforms/group", "transforms/resemblance", true},
		{"transforms/resemblance", "transforms/group", false},
		{"transforms/resemblance", "transforms/signature", false},
		{"transforms/candidate", "pipelines/partial", false},
		{"engine/shuffle", "engine/shuffle/block", true},
		{"engine/shuffle", "engine/spool", true},
		{"engine/shuffle", "io/record", false},
		{"engine/shuffle", "transforms/candidate", false},
		{"engine/shuffle/block", beam, false},
		{"transforms/candidate/occurrence", "slices", true},
		{"transforms/candidate/occurrence", "github.com/cespare/xxhash/v2", true},
		{"transforms/candidate/occurrence", beam, false},
		{"transforms/candidate/occurrence", "transforms/signature/shingle", true},
		{"transforms/candidate/occurrence", "transforms/parameter", true},
		{"transforms/candidate/occurrence", "transforms/candidate", false},
		{"transforms/candidate/occurrence", "engine/shuffle", false},
		{"transforms/candidate/occurrence", "io/record", false},
		{"transforms/candidate/occurrence", "engine/wire", false},
		{"transforms/analysis/charfilter", "io/runes", true},
		{"io/docio", beam, true},
		{"io/docio", "io/record", true},
		{"io/docio", "transforms/analysis/token", false},
		{"io/record", "engine/wire", true},
		{"io/record", "io/compress", false},
		{"io/record/recordtest", "io/record", true},
	} {
		imp := tc.imp
		if top, _, _ := strings.Cut(imp, "/"); slices.Contains([]string{"bench", "commands", "engine", "io",
			"pipelines", "runners", "transforms"}, top) {
			imp = module + imp
		}
		if got := forbidden(tc.dir, imp); (got == "") != tc.allowed {
			t.Errorf("forbidden(%q, %q) = %q, allowed should be %v", tc.dir, tc.imp, got, tc.allowed)
		}
	}
}

func TestMisnamed(t *testing.T) {
	for dir, allowed := range map[string]bool{
		".": true, "io/record": true, "transforms/candidate/occurrence": true, "io/utility": true,
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
			if code, _, _ := strings.Cut(line, " //"); strings.HasSuffix(code, "\"") &&
				strings.Contains(code, "\""+path+"/") {
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
	files, packages, excused := 0, map[string]bool{}, map[string]bool{}
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
			if imp == module+forTests && strings.HasSuffix(name, "_test.go") {
				continue
			}
			why := forbidden(dir, imp)
			if ours := strings.TrimPrefix(imp, module); why != "" && slices.Contains(exceptions[dir], ours) {
				excused[dir+" "+ours] = true
			} else if why != "" {
				t.Errorf("%s imports %s: %s", name, imp, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for dir, list := range exceptions {
		for _, ours := range list {
			if !excused[dir+" "+ours] {
				t.Errorf("the exception for %s, which imports %s, is not needed any more", dir, ours)
			}
		}
	}
	for _, dir := range []string{".", "commands/job", "io/record", "pipelines/partial", "transforms/candidate",
		"transforms/candidate/occurrence"} {
		if !packages[dir] {
			t.Errorf("the walk over %d files did not come to %s", files, dir)
		}
	}
}

// Folders of transforms, with the algorithms in them, do not know each other in a circle.
func TestNoCircle(t *testing.T) {
	knows := map[string]map[string]bool{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		from, _, _ := strings.Cut(filepath.ToSlash(name), "/")
		for _, spec := range f.Imports {
			if _, to, ok := strings.Cut(strings.Trim(spec.Path.Value, `"`), module+"transforms/"); ok {
				if to, _, _ = strings.Cut(to, "/"); to != from {
					if knows[from] == nil {
						knows[from] = map[string]bool{}
					}
					knows[from][to] = true
				}
			}
		}
		return nil
	})
	if err != nil || len(knows) == 0 {
		t.Fatal(len(knows), err)
	}
	// A folder that knows nobody is taken out, with what is known of it, until none is left.
	for len(knows) > 0 {
		left := len(knows)
		for from, to := range knows {
			for folder := range to {
				if knows[folder] == nil {
					delete(to, folder)
				}
			}
			if len(to) == 0 {
				delete(knows, from)
			}
		}
		if len(knows) == left {
			t.Fatalf("circles among the folders %v", slices.Sorted(maps.Keys(knows)))
		}
	}
}
