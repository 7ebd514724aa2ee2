package clean

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.org/diagonal/transforms/signature"
)

// antecedents reports whether those of spot signatures were given by the user, word by
// word, or are a share of all words, which is the default.
func (r *searchResult) antecedents() (given, share bool) {
	value, _ := r.parameters["antecedents"].(string)
	return strings.HasSuffix(value, signature.GivenWords), strings.HasPrefix(value, signature.ShareOf)
}

// search finds in inputs what r was found by in another collection; without parameters of
// r, what `partial` finds by default.
func search(ctx context.Context, p Params, r *searchResult, find Find, inputs []string, dir string) (*searchResult, error) {
	args := []string{"partial", "--output=" + dir, "--quiet",
		"--format=" + p.Job.Docs.Format, "--id_field=" + p.Job.Docs.IDField, "--text_field=" + p.Job.Docs.TextField}
	for _, input := range inputs {
		args = append(args, "--input="+input)
	}
	if p.Job.Memory > 0 {
		args = append(args, fmt.Sprintf("--memory=%dB", p.Job.Memory))
	}
	for _, name := range slices.Sorted(maps.Keys(r.parameters)) {
		value := r.parameters[name]
		if number, ok := value.(float64); ok {
			value = strconv.FormatFloat(number, 'f', -1, 64)
		}
		if _, share := r.antecedents(); name == "antecedents" && share {
			continue // that is the default, which has no other name
		}
		if name != "command" && name != "source" && name != "min_similarity" {
			args = append(args, fmt.Sprintf("--%s=%v", name, value))
		}
	}
	if r.ranges || r.dir == "" {
		args = append(args, fmt.Sprintf("--min_similarity=%g", p.MinSimilarity))
	}
	if err := find(ctx, args); err != nil {
		return nil, fmt.Errorf("searching the collection: %w", err)
	}
	return openResult(ctx, dir)
}
