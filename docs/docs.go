// Package docs contains pages of the documentation that the program shows.
package docs

import _ "embed"

// Ledger is ledger.md: what the counts of the ledger mean, in tables of three columns.
//
//go:embed ledger.md
var Ledger string
