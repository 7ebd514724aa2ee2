package job

import (
	"errors"
	"math"
	"os"
	"runtime/debug"
	"testing"

	"diagonal/io/docio"
)

func TestFits(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	plan := &docio.Plan{TextBytes: 1_000_000_000}
	const need = baseMemory + 4_000_000_000 // 4,157,286,400
	if err := refused(plan, need); err != nil {
		t.Errorf("what is needed is there, and yet: %v", err)
	}
	err := refused(plan, need-1)
	want := "the input is about 1.0GB of text; the embedded runner keeps everything in memory and would need about 4.2GB, --memory allows 4.2GB\n" +
		"give it less input, more memory (--memory=4158MB tries anyway), or run on an engine that spills to disk: --runner=flink, spark or dataflow"
	if err == nil || err.Error() != want {
		t.Errorf("fits says\n%v\nwant\n%s", err, want)
	}
	if code := ExitCode(err); code != 2 {
		t.Errorf("exit code %d, want 2", code)
	}
	if err := refused(&docio.Plan{}, baseMemory); err != nil {
		t.Errorf("an empty input: %v", err)
	}
	if err := refused(&docio.Plan{TextBytes: math.MaxInt64 / 8}, 0); available() > 0 && err == nil {
		t.Error("an input of an exabyte fits this machine")
	}
}

// The advice in a refusal has to be taken: what it says --memory should be is enough.
func TestRefusalNamesEnoughMemory(t *testing.T) {
	for _, text := range []int64{0, 1, 999, 1 << 20, 1_000_000_000, 123_456_789_012} {
		need := baseMemory + 4*text
		var n int64
		f := bytesFlag{&n}
		if err := f.Set(enough(need)); err != nil || n < need {
			t.Errorf("%d bytes are needed; the advice %q is %d (%v)", need, enough(need), n, err)
		}
	}
}

func TestBytesFlag(t *testing.T) {
	for _, tc := range []struct {
		in, out string
		n       int64
	}{
		{"16GB", "16GB", 16_000_000_000},
		{"1GiB", "1.1GB", 1 << 30},
		{"500 MB", "500MB", 500_000_000},
		{"1", "1B", 1},
	} {
		var n int64
		f := bytesFlag{&n}
		if err := f.Set(tc.in); err != nil || n != tc.n || f.String() != tc.out {
			t.Errorf("%q is %d, %q (%v); want %d, %q", tc.in, n, f.String(), err, tc.n, tc.out)
		}
	}
	for _, bad := range []string{"", "0", "-1GB", "much", "16XB", "99999999999GB"} {
		n := int64(7)
		f := bytesFlag{&n}
		if err := f.Set(bad); err == nil || n != 7 {
			t.Errorf("Set(%q) = %v and left %d", bad, err, n)
		}
	}
	if got := (&bytesFlag{}).String(); got != "" {
		t.Errorf("an unset flag shows %q", got)
	}
}

func TestMeminfo(t *testing.T) {
	name := t.TempDir() + "/meminfo"
	if err := os.WriteFile(name, []byte("MemTotal:  16 kB\nMemAvailable:     12 kB\nBad: x kB\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		file, name string
		want       int64
	}{
		{name, "MemAvailable:", 12 << 10},
		{name, "MemFree:", 0},
		{name, "Bad:", 0},
		{name + ".none", "MemTotal:", 0},
	} {
		if got := meminfo(tc.file, tc.name); got != tc.want {
			t.Errorf("meminfo(%q, %q) = %d, want %d", tc.file, tc.name, got, tc.want)
		}
	}
}

// refused is the refusal of an input that takes 4 bytes a byte.
func refused(plan *docio.Plan, limit int64) error {
	_, end, err := fits(plan, PerByte(4), limit)
	if err == nil {
		end()
	}
	return err
}

func TestTextFor(t *testing.T) {
	for _, perByte := range []func(int64) Memory{PerByte(1), PerByte(46), func(n int64) Memory {
		return Memory{Peak: min(46, 24+700e6/float64(max(1, n)))}
	}} {
		for _, limit := range []int64{0, baseMemory, 1e9, 24e9} {
			n := textFor(perByte, limit)
			if n > 0 && need(perByte, n) > limit || need(perByte, n+1<<10) <= limit {
				t.Errorf("in %d bytes fit %d of text, which need %d", limit, n, need(perByte, n))
			}
		}
	}
}

func TestLeast(t *testing.T) {
	for _, tc := range []struct {
		free  int64
		limit uint64
		err   error
		want  int64
	}{
		{8 << 30, 1 << 30, nil, 1 << 30},
		{1 << 30, 8 << 30, nil, 1 << 30},
		{0, 8 << 30, nil, 8 << 30},
		{1 << 30, 0, errors.New("no group"), 1 << 30},
		{1 << 30, math.MaxUint64, nil, 1 << 30}, // version 1 without a limit
	} {
		if got := least(tc.free, func() (uint64, error) { return tc.limit, tc.err }); got != tc.want {
			t.Errorf("%d free, limit %d: %d, want %d", tc.free, tc.limit, got, tc.want)
		}
	}
}
