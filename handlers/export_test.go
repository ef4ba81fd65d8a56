package handlers

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/bot"
)

// FillPictures takes all places for drawing pictures, until the function that
// it returns gives them back.
func (a *App) FillPictures() (empty func()) {
	for range cap(a.pictures.waiting) {
		a.pictures.waiting <- struct{}{}
	}
	return func() {
		for range cap(a.pictures.waiting) {
			<-a.pictures.waiting
		}
	}
}

// WorkOnce does each duty of the site once.
func (a *App) WorkOnce(ctx context.Context) error {
	var err error
	for _, d := range a.duties() {
		err = errors.Join(err, d.try(ctx))
	}
	return err
}

// DutyEvery returns how often the site does a duty, 0 for one that it does not have.
func (a *App) DutyEvery(name string) time.Duration {
	for _, d := range a.duties() {
		if d.name == name {
			return d.every
		}
	}
	return 0
}

// Repeat does a duty again and again, until ctx is done.
func (a *App) Repeat(ctx context.Context, name string, every time.Duration, do func(context.Context) error) {
	a.repeat(ctx, duty{name, every, do})
}

// PlayBots lets bots take their turns until ctx is done.
func (a *App) PlayBots(ctx context.Context) { a.playBots(ctx) }

// Patience sets how long who plays without JavaScript waits for bots.
func (a *App) Patience(patience time.Duration) { a.patience = patience }

// Bots are bots that look for their games when they are told to.
type Bots struct{ turns *botTurns }

// NewBots are the bots of the site, which have not looked yet.
func (a *App) NewBots() Bots { return Bots{newBotTurns(a)} }

// Look begins to think about the turns that are to be taken; anew, also about
// those that were not taken before.
func (b Bots) Look(ctx context.Context, anew bool) { b.turns.look(ctx, anew) }

// End waits for a turn to be taken, or not to be.
func (b Bots) End() { b.turns.end(<-b.turns.ended) }

// Think replaces the search by which bots find their turns.
func (a *App) Think(choose func(context.Context, bot.Task) (bot.Choice, error)) {
	a.thinkers.search = choose
}

// Reading returns how many pages of an address are being made or wait for it.
func (a *App) Reading(address string) int {
	a.limits.working.mu.Lock()
	defer a.limits.working.mu.Unlock()
	if line := a.limits.working.lines[address]; line != nil {
		return line.requests
	}
	return 0
}

// Background returns how many requests of heavy users are being done or wait for it.
func (a *App) Background() int { return a.inLine(heavyWork) }

// Rejections returns how many rejected requests are being answered or wait for it.
func (a *App) Rejections() int { return a.inLine(rejections) }

func (a *App) inLine(kind string) int {
	a.background.mu.Lock()
	defer a.background.mu.Unlock()
	if line := a.background.lines[kind]; line != nil {
		return line.requests
	}
	return 0
}

// EnterRejections takes the slot of rejected requests, until leave gives it back.
func (a *App) EnterRejections(t testing.TB) (leave func()) {
	slot, err := a.background.enter(t.Context(), rejections)
	if err != nil {
		t.Fatal(err)
	}
	return slot.leave
}

// FillBackground takes all threads of the background, until empty gives them back.
func (a *App) FillBackground() (empty func()) {
	for range cap(a.lowPriority.all) {
		a.lowPriority.all <- struct{}{}
	}
	return func() {
		for range cap(a.lowPriority.all) {
			<-a.lowPriority.all
		}
	}
}

// ReleaseSlots gives back the slots of a request.
func ReleaseSlots(c echo.Context) { releaseSlots(c) }

// HashPlaces returns how many passwords are hashed at once.
func (a *App) HashPlaces() int { return cap(a.password.queue.running) }

// Crowd is how many search or wait to.
func (a *App) Crowd() int { return a.thinkers.crowd() }

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

// Complaints tells which of some errors, one every so often, the log is told.
func Complaints(every time.Duration, errs ...error) (told []int) {
	var said complaint
	for i, err := range errs {
		if said.news(err, time.Time{}.Add(time.Duration(i)*every)) {
			told = append(told, i)
		}
	}
	return told
}

// Banned reports whether an address is banned.
func (a *App) Banned(address string) bool {
	_, banned := a.bans.of(address, a.Now())
	return banned
}
