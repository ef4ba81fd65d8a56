// Package ladders has the pages of ladders and their challenges.
package ladders
