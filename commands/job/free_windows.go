package job

import "golang.org/x/sys/windows"

// Free returns the room on the disk of a folder in bytes, -1 if it is not known.
func Free(folder string) int64 {
	var free uint64
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil || windows.GetDiskFreeSpaceEx(name, &free, nil, nil) != nil {
		return -1
	}
	return int64(free)
}
