package explain

import (
	"context"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/partial"
)

func init() {
	register.Function2x1(countFn)
}

// count is an element of a ledger.
type count struct {
	Name string
	N    int64
}

func countFn(name string, n int64) count { return count{name, n} }

// alone runs a graph over the pair. It shows no progress.
func (x *gathered) alone(ctx context.Context, build func(s beam.Scope, sh shuffle.Params)) error {
	return job.Here(ctx, x.plan, x.params.Partial.Job.Memory, true, x.notes, func(s beam.Scope, _ shuffle.Params) {
		build(s, shuffle.Size(int64(len(x.a.Text)+len(x.b.Text)), 1, 0))
	})
}

// remedy says which flags find something.
func remedy(all []Advice) string {
	for _, a := range all {
		if a.Passages > 0 {
			verb := "there are"
			if a.Passages == 1 {
				verb = "there is"
			}
			return fmt.Sprintf("; with %s %s %s", a.Flags, verb, line.Many(int64(a.Passages), "passage"))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "; with none of the flags that were tried there is a passage"
}

// inCollection searches the pair with other parameters, and with what the collection has of the
// signatures that these make. It reads the collection once, and once more for another table of words.
func (x *gathered) inCollection(
	ctx context.Context, p partial.Params, html bool, documents []record.Document,
) (*searched, error) {
	find, y := x.params.Partial.Find, *x
	y.params.Partial.Find = p
	y.a, y.b = documents[0], documents[len(documents)-1]
	if html {
		y.params.Partial.Job.Docs.HTML = docio.HTMLAll
		var err error
		if y.plan, err = docio.NewPlan(ctx, y.params.Partial.Job.Docs); err != nil {
			return nil, err
		}
	}
	if html || p.Matching != find.Matching || p.Signature.Method != find.Signature.Method {
		var tables collectionTables
		if err := y.here(ctx, func(s beam.Scope, sh shuffle.Params) {
			read, _, _, _ := docio.Read(s, y.plan)
			tables = tablesOf(s, y.find(sh), read)
		}); err != nil {
			return nil, err
		}
		tables.tell(&y.of)
	}
	counts, err := y.countAll(ctx)
	if err != nil {
		return nil, err
	}
	return x.search(ctx, p, y.of, documents, counts)
}

// advice tries other flags on the pair, until one finds something.
func (x *gathered) advice(ctx context.Context, e *Explanation) ([]Advice, error) {
	var all []Advice
	for _, t := range x.trials(e) {
		p, documents := x.params.Partial.Find, x.documents()
		if t.html {
			for i := range documents {
				documents[i].Markup = record.HTML
			}
		}
		if !t.change(&p) {
			continue
		}
		of, counts := x.of, x.counts
		if t.alone {
			of, counts = partial.Collection{Documents: x.of.Documents, Words: x.of.Words, Function: x.of.Function}, nil
		}
		r, err := x.search(ctx, p, of, documents, counts)
		if err != nil {
			return nil, err
		}
		alone := t.alone
		if alone && len(r.passages) > 0 { // what does not find anything in the two alone does not in the collection
			if r, err = x.inCollection(ctx, p, t.html, documents); err != nil {
				return nil, err
			}
			alone = false
		}
		all = append(all, Advice{Flags: t.flags + x.without(t.not), Passages: len(r.passages), Alone: alone})
		if len(r.passages) > 0 {
			break
		}
	}
	return all, nil
}
