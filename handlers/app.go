package handlers

import (
	"cmp"
	"context"
	"fmt"

	"hexclub/rules/bot"
)

// An App is the whole site: its areas, and what joins them. Make one with New.
type App struct {
	*site
	Guard   *guard
	Play    *playArea
	Learn   *learnArea
	Club    *clubArea
	Account *accountArea
	Ops     *opsArea
}

// New makes an App. A URL that is not an absolute http or https address is a
// *ConfigError, and so is half a configuration of mail; a database that cannot be
// written is an error, too.
func New(config Config) (*App, error) {
	embedded, err := config.Embedded, error(nil)
	if embedded == nil {
		if embedded, err = ReadEmbedded(); err != nil {
			return nil, err
		}
	}
	site, err := newSite(config, embedded)
	if err != nil {
		return nil, err
	}
	searches := cmp.Or(config.Searches, spareCores())
	search, hashPlaces := newThinkers(searches), min(2, searches)
	hints := suggester{site: site, thinkers: search, level: cmp.Or(config.Hints, bot.MaxLevel)}
	password, compressor := newPasswordHasher(hashPlaces), newCompressor()
	a := &App{
		site:    site,
		Play:    newPlayArea(site, search, hints, compressor, config.Patience, pairingOutcome),
		Learn:   &learnArea{site: site, courses: embedded.courses, hints: hints, pictures: newPictureQueue()},
		Club:    &clubArea{site: site},
		Account: &accountArea{site: site, password: password, hashing: newSlots("hashing-at", hashPlaces), backups: config.Backups},
		Ops:     newOpsArea(site, search, password.queue.lengths, config),
	}
	if a.Guard, err = newGuard(site, compressor); err != nil {
		return nil, err
	}
	for _, d := range a.duties() {
		a.Ops.duties = append(a.Ops.duties, d.name)
	}
	if err := a.LoadBans(context.Background()); err != nil {
		return nil, fmt.Errorf("load bans: %w", err)
	}
	// No time that the site was down counts against a player.
	if err := a.DB.ResumeClocks(context.Background(), a.Now()); err != nil {
		return nil, fmt.Errorf("resume clocks: %w", err)
	}
	_ = a.Ops.CheckHealth(context.Background()) // what is not well is logged when it is looked at again
	return a, nil
}
