package job

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/io/store"
	"example.org/diagonal/io/visible"
)

// Made is what a result was made from, for run.json: --skip_done compares it.
type Made struct {
	// Flags are the flags that decide the result and do not have their defaults, as on the command line.
	Flags map[string]string `json:"flags,omitempty"`
	// Input is the state of the files of the input (docio.Plan.State).
	Input string `json:"input_state,omitempty"`
	// Reads are the states of the other files and folders that were read, by flag (docio.FolderState).
	Reads map[string]string `json:"read_states,omitempty"`
	// Environment are the flags that the environment has set, as on the command line. They do not decide the result.
	Environment []string `json:"environment,omitempty"`
}

// readFlags are the flags that name a file or a folder that is read and is not the input.
var readFlags = []string{"result", "index", "antecedents", "ignore", "metadata"}

// ofPlace are the flags that say where the result is and when it is made, and not what is in it. Those of the stages
// Machine, Runners and Notes do not decide it either.
var ofPlace = []string{"output", "overwrite", "skip_done", "write_texts"}

// Remember keeps what is known of a result before it is made: for run.json, and for Done. places are flags that say
// where it is, beside --output. The error is that of a store that does not answer.
func (p *Params) Remember(ctx context.Context, fs *pflag.FlagSet, places ...string) (err error) {
	p.made, err = madeWith(ctx, fs, append(places, ofPlace...))
	return err
}

// madeWith returns what is known of a result before it is made. Without an Input it has no state of that. The flags
// that are places do not count.
func madeWith(ctx context.Context, fs *pflag.FlagSet, places []string) (Made, error) {
	var broken error
	m := Made{Flags: map[string]string{}, Reads: map[string]string{}, Environment: line.FromEnvironment(fs)}
	fs.VisitAll(func(f *pflag.Flag) {
		stage, value := line.StageOf(f), f.Value.String()
		if f.Hidden || value == f.DefValue || slices.Contains([]line.Stage{line.Machine, line.Runners, line.Notes},
			stage) || slices.Contains(places, f.Name) {
			return
		}
		paths := []string{value}
		if many, ok := f.Value.(pflag.SliceValue); ok {
			paths = many.GetSlice()
			value = strings.Join(paths, ",")
		}
		m.Flags[f.Name] = value
		if slices.Contains(readFlags, f.Name) {
			var states []string
			for _, path := range paths {
				switch state, err := docio.FolderState(ctx, path); {
				case err == nil:
					states = append(states, state)
				case store.Broken(err) && broken == nil:
					broken = err
				} // else it is a number, or the run says so
			}
			if len(states) > 0 {
				m.Reads[f.Name] = strings.Join(states, ",")
			}
		}
	})
	return m, broken
}

// differs returns how a result that was made from m differs from one of other, in words; "" if it does not.
func (m Made) differs(other Made) string {
	for _, name := range slices.Sorted(maps.Keys(union(m.Flags, other.Flags))) {
		was, is := m.Flags[name], other.Flags[name]
		switch {
		case was == is:
		case was == "":
			return fmt.Sprintf("without --%s=%s", name, line.Quoted(is))
		default:
			return fmt.Sprintf("with --%s=%s", name, line.Quoted(was))
		}
	}
	if m.Input != other.Input {
		return "from other files, or they have changed since"
	}
	for name, state := range other.Reads {
		if m.Reads[name] != state {
			return fmt.Sprintf("before --%s=%s changed", name, line.Quoted(other.Flags[name]))
		}
	}
	return ""
}

// union has the keys of both.
func union(a, b map[string]string) map[string]string {
	all := maps.Clone(a)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, b)
	return all
}

// Done looks for a whole result in the folder dir, for --skip_done. If it was made as this run would make it
// (Remember), done is a line that says so, in which the result is called name. If it was made otherwise, or nobody
// knows how, other says it.
func (p *Params) Done(ctx context.Context, dir, name string) (done, other string, err error) {
	if p.Docs.ReadsStdin() {
		return "", "", line.Usage(errors.New("--skip_done has no effect with standard input, which is not known before it is read: leave out one of the two"))
	}
	folder, err := result.Open(ctx, dir)
	if err != nil || !folder.Whole() || !folder.Has(result.RunFile) {
		return "", "", nil // the run says what is wrong, if anything is
	}
	var earlier RunInfo
	if err := folder.Run(ctx, &earlier); err != nil {
		return "", "", nil
	}
	now := p.made
	if now.Input, err = docio.StateOf(ctx, p.Docs); err != nil {
		return "", "", usageOf(err)
	}
	if earlier.Input == "" {
		return "", "it does not say what it was made from", nil
	}
	if why := earlier.Made.differs(now); why != "" {
		return "", "it was made " + why, nil
	}
	return fmt.Sprintf("%s is there already, made from the same files with the same flags on %s: nothing to do",
		visible.Text(name), earlier.Started.UTC().Format(time.DateTime+" UTC")), "", nil
}

// withOther adds why an earlier result is not that of this run to an error about it.
func withOther(err error, other string) error {
	if other == "" || !errors.As(err, new(*shardio.ExistsError)) {
		return err
	}
	return fmt.Errorf("%w. --skip_done does not skip it: %s", err, other)
}
