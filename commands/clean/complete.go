package clean

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/transforms/cleaning"
)

// complete checks the flags, and keeps what the user gave.
func (p *Params) complete(fs *pflag.FlagSet) error {
	if fs.Changed("source") {
		return errors.New("clean has no --source: give documents that stay to --against")
	}
	if err := p.validate(); err != nil {
		return err
	}
	if err := line.CheckFlags(fs, belongings); err != nil {
		return err
	}
	if fs.Changed("keep") {
		var err error
		if p.keep, err = cleaning.ParseKeep(p.Keep); err != nil {
			return fmt.Errorf("--keep=%s: %w", p.Keep, err)
		}
		p.Job.Docs.Keep = p.keep.Fields()
	}
	if name := p.SiteTemplates; name != "" && name != cleaning.HostSite && !slices.Contains(p.Job.Docs.Keep, name) {
		p.Job.Docs.Keep = append(p.Job.Docs.Keep, name)
	}
	if fs.Changed("field") && !p.annotates() && p.Apply == "" {
		return errors.New("--field has no effect without --policy=annotate or --apply: leave it out")
	}
	for _, of := range []struct {
		flag, why string
		given     bool
		none      []string
	}{
		{"near", "which is a search of its own", p.Near > 0, []string{"result", "apply"}},
		{"exact", "which does its own search", p.Exact > 0, []string{"result", "passes", "min_similarity"}},
		{"apply", "which searches for nothing", p.Apply != "",
			[]string{"result", "exact", "against", "passes", "min_similarity", "policy", "keep"}},
		{"site_templates", "which changes the texts before they are searched", p.SiteTemplates != "",
			[]string{"result", "apply"}},
	} {
		for _, name := range of.none {
			if of.given && line.Given(fs, name) {
				return fmt.Errorf("--%s does not go with --%s, %s: leave out one of the two", name, of.flag, of.why)
			}
		}
	}
	if p.Apply != "" && !fs.Changed("min_cut") {
		p.MinCut = 0 // somebody has said what is cut
	}
	p.output = p.Job.Output
	switch {
	case fs.Changed("policy"):
		p.chosen = "--policy=" + p.Policy
	case fs.Changed("keep") && len(p.keep) == 0: // first
		p.chosen = "--keep=" + p.Keep
	}
	p.chosenSimilarity = fs.Changed("min_similarity")
	p.chosenHTML, p.chosenSet = fs.Changed("html"), fs.Changed("charset")
	return nil
}

// readAs makes p read pages and character sets as those of the result were read: its sentences are numbered in that
// text. It returns an error if the user gave something else.
func (p *Params) readAs(r *searchResult) error {
	if r.dir == "" {
		return nil
	}
	made, _ := r.parameters["html"].(string)
	if made == "" {
		made = docio.HTMLAll // before there was a choice
	}
	if p.chosenHTML && made != p.Job.Docs.HTML {
		return fmt.Errorf("--html=%s: --result=%s was made with --html=%s: leave out --html", p.Job.Docs.HTML,
			p.Result, made)
	}
	p.Job.Docs.HTML = made
	set, _ := r.parameters["charset"].(string)
	if p.chosenSet && set != p.Job.Docs.NamedCharset() {
		return fmt.Errorf("--charset=%s: --result=%s was made with --charset=%s: leave out --charset",
			p.Job.Docs.Charset, p.Result, cmp.Or(set, docio.Defaults().Charset))
	}
	p.Job.Docs.Charset = set
	return nil
}

// policyOf returns an error if p.Result is a result of resemblance that was made with another
// policy than the user gave.
func (p Params) policyOf(r *searchResult) error {
	made, _ := r.parameters["policy"].(string)
	if r.groups && p.chosen != "" && made != "" && made != p.Policy &&
		(p.Policy == cleaning.KeepFirst || p.Policy == cleaning.KeepLongest) {
		return fmt.Errorf("%s: --result=%s was made with --policy=%s, which has chosen the documents that stay",
			p.chosen, p.Result, made)
	}
	return nil
}
