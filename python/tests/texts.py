"""Texts with a passage in common."""

COMMON = ("The quick brown fox jumps over the lazy dog near the old river bank on Monday. Later, the same fox returned "
          "to the river to drink some cold fresh water there. Nobody saw the fox again that week in the valley. ")
FIRST = "\U0001f98a An emoji is one code point, and é may be two. " + COMMON
SECOND = "Introduction. " + COMMON.replace("cold fresh", "warm") + "Here it ends."
OTHER = "Nothing in this document stands anywhere else, whatever one looks for."
TEXTS = [FIRST, SECOND, OTHER]
