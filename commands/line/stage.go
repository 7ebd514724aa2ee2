package line

import (
	"slices"

	"github.com/spf13/pflag"
)

// Stage is the part of a run that a flag belongs to. Help lists flags by their stages.
type Stage string

// The stages, in the order of help. Flags without one are between Input and Result: they say what a command does.
const (
	Input   Stage = "Input"
	Result  Stage = "Result"
	Machine Stage = "Machine"
	Runners Stage = "Runners"
	Notes   Stage = "Messages"
)

// Keys of the annotations of a flag.
const (
	stageKey = "stage"
	mainKey  = "main"
)

// Mark gives a stage to the flags of fs that have none yet.
func Mark(fs *pflag.FlagSet, stage Stage) {
	fs.VisitAll(func(f *pflag.Flag) {
		if StageOf(f) == "" {
			annotate(f, stageKey, string(stage))
		}
	})
}

// StageOf returns the stage of a flag, "" if it has none.
func StageOf(f *pflag.Flag) Stage {
	if v := f.Annotations[stageKey]; len(v) > 0 {
		return Stage(v[0])
	}
	return ""
}

// Main makes flags of fs those that the short help lists. A name that fs does not have is a mistake: it panics.
func Main(fs *pflag.FlagSet, names ...string) {
	for _, name := range names {
		annotate(fs.Lookup(name), mainKey, "")
	}
}

// isMain reports whether the short help lists a flag.
func isMain(f *pflag.Flag) bool { return slices.Contains(f.Annotations[mainKey], "") }

func annotate(f *pflag.Flag, key, value string) {
	if f.Annotations == nil {
		f.Annotations = map[string][]string{}
	}
	f.Annotations[key] = []string{value}
}
