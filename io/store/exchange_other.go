//go:build !linux

package store

import "errors"

// exchangeNames would give two folders each other's names, at once.
func exchangeNames(_, _ string) error { return errors.ErrUnsupported }
