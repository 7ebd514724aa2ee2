package job

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
)

// Every name of a stage, or the beginning of one, is that of a type that there is: PACKAGE.TYPE.
func TestStagesExist(t *testing.T) {
	names := map[string]bool{} // whether a whole type has the name, and not only its beginning
	for name := range stageWeights {
		names[name] = true
	}
	for _, w := range stageWords {
		if !names[w.begin] {
			names[w.begin] = false
		}
	}
	for name, whole := range names {
		folder, begin, _ := strings.Cut(name, ".")
		files, err := filepath.Glob("../../*/" + folder + "/*.go")
		if err != nil || len(files) == 0 {
			t.Errorf("%s: there is no package %s (%v)", name, folder, err)
			continue
		}
		end := ""
		if whole {
			end = `\b`
		}
		declared := regexp.MustCompile(`(?m)^(type )?\s*` + begin + end + `\w*(\[.*\])? struct`)
		found := false
		for _, file := range files {
			text := filetest.Read(t, file)
			found = found || !strings.HasSuffix(file, "_test.go") && declared.Match(text)
		}
		if !found {
			t.Errorf("there is no stage %s", name)
		}
	}
}
