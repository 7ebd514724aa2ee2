package job

import (
	"os"
	"path/filepath"
	"testing"
)

// What a control group uses is its memory without pages of files, in both versions, on the machine and in a container.
func TestGroupUse(t *testing.T) {
	const v1, v2 = "4:memory:/a/b\n1:cpu:/x\n0::/\n", "0::/a/b\n"
	for name, tc := range map[string]struct {
		self  string
		files map[string]string
		want  int64
	}{
		"version 2": {v2, map[string]string{
			"a/b/memory.current": "5000\n", "a/b/memory.stat": "anon 100\nactive_file 1000\ninactive_file 500\ntotal_active_file 7\n",
		}, 3500},
		"version 2, in a container": {v2, map[string]string{"memory.current": "5000\n", "memory.stat": "inactive_file 500\n"}, 4500},
		"version 1": {v1, map[string]string{
			"memory/a/b/memory.usage_in_bytes": "9000\n", "memory/a/b/memory.stat": "total_active_file 1000\ntotal_inactive_file 500\ninactive_file 9\n",
		}, 7500},
		"version 1, in a container": {v1, map[string]string{"memory/memory.usage_in_bytes": "9000\n"}, 9000},
		"more files than use":       {v2, map[string]string{"a/b/memory.current": "50", "a/b/memory.stat": "active_file 60"}, 0},
		"no number":                 {v2, map[string]string{"a/b/memory.current": "max"}, 0},
		"no files":                  {v2, nil, 0},
		"no names":                  {"\n::\n0\n", nil, 0},
	} {
		root := t.TempDir()
		for file, text := range tc.files {
			path := filepath.Join(root, file)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		self := filepath.Join(t.TempDir(), "self")
		if err := os.WriteFile(self, []byte(tc.self), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := groupUse(root, self); got != tc.want {
			t.Errorf("%s: %d bytes, want %d", name, got, tc.want)
		}
	}
	if got := groupUse(t.TempDir(), "/nowhere"); got != 0 {
		t.Errorf("without names: %d bytes", got)
	}
}
