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

// SetBotWait sets how long an answer without JavaScript waits for bots.
func (a *Area) SetBotWait(botWait time.Duration) { a.botWait = botWait }

// Bots are bots that look for their games only when the test calls Look.
type Bots struct{ turns *botTurns }

// NewBots returns the bots of the site before their first look.
func (a *Area) NewBots() Bots { return Bots{newBotTurns(a)} }

// Look starts searches for the turns that await bots; with retry also for failed turns.
func (b Bots) Look(ctx context.Context, retry bool) { b.turns.look(ctx, retry) }

// End waits until a turn was taken or failed.
func (b Bots) End() { b.turns.end(<-b.turns.ended) }

// Think replaces the bots' search.
func (a *Area) Think(choose func(context.Context, bot.Task) (bot.Choice, error)) {
	a.searches.Search = choose
}

// Crowd returns the number of running and waiting searches.
func (a *Area) Crowd() int { return a.searches.Crowd() }

// BotTurn returns the turn of the bot to act in a game, on a site without other searches.
func BotTurn(ctx context.Context, game db.Game) (string, error) {
	choice, err := bot.Choose(ctx, botTask(game))
	if err != nil {
		return "", err
	}
	return strings.Join(rules.Texts(game.Record.State(), choice.Line[:choice.Turn]), " "), nil
}

// TimeShare returns the share of the top level's budget for a turn with a remaining time and an increment.
func TimeShare(left, increment time.Duration) float64 { return timeShare(left, increment) }

// FittingLevel returns the level of a person's next bot.
func FittingLevel(last db.BotResult, known bool) bot.Level { return fittingLevel(last, known) }

// FillSearches starts n searches, more than can run at once. The returned function ends them all.
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

// MaxSearches is the number of searches from which hints are rejected.
const MaxSearches = web.MaxSearches

// Thumbnails returns the number of cached thumbnails.
func (a *Area) Thumbnails() int {
	return a.thumbnails.Len()
}

// ReleaseGames publishes delayed changes of the current games.
func (a *Area) ReleaseGames() { a.currentNews.Release() }
