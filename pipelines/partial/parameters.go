package partial

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/imatch"
)

// Parameters is the JSON form of the Params that decide a result, as summary.json has it. It
// has no fields that have no effect.
type Parameters struct {
	Matching     string  `json:"matching"`
	Signature    string  `json:"signature,omitempty"`
	Idf          string  `json:"idf,omitempty"` // "0.1,1"
	Sorted       bool    `json:"sorted,omitempty"`
	N            int     `json:"n,omitempty"`
	Antecedents  string  `json:"antecedents,omitempty"` // signature.Antecedents.String
	Candidates   string  `json:"candidates,omitempty"`
	Noise        string  `json:"noise,omitempty"` // absent if it is not NoiseOn
	Similarity   float64 `json:"min_similarity,omitempty"`
	MinLength    int     `json:"min_length,omitempty"` // absent if it is 100
	Evidence     float64 `json:"min_evidence,omitempty"`
	Prose        float64 `json:"min_prose,omitempty"`
	SpotDistance int     `json:"spot_distance,omitempty"`
	Chain        int     `json:"chain,omitempty"`
	Tau          float64 `json:"tau,omitempty"`
	Gamma        *int    `json:"gamma,omitempty"`
	Gap          *int    `json:"gap,omitempty"`
	Repeats      *int    `json:"repeats,omitempty"` // absent if it is the default
	// MaxDocuments is a number, or the string "auto". The number that was used is the count
	// UsedMaxDocuments.
	MaxDocuments MaxDocuments `json:"max_documents"`
	Directed     bool         `json:"source"`
	// Compare is CompareAll if the input was compared with itself and with a source, else absent.
	Compare string `json:"compare,omitempty"`
	// PairsWhere is the condition on pairs of documents; absent if there is none.
	PairsWhere string `json:"pairs_where,omitempty"`
	// Ignored is the number of different runs of words that do not count; absent if all words count.
	Ignored int `json:"ignored_runs,omitempty"`
	// Clusters and DateField are absent if there are no clusters.
	Clusters  bool   `json:"clusters,omitempty"`
	DateField string `json:"date_field,omitempty"`
	// Within is absent where documents are compared with themselves, or with a source only.
	Within *bool `json:"within,omitempty"`
}

// CompareAll is the value of Parameters.Compare with Params.AlsoInput.
const CompareAll = "all"

// ParametersOf returns the JSON form of p.
func ParametersOf(p Params) Parameters {
	s := p.Signature
	out := Parameters{
		Matching: p.Matching, MaxDocuments: p.MaxDocuments, Directed: p.Directed, PairsWhere: p.PairsWhere,
		Ignored: p.Ignored.Len(), Clusters: p.Clusters, DateField: p.DateField,
	}
	if p.AlsoInput {
		out.Compare = CompareAll
	}
	if !p.Within && (!p.Directed || p.AlsoInput) {
		out.Within = &p.Within
	}
	if p.Matching == Refine {
		out.Candidates, out.Similarity, out.Evidence, out.Prose = p.Candidates, p.MinSimilarity,
			p.MinEvidence, p.MinProse
		if p.MinLength != usualLength {
			out.MinLength = p.MinLength
		}
		if p.Noise == NoiseOn {
			out.Noise = p.Noise
		}
		return out
	}
	out.Signature, out.Gamma, out.Gap = s.Method, &p.Diagonal.Gamma, &p.Diagonal.Gap
	if p.Repeats != Defaults().Repeats {
		out.Repeats = &p.Repeats
	}
	switch s.Method {
	case signature.IMatch:
		out.Idf, out.Sorted = s.Idf.String(), s.Sorted
	case signature.Shingle:
		out.N, out.Tau = s.N, s.Tau
	case signature.SpotSigs:
		out.Antecedents = s.Antecedents.String()
		out.SpotDistance, out.Chain, out.Tau = s.Spots.Distance, s.Spots.Length, s.Tau
	}
	return out
}

// Params returns the Params that the parameters were made of. Its Shuffle is empty. It returns
// an error if a parameter has an impossible value, or if the antecedents were given as words,
// which the JSON form does not contain.
func (q Parameters) Params() (Params, error) {
	p := Defaults()
	p.Matching, p.MaxDocuments, p.Directed = q.Matching, q.MaxDocuments, q.Directed
	p.PairsWhere, p.Clusters, p.DateField = q.PairsWhere, q.Clusters, q.DateField
	p.Within, p.AlsoInput = q.Within == nil || *q.Within, q.Compare == CompareAll
	if q.Matching == Refine {
		p.Candidates, p.MinSimilarity, p.MinEvidence, p.MinProse = q.Candidates, q.Similarity, q.Evidence, q.Prose
		p.MinLength = cmp.Or(q.MinLength, usualLength)
		if p.Noise = NoiseOff; q.Noise != "" {
			p.Noise = q.Noise
		}
		return p, p.values()
	}
	s := &p.Signature
	s.Method = q.Signature
	if q.Gamma != nil {
		p.Diagonal.Gamma = *q.Gamma
	}
	if q.Gap != nil {
		p.Diagonal.Gap = *q.Gap
	}
	if q.Repeats != nil {
		p.Repeats = *q.Repeats
	}
	var err error
	switch s.Method {
	case signature.IMatch:
		s.Sorted = q.Sorted
		s.Idf, err = imatch.ReadRange(q.Idf)
	case signature.Shingle:
		s.N, s.Tau = q.N, q.Tau
	case signature.SpotSigs:
		s.Spots.Distance, s.Spots.Length, s.Tau = q.SpotDistance, q.Chain, q.Tau
		s.Antecedents, err = antecedentsOf(q.Antecedents)
	}
	if err != nil {
		return Params{}, err
	}
	return p, p.values()
}

// antecedentsOf reads what signature.Antecedents.String returns.
func antecedentsOf(s string) (signature.Antecedents, error) {
	a := signature.Defaults().Antecedents
	if strings.HasSuffix(s, signature.GivenWords) {
		return a, fmt.Errorf("the antecedents are %s, which the parameters do not contain", s)
	}
	var err error
	if share, ok := strings.CutPrefix(s, signature.ShareOf); ok {
		a.Share, err = strconv.ParseFloat(share, 64)
	} else {
		a.Count, err = strconv.Atoi(s)
	}
	if err != nil {
		return a, fmt.Errorf("the antecedents are %q: %w", s, err)
	}
	return a, nil
}
