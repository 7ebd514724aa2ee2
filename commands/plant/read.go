package plant

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/store"
	"example.org/diagonal/transforms/evaluation/planted"
)

// readText reads all files that the arguments stand for; stdin is what - stands for. None may be in
// the folder output. A file that cannot be read as text is left out, and leftOut is called with the reason; where no
// text is left, the first reason is the error.
func readText(
	ctx context.Context, arguments []string, stdin docio.Spooled, textField, output string, leftOut func(error),
) ([]planted.Document, error) {
	var docs []planted.Document
	var first error
	leaveOut := func(problem error) {
		first = cmp.Or(first, problem)
		leftOut(problem)
	}
	for _, arg := range arguments {
		if arg == docio.Stdin && stdin.File != "" {
			var err error
			if docs, err = appendStdin(ctx, docs, stdin, textField); err != nil {
				return nil, err
			}
			continue
		}
		st, err := store.For(arg)
		if err != nil {
			return nil, line.Usage(err)
		}
		found, err := docio.List(ctx, arg)
		if err != nil {
			return nil, line.Usage(err)
		}
		for _, f := range found.Skipped {
			leftOut(fmt.Errorf("%s: %s", f.Path, f.Reason))
		}
		for _, f := range found.Failed {
			leaveOut(fmt.Errorf("%s: %s", f.Path, f.Reason))
		}
		for _, f := range found.Files {
			if store.Within(f.Path, output) {
				return nil,
					line.Usage(fmt.Errorf("--output=%s holds %s, which is read: choose another folder", output, f.Path))
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			more, err := appendFile(ctx, docs, st, f.Path, textField)
			switch {
			case ctx.Err() != nil:
				return nil, ctx.Err()
			case err != nil:
				leaveOut(err)
			default:
				docs = more
			}
		}
	}
	if len(docs) == 0 && first != nil {
		return nil, first
	}
	return docs, nil
}

// appendStdin appends the texts of standard input.
func appendStdin(
	ctx context.Context, docs []planted.Document, stdin docio.Spooled, textField string,
) ([]planted.Document, error) {
	st, err := store.For(stdin.File)
	if err != nil {
		return nil, err
	}
	name := stdin.File
	if stdin.Format == "jsonl" {
		name = docio.Stdin + ".jsonl"
	}
	return appendNamed(ctx, docs, st, stdin.File, name, textField)
}

// appendFile appends the texts of one file: its lines where it is JSON Lines, else itself.
func appendFile(
	ctx context.Context, docs []planted.Document, st store.Store, path, textField string,
) ([]planted.Document, error) {
	return appendNamed(ctx, docs, st, path, path, textField)
}

// appendNamed is appendFile for a file whose name says other than its path what is in it.
func appendNamed(
	ctx context.Context, docs []planted.Document, st store.Store, path, name, textField string,
) (_ []planted.Document, err error) {
	f, err := st.Open(ctx, path, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, store.Reason(err))
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	z := compress.NewReader(f, path)
	defer func() { err = errors.Join(err, z.Close()) }()
	plain, _ := compress.Trim(name)
	if name := strings.ToLower(plain); strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".ndjson") {
		return appendLines(docs, z, path, textField)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if bytes.IndexByte(text, 0) >= 0 {
		return nil, fmt.Errorf("%s: not a text: it contains zero bytes", path)
	}
	return append(docs, planted.Document{ID: path, Text: string(text)}), nil
}

// appendLines appends the texts of JSON Lines.
func appendLines(docs []planted.Document, r io.Reader, path, textField string) ([]planted.Document, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if len(bytes.TrimSpace(line)) > 0 {
			text, err := textOf(line, textField)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, n, err)
			}
			docs = append(docs, planted.Document{ID: fmt.Sprintf("%s:%d", path, n), Text: text})
		}
		if err == io.EOF {
			return docs, nil
		}
	}
}

func textOf(line []byte, field string) (string, error) {
	var record map[string]json.RawMessage
	if err := json.Unmarshal(line, &record); err != nil {
		return "", fmt.Errorf("not a JSON object: %w", err)
	}
	raw, ok := record[field]
	if !ok {
		return "", fmt.Errorf("no field %q (see --text_field)", field)
	}
	var text *string
	if err := json.Unmarshal(raw, &text); err != nil || text == nil {
		return "", fmt.Errorf("field %q is not a string", field)
	}
	return *text, nil
}
