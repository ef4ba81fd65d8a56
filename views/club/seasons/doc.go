// Package seasons has the pages of the club's seasons.
package seasons
