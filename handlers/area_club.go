package handlers

// A clubArea is the club: its members, ladders and tournaments.
type clubArea struct{ *site }
