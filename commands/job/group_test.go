package job

import (
	"path/filepath"
	"testing"

	"example.org/diagonal/io/filetest"
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
			"a/b/memory.current": "5000\n",
			"a/b/memory.stat":    "anon 100\nactive_file 1000\ninactive_file 500\ntotal_active_file 7\n",
		}, 3500},
		"version 2, in a container": {v2,
			map[string]string{"memory.current": "5000\n", "memory.stat": "inactive_file 500\n"}, 4500},
		"version 1": {v1, map[string]string{
			"memory/a/b/memory.usage_in_bytes": "9000\n",
			"memory/a/b/memory.stat":           "total_active_file 1000\ntotal_inactive_file 500\ninactive_file 9\n",
		}, 7500},
		"version 1, in a container": {v1, map[string]string{"memory/memory.usage_in_bytes": "9000\n"}, 9000},
		"more files than use": {v2,
			map[string]string{"a/b/memory.current": "50", "a/b/memory.stat": "active_file 60"}, 0},
		"no number": {v2, map[string]string{"a/b/memory.current": "max"}, 0},
		"no files":  {v2, nil, 0},
		"no names":  {"\n::\n0\n", nil, 0},
	} {
		root := t.TempDir()
		filetest.Put(t, root, tc.files)
		self := filepath.Join(t.TempDir(), "self")
		filetest.Write(t, self, tc.self)
		if got := groupUse(root, self); got != tc.want {
			t.Errorf("%s: %d bytes, want %d", name, got, tc.want)
		}
	}
	if got := groupUse(t.TempDir(), "/nowhere"); got != 0 {
		t.Errorf("without names: %d bytes", got)
	}
}
