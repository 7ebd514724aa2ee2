package clean

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/rewrite"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/transforms/cleaning"
	"example.org/diagonal/transforms/cleaning/removal"
	"example.org/diagonal/transforms/partition/site"
)

func init() { engine.RegisterMap[*findTemplates, []byte]() }

// templatesStream is the stream of the templates of sites.
const templatesStream = "templates"

var templatesOf = shardio.StreamOf[record.Template](templatesStream)

// removeTemplates drops identical documents, which would make templates of all of their sentences, and removes the
// templates of sites from the others, in two passes. It makes them the first passes of t.
func removeTemplates(ctx context.Context, p Params, t *total, dir string, w io.Writer) error {
	identical, none := p, &searchResult{documents: -1, bytes: -1}
	identical.step = identicalStep
	done, err := nextPass(ctx, identical, none, filepath.Join(dir, passFolder+"identical"), "", w)
	if err != nil {
		return err
	}
	if err := t.add(ctx, done); err != nil {
		return err
	}
	if why := t.unsearched(none); why != "" {
		return line.Usage(
			errors.New("--site_templates reads what is left of identical documents again, but there are " + why))
	}
	q := t.reads(p)
	q.step, q.MinCut = templateStep, min(p.MinCut, removal.ShortWords)
	if done, err = nextPass(ctx, q, none, filepath.Join(dir, passFolder+templatesStream), t.dir, w); err != nil {
		return err
	}
	counts := done.Summary.Counts
	if n, all := counts[cleaning.PagesOfSites], counts["documents"]; n == 0 && all > 0 {
		return line.Usage(fmt.Errorf("--site_templates=%s: no document has a site: %s", p.SiteTemplates, p.noSite()))
	}
	if err := t.add(ctx, done); err != nil {
		return err
	}
	t.summary.Counts[cleaning.PagesOfSites] = counts[cleaning.PagesOfSites]
	t.summary.Lines[templatesStream] = done.Summary.Lines[templatesStream]
	return nil
}

// noSite says what to do if no document has a site.
func (p Params) noSite() string {
	if p.SiteTemplates == cleaning.HostSite {
		return "the ids are no URLs; name a field with URLs, hosts or names of sources (--site_templates=url), or the ids (--id_field=url)"
	}
	return "write the name of the field as the records have it; a.b is the field b of the object a"
}

// findSites returns the templates of the sites of documents: what is to be removed, and a list of them.
func findSites(
	s beam.Scope, p Params, g job.Graph, cp cleaning.Params, documents beam.PCollection,
) (removed, listed, ledger beam.PCollection) {
	by := cleaning.Sites(p.SiteTemplates)
	table, ledger := cleaning.CountSites(s, cp, by, documents)
	var all [][]byte
	for _, part := range rewrite.PartsOf(g.Plan) {
		if part.Range.Side == record.Input {
			all = append(all, part.Encode())
		}
	}
	parts := beam.Reshuffle(s, beam.CreateList(s, all))
	st := engine.Map(s, g.Shuffle, "clean.Templates", parts,
		&findTemplates{By: by, Docs: g.Plan.Params(), Table: table.Input()})
	return st.Removed.Collection(), cleaning.ListTemplates(s, g.Shuffle, st.Found.Blocks()), ledger
}

// findTemplates reads parts of files again, and finds the templates in their documents.
type findTemplates struct {
	By cleaning.Sites
	// Docs are the parameters of the plan.
	Docs docio.Params

	Table   engine.Side[site.Table]
	Removed engine.Elements[record.Removed]
	Found   engine.Out[cleaning.SiteTemplate]

	finder *cleaning.TemplateFinder
}

func (st *findTemplates) Map(ctx context.Context, element []byte) error {
	if st.finder == nil {
		st.finder = cleaning.NewTemplateFinder(st.By, st.Table.Value())
	}
	part, err := rewrite.DecodePart(element, st.Docs)
	if err != nil {
		return err
	}
	return part.Visit(ctx, func(int64) bool { return true }, func(d record.Document) error {
		if st.finder.Full() {
			st.finder.List(st.Found.Add)
		}
		return st.finder.Find(&d, st.Removed.Emit)
	})
}

func (st *findTemplates) FinishBundle() error {
	if st.finder != nil {
		st.finder.List(st.Found.Add)
		st.finder = nil
	}
	return nil
}
