package clean

// KillAt is for tests.
func KillAt(f func(moment string)) { killAt = f }

var Moments = []string{searched, segmented, waiting, published}
