package cleaning

import (
	"context"
	"encoding/binary"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/partition/site"
)

func init() { engine.RegisterReduce[*listTemplates]() }

// SiteTemplate is a template of a site, as far as a bundle has seen, or the pages of the site, which have no Key. Its
// key is a hash of the site, and the payload is
//
//	site ordered; key [8]; text string; pages uvarint
type SiteTemplate struct {
	Site  string
	Key   site.Key
	Text  string
	Pages uint64
}

// Append appends the payload to dst.
func (t *SiteTemplate) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(wire.AppendOrdered(dst, t.Site), uint64(t.Key))
	return binary.AppendUvarint(wire.AppendString(dst, t.Text), t.Pages)
}

// Read reads a payload. The error is wire.ErrShort.
func (t *SiteTemplate) Read(payload []byte) error {
	r := wire.NewReader(payload)
	*t = SiteTemplate{r.Ordered(), site.Key(r.Uint64()), r.Text(), r.Uvarint()}
	return r.Err()
}

// ListTemplates adds what all bundles have found: a PCollection<record.Template>.
func ListTemplates(s beam.Scope, sh shuffle.Params, found engine.Blocks[SiteTemplate]) beam.PCollection {
	return engine.Reduce(s, sh, "cleaning.ListTemplates",
		&listTemplates{Found: engine.From(found)}).Templates.Collection()
}

// listTemplates adds the templates of sites.
type listTemplates struct {
	Found     engine.In[SiteTemplate]
	Templates engine.Elements[record.Template]
}

// Reduce adds the records of a site, or of sites with one hash. They come in the order of sites and keys; that of the
// pages is first.
func (st *listTemplates) Reduce(context.Context, uint64) error {
	var t record.Template
	var key site.Key
	flush := func() {
		if key != 0 {
			st.Templates.Emit(t)
		}
	}
	for f := range st.Found.All {
		switch {
		case f.Site != t.Site:
			flush()
			t, key = record.Template{Site: f.Site, Of: int64(f.Pages)}, 0
		case f.Key == 0:
			t.Of += int64(f.Pages)
		case f.Key != key:
			flush()
			t.Text, t.Pages, key = f.Text, int64(f.Pages), f.Key
		default: // its text comes behind, in the order of bytes but for its length
			t.Text, t.Pages = min(t.Text, f.Text), t.Pages+int64(f.Pages)
		}
	}
	flush()
	return nil
}
