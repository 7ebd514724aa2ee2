package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/partial"
	"example.org/diagonal/io/filetest"
)

// containerFile returns a file of runners/container. The container is built in this folder.
func containerFile(t *testing.T, name string) string {
	t.Helper()
	return string(filetest.Read(t, filepath.Join("runners", "container", name)))
}

// containerLines returns the instructions of the Containerfile, one a line.
func containerLines(t *testing.T) (lines []string) {
	text := strings.ReplaceAll(containerFile(t, "Containerfile"), "\\\n", " ")
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return lines
}

// TestContainerfile: instructions are known ones, stages and files that are copied exist, and what
// is built is copied.
func TestContainerfile(t *testing.T) {
	stages := map[string]bool{}
	var built, copied []string
	for _, line := range containerLines(t) {
		words := strings.Fields(line)
		switch words[0] {
		case "FROM":
			if !strings.Contains(words[1], "/") && !stages[words[1]] {
				t.Errorf("%s: there is no such stage before it", line)
			}
			if len(words) == 4 {
				stages[words[3]] = true
			}
		case "COPY":
			from, ok := strings.CutPrefix(words[1], "--from=")
			if ok {
				if copied = append(copied, words[2]); !stages[from] {
					t.Errorf("%s: there is no stage %s", line, from)
				}
				continue
			}
			for _, name := range words[1 : len(words)-1] {
				if _, err := os.Stat(name); err != nil {
					t.Errorf("%s: %v", line, err)
				}
			}
		case "RUN":
			for _, m := range regexp.MustCompile(`-o (\S+) `).FindAllStringSubmatch(line, -1) {
				built = append(built, m[1])
			}
		case "WORKDIR", "ENV", "ENTRYPOINT":
		default:
			t.Errorf("unknown instruction: %s", line)
		}
	}
	if len(built) != 2 {
		t.Errorf("built: %q, want two programs", built)
	}
	for _, b := range built {
		if !strings.Contains(strings.Join(copied, " "), b) {
			t.Errorf("%s is built and not copied", b)
		}
	}
}

// TestContainerVersions: the container has the Go version of go.mod, and the boot program is a program of the
// Beam that go.mod names.
func TestContainerVersions(t *testing.T) {
	mod := filetest.Read(t, "go.mod")
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(string(mod))
	if text := strings.Join(containerLines(t), "\n"); version == nil ||
		!strings.Contains(text, "golang:"+version[1]+" AS build") {
		t.Errorf("go.mod has Go %q, the container another one", version)
	}
	const boot = "github.com/apache/beam/sdks/v2/go/container"
	if !strings.Contains(containerFile(t, "Containerfile"), boot+"\n") {
		t.Fatalf("the Containerfile does not build %s", boot)
	}
	list := exec.Command("go", "list", "-f", "{{.Name}}", boot)
	// beside it go may say what it downloads
	if out, err := list.Output(); err != nil || strings.TrimSpace(string(out)) != "main" {
		t.Errorf("%s: %v: %s", boot, err, out)
	}
}

// TestContainerBinary: the binary that submits a job of the template, and is staged for its workers, is
// the one that the image of workers has.
func TestContainerBinary(t *testing.T) {
	const binary = "/opt/diagonal/diagonal"
	if n := strings.Count(strings.Join(containerLines(t), "\n"), "COPY --from=build /out/diagonal "+binary); n != 2 {
		t.Errorf("%d images have the binary that is built, want 2", n)
	}
	if !strings.Contains(containerFile(t, "launch.sh"), "exec "+binary+" partial --runner=dataflow ") {
		t.Error("launch.sh starts another binary")
	}
	if out, err := exec.Command("sh", "-n", "runners/container/launch.sh").CombinedOutput(); err != nil {
		t.Errorf("launch.sh: %v: %s", err, out)
	}
}

// TestFlexTemplate: each parameter of the template is a flag of partial.
func TestFlexTemplate(t *testing.T) {
	var template struct {
		Image    string
		SDKInfo  struct{ Language string } `json:"sdkInfo"`
		Metadata struct {
			Name       string
			Parameters []struct {
				Name, Label, HelpText string
				IsOptional            bool
				Regexes               []string
			}
		}
	}
	d := json.NewDecoder(strings.NewReader(containerFile(t, "flex-template.json")))
	if err := d.Decode(&template); err != nil || template.SDKInfo.Language != "GO" || template.Image == "" ||
		template.Metadata.Name == "" {
		t.Fatalf("%v: %+v", err, template)
	}
	flags := job.WithRunner(partial.Command()).Flags()
	required := 0
	for _, p := range template.Metadata.Parameters {
		if flags.Lookup(p.Name) == nil || p.Label == "" || p.HelpText == "" {
			t.Errorf("parameter %+v is no flag of partial, or has no words", p)
		}
		for _, r := range p.Regexes {
			if _, err := regexp.Compile(r); err != nil {
				t.Error(err)
			}
		}
		if !p.IsOptional {
			required++
		}
	}
	if required != 2 {
		t.Errorf("%d parameters are required, want input and output", required)
	}
}
