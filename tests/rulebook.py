"""A rulebook of our own, set in all the ways in which rulebooks are set."""

TEXT = """Lantern Night
A GAME OF LAMPS

[Put into English by M. Meadow, 2001]

O V E R V I E W
Two neighbours light lamps along a dark lane. Whoever makes more light, e.g. with
a torch, has won.

C O N T E N T S
6 lamps, 1 lane

S E T T I N G  U P
\u2022 Lay the lamps in a row, so that both neighbours can reach every

one of them.
\u2022 The older neighbour begins. (Nobody has to be older than ten.)

- 3 -

T H E  E V E N I N G
lighting a lamp
In turn each neighbour lights a lamp. Note that a lamp burns all night! It cannot
be put out.
Note: a torch counts as two lamps.
Tip: light the torch at once.

Example:

Ann lights the torch. She has two points.

Bob lights a candle.

The beacon:
[Card text: Ann gains a point.]
[I am not sure whether Bob gains one as well. Presumably he does.]

[7.0] SPECIAL LAMPS
CASES
[7.1] LAMPS OF
THE WATCH
[7.11] The watch lights no lamp. It may look
at one (see Case 7.12).
[7.12] A lamp that was looked at is called "known".
"""
