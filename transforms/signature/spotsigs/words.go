package spotsigs

import "strings"

// Antecedents are where the spot signatures of whole documents start, and StopWords what they
// pass over: for English the antecedents of the source's example, and for Chinese,
// which the source does not treat, the commonest function characters.
var (
	Antecedents = strings.Fields("a an the is 的 了 是 在")
	StopWords   = strings.Fields(`
		a about above after again against all also am an and any are as at be because been before being below between
		both but by can could did do does doing down during each few for from further had has have having he her here
		hers him his how i if in into is it its itself just may me might more most must my no nor not now of off on once
		only or other our ours out over own same shall she should so some such than that the their theirs them then there
		these they this those through to too under until up upon us very was we were what when where which while who
		whom why will with would yet you your yours
		的 了 是 在 和 与 及 或 而 也 就 都 又 但 之 其 这 那 有 为 以 于 被 把 将 从 对 不 个 一 我 你 他 她 它 们 着 过 地 得`)
)
