package handlers

import (
	"cmp"
	"context"
	"fmt"

	"hexclub/handlers/account"
	"hexclub/handlers/cache"
	"hexclub/handlers/club"
	"hexclub/handlers/compress"
	"hexclub/handlers/gate"
	"hexclub/handlers/learn"
	"hexclub/handlers/limit"
	"hexclub/handlers/ops"
	"hexclub/handlers/play"
	"hexclub/handlers/search"
	"hexclub/handlers/web"
	"hexclub/rules/bot"
)

// An App is the whole site: its areas, and what joins them. New makes one.
type App struct {
	*web.Site
	Guard   *gate.Guard
	Play    *play.Area
	Learn   *learn.Area
	Club    *club.Area
	Account *account.Area
	Ops     *ops.Area

	styleguide bool // its page is shown
	findable   *cache.Shared[[]mapPage]
}

// New makes an App. It fails with a *ConfigError for a URL that is not an absolute http or https address and for
// an incomplete configuration of e-mail. It also fails if the database cannot be written.
func New(config web.Config) (*App, error) {
	embedded, err := config.Embedded, error(nil)
	if embedded == nil {
		if embedded, err = web.ReadEmbedded(); err != nil {
			return nil, err
		}
	}
	site, err := web.New(config, embedded)
	if err != nil {
		return nil, err
	}
	searches := cmp.Or(config.Searches, search.SpareCores())
	pool, hashPlaces := search.New(searches), min(2, searches)
	hints := web.Suggester{Site: site, Searches: pool, Level: cmp.Or(config.Hints, bot.MaxLevel)}
	password, compressor := account.NewPasswordHasher(hashPlaces, config.PasswordMemory), compress.New()
	a := &App{
		Site:    site,
		Play:    play.New(site, pool, hints, compressor, config.BotWait, club.PairingOutcome),
		Learn:   &learn.Area{Site: site, Courses: embedded.Courses, Hints: hints},
		Club:    &club.Area{Site: site},
		Account: &account.Area{Site: site, Password: password, Hashing: limit.NewSlots("hashing-at", hashPlaces), Backups: config.Backups},
		Ops:     ops.New(site, pool, password.Queue.Lengths, config),

		styleguide: config.Styleguide,
	}
	a.findable = &cache.Shared[[]mapPage]{Build: a.findablePages, MaxAge: sitemapAge, Now: site.Now}
	if a.Guard, err = gate.New(site, compressor); err != nil {
		return nil, err
	}
	for _, d := range a.jobs() {
		a.Ops.Jobs = append(a.Ops.Jobs, d.name)
	}
	if err := a.LoadBans(context.Background()); err != nil {
		return nil, fmt.Errorf("load bans: %w", err)
	}
	// The time during which the site was down does not count against players.
	if err := a.DB.ResumeClocks(context.Background(), a.Now()); err != nil {
		return nil, fmt.Errorf("resume clocks: %w", err)
	}
	_ = a.Ops.CheckHealth(context.Background()) // problems are logged by the next check
	return a, nil
}
