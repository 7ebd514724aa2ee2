package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/result"
	"example.org/diagonal/runners/container/imagetest"
)

// TestImage: image.sh makes an image, and the program runs in its root folder as a user who has no name, without a
// shell or a home, and writes a result.
func TestImage(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{"in/a.jsonl": lineA, "in/b.jsonl": lineB})
	image := imagetest.Make(t, "runners/container/image.sh", binary, "localhost/diagonal")
	if user := image.Inspect(
		"{{.OCIv1.Config.User}} {{.OCIv1.Config.Entrypoint}}"); user != "65532:65532 [/usr/bin/diagonal]" {
		t.Errorf("user and entry point are %q", user)
	}
	root := image.Root
	if err := os.CopyFS(filepath.Join(root, "in"), os.DirFS(filepath.Join(dir, "in"))); err != nil {
		t.Fatal(err)
	}
	image.Run("chroot", "--userspec=12345:12345", root, "/usr/bin/diagonal", "partial", "--input=/in",
		"--output=/tmp/found", "--matching=diagonal", "--signature=shingle")
	folder, err := result.Open(t.Context(), filepath.Join(root, "tmp", "found"))
	if err != nil || !folder.Whole() {
		t.Errorf("there is no whole result: %v", err)
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{"etc", "in", "tmp", "usr"}; !slices.Equal(names, want) {
		t.Errorf("the image has %q, want %q", names, want)
	}
}

// TestSchedules: the examples for Kubernetes and Airflow can be read, and their flags are those of the program.
func TestSchedules(t *testing.T) {
	parse := func(name string, args []string) {
		t.Helper()
		cmd, flags, err := command().Find(args)
		if err == nil {
			err = cmd.ParseFlags(flags)
		}
		if err != nil || cmd.Name() != "partial" || len(flags) < 4 {
			t.Errorf("%s: %q: %v", name, args, err)
		}
	}
	var job struct {
		APIVersion string `yaml:"apiVersion"`
		Kind       string
		Metadata   map[string]string
		Spec       struct {
			Schedule          string
			ConcurrencyPolicy string `yaml:"concurrencyPolicy"`
			JobTemplate       struct {
				Spec struct {
					BackoffLimit     int            `yaml:"backoffLimit"`
					PodFailurePolicy map[string]any `yaml:"podFailurePolicy"`
					Template         struct {
						Spec struct {
							RestartPolicy   string         `yaml:"restartPolicy"`
							SecurityContext map[string]any `yaml:"securityContext"`
							Containers      []struct {
								Name, Image     string
								Args            []string
								Resources       map[string]any
								SecurityContext map[string]any   `yaml:"securityContext"`
								VolumeMounts    []map[string]any `yaml:"volumeMounts"`
							}
							Volumes []map[string]any
						}
					}
				}
			} `yaml:"jobTemplate"`
		}
	}
	read := yaml.NewDecoder(strings.NewReader(containerFile(t, "kubernetes-job.yaml")))
	read.KnownFields(true)
	if err := read.Decode(&job); err != nil {
		t.Fatal(err)
	}
	if err := read.Decode(new(any)); !errors.Is(err, io.EOF) {
		t.Errorf("there is more than one object: %v", err)
	}
	pod := job.Spec.JobTemplate.Spec.Template.Spec
	if job.APIVersion != "batch/v1" || job.Kind != "CronJob" || pod.RestartPolicy != "Never" ||
		len(pod.Containers) != 1 {
		t.Fatalf("%+v", job)
	}
	parse("kubernetes-job.yaml", pod.Containers[0].Args)

	dag := containerFile(t, "airflow_dag.py")
	call := regexp.MustCompile(`bash_command="diagonal ([^"]*)"`).FindStringSubmatch(dag)
	if call == nil {
		t.Fatal("airflow_dag.py runs no diagonal")
	}
	parse("airflow_dag.py", strings.Fields(call[1]))
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3: the syntax of airflow_dag.py is not checked")
	}
	check := exec.Command(python, "-c", "import ast, json, sys; print(json.dumps([n.module for n in ast.walk(ast.parse(sys.stdin.read())) if isinstance(n, ast.ImportFrom)]))")
	check.Stdin = strings.NewReader(dag)
	out, err := check.Output()
	var modules []string
	if err != nil || json.Unmarshal(out, &modules) != nil || !slices.Contains(modules, "airflow.sdk") {
		t.Errorf("airflow_dag.py: %v %s", err, out)
	}
}
