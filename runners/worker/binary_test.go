package worker

import (
	"runtime/debug"
	"testing"
)

// With -trimpath, Go says the tags of a build and not the flags of the linker.
func TestTaggedBuild(t *testing.T) {
	b := buildOf(&debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "-tags", Value: "x,version=v0.1.0-3-g0123456"},
		{Key: "-trimpath", Value: "true"}}})
	if want := (build{"v0.1.0-3-g0123456", "0123456"}); b != want {
		t.Errorf("%+v, want %+v", b, want)
	}
}

// Builds by run.sh say a version, those by `go build` a commit.
func TestBuildsDiffer(t *testing.T) {
	of := func(version, commit string) build {
		return buildOf(&debug.BuildInfo{Settings: []debug.BuildSetting{
			{Key: "-ldflags", Value: "-s -w -X module/runners/worker.version=" + version},
			{Key: "vcs.revision", Value: commit},
		}})
	}
	const commit = "0123456789abcdef0123456789abcdef01234567"
	for _, tc := range []struct {
		a, b build
		want bool
	}{
		{of("", ""), of("", ""), false},
		{of("", commit), of("", ""), false},
		{of("", commit), of("", commit), false},
		{of("", commit), of("", "9"+commit[1:]), true},
		{of("0123456", ""), of("", commit), false},
		{of("v1.2-3-g0123456-dirty", ""), of("", commit), false},
		{of("v1.2-3-g9123456", ""), of("", commit), true},
		{of("v1.2", ""), of("", commit), false}, // not known
		{of("v1.2", ""), of("v1.3", ""), true},
		{of("v1.2", ""), of("v1.2", ""), false},
	} {
		if got := tc.a.differs(tc.b); got != tc.want || tc.b.differs(tc.a) != tc.want {
			t.Errorf("%+v, %+v: differ: %v", tc.a, tc.b, got)
		}
	}
}
