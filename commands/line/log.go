package line

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"example.org/diagonal/io/visible"
)

// Values of --log_format.
const (
	TextFormat = "text"
	JSONFormat = "json"
)

// LogFlag defines --log_format in fs. LogOf reads it.
func LogFlag(fs *pflag.FlagSet) {
	fs.String("log_format", TextFormat, "format of progress, notes and errors on standard error: text; or json, one object on each line, with its time,\nlevel and message, and for progress the stage and numbers")
}

// LogOf returns the Log to w that the flags ask for, nil for text. The error is about the value of --log_format.
func LogOf(fs *pflag.FlagSet, w io.Writer) (*Log, error) {
	f := fs.Lookup("log_format")
	if f == nil || f.Value.String() == TextFormat {
		return nil, nil
	}
	if f.Value.String() != JSONFormat {
		return nil, Usage(fmt.Errorf("--log_format=%s: want %s or %s", f.Value, TextFormat, JSONFormat))
	}
	return NewLog(w), nil
}

// Log writes lines of JSON: {"time":…,"level":"info","message":…}. What is written to it is a message for each line end that ends
// a Write, so a note of several lines is one message.
type Log struct {
	logger *slog.Logger
	mu     sync.Mutex
	begun  []byte // of a message
}

// NewLog returns a Log to w.
func NewLog(w io.Writer) *Log {
	return &Log{logger: slog.New(slog.NewJSONHandler(visible.JSON(visible.Raw(w)), &slog.HandlerOptions{
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
