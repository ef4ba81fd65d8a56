package ladders

import (
	"slices"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
	"hexclub/rules/record"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/setup"
)

// A FormPage is the form that creates or edits a ladder.
type FormPage struct {
	page.Frame
	Heading  string
	Help     string
	Action   string
	Button   string
	Back     page.Tab // to the season, or to the ladder
	Hidden   []HiddenField
	Carry    []page.ClubLink // to forms for ladders that continue another
	Problems []string        // all of them
	First    []page.FormField
	Presets  Presets
	Main     []page.FormField // what matters most
	More     []FormGroup      // folded away
	Preview  Preview
}

// MoreOpen reports whether the fields that are folded away differ from a preset, or one has a problem.
func (p FormPage) MoreOpen() bool {
	for _, group := range p.More {
		if slices.ContainsFunc(group.Fields, func(f page.FormField) bool { return f.Problem != "" }) {
			return true
		}
	}
	return p.Presets.Shown == OwnRules
}

// A HiddenField is a hidden field of a form.
type HiddenField struct{ Name, Value string }

// A FormGroup is a group of fields.
type FormGroup struct {
	Legend string
	Fields []page.FormField
}

// Names of the fields that are not rules.
const (
	NameField    = "name"
	AboutField   = "about"
	GamesField   = "games"
	VenueField   = "venue"
	ControlField = "control"
	RatedField   = "rated"

	// AutomaticField is whether new members of the club join.
	AutomaticField = "automatic"
)

// A Form has the submitted or stored values by field name, and the rules that they make.
type Form struct {
	Values map[string]string
	Games  []string
	Rules  ladder.Settings
}

// NewForm adds the groups of fields, with values and problems, to p.
func NewForm(f page.Frame, form Form, wrong []*rules.Error, p FormPage) FormPage {
	p.Frame = f
	b := ladderFormBuilder{t: f.T, form: form, problems: map[string]string{}}
	for _, problem := range wrong {
		text := f.T.T(problem.Key)
		if !slices.Contains(p.Problems, text) {
			p.Problems = append(p.Problems, text)
		}
		for _, field := range problem.Fields {
			b.problems[field] = text
		}
	}
	p.First, p.Main, p.More = b.first(), b.main(), b.more()
	p.Presets, p.Preview = newLadderPresets(f.T, form.Rules), newLadderPreview(f.T, form, p.Preview.Action)
	var fields []*page.FormField
	for _, list := range append([]FormGroup{{Fields: p.First}, {Fields: p.Main}}, p.More...) {
		for i := range list.Fields {
			fields = append(fields, &list.Fields[i])
		}
	}
	page.Lead(fields...)
	return p
}

type ladderFormBuilder struct {
	t        *i18n.Catalog
	form     Form
	problems map[string]string
}

// first returns the fields above the presets.
func (b ladderFormBuilder) first() []page.FormField {
	return []page.FormField{b.text(NameField, b.t.T("ladder.set.name"), 60)}
}

// main returns the fields below the presets that are not folded away.
func (b ladderFormBuilder) main() []page.FormField {
	t := b.t
	return []page.FormField{
		b.games(),
		b.choice(VenueField, t.T("tournament.where"), "", VenueSite, t.T("tournament.on-site"), VenueBoard, t.T("tournament.over-the-board"), VenueEither, t.T("ladder.venue-either")),
	}
}

// more returns the fields that are folded away.
func (b ladderFormBuilder) more() []FormGroup {
	t := b.t
	return []FormGroup{
		{t.T("ladder.group-game"), []page.FormField{
			b.choice("unit", t.T("ladder.set.unit"), "", string(pairing.OneGame), t.T("ladder.choice.game"), string(pairing.TwoGames), t.T("ladder.choice.two"),
				string(pairing.Match), t.T("ladder.choice.match")),
			b.control(),
			b.choice(RatedField, t.T("ladder.set.rated"), "", "no", t.T("setup.rated-no"), "yes", t.T("setup.rated-yes")),
		}},
		{t.T("ladder.group-challenge"), []page.FormField{
			b.number("reach", t.T("ladder.set.reach"), t.T("ladder.set.reach-help")),
			b.choice("downwards", t.T("ladder.set.downwards"), "", "no", t.T("ladder.no"), "yes", t.T("ladder.yes")),
			b.number("made", t.T("ladder.set.made"), ""), b.number("received", t.T("ladder.set.received"), ""),
			b.number("rematch", t.T("ladder.set.rematch"), t.T("ladder.set.rematch-help")),
		}},
		{t.T("ladder.group-answer"), []page.FormField{
			b.choice("refuse", t.T("ladder.set.refuse"), "", string(ladder.Challenged), t.T("ladder.choice.challenged"), string(ladder.Nobody), t.T("ladder.choice.nobody")),
			b.number("refusals", t.T("ladder.set.refusals"), ""), b.number("refusal_days", t.T("ladder.set.refusal-days"), ""),
			b.number("answer", t.T("ladder.set.answer"), ""), b.fate("unanswered", t.T("ladder.set.unanswered"), t.T("ladder.choice.lost")),
			b.number("play", t.T("ladder.set.play"), ""), b.fate("unplayed", t.T("ladder.set.unplayed"), t.T("ladder.choice.lost-awaited")),
		}},
		{t.T("ladder.group-places"), []page.FormField{
			b.choice("win", t.T("ladder.set.win"), "", string(ladder.Insert), t.T("ladder.choice.insert"), string(ladder.Swap), t.T("ladder.choice.swap"),
				string(ladder.Half), t.T("ladder.choice.half")),
			b.choice("loss", t.T("ladder.set.loss"), "", string(ladder.Stay), t.T("ladder.choice.stay"), string(ladder.Down), t.T("ladder.choice.down")),
			b.number("inactive_days", t.T("ladder.set.inactive-days"), t.T("ladder.set.zero-help")), b.number("inactive_drop", t.T("ladder.set.inactive-drop"), ""),
		}},
		{t.T("ladder.group-coming"), []page.FormField{
			b.choice(AutomaticField, t.T("ladder.set.automatic"), t.T("ladder.set.automatic-help"), "no", t.T("ladder.no"), "yes", t.T("ladder.yes")),
			b.choice("entry", t.T("ladder.set.entry"), "", string(ladder.Bottom), t.T("ladder.choice.bottom"), string(ladder.Middle), t.T("ladder.choice.middle"),
				string(ladder.Given), t.T("ladder.choice.given")),
			b.number("free", t.T("ladder.set.free"), t.T("ladder.set.free-help")), b.number("free_days", t.T("ladder.set.free-days"), ""),
			b.fate("leaving", t.T("ladder.set.leaving"), t.T("ladder.choice.lost-leaver")),
			b.number("return_days", t.T("ladder.set.return-days"), t.T("ladder.set.zero-help")), b.number("return_drop", t.T("ladder.set.return-drop"), ""),
		}},
		{t.T("ladder.set.about"), []page.FormField{b.area(AboutField, t.T("ladder.set.text"), t.T("ladder.set.about-help"))}},
	}
}

func (b ladderFormBuilder) field(name, label, help string) page.FormField {
	return page.FormField{Name: name, Label: label, Help: help, Value: b.form.Values[name], Problem: b.problems[name]}
}

func (b ladderFormBuilder) text(name, label string, most int) page.FormField {
	f := b.field(name, label, "")
	f.Max = most
	return f
}

func (b ladderFormBuilder) area(name, label, help string) page.FormField {
	f := b.field(name, label, help)
	f.Area = true
	return f
}

// number returns a field for a numeric rule, within its bounds.
func (b ladderFormBuilder) number(name, label, help string) page.FormField {
	f := b.field(name, label, help)
	f.Number = true
	for _, bound := range ladder.Bounds() {
		if bound.Name == name {
			f.Min, f.Max = bound.Min, bound.Max
		}
	}
	return f
}

// choice returns a field with options, given as pairs of value and label.
func (b ladderFormBuilder) choice(name, label, help string, pairs ...string) page.FormField {
	f := b.field(name, label, help)
	for i := 1; i < len(pairs); i += 2 {
		f.Options = append(f.Options, page.Choose{Value: pairs[i-1], Label: pairs[i], Chosen: pairs[i-1] == f.Value})
	}
	firstChosen(f.Options)
	return f
}

// fate returns a field for what happens to an unfinished challenge.
func (b ladderFormBuilder) fate(name, label, lost string) page.FormField {
	return b.choice(name, label, "", string(ladder.Lost), lost, string(ladder.Lapses), b.t.T("ladder.choice.lapses"))
}

func (b ladderFormBuilder) games() page.FormField {
	f := b.field(GamesField, b.t.T("ladder.set.games"), b.t.T("ladder.set.games-help"))
	for _, g := range games.All() {
		key := g.Info().Key
		f.Checks = append(f.Checks, page.Choose{Value: key, Label: b.t.T(key + ".name"), Chosen: slices.Contains(b.form.Games, key)})
	}
	return f
}

// control returns a field for the clock of games on the site.
func (b ladderFormBuilder) control() page.FormField {
	pairs := []string{setup.NoClock, b.t.T("setup.no-clock")}
	for _, text := range append(setup.DayClocks(), setup.LiveClocks()...) {
		control, _ := record.ParseControl(text) // a test parses them all
		pairs = append(pairs, text, page.ControlWords(b.t, control))
	}
	return b.choice(ControlField, b.t.T("ladder.set.control"), "", pairs...)
}

// A CorrectionPage is the form in which an organiser corrects places.
type CorrectionPage struct {
	Head
	Action  string
	Ways    []page.Choose
	Removal string   // what happens to the open challenges of a removed player
	Person  string   // name, as typed
	Names   []string // of members, to choose from
	Place   string
	Words   string
	Problem *page.Problem // why the submitted form failed
}

// Corrections by an organiser.
const (
	CorrectPlace  = "place"
	CorrectRemove = "remove"
	CorrectAdd    = "add"
)

// A CorrectionForm is a submitted correction.
type CorrectionForm struct{ What, Person, Place, Words string }

// NewCorrection returns the page with the submitted values and the problem.
func NewCorrection(f page.Frame, in Input, sent CorrectionForm, problem error) CorrectionPage {
	t := f.T
	p := CorrectionPage{
		Head: in.frame(f, CorrectPath), Action: Href(in.ID) + CorrectPath, Person: sent.Person, Place: sent.Place, Words: sent.Words,
		Removal: in.leaving(t, "ladder.remove-lost", "ladder.remove-lapses"),
	}
	for _, way := range []page.Choose{
		{Value: CorrectPlace, Label: t.T("ladder.correct-place")},
		{Value: CorrectAdd, Label: t.T("ladder.correct-add")},
		{Value: CorrectRemove, Label: t.T("ladder.correct-remove")},
	} {
		if way.Value == CorrectAdd && in.State.Closed != 0 {
			continue
		}
		way.Chosen = way.Value == sent.What
		p.Ways = append(p.Ways, way)
	}
	firstChosen(p.Ways)
	if problem != nil {
		p.Problem = Problem(t, in, problem)
	}
	return p
}
