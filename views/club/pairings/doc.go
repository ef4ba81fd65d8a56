// Package pairings has the page of a pairing, the forms for its result, and what the club writes about it elsewhere.
package pairings
