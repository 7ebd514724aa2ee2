package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
)

// licence matches the names of files that a licence, or a notice that goes with it, is in.
var licence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|copyright|unlicense)`)

// contents returns the files of an archive by their names.
func contents(source, binary string, more map[string][]byte) (map[string][]byte, error) {
	files := maps.Clone(more)
	program, err := os.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	files[filepath.Base(binary)] = program
	for _, name := range []string{"LICENSE", "README.md"} {
		if err := pages(files, source, name); err != nil {
			return nil, err
		}
	}
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	root, err := output(source, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	if err := licences(files, "go", root); err != nil {
		return nil, err
	}
	for _, m := range info.Deps {
		folder, err := output(source, nil, "go", "list", "-m", "-f", "{{.Dir}}", m.Path)
		if err != nil {
			return nil, err
		}
		if err := licences(files, m.Path, folder); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// licences adds the licences in a folder of a module. A module without one is an error: it must not be published.
func licences(files map[string][]byte, module, folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	found := false
	for _, e := range entries {
		if e.IsDir() || !licence.MatchString(e.Name()) {
			continue
		}
		b, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return err
		}
		files["THIRD_PARTY/"+module+"/"+e.Name()], found = b, true
	}
	if !found && module != "go" { // a packaged Go has its licence elsewhere
		return fmt.Errorf("there is no licence in %s of the module %s", folder, module)
	}
	return nil
}

// component is a module in a bill of materials, in CycloneDX 1.5.
type component struct {
	Type    string `json:"type"`
	Name    string `json:"name"`
	Version string `json:"version"`
	PURL    string `json:"purl,omitempty"`
}

// billOf returns the bill of materials of a binary, from what the binary says of itself.
func billOf(binary, version string) ([]byte, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	all := []component{{"library", "std", info.GoVersion, ""}}
	for _, m := range info.Deps {
		all = append(all, componentOf(m))
	}
	b, err := json.MarshalIndent(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"metadata":   map[string]any{"component": component{"application", info.Main.Path, version, ""}},
		"components": all,
	}, "", "  ")
	return append(b, '\n'), err
}

func componentOf(m *debug.Module) component {
	if m.Replace != nil {
		m = m.Replace
	}
	return component{"library", m.Path, m.Version, "pkg:golang/" + m.Path + "@" + m.Version}
}
