// Package lesson teaches the games: each lesson is a position of a real game
// and something to be done there. It holds the lessons as data, in
// lessons/<game>, one file each in the order of their names, and runs them:
// [Lesson.Run] follows what a learner plays, judges it, and answers for the
// other seats.
//
// # The form of a lesson
//
// A file is YAML between two lines of "---", then Markdown, for each language
// a chapter that begins with its tag and the title:
//
//	---
//	rule: "3"                   # the rule it is about
//	position: ... 2             # as State.Position has it; without one, the game's own start
//	turns: 2                    # that the learner has, 1 if nothing is said
//	goal: {result: won}         # see Goal
//	replies:                    # of the others; the first that fits and is legal
//	  - {when: {turn: [c3]}, play: d4}
//	  - {play: d5}
//	bot: 1                      # replies where none of these does: a bot of that level, 1 or 2
//	solutions:                  # each a list of turns, the shortest of them par
//	  - [c3, d3]
//	accepts: 1                  # how many lines solve it, of all that are legal
//	wrong:                      # what goes wrong, the first that fits
//	  - name: edge              # of the part of the text that explains it
//	    try: [a1]               # examples: the last turn of each is the wrong one
//	    when: {kind: place}     # what else is wrong in this way; without it, the examples alone
//	    reply: d4, d4xE         # what the others then do to the learner
//	---
//	# en: A title
//	What there is to be done, in a sentence or two.
//
//	## done
//	What it was that the learner did.
//
//	## hint
//	One section for each hint.
//
//	## wrong: edge
//	Why not.
//
//	# fr: Un titre
//	…
//
// A turn is written as record.Draft reads it: actions with commas or spaces
// between. A try may be a turn that is not legal: then its explanation comes
// beside what the rules say. The learner plays the seat to act.
//
// Figures are the boards beside the rules, in lessons/<game>/figures.yaml: see
// [Figure].
package lesson
