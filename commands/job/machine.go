package job

// Available returns the memory, in bytes, that a run in this process may take with Params.Memory, 0
// if it is not known.
func Available(memory int64) int64 {
	if memory > 0 {
		return memory
	}
	return available()
}

// Peak returns the most memory that this process has held, in bytes, 0 if it is not known.
func Peak() int64 { return peakMemory() }
