package transforms_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
)

// The names of what was not compared, in code and in docs/ledger.md.
var (
	ledgerInCode = regexp.MustCompile(`"not_compared\.([a-z_]+)"`)
	ledgerRow    = regexp.MustCompile("(?m)^\\| (`[a-z_]+`(?:, `[a-z_]+`)*) \\|")
	ledgerName   = regexp.MustCompile("`([a-z_]+)`")
)

// ledgerNames returns the names that the Go files below a folder count under.
func ledgerNames(t *testing.T, root string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range ledgerInCode.FindAllStringSubmatch(string(text), -1) {
			names[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// docs/ledger.md explains every name of the ledger, and no other name.
func TestLedgerIsExplained(t *testing.T) {
	text := filetest.Read(t, "../docs/ledger.md")
	explained := map[string]bool{}
	for _, row := range ledgerRow.FindAllStringSubmatch(string(text), -1) {
		for _, m := range ledgerName.FindAllStringSubmatch(row[1], -1) {
			explained[m[1]] = true
		}
	}
	inCode := ledgerNames(t, "..")
	// clean counts them in the summary itself
	searched := []string{"passages_left", "hot_passages_left", "passages_before_last_pass",
		"hot_passages_before_last_pass"}
	for name := range inCode {
		if !explained[name] {
			t.Errorf("docs/ledger.md does not explain %s", name)
		}
	}
	for name := range explained {
		if !inCode[name] && !slices.Contains(searched, name) {
			t.Errorf("docs/ledger.md explains %s, which nothing counts", name)
		}
	}
}
