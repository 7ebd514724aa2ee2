package main

// mailbox is three letters. Bea quotes a paragraph of Ann, and changes some of its words.
var mailbox = []Letter{
	{"ann", "the mill", `Dear Bea, thank you for the photographs. The old mill at the river stopped working in the
spring of 1931, when the last miller moved to the city with his three daughters. Since then nobody has lived there except
swallows, and the roof has fallen in on the side that faces the water. We should go and see it before the autumn storms.`},
	{"bea", "your letter", `Dear Carl, Ann has written to me at last. She says that the old mill at the river stopped
working in the spring of 1931, when the last miller moved to the city with his three sons. Since then nobody has lived
there except swallows, and the roof has come down on the side that faces the water. What do you think, shall we buy it?`},
	{"carl", "no", `Dear Bea, I would rather not. My cousin bought a lighthouse once and still pays for the paint. Come to
dinner on Friday instead, there will be soup and we can talk about houses that stand upright.`},
}
