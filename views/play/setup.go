package play

import (
	"net/url"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/views/page"
	"hexclub/views/setup"
)

// A SetupPage is the form that creates a game.
type SetupPage struct {
	page.Frame
	Game      string   // key
	Problems  []string // why it did not work, in the reader's language
	Questions []setup.Question
	Accounts  bool // the reader has none, which rated games need
}

// NewSetup makes the form that creates a game. Each question has the answer that was sent, or the first if the
// reader cannot choose that; fields have what was sent. The problem, if there is one, is shown; it may be
// several, joined by errors.Join.
func NewSetup(f page.Frame, info rules.Info, sent func(name string) string, problem error) SetupPage {
	b := setup.Builder{T: f.T, Info: info, Account: f.Reader.SignedIn()}
	p := SetupPage{Frame: f, Game: info.Key, Questions: b.Questions(), Accounts: !f.Reader.SignedIn()}
	for _, q := range p.Questions {
		q.Choose(sent(q.Name))
		q.Fill(sent)
	}
	for _, problem := range setup.ProblemsOf(problem) {
		text := page.ErrorText(f.T, problem)
		p.Problems = append(p.Problems, text)
		for _, q := range p.Questions {
			q.Mark(rules.FieldsOf(problem), text)
		}
	}
	setup.LeadToAnswer(p.Questions)
	return p
}

// A ChallengePage asks for the game of a challenge.
type ChallengePage struct {
	page.Frame
	Heading string
	Games   []ChallengeLink
}

// A ChallengeLink links to the form for a challenge to one game.
type ChallengeLink struct{ Text, Href string }

// NewChallenge lists all games for a challenge.
func NewChallenge(f page.Frame, player string) ChallengePage {
	p := ChallengePage{Frame: f, Heading: f.T.T("setup.challenge", "Player", player)}
	for _, game := range games.All() {
		key := game.Info().Key
		p.Games = append(p.Games, ChallengeLink{Text: f.T.T(key + ".name"), Href: ChallengeHref(key, player)})
	}
	return p
}

// ChallengeHref returns the address to challenge a player to a game, or to any for an empty key.
func ChallengeHref(game, player string) string {
	query := url.Values{"opponent": {"named"}, setup.PlayerField: {player}}
	if game != "" {
		query.Set("game", game)
	}
	return "/games/new?" + query.Encode()
}
