// Package lesson teaches the games: each lesson is a position of a real game
// and a task. It holds the lessons as data, in
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
//	extra: true                 # about an option that is off by default, or a rare case: see Course
//	was: [two]                  # IDs of former lessons that it replaces, or is a part of
//	look: [c3, d3]              # cells that are marked on the board with the first hint
//	then: [d4]                  # those of the turns after the first one, by default the same
//	secret: true                # the cells that can be picked first are not marked
//	position: ... 2             # as State.Position has it; without one, the game's own start
//	turns: 2                    # that the learner has, 1 by default
//	goal: {result: won}         # see Goal
//	replies:                    # of the others; the first that fits and is legal
//	  - {when: {turn: [c3]}, play: d4}
//	  - {play: d5}
//	bot: 1                      # level of a bot, 1 or 2, that replies when none of these does
//	solutions:                  # each a list of turns, the shortest of them par
//	  - [c3, d3]
//	accepts: 1                  # number of legal lines that solve it
//	wrong:                      # mistakes; the first that fits counts
//	  - name: edge              # of the part of the text that explains it
//	    try: [a1]               # examples: the last turn of each is the wrong one
//	    when: {kind: place}     # turns with the same mistake; by default only the examples
//	    reply: d4, d4xE         # the others' answer to it
//	---
//	# en: A title
//	The task, in a sentence or two.
//
//	## done
//	What the learner has done.
//
//	## hint
//	One section for each hint. The first names no cell, the last one does.
//
//	## wrong: edge
//	The explanation.
//
//	# fr: Un titre
//	…
//
// Texts are short: see TestForm. Learners who have solved a former lesson have
// solved those that name it in "was", and its address leads to the first of
// them.
//
// A turn is written as record.Draft reads it: actions with commas or spaces
// between. A try may be an illegal turn. Its explanation is then shown with the
// refusal. The learner plays the seat to act.
//
// Figures are the boards next to the rules, in lessons/<game>/figures.yaml: see
// [Figure].
package lesson
