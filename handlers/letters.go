package handlers

import (
	"context"
	"slices"
	"time"

	"hexclub/db"
	"hexclub/handlers/mail"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views"
	"hexclub/views/account"
	"hexclub/views/club/pairings"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// mostGames is the maximum number of games in an e-mail.
const mostGames = 30

// A writtenLetter is an e-mail with its content.
type writtenLetter struct {
	mail.Message
	link *db.MailLink // stored when it is sent, nil for none
}

// writeLetter returns the current content of an e-mail; nil if it is outdated.
func (a *App) writeLetter(ctx context.Context, letter db.Letter, now time.Time) (*writtenLetter, error) {
	m, err := a.DB.Mail(ctx, letter.Person)
	if rules.IsKind(err, rules.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	person, err := a.DB.Person(ctx, letter.Person)
	if err != nil {
		return nil, err
	}
	own, err := a.DB.Club(ctx)
	if err != nil {
		return nil, err
	}
	t := a.Text.Match(m.Language, "")
	calendar := page.Calendar{T: t, Zone: web.FirstZone(person.Zone, own.Zone), Club: web.FirstZone(own.Zone)}
	parties := page.Parties{From: page.ClubName(own.Name), Site: a.URL.Host, Name: person.Name}
	written := &writtenLetter{Message: mail.Message{ID: letter.ID, Date: now}}
	var text page.Letter
	switch letter.Notice {
	case "":
		if m.Pending == "" {
			return nil, nil
		}
		secret := db.NewID(26)
		written.To = m.Pending
		written.link = &db.MailLink{Hash: web.HashID(secret), Person: person.ID, Address: m.Pending, Expires: now.Add(linkLife)}
		text = account.NewConfirmLetter(t, parties, a.FullURL(web.ConfirmPath(secret)))
	case db.NoticeReset:
		if m.Address == "" || m.Bounced || now.Sub(letter.Created) > web.MailedResetLife {
			return nil, nil // too late to be useful
		}
		secret := db.NewID(web.SecretLetters)
		written.To = m.Address
		written.link = &db.MailLink{Hash: web.HashID(secret), Person: person.ID, Address: m.Address, Expires: now.Add(web.MailedResetLife), Reset: true}
		text = account.NewResetLetter(t, parties, a.FullURL(web.ResetPath(secret)))
	case db.NoticePassword:
		if m.Address == "" || m.Bounced {
			return nil, nil
		}
		written.To = m.Address
		text = account.NewPasswordLetter(t, parties, a.FullURL("/login/forgotten"))
	case db.NoticeAddress:
		written.To, err = a.DB.FormerAddress(ctx, letter.ID, now)
		if rules.IsKind(err, rules.NotFound) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		text = account.NewAddressLetter(t, parties)
	default:
		if m.Address == "" || m.Bounced || !slices.Contains(m.Wanted, letter.Notice) || m.Seen.After(letter.Created) {
			return nil, nil
		}
		news := views.News{Parties: parties, About: string(letter.Notice), Home: a.FullURL("/"), Settings: a.FullURL("/settings"), Calendar: calendar}
		news.Stop = a.FullURL(web.StopPath(m.Stop, news.About))
		if letter.Notice == db.NoticeClub {
			news.Club, err = a.clubNews(ctx, calendar, letter)
		} else {
			news.Games, err = a.news(ctx, t, letter, now)
		}
		if err != nil || len(news.Games)+len(news.Club) == 0 {
			return nil, err
		}
		written.To, written.Unsubscribe = m.Address, news.Stop
		text = views.NewNoticeLetter(t, news)
	}
	written.Subject, written.Text = text.Subject, text.Text()
	written.HTML, err = text.HTML(ctx)
	return written, err
}

// news returns the news of an e-mail that is still valid.
func (a *App) news(ctx context.Context, t *i18n.Catalog, letter db.Letter, now time.Time) ([]views.GameNews, error) {
	ids := letter.Games
	if letter.Notice == db.NoticeTurn {
		var err error
		if ids, err = a.DB.AwaitedGames(ctx, letter.Person, mostGames); err != nil {
			return nil, err
		}
	}
	var list []views.GameNews
	for _, id := range ids[:min(len(ids), mostGames)] {
		game, err := a.DB.Game(ctx, id)
		if rules.IsKind(err, rules.NotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if !holds(letter, game, now) {
			continue
		}
		forfeit, err := a.DB.ForfeitReason(ctx, game)
		if err != nil {
			return nil, err
		}
		news := a.gameNews(t, letter, game, now)
		if forfeit != "" {
			news.Result.Reason = forfeit
		}
		list = append(list, news)
	}
	return list, nil
}

// clubNews returns the news of the club in an e-mail that is still valid.
func (a *App) clubNews(ctx context.Context, calendar page.Calendar, letter db.Letter) ([]pairings.ClubNews, error) {
	t := calendar.T
	var list []pairings.ClubNews
	for _, m := range letter.ClubNotices[:min(len(letter.ClubNotices), mostGames)] {
		if m.Kind == db.ClubNoticeDecision {
			news, err := a.Club.DecisionNews(ctx, calendar, m, letter.Person)
			if err != nil {
				return nil, err
			}
			list = append(list, news...)
			continue
		}
		if m.About.Kind != db.RefPairing {
			news, holds, err := a.Club.LadderNews(ctx, t, m, letter.Person)
			switch {
			case err != nil && !rules.IsKind(err, rules.NotFound):
				return nil, err
			case err == nil && holds:
				list = append(list, news)
			}
			continue
		}
		p, err := a.DB.Pairing(ctx, m.About.ID)
		if rules.IsKind(err, rules.NotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if !clubNoticeHolds(m, p, letter.Person) {
			continue
		}
		news := pairings.ClubNews{
			Kind: string(m.Kind), Players: web.PairedNames(t, p), Unit: p.Unit, Game: p.Key, Due: m.Due, Link: a.FullURL(web.Href(m.About)),
			Undecided: p.Standing.Undecided, Contested: p.Entered != nil && p.Entered.Against != "",
		}
		if m.Kind == db.ClubNoticeDecided {
			news.Reason = p.Decided.Reason
		}
		if player := p.Player(letter.Person); player != 0 {
			news.Opponent = news.Players[2-player]
		}
		list = append(list, news)
	}
	return list, nil
}

// clubNoticeHolds reports whether a notification about a pairing is still valid.
func clubNoticeHolds(m db.ClubNotice, p db.Pairing, person string) bool {
	open, e := p.Status == db.PairingOpen, p.Entered
	switch m.Kind {
	case db.ClubNoticeBegins, db.ClubNoticeSoon:
		return open
	case db.ClubNoticeConfirm:
		return open && e != nil && e.Against == "" && e.By != person
	case db.ClubNoticeUnconfirmed:
		return open && e != nil && e.Against == ""
	case db.ClubNoticeContested:
		return open && e != nil && e.Against != "" && e.By == person
	case db.ClubNoticeDispute:
		return p.AwaitsOrganiser()
	}
	return p.Decided != nil
}

// holds reports whether a notification about a game is still valid.
func holds(letter db.Letter, game db.Game, now time.Time) bool {
	awaited := game.Status == db.Running && slices.Contains(game.SeatsOf(letter.Person), game.Record.Turn().Seat)
	switch letter.Notice {
	case db.NoticeTurn:
		return awaited
	case db.NoticeChallenge:
		return game.Status == db.Waiting && len(keptFor(game, letter.Person)) > 0
	case db.NoticeTime:
		deadline, clocked := game.Deadline()
		return awaited && clocked && now.Before(deadline)
	}
	return game.Status == db.Over
}

// keptFor returns the free seats that are reserved for a person.
func keptFor(game db.Game, person string) (seats []rules.Seat) {
	for _, seat := range game.SeatsOf("") {
		if game.Players[seat-1].Reserved == person {
			seats = append(seats, seat)
		}
	}
	return seats
}

func (a *App) gameNews(t *i18n.Catalog, letter db.Letter, game db.Game, now time.Time) views.GameNews {
	info := game.Record.Game().Info()
	news := views.GameNews{
		Info: info, Players: web.PlayerNames(t, info, game.Players), Own: game.SeatsOf(letter.Person),
		Link: a.FullURL("/games/" + game.ID), Control: game.Record.Control(), Rated: game.Rated,
	}
	if letter.Notice == db.NoticeChallenge {
		news.Own = keptFor(game, letter.Person)
	}
	for _, player := range game.Players {
		if player.ID == game.Host {
			news.Host = web.PlayerName(t, player)
		}
	}
	if deadline, clocked := game.Deadline(); clocked {
		news.Left = deadline.Sub(now)
	}
	if result, over := game.Record.Result(); over {
		news.Result = &result
	}
	return news
}
