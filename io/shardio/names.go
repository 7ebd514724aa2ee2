package shardio

import (
	"context"

	"example.org/diagonal/io/result"
)

// Names of package result under which commands still refer to it.
type Summary = result.Summary

const (
	SummaryFile = result.SummaryFile
	RunFile     = result.RunFile
	SuccessFile = result.SuccessFile
)

// Files is result.Files.
func Files(ctx context.Context, dir, stream string) ([]string, error) {
	return result.Files(ctx, dir, stream)
}
