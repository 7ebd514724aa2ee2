// Package imagetest makes images with runners/container/image.sh, for tests.
package imagetest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Image is a container of an image that was made.
type Image struct {
	// Root is its root folder, mounted.
	Root string

	t         *testing.T
	storage   string // the settings of buildah
	container string
}

// Make makes the image of a program by a script, image.sh, and a container of it, which is removed with the test. It
// writes the image into a folder as well. The test is skipped where no image can be made, or nobody can run in its root
// folder.
func Make(t *testing.T, script, program, name string) *Image {
	t.Helper()
	if _, err := exec.LookPath("buildah"); err != nil {
		t.Skip("buildah is not installed: no image is built (on Debian: apt-get install buildah)")
	}
	if os.Geteuid() != 0 {
		t.Skip("chroot needs root")
	}
	dir := t.TempDir()
	im := &Image{t: t, storage: filepath.Join(dir, "storage.conf")}
	settings := "[storage]\ndriver = \"vfs\"\ngraphroot = \"" + dir + "/graph\"\nrunroot = \"" + dir + "/run\"\n"
	if err := os.WriteFile(im.storage, []byte(settings), 0o644); err != nil {
		t.Fatal(err)
	}
	im.Run(script, program, name, filepath.Join(dir, "oci"))
	im.container = im.Run("buildah", "from", name)
	t.Cleanup(func() { im.Run("buildah", "rm", im.container) })
	im.Root = im.Run("buildah", "mount", im.container)
	return im
}

// Inspect returns what buildah says of the container, by a template.
func (im *Image) Inspect(format string) string {
	im.t.Helper()
	return im.Run("buildah", "inspect", "--format", format, im.container)
}

// Run runs a command with the storage of the image, and returns its output.
func (im *Image) Run(name string, args ...string) string {
	im.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "CONTAINERS_STORAGE_CONF="+im.storage, "BUILDAH_ISOLATION=chroot")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		im.t.Fatalf("%s %q: %v\n%s", name, args, err, said.Bytes())
	}
	return strings.TrimSpace(string(out))
}
