package table

import (
	"strconv"

	"hexclub/rules/record"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A PreviewInput is the data of the preview of a game.
type PreviewInput struct {
	T       *i18n.Catalog
	ID      string
	Record  *record.Record
	Players []string // by seat - 1, as everybody may read them: without the numbers of guests
	At      *Moment  // of a replay; nil for the game as it is
}

// NewPreview returns the preview of a game, or of a position in it. The address of its picture changes with the position.
func NewPreview(in PreviewInput) page.Preview {
	t, info := in.T, in.Record.Game().Info()
	name, last := t.T(info.Key+".name"), len(in.Record.Turns())
	players := make([]string, len(in.Players))
	for i, player := range in.Players {
		if players[i] = player; player == "" {
			players[i] = t.T("player.free")
		}
	}
	p := page.Preview{
		URL: "/games/" + in.ID, Title: t.T("play.heading", "Game", name, "Players", page.Versus(t, info, players)),
		About: t.T("preview.running", "Pitch", t.T(info.Key+".pitch")), Alt: t.T("play.board", "Game", name),
	}
	p.Picture = p.URL + "/preview.png?turn=" + strconv.Itoa(last)
	if result, over := in.Record.Result(); over {
		p.About = page.ResultWords(t, info, players, result)
	} else { // the last turn may be taken back and another played
		p.Picture += "&moved=" + strconv.Itoa(in.Record.Moved())
	}
	if in.At != nil && in.At.Turn < last {
		p.Title += " · " + t.T("replay.turn", "Turn", strconv.Itoa(in.At.Turn), "Turns", strconv.Itoa(last))
		p.URL += "/turns/" + strconv.Itoa(in.At.Turn)
		p.Picture = page.PictureHref(p.URL)
	}
	return p
}
