// Package bucket sorts by hashes: it deals records into about a quarter as many buckets as
// there are records, so that next to nothing is left to compare.
//
// The caller passes over its records twice, and then sorts each bucket:
//
//	b := bucket.New(n, least, greatest)
//	for each record { b.Count(key) }
//	b.Deal()
//	for each record { sorted[b.Next(key)] = record }
//	b.Each(func(from, to int) { sort sorted[from:to] })
//
// The keys may be anything. If many are close together, buckets are large, and the sort is as
// fast as that of the caller.
package bucket

import (
	"math/bits"
	"slices"
)

// Buckets deals records into buckets by their keys. Make it with New.
type Buckets struct {
	least uint64
	shift uint     // below 64
	next  []uint32 // while dealing: of each bucket, the place of its next record
}

// perBucket is about how many records a bucket has.
const perBucket = 4

// New returns the Buckets for n records, whose keys are at least least and at most greatest. n is
// at least 1 and below 2^32.
func New(n int, least, greatest uint64) *Buckets {
	shift := min(63, max(0, bits.Len64(greatest-least)-bits.Len(uint(n/perBucket))))
	return &Buckets{least, uint(shift), make([]uint32, (greatest-least)>>shift+2)}
}

// Count counts a record.
func (b *Buckets) Count(key uint64) { b.next[(key-b.least)>>(b.shift&63)+1]++ }

// Deal ends the counting.
func (b *Buckets) Deal() {
	for i := 1; i < len(b.next); i++ {
		b.next[i] += b.next[i-1]
	}
}

// Next returns the place of a record, from 0. Every record that was counted gets another place;
// the records of each bucket are together, and the buckets are in the order of keys.
func (b *Buckets) Next(key uint64) uint32 {
	at := &b.next[(key-b.least)>>(b.shift&63)]
	*at++
	return *at - 1
}

// Each calls f for each bucket of two or more records, when all have their places: they are at
// the places from from to to, half open.
func (b *Buckets) Each(f func(from, to int)) {
	start := uint32(0)
	for _, end := range b.next[:len(b.next)-1] { // each place is at the end of its bucket now
		if end-start > 1 {
			f(int(start), int(end))
		}
		start = end
	}
}

// fewValues is the number of values below which By does not deal them into buckets.
const fewValues = 64

// By sorts values by their keys, which are as those of Buckets. sort sorts those of a bucket; of values with
// equal keys it decides the order. By returns the sorted values, in the memory of scratch if that is large
// enough, and values, which it has not changed: the memory is free for the next call. scratch may be nil.
func By[V any](values, scratch []V, key func(*V) uint64, sort func([]V)) (sorted, free []V) {
	if len(values) < fewValues {
		scratch = append(scratch[:0], values...)
		sort(scratch)
		return scratch, values
	}
	least, greatest := ^uint64(0), uint64(0)
	for i := range values {
		k := key(&values[i])
		least, greatest = min(least, k), max(greatest, k)
	}
	buckets := New(len(values), least, greatest)
	for i := range values {
		buckets.Count(key(&values[i]))
	}
	buckets.Deal()
	scratch = slices.Grow(scratch[:0], len(values))[:len(values)]
	for i := range values {
		scratch[buckets.Next(key(&values[i]))] = values[i]
	}
	buckets.Each(func(from, to int) { sort(scratch[from:to]) })
	return scratch, values
}
