package docio

import (
	"context"
	"io"

	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/store"
)

// expansions are how many bytes compressed files have, decompressed, for each stored byte, by how they are compressed.
type expansions map[compress.Kind]float64

const (
	// usualExpansion is that of prose, which shrinks to a third or a quarter.
	usualExpansion = 4
	// minMeasured and maxMeasured bound what is measured, because the beginning of a file may be unlike the rest.
	minMeasured, maxMeasured = 2, 50
	// measuredFiles is the number of files of a kind that are measured, and measuredBytes how much of the text of each
	// is decompressed. 2 MB take some 5 milliseconds.
	measuredFiles = 8
	measuredBytes = 2 << 20
)

// text returns an estimate of the decompressed size of a file.
func (e expansions) text(size int64, kind compress.Kind) int64 {
	if kind == compress.None {
		return size
	}
	if times, ok := e[kind]; ok {
		return int64(times * float64(size))
	}
	return usualExpansion * size
}

// expansions measures a few of the compressed files, from all over the input.
func (p Params) expansions(ctx context.Context, files []listedFile) expansions {
	byKind := map[compress.Kind][]listedFile{}
	for _, f := range files {
		if _, kind := trim(f.Path); kind != compress.None {
			byKind[kind] = append(byKind[kind], f)
		}
	}
	e := expansions{}
	for kind, files := range byKind {
		stored, text := int64(0), int64(0)
		for _, f := range spread(files, measuredFiles) {
			s, t := measure(ctx, p.place("", f.Path), kind, f.Size)
			stored, text = stored+s, text+t
		}
		if stored > 0 && text > 0 {
			e[kind] = min(max(float64(text)/float64(stored), minMeasured), maxMeasured)
		}
	}
	return e
}

// spread returns at most n of the files: those that have the middle of each n-th part of all their bytes.
func spread(files []listedFile, n int64) (chosen []listedFile) {
	all, before := int64(0), int64(0)
	for _, f := range files {
		all += f.Size
	}
	next := int64(0) // the number of the part whose middle has yet to come
	for _, f := range files {
		before += f.Size
		if next < n && before > all/n*next+all/n/2 {
			chosen = append(chosen, f)
			for next < n && before > all/n*next+all/n/2 {
				next++
			}
		}
	}
	return chosen
}

// measure decompresses the beginning of a file and returns how many bytes of it were read, and how many that made.
// They are zero if it cannot be read: its reader rejects it.
func measure(ctx context.Context, path string, kind compress.Kind, size int64) (stored, text int64) {
	if kind == compress.Zstd {
		if all := contentSize(ctx, path); all > size {
			return size, all
		}
	}
	f, err := openAt(ctx, path, 0)
	if err != nil {
		return 0, 0
	}
	defer f.Close()
	r := compress.NewReader(f, store.WithoutQuery(path))
	defer r.Close()
	text, _ = io.CopyN(io.Discard, r, measuredBytes)
	return r.Stored(), text
}
