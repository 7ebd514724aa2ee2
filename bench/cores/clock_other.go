//go:build !linux

package main

import "time"

var started = time.Now()

// threadTime returns the time on the clock, because this system has no clock of a thread: other threads make tasks
// longer.
func threadTime() time.Duration { return time.Since(started) }

// processTime returns the time on the clock.
func processTime() time.Duration { return time.Since(started) }
