package job

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/spool"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/runners/target"
)

// elsewhere is where a job runs whose workers are other processes. What they count is not in this one.
type elsewhere struct {
	runner   string
	progress func() target.Progress
	blocks   *spool.Folder // nil if the runner carries the blocks of the shuffle
}

// remote makes v what is known of a run elsewhere: what the workers have read, as far as the runner tells it while the
// job runs, and the blocks of the shuffle that they have written to the spool, where there is one.
func (m *meter) remote(v *state) {
	e, p := m.elsewhere, m.elsewhere.progress()
	documents, read := p.Counters[docio.DocumentsRead], p.Counters[docio.BytesRead]
	v.stage = "running on " + e.runner
	switch {
	case p.State != target.Running:
		v.stage += " (" + p.State + ")"
	case read > 0 && read < m.plan.Bytes*int64(m.reads):
		v.stage = m.stage(read) + " on " + e.runner
	}
	var amount []string
	if documents > 0 {
		if read > m.plan.Bytes {
			documents /= int64(m.reads)
		}
		amount = append(amount, humanize.Comma(documents)+" documents")
	}
	if written := e.blocks.Written(); written > 0 {
		amount = append(amount, line.Size(written)+" shuffled")
	}
	v.documents, v.read = documents, read
	v.amount = strings.Join(amount, ", ")
	if read > 0 {
		v.rate = fmt.Sprintf("%.1f MB/s", float64(read)/1e6/v.elapsed.Seconds())
	}
}
