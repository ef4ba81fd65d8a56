// Package setup has the questions of forms that set up games: new games, sandboxes, ladders and tournaments.
package setup
