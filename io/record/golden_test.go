package record

// Hashes that reach other machines: workers of two versions must agree on them. The
// upper halves of the first two keys are those of the published XXH64 of the bytes 0
// and 1.
var goldenKeys = [4]uint64{0xe934a84a0dcd2f3c, 0x8a412781157cb677, 0x59f5dbdb6f4b3e16, 0x00c724c3c9940930}

const goldenContent = 0x80a69b9688ccaf52
