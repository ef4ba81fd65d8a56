// Package bot plays the games: it knows the contract of package rules and
// nothing else of any game.
package bot
