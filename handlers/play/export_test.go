package play

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/bot"
)

// SetBotWait sets how long who plays without JavaScript waits for bots.
func (a *Area) SetBotWait(botWait time.Duration) { a.botWait = botWait }

// Bots are bots that look for their games when they are told to.
type Bots struct{ turns *botTurns }

// NewBots are the bots of the site, which have not looked yet.
func (a *Area) NewBots() Bots { return Bots{newBotTurns(a)} }

// Look begins to think about the turns that are to be taken; retry, also about
// those that were not taken before.
func (b Bots) Look(ctx context.Context, retry bool) { b.turns.look(ctx, retry) }

// End waits for a turn to be taken, or not to be.
func (b Bots) End() { b.turns.end(<-b.turns.ended) }

// Think replaces the search by which bots find their turns.
func (a *Area) Think(choose func(context.Context, bot.Task) (bot.Choice, error)) {
	a.searches.Search = choose
}

// Crowd is how many search or wait to.
func (a *Area) Crowd() int { return a.searches.Crowd() }

// BotTurn is the turn that the bot takes which is to act in a game, alone on the
// site.
func BotTurn(ctx context.Context, game db.Game) (string, error) {
	choice, err := bot.Choose(ctx, botTask(game))
	if err != nil {
		return "", err
	}
	return strings.Join(rules.Texts(game.Record.State(), choice.Line[:choice.Turn]), " "), nil
}

// TimeShare is how much of the top level's budget a turn may cost who has so much
// time left.
func TimeShare(left, increment time.Duration) float64 { return timeShare(left, increment) }

// FittingLevel is the level of the bot that somebody is to play next.
func FittingLevel(last db.BotResult, known bool) bot.Level { return fittingLevel(last, known) }

// FillSearches has n searches begin or wait, more than there are places for, until the function
// that it returns ends them all.
func (a *Area) FillSearches(n int) (empty func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var searching sync.WaitGroup
	for i := range n {
		searching.Go(func() {
			if _, leave, err := a.searches.Enter(ctx, fmt.Sprint("full ", i)); err == nil {
				<-ctx.Done()
				leave()
			}
		})
	}
	for a.searches.Crowd() < n {
		runtime.Gosched()
	}
	return func() {
		cancel()
		searching.Wait()
	}
}

// MaxSearches is how many may search or wait to before nobody else is let in
// who could do without.
const MaxSearches = web.MaxSearches

// Thumbnails returns how many small pictures of games are kept.
func (a *Area) Thumbnails() int {
	a.thumbnails.mu.Lock()
	defer a.thumbnails.mu.Unlock()
	return len(a.thumbnails.recent) + len(a.thumbnails.older)
}

// ReleaseGames announces changes of the current games that wait for the end of a period.
func (a *Area) ReleaseGames() { a.currentNews.Release() }
