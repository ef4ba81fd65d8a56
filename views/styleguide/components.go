package styleguide

import (
	"time"

	"github.com/a-h/templ"

	"hexclub/rules/rating"
	"hexclub/views/board"
	"hexclub/views/page"
	"hexclub/views/table"
)

// components returns specimens of the parts of pages, with texts of the site.
func components(f page.Frame) []Specimen {
	t := f.T
	problem := &page.Problem{Text: t.T("error.stale"), Rule: "2", Href: page.RuleHref("hexone", "2")}
	text := page.FormField{Name: "name", Label: t.T("account.name"), Help: t.T("look.help"), Value: "Anna", Max: 40}
	wrong := text
	wrong.Name, wrong.Value, wrong.Problem = "wrong", "", t.T("error.stale")
	number := page.FormField{Name: "number", Label: t.T("look.turn"), Value: "3", Number: true, Min: 1, Max: 9}
	area := page.FormField{Name: "area", Label: t.T("pairing.reason"), Value: t.T("footer.about"), Area: true}
	choice := page.FormField{Name: "choice", Label: t.T("look.palette"), Options: palettes(f)}
	checks := page.FormField{Name: "checks", Label: t.T("look.palette"), Help: t.T("look.help"), Checks: palettes(f)}
	var options page.Options
	for _, o := range palettes(f) {
		options = append(options, page.Option{Value: o.Value, Text: o.Label})
	}
	list := []Specimen{
		show("button", buttons(t)),
		show("icon-button", iconButtons(t)),
		show("waiting-games", badge(t)),
		show("chip", chips()),
		show("Tabs", page.Tabs("others", t.T("styleguide.components"), styleTabs(f))),
		show("Pages", page.Pages(f, Path, Path, t.T("replay.first"), t.T("replay.next"))),
		still("PhraseHead", page.PhraseHead(page.Tab{}, t.T("club.members"), page.Phrase{f.Calendar().On(time.UnixMilli(0))})),
		still("PageHead", page.PageHead(page.Tab{Text: t.T("nav.club"), Href: "/club"}, t.T("club.members"), t.T("footer.about"))),
		show("Panel", page.Panel(t.T("club.members"), page.Tab{Text: t.T("lobby.all"), Href: "/club/members"})),
		show("card", card(t)),
		show("games", rows(t)),
		show("Moment", moments(f)),
		show("quiet", empty(t)),
		show("EmptyCell", page.EmptyCell()),
		show("Empty", page.Empty("board", t.T("lobby.empty"))),
		show("Avatar", templ.Join(page.Avatar("ab2c"), page.Avatar("xk7q"), page.Avatar("m3pd"), page.Avatar(page.BotAvatar), page.Avatar(""))),
		show("PlayerLink", templ.Join(page.PlayerLink("Anna", "/people/Anna"), page.PlayerLink("Walter", ""))),
		show("Person", page.Person("ab2c", "Anna", "/people/Anna")),
		show("Form", page.Form([]page.FormResult{page.NewFormResult(t, "won"), page.NewFormResult(t, "drawn"), page.NewFormResult(t, "lost")})),
		show("notice", notice(t.T("settings.saved"))),
		still("NoticeFragment", page.NoticeFragment(t, t.T("error.stale"), Path)),
		show("LogInFields", page.LogInFields(t, "Anna", page.Refused{})),
		still("FormProblem", page.FormProblem(t.T("error.stale"))),
		still("FormProblems", page.FormProblems([]string{t.T("error.stale"), t.T("settings.confirm-help")})),
		still("ProblemNotice", table.ProblemNotice(t, problem)),
		still("CompulsoryRule", table.CompulsoryRule(t, problem)),
		show("LabelledField", page.LabelledField(text)),
		show("LabelledField, Problem", page.LabelledField(wrong)),
		show("LabelledField, Number", page.LabelledField(number)),
		show("LabelledField, Area", page.LabelledField(area)),
		show("LabelledField, Options", page.LabelledField(choice)),
		show("LabelledField, Checks", page.LabelledField(checks)),
		show("Filter", page.Filter(page.FilterField{Name: "filter", Label: t.T("look.palette"), Value: page.Palettes[1], Options: options}, "")),
		show("ReasonField", page.ReasonField(f, "", nil)),
		show("Radio", radios(f)),
		show("Radio, row", segmented(f)),
		show("Checkbox", page.Checkbox("sound", true, t.T("look.sound"), t.T("look.sound-help"))),
		still("IfPlays", page.IfPlays(barred(f), "primary")),
		still("AccountFirst", page.AccountFirst(t, f.SignUp(), f.LogIn())),
		show("RatingText", page.RatingText(page.NewRatingMark(t, rating.Start()))),
		show("Sharing", page.Sharing(t, page.NewShare(t, func(path string) string { return path }, page.CourseHref("hexone"), f.Title))),
		show("PresentButton", page.PresentButton(t, Path)),
		show("PrintButton", page.PrintButton(t)),
		still("SharePage", page.SharePage(t, page.Shared{URL: Path, Path: Path, Picture: "/preview.png"})),
		show("QR", page.QR(Path, t.T("waiting.qr"))),
		still("Seats", strip(t)),
		still("Counts", table.Counts(t, []string{t.T("hexone.count.worth", "Number", "38")}, false)),
	}
	return list
}

// moments shows times of all forms.
func moments(f page.Frame) templ.Component {
	now := time.Date(2026, 8, 19, 12, 0, 0, 0, time.UTC)
	c := page.Calendar{T: f.T, Now: now, Zone: time.UTC}
	var p page.Phrase
	for _, m := range []page.Moment{
		c.Near(now.Add(-5 * time.Minute)), c.Near(now.AddDate(0, 0, -1)), c.Near(now.AddDate(0, 0, -30)), c.At(now.AddDate(-1, 0, 0)), c.Due(now.AddDate(0, 0, 2)),
	} {
		p = p.And(" · ", page.Phrase{m})
	}
	return p
}

func palettes(f page.Frame) []page.Choose {
	var list []page.Choose
	for i, palette := range page.Palettes {
		list = append(list, page.Choose{Value: palette, Label: words(f, "palette", palette), Chosen: i == 1})
	}
	return list
}

func styleTabs(f page.Frame) []page.Tab { return looks(f)[2].Tabs }

// chips shows a piece of each colour of seats.
func chips() templ.Component {
	var all []templ.Component
	for _, colour := range []string{"blue", "red", "white", "black", "green", "yellow", "purple", "orange"} {
		all = append(all, board.Chip(piece(colour)))
	}
	return templ.Join(all...)
}

// barred returns a frame for a reader who may not play.
func barred(f page.Frame) page.Frame {
	f.Reader.Barred = true
	return f
}
