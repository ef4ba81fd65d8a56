// Package entering has the form that enters people in tournaments and on ladders.
package entering
