package handlers_test

import (
	"fmt"
	"testing"

	"hexclub/db"
	"hexclub/rules/bot"
	"hexclub/rules/games"
	"hexclub/rules/rulestest"
)

// A visitor plays a bot by one click on the front page, and then to the end of
// the game by clicking, in every game, one of them without JavaScript. The
// visitor plays as a bot that is stronger, so that no game takes long.
func TestVisitorPlaysBot(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	s.withBots(t)
	unscripted := phone
	unscripted.noScript = true
	ways := map[string]look{"hexit": phone, "tartan": unscripted}
	for _, game := range rulestest.Few(t, games.All(), 1) {
		key := game.Info().Key
		t.Run(key, func(t *testing.T) {
			look, ok := ways[key]
			if !ok {
				look = desktop
			}
			p := b.person(s, look)
			p.t = t
			p.open("/")
			p.click(".shelf form[action='/play-bot'] [value=" + key + "]")
			p.shows("#table svg.board")
			for {
				g := p.awaitsTurn(s, look.noScript)
				if g.Status == db.Over {
					break
				}
				mouse(p).playAsBot(t, g)
			}
			p.shows(".status.over")
			p.seesCells(s.gameAt(t, p.path()).Record.State(), game.Info())
		})
	}
}

// playAsBot plays the turn that a bot would.
func (h hand) playAsBot(t *testing.T, g db.Game) {
	h.t.Helper()
	st := g.Record.State().Clone()
	task := bot.Task{Game: g.Record.Game(), State: st, Seen: g.Record.Seen(), Level: 5, Share: 0.1, Seed: uint64(g.Record.Moved())}
	choice, err := bot.Choose(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	for i, action := range choice.Line[:choice.Turn] {
		h.act(g.Record.Game().Info(), g.Record.Setup().Options, st, action)
		h.has(fmt.Sprintf(".steps li:nth-child(%d)", i+1))
		st.Play(action)
	}
	h.follow("#confirm")
	h.has(listed(len(g.Record.Turns()) + 1))
}
