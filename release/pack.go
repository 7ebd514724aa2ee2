package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// mode returns the permissions of a file in an archive: the program can be run.
func mode(name string) int64 {
	if base := path.Base(name); base == "diagonal" && !strings.Contains(name, "completions") || base == "diagonal.exe" {
		return 0o755
	}
	return 0o644
}

// tarball packs files, in the order of their names, below a folder ("" for none). All have the time at.
func tarball(folder string, files map[string][]byte, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	folders := map[string]bool{".": true}
	var into func(folder string) error
	into = func(folder string) error { // after those above it
		if folders[folder] {
			return nil
		}
		folders[folder] = true
		if err := into(path.Dir(folder)); err != nil {
			return err
		}
		return w.WriteHeader(&tar.Header{Name: folder + "/", Typeflag: tar.TypeDir, Mode: 0o755, ModTime: at,
			Format: tar.FormatPAX})
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := into(path.Dir(path.Join(folder, name))); err != nil {
			return nil, err
		}
		h := &tar.Header{Name: path.Join(folder, name), Mode: mode(name), Size: int64(len(files[name])), ModTime: at,
			Format: tar.FormatPAX}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(files[name]); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	err := z.Close()
	return b.Bytes(), err
}

// zipped is tarball for Windows.
func zipped(folder string, files map[string][]byte, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		h := &zip.FileHeader{Name: folder + "/" + name, Method: zip.Deflate, Modified: at}
		h.SetMode(os.FileMode(mode(name)))
		f, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(files[name]); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

// untar writes the files of an archive to a folder.
func untar(r *tar.Reader, folder string) error {
	for {
		h, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		path := filepath.Join(folder, filepath.FromSlash(h.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		b, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, b, h.FileInfo().Mode().Perm()); err != nil {
			return err
		}
	}
}

// sums writes SHA256SUMS of files in a folder, as sha256sum does.
func sums(folder string, names []string) error {
	var lines strings.Builder
	for _, name := range names {
		b, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%x  %s\n", sha256.Sum256(b), name)
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(lines.String()), 0o644)
}

// link matches a link of Markdown, and its target.
var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// pages adds a file of source to files. If it is a page of Markdown, all that it links in source come, too, with their
// own links: no link of an archive leads nowhere.
func pages(files map[string][]byte, source, name string) error {
	if files[name] != nil {
		return nil
	}
	b, err := os.ReadFile(filepath.Join(source, filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	files[name] = b
	if path.Ext(name) != ".md" {
		return nil
	}
	for _, target := range targets(name, b) {
		if err := pages(files, source, target); err != nil {
			return fmt.Errorf("%s links %s: %w", name, target, err)
		}
	}
	return nil
}

// targets are the names of the files that a page links: those of its repository, and not those of the web.
func targets(name string, page []byte) (all []string) {
	for _, l := range link.FindAllSubmatch(page, -1) {
		target, _, _ := strings.Cut(string(l[1]), "#")
		if target != "" && !strings.Contains(target, ":") {
			all = append(all, path.Join(path.Dir(name), target))
		}
	}
	return all
}
