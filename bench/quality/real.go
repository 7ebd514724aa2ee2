package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// realSet is a collection of real text with labels. Its folder has the name of the set.
type realSet struct {
	name string
	// flags are those of the main job. $SET is the folder of the set, $PAN that of
	// --pan; a set that needs the latter is left out without it.
	flags []string
	// scorers are the programs that score a result, each with its arguments. $RESULT is
	// the result.
	scorers [][]string
}

var realSets = []realSet{
	{"reuters", []string{"--input=$SET/corpus.jsonl"}, [][]string{{"reuters_score.py", "$RESULT", "$SET"}, {"exact_score.py", "$RESULT", "$SET/exact.tsv"}}},
	{"html", []string{"--input=$SET/pages", "--format=html"}, [][]string{{"html_score.py", "$RESULT", "$SET"}, {"exact_score.py", "$RESULT", "$SET/exact.tsv"}}},
	{"han", []string{"--input=$SET/corpus"}, [][]string{{"han_score.py", "$RESULT", "$SET/runs.tsv"}}},
	{"verses", []string{"--input=$SET/verses.jsonl", "--source=$SET/web.jsonl"}, [][]string{{"verses_score.py", "$RESULT", "$SET/gold.tsv"}}},
	{"answers", []string{"--input=$SET/ans.jsonl", "--source=$SET/src.jsonl"}, [][]string{{"answers_score.py", "$RESULT", "$SET"}}},
	{"trec", []string{"--input=$SET/docs.jsonl"}, [][]string{{"trec_score.py", "$SET", "$RESULT"}}},
	{"bills", []string{"--input=$SET/left.jsonl", "--source=$SET/right.jsonl"}, [][]string{{"bills_score.py", "$RESULT", "$SET/gold.tsv"}}},
	{"pan", []string{"--input=$PAN/susp", "--source=$PAN/src"}, [][]string{{"exact_score.py", "$RESULT", "$SET/exact.tsv", "--base"}}},
}

const realHeader = "| set | records | CPU s | peak MB | scores |\n|---|---|---|---|---|"

// realRow is a line of the table: of what each scorer printed its last line, where the
// summary stands.
func realRow(name string, f outcome, printed []string) string {
	var scores []string
	for _, out := range printed {
		lines := strings.Split(strings.TrimSpace(out), "\n")
		scores = append(scores, strings.ReplaceAll(strings.TrimSpace(lines[len(lines)-1]), "|", "/"))
	}
	return fmt.Sprintf("| %s | %d | %.1f | %.0f | %s |", name, f.Lines["passages"], f.cpu.Seconds(), float64(f.PeakMemory)/1e6, strings.Join(scores, "; "))
}

// expand puts folders in the place of $SET, $PAN and $RESULT.
func expand(args []string, set, pan, result string) []string {
	r := strings.NewReplacer("$SET", set, "$PAN", pan, "$RESULT", result)
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = r.Replace(a)
	}
	return out
}

// setsIn returns the sets that are in folder, and can be measured with or without a PAN
// corpus.
func setsIn(folder, pan string) ([]realSet, error) {
	var sets []realSet
	for _, s := range realSets {
		info, err := os.Stat(filepath.Join(folder, s.name))
		if err == nil && info.IsDir() && (pan != "" || !strings.Contains(strings.Join(s.flags, " "), "$PAN")) {
			sets = append(sets, s)
		}
	}
	if len(sets) == 0 {
		return nil, fmt.Errorf("--real=%s: none of the sets is there; a set is a folder, such as %s", folder, filepath.Join(folder, realSets[0].name))
	}
	return sets, nil
}

// real measures the default on collections of real text, and has the scorers there say
// how good the results are.
func (b *bench) real(ctx context.Context) error {
	sets, err := setsIn(b.params.Real, b.params.PAN)
	if err != nil {
		return err
	}
	scorers := b.params.Scorers
	if scorers == "" {
		scorers = b.params.Real
	}
	fmt.Println(realHeader)
	for _, s := range sets {
		folder := filepath.Join(b.params.Real, s.name)
		f, err := b.find(ctx, "real-"+s.name, expand(s.flags, folder, b.params.PAN, "")...)
		if err != nil {
			return err
		}
		var printed []string
		for _, scorer := range s.scorers {
			out, err := scoreWith(ctx, scorers, expand(scorer, folder, b.params.PAN, f.dir))
			if err != nil {
				return err
			}
			printed = append(printed, out)
		}
		fmt.Println(realRow(s.name, f, printed))
	}
	fmt.Println()
	return nil
}

// scoreWith runs a scorer of the folder, a program in Python, and returns what it prints.
func scoreWith(ctx context.Context, folder string, command []string) (string, error) {
	cmd := exec.CommandContext(ctx, "python3", append([]string{"-B", filepath.Join(folder, command[0])}, command[1:]...)...)
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return "", fmt.Errorf("%s: %w\n%s", command[0], err, exit.Stderr)
		}
		return "", fmt.Errorf("%s: %w", command[0], err)
	}
	return string(out), nil
}
