// Package docs contains pages of the documentation that the program shows.
package docs

import (
	_ "embed"
	"regexp"
)

// Ledger is ledger.md: what the counts of the ledger mean, in tables of three columns.
//
//go:embed ledger.md
var Ledger string

var (
	//go:embed output.md
	output string
	//go:embed runners.md
	runners string
	//go:embed dataflow.md
	dataflow string
	//go:embed settings.md
	settings string
	//go:embed clusters.md
	clusters string
	//go:embed charsets.md
	charsets string
	//go:embed glossary.md
	glossary string
	//go:embed nightly.md
	nightly string
	//go:embed security.md
	security string
)

// Topic is a page that `diagonal help` shows.
type Topic struct {
	// Name is the word behind help, About what the page is about.
	Name, About string
	page        string
}

// Topics are the pages, those that most people need first.
var Topics = []Topic{
	{"offsets", "the result: ranges, fields, ids and exit codes", output},
	{"ledger", "what a run does not compare, and what may be missing for that reason", Ledger},
	{"clusters", "the result: clusters, hot passages, documents", clusters},
	{"charsets", "character sets, and rejected records", charsets},
	{"settings", "which flag changes what", settings},
	{"nightly", "a run every night: again after success, messages as JSON, numbers for a monitor", nightly},
	{"runners", "Flink and Spark: your own cluster, workers, memory, failures", runners},
	{"dataflow", "Dataflow and buckets: rights and costs", dataflow},
	{"limits", "limits, and input that is not to be trusted", security},
	{"glossary", "the words of these pages, the flags and the files", glossary},
}

// link is a link of Markdown, with its words.
var link = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)

// Text returns the page for a terminal: links are words.
func (t Topic) Text() string { return link.ReplaceAllString(t.page, "$1") }
