package serve_test

import (
	"example.org/diagonal/commands/index"
	"example.org/diagonal/commands/lookup"
	"example.org/diagonal/commands/serve"
)

func init() { serve.IndexCommand, serve.LookupCommand = index.Command, lookup.Command }
