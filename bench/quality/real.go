package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"example.org/diagonal/commands/evaluate"
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
	{"reuters", []string{"--input=$SET/corpus.jsonl"},
		[][]string{{"reuters_score.py", "$RESULT", "$SET"}, {"exact_score.py", "$RESULT", "$SET/exact.tsv"}}},
	{"html", []string{"--input=$SET/pages", "--format=html"},
		[][]string{{"html_score.py", "$RESULT", "$SET"}, {"exact_score.py", "$RESULT", "$SET/exact.tsv"}}},
	{"han", []string{"--input=$SET/corpus"}, [][]string{{"han_score.py", "$RESULT", "$SET/runs.tsv"}}},
	{"verses", []string{"--input=$SET/verses.jsonl", "--source=$SET/web.jsonl"},
		[][]string{{"verses_score.py", "$RESULT", "$SET/gold.tsv"}}},
	{"answers", []string{"--input=$SET/ans.jsonl", "--source=$SET/src.jsonl"},
		[][]string{{"answers_score.py", "$RESULT", "$SET"}}},
	{"trec", []string{"--input=$SET/docs.jsonl"}, [][]string{{"trec_score.py", "$SET", "$RESULT"}}},
	{"bills", []string{"--input=$SET/left.jsonl", "--source=$SET/right.jsonl"},
		[][]string{{"bills_score.py", "$RESULT", "$SET/gold.tsv"}}},
	{"ocr-half0", []string{"--input=$SET/corpus.jsonl"},
		[][]string{{"ocr_score.py", "$RESULT/passages-00000-of-00001.jsonl", "$SET"}}},
	{"ocr-half0-reprints", []string{"--input=$SET/corpus.jsonl"},
		[][]string{{"viral_score.py", "$RESULT/passages-00000-of-00001.jsonl", "$SET"}}},
	{"codes", []string{"--input=$SET"},
		[][]string{{"sections_k.py", "$SET", "$RESULT"}, {"exact.py", "$SET", "$RESULT"}}},
	{"pan", []string{"--input=$PAN/susp", "--source=$PAN/src"},
		[][]string{{"exact_score.py", "$RESULT", "$SET/exact.tsv", "--base"}}},
}

// Two more lines of the table, with --pan.
var panSets = []realSet{
	{"PAN, with sources", []string{"--input=$PAN/susp", "--source=$PAN/src"}, nil},
	{"PAN, all with all", []string{"--input=$PAN/susp", "--input=$PAN/src"}, nil},
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
	return fmt.Sprintf("| %s | %d | %.1f | %.0f | %s |", name, f.Lines["passages"], f.cpu.Seconds(),
		float64(f.PeakMemory)/1e6, strings.Join(scores, "; "))
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
// corpus. A set may be an archive NAME.tar.xz, too.
func setsIn(folder, pan string) ([]realSet, error) {
	var sets []realSet
	for _, s := range realSets {
		if !exists(filepath.Join(folder, s.name)) && !exists(filepath.Join(folder, s.name+archived)) {
			continue
		}
		if pan != "" || !strings.Contains(strings.Join(s.flags, " "), "$PAN") {
			sets = append(sets, s)
		}
	}
	if len(sets) == 0 {
		name := filepath.Join(folder, realSets[0].name)
		return nil,
			fmt.Errorf("--real=%s: none of the sets is there; a set is a folder or an archive, such as %s or %s",
				folder, name, name+archived)
	}
	return sets, nil
}

const archived = ".tar.xz"

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// unpacked returns a folder: path, or, where that does not exist, the contents of the
// archive path.tar.xz. They are unpacked into a folder of that name in b.Keep, once.
func (b *bench) unpacked(ctx context.Context, path string) (string, error) {
	archive := strings.TrimSuffix(path, archived) + archived
	if path == "" || exists(path) && path != archive || !exists(archive) {
		return path, nil
	}
	to := filepath.Join(b.Keep, strings.TrimSuffix(filepath.Base(archive), archived))
	if exists(to) {
		return to, nil
	}
	if err := os.MkdirAll(to+".part", 0o755); err != nil {
		return "", err
	}
	if out, err := exec.CommandContext(ctx, "tar", "-xJf", archive, "-C", to+".part").CombinedOutput(); err != nil {
		return "", fmt.Errorf("tar -xJf %s: %w\n%s", archive, err, out)
	}
	return to, os.Rename(to+".part", to)
}

// real measures the default on collections of real text, and has the scorers there say
// how good the results are. A PAN corpus makes two more lines of the same table.
func (b *bench) real(ctx context.Context) error {
	sets, err := setsIn(b.params.Real, b.params.PAN)
	if err != nil {
		return err
	}
	measure := func(s realSet, one func(*bench, context.Context, realSet) error) error {
		if before := b.params.Before; before != "" {
			old := *b
			old.params.Binary, old.label = before, ", before"
			if err := one(&old, ctx, s); err != nil {
				return err
			}
		}
		return one(b, ctx, s)
	}
	fmt.Println(realHeader)
	for _, s := range sets {
		if err := measure(s, (*bench).realSet); err != nil {
			return err
		}
	}
	if b.params.PAN != "" {
		for _, s := range panSets {
			if err := measure(s, (*bench).panSet); err != nil {
				return err
			}
		}
	}
	fmt.Println()
	return nil
}

// realSet prints the line of s.
func (b *bench) realSet(ctx context.Context, s realSet) error {
	folder, err := b.unpacked(ctx, filepath.Join(b.params.Real, s.name))
	if err != nil {
		return err
	}
	f, err := b.find(ctx, "real-"+s.name, expand(s.flags, folder, b.params.PAN, "")...)
	if err != nil {
		return err
	}
	var printed []string
	for _, scorer := range s.scorers {
		out, err := b.scoreWith(ctx, expand(scorer, folder, b.params.PAN, f.dir))
		if err != nil {
			return err
		}
		printed = append(printed, out)
	}
	fmt.Println(realRow(s.name+b.label, f, printed))
	return nil
}

// panSet prints the line of s, which is scored as PAN corpora are.
func (b *bench) panSet(ctx context.Context, s realSet) error {
	f, err := b.find(ctx, "real-"+strings.ReplaceAll(s.name, " ", "-"), expand(s.flags, "", b.params.PAN, "")...)
	if err != nil {
		return err
	}
	r, err := evaluate.Evaluate(ctx, evaluate.Params{Result: f.dir, Gold: b.params.PAN})
	if err != nil {
		return err
	}
	fmt.Println(realRow(s.name+b.label, f, []string{panScore(r)}))
	return nil
}

// panScore is plagdet over all cases, and of each category.
func panScore(r *evaluate.Report) string {
	o := r.Overall
	out := fmt.Sprintf("plagdet %.4f (P %.4f, R %.4f, granularity %.4f):", o.Plagdet, o.Precision, o.Recall,
		o.Granularity)
	for _, c := range r.Categories {
		if number, _, _ := strings.Cut(c.Name, "-"); c.Cases > 0 {
			out += fmt.Sprintf(" %s %.4f", number, c.Plagdet)
		} else {
			out += fmt.Sprintf(" %s %d detections", number, c.Detections)
		}
	}
	return out
}

// scoreWith runs a scorer, a program in Python, and returns what it prints.
func (b *bench) scoreWith(ctx context.Context, command []string) (string, error) {
	file := filepath.Join(b.params.Real, command[0])
	for _, folder := range b.params.Scorers {
		if file = filepath.Join(folder, command[0]); exists(file) {
			break
		}
	}
	cmd := exec.CommandContext(ctx, "python3", append([]string{"-B", file}, command[1:]...)...)
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
