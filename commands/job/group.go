package job

import (
	"bufio"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// groupMemory returns how many bytes the control group of this process may still take, at least one; false if there is
// no limit.
func groupMemory() (bytes int64, limited bool) {
	limit, err := memlimit.FromCgroup()
	if err != nil || limit == 0 || limit > math.MaxInt64 {
		return 0, false
	}
	return max(1, int64(limit)-groupUse("/sys/fs/cgroup", "/proc/self/cgroup")), true
}

// groupFiles are the files that say what a control group uses.
type groupFiles struct {
	use string // in bytes
	// pages of files, which the system drops when memory runs out: names in memory.stat.
	dropped [2]string
}

var (
	groupV1 = groupFiles{"memory.usage_in_bytes", [2]string{"total_active_file", "total_inactive_file"}}
	groupV2 = groupFiles{"memory.current", [2]string{"active_file", "inactive_file"}}
)

// groupUse returns how many bytes the processes in the control group of this one use; 0 if that is not known. root is
// the folder of all groups, self the file that names the group (cgroups(7)).
func groupUse(root, self string) int64 {
	names, err := os.ReadFile(self)
	if err != nil {
		return 0
	}
	use := int64(0)
	for name := range strings.Lines(string(names)) {
		fields := strings.SplitN(strings.TrimSpace(name), ":", 3) // number, controllers, path
		switch {
		case len(fields) < 3:
		case fields[0] == "0" && fields[1] == "":
			use = max(use, groupV2.of(root, fields[2]))
		case slices.Contains(strings.Split(fields[1], ","), "memory"):
			use = max(use, groupV1.of(filepath.Join(root, "memory"), fields[2]))
		}
	}
	return use
}

// of returns the use of a group below root. In a container, where root is the group itself, its path leads nowhere.
func (g groupFiles) of(root, group string) int64 {
	dir := filepath.Join(root, group)
	text, err := os.ReadFile(filepath.Join(dir, g.use))
	if err != nil {
		dir = root
		if text, err = os.ReadFile(filepath.Join(dir, g.use)); err != nil {
			return 0
		}
	}
	use, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return 0
	}
	stat, err := os.Open(filepath.Join(dir, "memory.stat"))
	if err != nil {
		return use
	}
	defer stat.Close()
	lines := bufio.NewScanner(stat)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		if !slices.Contains(g.dropped[:], name) {
			continue
		}
		if bytes, err := strconv.ParseInt(value, 10, 64); err == nil {
			use -= bytes
		}
	}
	return max(0, use)
}
