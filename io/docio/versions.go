package docio

import (
	"encoding/binary"
	"slices"
	"sort"

	"github.com/cespare/xxhash/v2"
)

// versions holds the files of a plan and their versions: the xxhash64 of PATH, a zero byte
// and VERSION of each file that has a version, 8 bytes big-endian, ascending. It travels
// with the stage that fetches, so it is small: 8 bytes a file.
type versions []byte

const versionBytes = 8

func versionHash(path, version string) uint64 {
	return xxhash.Sum64String(path + "\x00" + version)
}

// versionsOf returns the versions of the files of a plan.
func versionsOf(plan *Plan) versions {
	var hashes []uint64
	last := ""
	for _, r := range plan.ranges {
		if r.Version != "" && r.Path != last { // the ranges of a file follow each other
			hashes = append(hashes, versionHash(plan.params.place(plan.dir, r.Path), r.Version))
		}
		last = r.Path
	}
	slices.Sort(hashes)
	v := make(versions, 0, versionBytes*len(hashes))
	for _, h := range slices.Compact(hashes) {
		v = binary.BigEndian.AppendUint64(v, h)
	}
	return v
}

// has reports whether the plan has the file at path in this version.
func (v versions) has(path, version string) bool {
	want, n := versionHash(path, version), len(v)/versionBytes
	at := func(i int) uint64 { return binary.BigEndian.Uint64(v[versionBytes*i:]) }
	i := sort.Search(n, func(i int) bool { return at(i) >= want })
	return i < n && at(i) == want
}
