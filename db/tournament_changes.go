package db

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"hexclub/rules/pairing"
)

// A stated setting is a setting of a tournament as the audit log shows it.
type stated struct {
	label string // key of the catalogs
	as    string // the suffix of the names of an Act's details for the value; empty: a text
	value string
}

// stated returns the settings of a tournament, without its description, always in the same order.
func (n NewTournament) stated() []stated {
	either := func(label string, is bool, yes, no string) stated {
		if is {
			return stated{label, "Key", yes}
		}
		return stated{label, "Key", no}
	}
	number := func(label string, n int, none string) stated {
		if n == 0 {
			return stated{label, "Key", none}
		}
		return stated{label, "", strconv.Itoa(n)}
	}
	late := number("tournament.ask-late", n.Late, "tournament.no-late")
	if n.Late == LateHalf {
		late = stated{"tournament.ask-late", "Key", "tournament.late-half"}
	}
	list := []stated{
		{"tournament.name", "", strings.TrimSpace(n.Name)},
		{"tournament.kind", "Key", "tournament." + string(n.Kind)},
		number("tournament.rounds", n.Rounds, "tournament.as-advised"),
		late,
		either("tournament.ask-missed", n.MissedHalf, "tournament.missed-half", "tournament.missed-none"),
		number("tournament.ask-byes", n.HalfByes, "tournament.byes-none"),
		either("tournament.ask-double", n.Double, "tournament.twice", "tournament.once"),
		either("tournament.ask-at-once", n.AllAtOnce, "tournament.at-once", "tournament.one-by-one"),
		either("tournament.ask-third", n.Third, "tournament.yes", "tournament.no"),
		{"tournament.game", "Key", n.Key + ".name"},
	}
	for _, option := range slices.Sorted(maps.Keys(n.Options)) {
		key := n.Key + ".option." + option
		list = append(list, stated{key, "Key", key + "." + n.Options[option]})
	}
	opens := stated{"tournament.ask-opens", "Key", "tournament.no"}
	if !n.Opens.IsZero() {
		opens = stated{"tournament.ask-opens", "Time", strconv.FormatInt(n.Opens.UnixMilli(), 10)}
	}
	breaks := stated{"tournament.breaks", "Key", "tournament.breaks-none"}
	if len(n.Breaks) > 0 {
		breaks = stated{"tournament.breaks", "Keys", ""}
		for _, b := range n.Breaks {
			breaks.value += " tie." + string(b)
		}
	}
	return append(
		list,
		stated{"tournament.unit", "Key", unitKey(n.Unit)},
		either("tournament.where", n.Site, "tournament.on-site", "tournament.over-the-board"),
		stated{"setup.clock", "Control", n.Control},
		either("ladder.set.rated", n.Rated, "setup.rated-yes", "setup.rated-no"),
		either("tournament.pace", n.ByDate, "tournament.ask-by-date", "tournament.by-hand"),
		opens,
		number("tournament.ask-every", n.Days, "tournament.no-limit"),
		either("tournament.ask-due", n.Forfeit, "tournament.due-forfeit", "tournament.due-wait"),
		stated{"tournament.seeding", "Key", seedingKey(n.Seeding)},
		breaks,
		either("tournament.entering", n.Closed, "tournament.entry-organisers", "tournament.entry-members"),
		stated{"tournament.most", "", strconv.Itoa(n.Limit())},
	)
}

// unitKey returns the catalogs' key of what a pair plays.
func unitKey(unit pairing.Unit) string {
	switch unit {
	case pairing.TwoGames:
		return "tournament.unit-two"
	case pairing.Match:
		return "tournament.unit-match"
	}
	return "tournament.unit-game"
}

// seedingKey returns the catalogs' key of a seeding.
func seedingKey(seeding Seeding) string {
	switch seeding {
	case SeedByHand:
		return "tournament.seed-hand"
	case SeedAtRandom:
		return "tournament.seed-lot"
	}
	return "tournament.seed-rating"
}

// auditEdits records each changed setting in the audit log, with its old and new value, and whether
// the description changed.
func auditEdits(ctx context.Context, tx *sql.Tx, t Tournament, is NewTournament, by string, now time.Time) error {
	was := map[string]stated{}
	for _, setting := range (NewTournament{Name: t.Name, TournamentSettings: t.TournamentSettings}).stated() {
		was[setting.label] = setting
	}
	for _, setting := range is.stated() {
		old := cmp.Or(was[setting.label], stated{setting.label, "Key", "tournament.no"})
		if setting == old {
			continue
		}
		detail := map[string]string{"SettingKey": setting.label, "Was" + old.as: old.value, "Is" + setting.as: setting.value}
		if err := auditTournament(ctx, tx, t, Act{By: by, Act: "tournament-edited", Detail: detail}, now); err != nil {
			return err
		}
	}
	if t.About == is.About {
		return nil
	}
	return auditTournament(ctx, tx, t, Act{By: by, Act: "tournament-about"}, now)
}
