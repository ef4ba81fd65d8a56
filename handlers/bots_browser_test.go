package handlers_test

import (
	"fmt"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/rules/bot"
	"hexclub/rules/games"
	"hexclub/rules/rulestest"
)

// In every game a visitor starts a game against a bot with one click on the front page, and plays by clicking,
// in two games without JavaScript. One short game is played to the end, in the check's full mode all. The visitor
// plays as a stronger bot, so that no game takes long.
func TestVisitorPlaysBot(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	s.WithBots(t)
	unscripted := sitetest.Phone
	unscripted.NoScript = true
	whole := map[string]bool{"six": true}
	ways := map[string]sitetest.Look{"hexone": sitetest.Phone, "hexit": sitetest.Phone, "six": unscripted, "tartan": unscripted}
	for _, game := range rulestest.Few(t, games.All(), 1) {
		key := game.Info().Key
		t.Run(key, func(t *testing.T) {
			look, ok := ways[key]
			if !ok {
				look = sitetest.Desktop
			}
			p := b.Person(s, look)
			p.T = t
			p.Open("/")
			p.Click(".shelf form[action='/play-bot'] [value=" + key + "]")
			p.Shows("#table svg.board")
			var g db.Game
			for turns := 0; turns < 3 || whole[key] || rulestest.Full(); turns++ {
				if g = p.AwaitsTurn(s, look.NoScript); g.Status == db.Over {
					p.Shows(".status.over")
					break
				}
				mouse(p).playAsBot(t, g, look.NoScript)
			}
			p.AwaitsTurn(s, look.NoScript)
			p.SeesCells(s.GameAt(t, p.Path()).Record.State(), game.Info())
		})
	}
}

// playAsBot plays the turn that a bot would play. Without scripts it has to be confirmed.
func (h hand) playAsBot(t *testing.T, g db.Game, confirm bool) {
	h.T.Helper()
	st := g.Record.State().Clone()
	task := bot.Task{Game: g.Record.Game(), State: st, Seen: g.Record.Seen(), Level: 5, Share: 0.1, Seed: uint64(g.Record.Moved())}
	choice, err := bot.Choose(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	for i, action := range choice.Line[:choice.Turn] {
		h.act(g.Record.Game().Info(), g.Record.Setup().Options, st, action)
		if confirm || i < choice.Turn-1 {
			h.Has(fmt.Sprintf(".steps li:nth-child(%d)", i+1))
		}
		st.Play(action)
	}
	if confirm {
		h.follow("#confirm")
	}
	h.Has(sitetest.Listed(len(g.Record.Turns()) + 1))
}
