package resemblance

import (
	"example.org/diagonal/transforms/resemblance"
	"example.org/diagonal/transforms/sketch/minhash"
)

// Parameters is the JSON form of the Params that decide a result, as summary.json has it. It has
// no fields that have no effect.
type Parameters struct {
	Method       string  `json:"method"`
	Threshold    float64 `json:"threshold,omitempty"`
	Containment  float64 `json:"containment,omitempty"`
	N            int     `json:"n,omitempty"`
	Modulus      uint64  `json:"modulus,omitempty"`
	Permutations int     `json:"permutations,omitempty"`
	Bands        *int    `json:"bands,omitempty"`
	Distance     *int    `json:"distance,omitempty"`
	SpotDistance int     `json:"spot_distance,omitempty"`
	Chain        int     `json:"chain,omitempty"`
	Policy       string  `json:"policy,omitempty"`
	Groups       string  `json:"groups,omitempty"` // none for Components
	EqualPairs   bool    `json:"equal_pairs"`
	OnlyGroups   bool    `json:"only_groups,omitempty"`
	Directed     bool    `json:"source"`
}

// ParametersOf returns the JSON form of p.
func ParametersOf(p Params) Parameters {
	out := Parameters{
		Method: p.Method, Threshold: p.Bounds.Resemblance, Containment: p.Bounds.Containment,
		N: p.N, Policy: p.Policy, EqualPairs: p.EqualPairs, OnlyGroups: p.OnlyGroups, Directed: p.Directed,
	}
	if out.Directed {
		out.Policy = ""
	} else if p.Groups != Components {
		out.Groups = p.Groups
	}
	switch p.Method {
	case resemblance.ModM:
		out.Modulus = p.Modulus
	case resemblance.MinHash:
		out.Permutations, out.Bands = p.MinHash.Permutations, &p.MinHash.Bands
	case resemblance.SimHash:
		out.Distance, out.Threshold = &p.Distance, 0
	case resemblance.SpotSigs:
		out.N, out.SpotDistance, out.Chain = 0, p.Spots.Distance, p.Spots.Length
	}
	return out
}

// Params returns the Params that the parameters were made of. Fields that have no effect have
// their default, and Shuffle is empty. The error is a *parameter.Error about the first impossible
// value.
func (q Parameters) Params() (Params, error) {
	p := Defaults()
	p.Method, p.Bounds.Containment, p.EqualPairs, p.OnlyGroups, p.Directed = q.Method, q.Containment, q.EqualPairs,
		q.OnlyGroups, q.Directed
	if !q.Directed {
		p.Policy = q.Policy
		if q.Groups != "" {
			p.Groups = q.Groups
		}
	}
	if q.Method != resemblance.SimHash {
		p.Bounds.Resemblance = q.Threshold
	}
	if q.Method != resemblance.SpotSigs {
		p.N = q.N
	}
	switch q.Method {
	case resemblance.ModM:
		p.Modulus = q.Modulus
	case resemblance.MinHash:
		p.MinHash = minhash.Params{Permutations: q.Permutations}
		if q.Bands != nil {
			p.MinHash.Bands = *q.Bands
		}
	case resemblance.SimHash:
		if q.Distance != nil {
			p.Distance = *q.Distance
		}
	case resemblance.SpotSigs:
		p.Spots.Distance, p.Spots.Length = q.SpotDistance, q.Chain
	}
	check := p
	check.Shuffle.Shards = 1
	return p, check.Validate()
}
