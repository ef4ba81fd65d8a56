// Package play has the pages of games besides the table: lobby, new game, current games, chat, archive, matches
// and profiles.
package play
