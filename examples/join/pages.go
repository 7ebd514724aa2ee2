package main

import "example.org/diagonal/io/record"

// pages are three pages of newspapers, by the number that the library gives them.
var pages = []record.Document{
	{ID: "p-0417", Text: []byte(`The harvest is late this year. A correspondent from the coast reports that a whale of uncommon size was
driven ashore during the night of Tuesday, and that the people of three parishes came with lanterns to see it. It measured
sixty feet from the head to the tail. Wool fetched a good price at the fair.`)},
	{ID: "p-2290", Text: []byte(`Theatre: the company from the capital will play on Sunday. A correspondent from the coast reports that a
whale of uncommon size was driven ashore during the night of Tuesday, and that the people of three parishes came with
lanterns to see it. It measured sixty feet from the head to the tail. Tickets are sold at the bridge.`)},
	{ID: "p-3141", Text: []byte(`We hear from the south that the new road over the pass will be open to carriages before the first snow,
and that the innkeepers are very pleased with it.`)},
}

// catalogue is what the library knows of them.
var catalogue = []Issue{
	{"p-0417", "The Herald", "1843-03-04"},
	{"p-2290", "The Gazette", "1843-02-27"},
	{"p-3141", "The Herald", "1843-03-11"},
}
