package db

// A Ref refers to something in the club that has a page. Package db knows no addresses: views
// builds them from refs.
type Ref struct {
	Kind RefKind
	ID   string // empty for what the club has one of
}

// A RefKind is a kind of thing that a [Ref] refers to. It is stored.
type RefKind string

// The kinds of refs.
const (
	RefNothing     RefKind = ""
	RefClub        RefKind = "club"        // its settings; without id, like the next two
	RefMembers     RefKind = "members"     // the list of members
	RefInvitations RefKind = "invitations" // the list of invitations
	RefSeason      RefKind = "season"
	RefLadder      RefKind = "ladder"
	RefChallenge   RefKind = "challenge"
	RefTournament  RefKind = "tournament"
	RefPairing     RefKind = "pairing"
	RefGame        RefKind = "game"
)

// RefKinds returns all kinds of refs, without RefNothing.
func RefKinds() []RefKind {
	return []RefKind{
		RefClub, RefMembers, RefInvitations, RefSeason, RefLadder, RefChallenge, RefTournament, RefPairing, RefGame,
	}
}

// Ref refers to the season.
func (s Season) Ref() Ref { return Ref{RefSeason, s.ID} }

// Ref refers to the ladder.
func (l Ladder) Ref() Ref { return Ref{RefLadder, l.ID} }

// Ref refers to the challenge.
func (c Challenge) Ref() Ref { return Ref{RefChallenge, c.ID} }

// Ref refers to the tournament.
func (t Tournament) Ref() Ref { return Ref{RefTournament, t.ID} }

// Ref refers to the pairing.
func (p Pairing) Ref() Ref { return Ref{RefPairing, p.ID} }
