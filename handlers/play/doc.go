// Package play has the handlers of games: the lobby, new games, the table, clocks, chat, bots, replays, profiles
// and the archive. Each noun has a file. A turn is [Area.PlayTurn]; package record judges it inside the
// transaction of db.PlayTurn. Other acts, such as an offer of a draw, are an [Area.GameAct] or [Area.OfferAnswer]
// of a method of db, which routes.go names.
package play
