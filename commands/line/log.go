package line

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"example.org/diagonal/io/visible"
)

// Values of --log_format.
const (
	TextFormat = "text"
	JSONFormat = "json"
)

// LogFlag defines --log_format and --log_every in fs. LogOf reads them.
func LogFlag(fs *pflag.FlagSet) {
	fs.String("log_format", TextFormat,
		"format of progress, notes and errors on standard error: text; or json, one object on each line, with its time,\n"+
			"level and message, and for progress the stage and numbers")
	fs.Duration("log_every", 10*time.Second,
		"`time` between two messages of progress with --log_format=json, as in 1s or 5m")
}

// LogOf returns the Log to w that the flags ask for, nil for text. The error is about the values of these flags.
func LogOf(fs *pflag.FlagSet, w io.Writer) (*Log, error) {
	f := fs.Lookup("log_format")
	if f == nil {
		return nil, nil
	}
	format := f.Value.String()
	if format != TextFormat && format != JSONFormat {
		return nil, Usage(fmt.Errorf("--log_format=%s: want %s or %s", format, TextFormat, JSONFormat))
	}
	if err := (Belonging{[]string{"log_every"}, f.Name, []string{JSONFormat}}).Check(fs, format); err != nil {
		return nil, Usage(err)
	}
	every, err := fs.GetDuration("log_every")
	if err == nil && every <= 0 {
		err = Usage(fmt.Errorf("--log_every=%s: want more than 0", every))
	}
	if err != nil || format == TextFormat {
		return nil, err
	}
	return NewLog(w, every), nil
}

// Log writes lines of JSON: {"time":…,"level":"info","message":…}. What is written to it is a message for each line end
// that ends a Write, so a note of several lines is one message.
type Log struct {
	// Every is the time between two messages of progress.
	Every  time.Duration
	logger *slog.Logger
	mu     sync.Mutex
	begun  []byte // of a message
}

// NewLog returns a Log to w that wants a message of progress each time that every has passed.
func NewLog(w io.Writer, every time.Duration) *Log {
	return &Log{Every: every, logger: slog.New(slog.NewJSONHandler(visible.JSON(visible.Raw(w)), &slog.HandlerOptions{
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			switch {
			case len(groups) > 0:
			case a.Key == slog.MessageKey:
				a.Key = "message"
			case a.Key == slog.LevelKey:
				a.Value = slog.StringValue(strings.ToLower(a.Value.String()))
			}
			return a
		},
	}))}
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.begun = append(l.begun, p...)
	if message, whole := bytes.CutSuffix(l.begun, []byte("\n")); whole {
		l.logger.Info(string(message))
		l.begun = l.begun[:0]
	}
	return len(p), nil
}

// Error writes an error.
func (l *Log) Error(message string) { l.logger.Error(message) }

// Progress writes how far a run is: in words, and in numbers.
func (l *Log) Progress(words string, numbers ...slog.Attr) {
	l.logger.LogAttrs(context.Background(), slog.LevelInfo, words, slog.GroupAttrs("progress", numbers...))
}
