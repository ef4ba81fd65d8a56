// Package tournaments has the pages of tournaments: entry, rounds, results and standings.
package tournaments
