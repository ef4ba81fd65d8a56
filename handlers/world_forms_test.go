package handlers_test

import (
	"cmp"
	"math/rand/v2"
	"strconv"
	"strings"
)

// knows tells whether somebody in a role knows the secret of the game in a state.
func knows(state, role string) bool {
	return role == "invited" || role == "opponent" || role == "host" || role == hostOf(state)
}

// invite is the secret of a game as somebody in a role knows it, or guesses.
func (w *world) invite(state, role string) string {
	if knows(state, role) {
		return cmp.Or(w.games[state].Invite, "none")
	}
	return "abcdefghjkmnpqrstvwxyz0123"
}

// turn is what the seat to act plays.
func (w *world) turn(state, _ string) []string {
	r := w.games[state].Record
	turn := "c2"
	if r.Turn().Seat != 0 {
		turn = aTurn(r, rand.New(rand.NewPCG(1, 1)))
	}
	return []string{"draft", turn, "ply", strconv.Itoa(r.Moved())}
}

// answer is to the offer that is open, if one is.
func (w *world) answer(state, _ string) []string {
	return []string{"ply", strconv.Itoa(w.games[state].Record.Ply())}
}

// claim is a seat asked for, with the invitation by whoever has it.
func (w *world) claim(state, role string) []string {
	if !knows(state, role) {
		return nil
	}
	return []string{"invite", w.invite(state, role)}
}

// other blocks who sits in the other seat.
func (w *world) other(state, role string) []string {
	return []string{"blocked", "on", "seat", map[bool]string{true: "2", false: "1"}[role == hostOf(state)]}
}

// farewell is what somebody sends to be forgotten.
func (w *world) farewell(_, role string) []string {
	return []string{"sure", "yes", "name", nameOf(role), "password", password}
}

func (w *world) blocked(string, string) []string { return []string{"person", w.ids["blocked"]} }

// takenOut is what an organiser sends to take the host out of a tournament.
func (w *world) takenOut(string, string) []string {
	return []string{"person", w.ids["host"], "reason", "ill"}
}

// tournamentFor is the id of a tournament with which a route can do what it does.
func (w *world) tournamentFor(route string) string {
	state := map[string]string{
		"/begin": "entry", "/edit": "entry", "/numbers": "entry", "/pair": "complete", "/finish": "complete", "/reopen": "over",
	}[route[strings.LastIndex(route, "/"):]]
	return w.tournaments[cmp.Or(state, "running")]
}

// ranked is how an organiser numbers two of a tournament.
func (w *world) ranked(string, string) []string {
	return []string{"number." + w.ids["host"], "2", "number." + w.ids["opponent"], "1"}
}

// marked is what publishes the round as it is proposed.
func (w *world) marked(string, string) []string { return []string{"mark", w.mark} }
