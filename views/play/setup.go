package play

import (
	"net/url"
	"slices"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
	"hexclub/views/page"
	"hexclub/views/setup"
)

// A SetupPage is the form that creates a game, in one of the ways of setup.Ways.
type SetupPage struct {
	page.Frame
	Game     string // key
	Way      string
	Games    []page.Tab // the same form for other games
	Ways     []page.Tab // and for other ways
	Problems []string   // why it did not work, in the reader's language
	Main     []setup.Question
	More     []setup.Question // folded
	Open     bool             // unfolded, because something in it was chosen
	Accounts bool             // the reader has none, which rated games need
}

// NewSetup makes the form that creates a game. Each question has the answer that was sent, or the usual one if the
// reader cannot choose that; fields have what was sent. Level is that of the bot that the form offers. The problem, if
// there is one, is shown; it may be several, joined by errors.Join.
func NewSetup(f page.Frame, info rules.Info, sent func(name string) string, level bot.Level, problem error) SetupPage {
	way := setup.WayOf(sent("opponent"))
	b := setup.Builder{T: f.T, Info: info, Account: f.Reader.SignedIn(), Way: way, Level: level}
	p := SetupPage{Frame: f, Game: info.Key, Way: way, Accounts: !f.Reader.SignedIn() && way != setup.WithBots}
	p.Main, p.More = b.Questions()
	all := slices.Concat(p.Main, p.More)
	setup.Choose(all, sent)
	for _, problem := range setup.ProblemsOf(problem) {
		text := page.ErrorText(f.T, problem)
		p.Problems = append(p.Problems, text)
		for _, q := range all {
			q.Mark(rules.FieldsOf(problem), text)
		}
	}
	setup.LeadToAnswer(all)
	p.Open = slices.ContainsFunc(p.More, func(q setup.Question) bool {
		usual := slices.ContainsFunc(p.Main, func(main setup.Question) bool { return main.Name == q.Name }) // answers
		return q.Chosen() > 0 || q.Chosen() == 0 && usual
	})
	p.tabs()
	return p
}

// tabs adds the links to the forms for other games and in other ways.
func (p *SetupPage) tabs() {
	for _, game := range games.All() {
		key := game.Info().Key
		p.Games = append(p.Games, page.Tab{Text: p.T.T(key + ".name"), Href: SetupHref(key, setup.FirstOpponent(p.Way)), Current: key == p.Game})
	}
	for _, way := range setup.Ways {
		p.Ways = append(p.Ways, page.Tab{Text: p.T.T("setup.way." + way), Href: SetupHref(p.Game, setup.FirstOpponent(way)), Current: way == p.Way})
	}
}

// SetupHref returns the address of the form for a new game, with the opponent's kind; empty for the first.
func SetupHref(game, opponent string) string {
	query := url.Values{"game": {game}}
	if opponent != "" {
		query.Set("opponent", opponent)
	}
	return "/games/new?" + query.Encode()
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
