// Command desk measures the service that `diagonal serve` opens: it asks so many queries a second, each a piece of a
// document of the collection, and says what answers there were, how long they took, and what CPU time and memory the
// service needed.
//
//	go run ./bench/desk --mb=80 --rate=100 --seconds=20
//
// Queries are sent at their times, whether earlier ones are answered or not, as people do. The service and the queries
// are on one machine; the CPU time is that of the service alone, with its start.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/io/process"
)

type params struct {
	program.Bench
	MB, Rate, Seconds, Characters int
}

func main() {
	var p params
	p.Bench.Flags(pflag.CommandLine)
	pflag.IntVar(&p.MB, "mb", 80, "size of the collection in millions of bytes of text, made by bench/corpus")
	pflag.IntVar(&p.Rate, "rate", 100, "queries a second")
	pflag.IntVar(&p.Seconds, "seconds", 20, "how long they are asked")
	pflag.IntVar(&p.Characters, "characters", 2000, "length of a query")
	program.Main("desk", func(ctx context.Context) error { return run(ctx, p) })
}

func run(ctx context.Context, p params) error {
	if p.MB < 1 || p.Rate < 1 || p.Seconds < 1 || p.Characters < 1 {
		return errors.New("--mb, --rate, --seconds and --characters: want 1 or more")
	}
	defer p.Close()
	if err := p.Open(ctx); err != nil {
		return err
	}
	collection := filepath.Join(p.Keep, fmt.Sprintf("desk-%d.jsonl", p.MB))
	index := strings.TrimSuffix(collection, ".jsonl") + ".index"
	if err := program.Corpus(ctx, collection, fmt.Sprint("--mb=", p.MB)); err != nil {
		return err
	}
	if _, err := os.Stat(index); err != nil {
		if _, err := program.Run(ctx, p.Binary, "index", "--input="+collection, "--index="+index,
			"--quiet"); err != nil {
			return err
		}
	}
	queries, err := queriesOf(collection, p.Rate*p.Seconds, p.Characters)
	if err != nil {
		return err
	}
	s, err := start(ctx, p.Binary, index)
	if err != nil {
		return err
	}
	answers := ask(ctx, s, queries, time.Second/time.Duration(p.Rate))
	cpu, memory, err := s.stop()
	if err != nil {
		return err
	}
	return answers.print(os.Stdout, p, cpu, memory)
}

// queriesOf returns n pieces of documents of the collection: the text of so many characters in the middle of each
// document, from all over the file.
func queriesOf(collection string, n, characters int) (bodies [][]byte, err error) {
	err = program.EachLine(collection, func(d struct{ Text string }) error {
		text := []rune(d.Text)
		if len(text) <= characters {
			return nil
		}
		from := (len(text) - characters) / 2
		body, err := json.Marshal(map[string]string{"text": string(text[from : from+characters])})
		bodies = append(bodies, body)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(bodies) == 0 {
		return nil, fmt.Errorf("no document has %d characters", characters)
	}
	chosen := make([][]byte, n)
	for i := range chosen {
		chosen[i] = bodies[i*max(1, len(bodies)/n)%len(bodies)]
	}
	return chosen, nil
}

// service is `diagonal serve`, running.
type service struct {
	cmd     *exec.Cmd
	address string
}

// token is what the service and the client know.
const token = "bench-of-the-desk"

func start(ctx context.Context, binary, index string) (*service, error) {
	s := &service{cmd: exec.CommandContext(ctx, binary, "serve", "--index="+index, "--token="+token)}
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, errors.Join(errors.New("the service did not start"), s.cmd.Wait())
	}
	s.address, _, _ = strings.Cut(line, "/?token=")
	return s, nil
}

// stop ends the service, and returns what it took.
func (s *service) stop() (cpu time.Duration, memory int64, err error) {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return 0, 0, err
	}
	err = s.cmd.Wait()
	state := s.cmd.ProcessState
	return state.UserTime() + state.SystemTime(), process.PeakOf(state), err
}

// answers are what the queries got.
type answers struct {
	statuses map[string]int
	times    []time.Duration // of those that were answered
	passages int
	wall     time.Duration
}

// ask sends the queries, one in each interval.
func ask(ctx context.Context, s *service, queries [][]byte, every time.Duration) *answers {
	a := &answers{statuses: map[string]int{}}
	var mu sync.Mutex
	var wg sync.WaitGroup
	client := &http.Client{Timeout: 2 * time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	begun, ticks := time.Now(), time.NewTicker(every)
	defer ticks.Stop()
	for _, body := range queries {
		wg.Go(func() {
			from := time.Now()
			status, passages := one(ctx, client, s.address, body)
			took := time.Since(from)
			mu.Lock()
			defer mu.Unlock()
			a.statuses[status]++
			if a.passages += passages; strings.HasPrefix(status, "200") {
				a.times = append(a.times, took)
			}
		})
		<-ticks.C
	}
	wg.Wait()
	a.wall = time.Since(begun)
	return a
}

// one asks a query.
func one(ctx context.Context, client *http.Client, address string, body []byte) (status string, passages int) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address+"/api/search", bytes.NewReader(body))
	if err != nil {
		return err.Error(), 0
	}
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := client.Do(r)
	if err != nil {
		return "no answer", 0
	}
	defer answer.Body.Close()
	var found struct{ Passages []json.RawMessage }
	if err := json.NewDecoder(answer.Body).Decode(&found); err != nil {
		return "a broken answer", 0
	}
	return answer.Status, len(found.Passages)
}

func (a *answers) print(w io.Writer, p params, cpu time.Duration, memory int64) error {
	slices.Sort(a.times)
	at := func(share float64) string {
		if len(a.times) == 0 {
			return "–"
		}
		return fmt.Sprintf("%d ms", a.times[min(len(a.times)-1, int(share*float64(len(a.times))))].Milliseconds())
	}
	fmt.Fprintf(w, "%d MB of text; %d queries of %d characters, %d a second asked, %.0f a second answered\n\n", p.MB,
		p.Rate*p.Seconds, p.Characters, p.Rate, float64(len(a.times))/a.wall.Seconds())
	fmt.Fprintln(w, "| answer | queries |\n|---|--:|")
	for _, status := range slices.Sorted(maps.Keys(a.statuses)) {
		fmt.Fprintf(w, "| %s | %d |\n", status, a.statuses[status])
	}
	_, err := fmt.Fprintf(w,
		"\n"+
			"Median %s, 99 of 100 within %s; %.1f ms CPU of the service for each answer, with its start; peak memory %d MB; %d passages.\n",
		at(.5), at(.99), cpu.Seconds()*1000/float64(max(1, len(a.times))), memory/1e6, a.passages)
	return err
}
