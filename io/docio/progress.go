package docio

import (
	"sync/atomic"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// Progress counts what the readers of this process have read so far, for the line that shows it
// while a job runs. It is not for results: a runner may read a range twice.
var Progress struct {
	// Documents were emitted.
	Documents atomic.Int64
	// Bytes counts the stored bytes that were read, at most Plan.Bytes.
	Bytes atomic.Int64
	// Ahead counts them all, with those that readers read behind their ranges.
	Ahead atomic.Int64
	// Pieces counts the pieces of files that were read for a sample.
	Pieces atomic.Int64
	// Files counts the files that were read to their end, at most Plan.Files.
	Files atomic.Int64
	// Rejected records.
	Rejected atomic.Int64
}

var (
	documentsRead   = beam.NewCounter("docio", "documents")
	bytesRead       = beam.NewCounter("docio", "bytes") // as stored, at most Plan.Bytes
	recordsRejected = beam.NewCounter("docio", "rejected")
)

// The counters of a job, as namespace and name, that say what its readers have read: documents, and stored bytes.
const (
	DocumentsRead = "docio.documents"
	BytesRead     = "docio.bytes"
)

// meter counts the stored bytes of one range, to exactly as many as the plan says:
// a reader reads some bytes behind its range, and may stop early.
type meter struct{ left int64 }

func (m *meter) add(n int) {
	Progress.Ahead.Add(int64(n))
	if k := min(int64(n), m.left); k > 0 {
		m.left -= k
		Progress.Bytes.Add(k)
	}
}
