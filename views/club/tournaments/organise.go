package tournaments

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"hexclub/rules"
	"hexclub/rules/tourney"
	"hexclub/views/club/entering"
	"hexclub/views/club/pairings"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// An OrganisePage is what organisers do with a tournament.
type OrganisePage struct {
	Head
	Problem  string
	State    OrganiseState
	Next     *NextStep // nil for none
	Entrants []OrganiseEntrant
	Players  []OrganisePlayer // once it has begun
	Entering entering.Form
	Links    OrganiseLinks
	Earlier  []string // players of an earlier tournament who were not entered again, with the reason
	Pause    PauseForm
	Help     OrganiseHelp
	Sent     OrganiseForm
}

// An OrganiseState is which forms an organiser can use.
type OrganiseState struct {
	Entry     bool // it can be begun and changed
	Numbers   bool // numbers are given by hand
	Enterable bool // players can be entered
	Full      bool // there are as many players as allowed
	Running   bool
	Pair      bool // the next round can be proposed
	Finish    bool // it can be ended as it stands
	Over      bool
	More      bool // rounds can be added
	Described bool // only its name and text can be changed
}

// OrganiseHelp says what the forms do.
type OrganiseHelp struct {
	Late  string // what a player who is entered now misses; empty for nothing
	Begun string // why nobody can be entered any more; empty if somebody can, or if it is over
	Leave string
	Final string // why nothing can be changed any more; empty for no reason
}

// OrganiseLinks are links to other forms; nil where there is nothing to do.
type OrganiseLinks struct {
	Again    *page.Tab   // for another tournament, after the end
	Deadline *page.Tab   // that moves the deadline of the current round
	Open     []OpenRound // published rounds with missing results
}

// An OrganiseForm is a form that was sent.
type OrganiseForm struct {
	Person     string // id of the chosen player; empty for none
	Missed     string // "yes": rounds so far give half a point each to players who are entered
	Refused    string // end of the address of the refused form, such as "remove"; empty for none
	Reason     string // in the refused form
	MoreRounds string // number of rounds to add; "0" for none
}

// An OpenRound is a published round with missing results.
type OpenRound struct {
	Heading string
	Missing string // how many
	Href    string // of the page for its results
}

// An OrganiseEntrant is somebody whom an organiser may take out.
type OrganiseEntrant struct {
	ID, Name, Number string
	Avatar           string
	Removable        bool
}

// choosePlayer chooses the player in the form that was sent, or in the link to one.
func (p *OrganisePage) choosePlayer(in Input, sent func(string) string) {
	player := func(field string) string {
		if _, entered := in.entrant(sent(field)); entered {
			return sent(field)
		}
		return ""
	}
	switch p.Sent.Refused {
	case "pause", "resume":
		p.Pause.Person = player("person")
	default:
		p.Sent.Person, p.Pause.Person = player("person"), player("absent")
	}
}

// NewOrganise returns an organiser's page of a tournament, with the submitted values of a rejected
// form: the form whose address ends in refused, such as "remove"; empty for none.
func NewOrganise(f page.Frame, in Input, refused string, sent func(string) string, problem error) OrganisePage {
	t := f.T
	p := OrganisePage{
		Head: newTournamentHead(f, in, Href(in.ID)+"/organise"),
		State: OrganiseState{
			Entry: in.Status == entry, Numbers: in.Status == entry && in.Format.Seeding == seedHand, Enterable: in.Entry.Addable, Full: in.full(),
			Running: in.Status == running, Over: in.Status == over && !in.Archived, More: in.Format.Kind == swiss && in.Length < mostRounds,
			Described: in.Status != entry && !in.Archived,
		},
		Sent: OrganiseForm{Refused: refused, Reason: sent("reason"), MoreRounds: cmp.Or(sent("more"), "0")},
	}
	p.State.Pair, p.State.Finish = in.canPair(), in.canFinish()
	if p.Next = in.nextStep(f); in.Archived {
		p.Help.Final = t.T("season.archive-fixed")
	}
	for _, e := range in.Entrants {
		p.Entrants = append(p.Entrants, OrganiseEntrant{
			ID: e.ID, Name: e.Name, Avatar: e.Avatar, Number: cmp.Or(sent(numberField(e.ID)), strconv.Itoa(e.Number)), Removable: e.To == 0 && (p.State.Entry || p.State.Running),
		})
	}
	p.Players = in.players(t, p.Entrants)
	p.Links.Open, p.Links.Again = in.openRounds(t), in.again(t)
	p.Pause = in.pauseForm(t, "")
	p.choosePlayer(in, sent)
	if d := in.deadlineForm(f, in.current(), SentDeadline{}); d != nil {
		p.Links.Deadline = &page.Tab{Text: d.Heading, Href: RoundHref(in.ID, in.current()) + "?" + MoveField + "=move#deadline"}
	}
	p.Help.Leave = in.removeHelp(t)
	switch {
	case in.Entry.Addable && in.Round > 0:
		p.Help.Late = t.T("tournament.add-late", "Round", strconv.Itoa(in.Round+1))
	case in.Status == running && in.Format.Kind != swiss:
		p.Help.Begun = t.T("tournament.begun-closed")
	}
	if problem != nil {
		p.Problem = in.organiseProblem(t, problem)
	}
	return p
}

// openRounds returns the published rounds with missing results; none in an archived season.
func (in Input) openRounds(t *i18n.Catalog) (rounds []OpenRound) {
	if in.Archived {
		return nil
	}
	for round := 1; round <= in.Round; round++ {
		missing := 0
		for _, b := range in.RoundBoards(round) {
			if !b.Over {
				missing++
			}
		}
		if missing > 0 {
			rounds = append(rounds, OpenRound{in.roundName(t, round), t.N("results.missing", missing), ResultsHref(in.ID, round)})
		}
	}
	return rounds
}

// problemOf returns the attributes that link a field of a rejected form to its error message.
func (p OrganisePage) problemOf(form string) templ.OrderedAttributes {
	if p.Sent.Refused != form {
		return nil
	}
	return page.DescribedBy(p.Problem)
}

// removable returns the players who can be taken out, by name.
func (p OrganisePage) removable() (list []page.Option) {
	for _, e := range p.Entrants {
		if e.Removable {
			list = append(list, page.Option{Value: e.ID, Text: e.Name})
		}
	}
	return byName(list)
}

// numberField returns the name of the field with an entrant's number in the ranking.
func numberField(id string) string { return "number." + id }

// organiseProblem returns why something failed. Errors about numbers name the entrants.
func (in Input) organiseProblem(t *i18n.Catalog, problem error) string {
	var known *rules.Error
	switch {
	case !errors.As(problem, &known):
	case errors.Is(known, tourney.ErrNumber):
		return t.T(known.Key, "Most", strconv.Itoa(len(in.Entrants)))
	case errors.Is(known, tourney.ErrSameNumber):
		return t.T(known.Key, "First", in.name(fmt.Sprint(known.Args[0])), "Second", in.name(fmt.Sprint(known.Args[1])), "Number", fmt.Sprint(known.Args[2]))
	}
	return page.ErrorText(t, problem)
}

// A ProposalInput is a round as it would be published.
type ProposalInput struct {
	Round   int
	Relaxed bool
	Swaps   [][2]string // ids
	Pairs   []ProposedPair
	Mark    string
	Seats   map[string]int // by id, how many more games somebody has started than others
	Seated  bool           // it matters who starts
}

// A ProposedPair is two opponents, or one person with a bye.
type ProposedPair struct {
	Board         int
	First, Second string // ids
	Gone          [2]bool
}

// A ProposalPage is a round as it would be published, and what was taken into account.
type ProposalPage struct {
	Head
	Heading     string
	Problem     string
	Notes       []string
	Groups      []Fact // people by score
	Rows        []BoardRow
	Seats       ProposalSeats
	Swaps       ProposalSwaps
	Mark        string
	Publish     string // what the button says
	PublishHelp string
	Fresh       string // address of the proposal without changes; empty for this one
}

// ProposalSeats describes how a proposal assigns seats.
type ProposalSeats struct {
	Shown   bool   // rows name seats
	Drawn   bool   // the first player is drawn at random
	Relaxed bool   // the rule about seats is relaxed
	Relax   string // address with that rule relaxed; empty if it would change nothing
}

// ProposalSwaps are the players who change places in a proposal.
type ProposalSwaps struct {
	Words  []string
	Sent   [][2]string   // values of the swaps so far
	People []page.Option // players who can change places; nil if none can
}

// swapValue returns the form value of two people who change places.
func swapValue(swap [2]string) string { return swap[0] + "." + swap[1] }

// NewProposal returns the preview of a round. It shows the problem, if there is one.
func NewProposal(f page.Frame, in Input, p ProposalInput, problem error) ProposalPage {
	t, base := f.T, Href(in.ID)+"/pair"
	result := ProposalPage{
		Head: newTournamentHead(f, in, base), Mark: p.Mark, Swaps: ProposalSwaps{Sent: p.Swaps},
		Seats: ProposalSeats{Relaxed: p.Relaxed, Shown: p.Seated && in.Format.Kind == swiss, Drawn: !p.Seated}, Heading: t.T("tournament.propose", "Where", in.roundName(t, p.Round)),
	}
	if in.Status == over || in.Status == off {
		result.Heading = t.T("tournament.propose-none")
	}
	result.Publish, result.PublishHelp = t.T("tournament.publish"), t.T("tournament.publish-help")
	if in.allAtOnce() {
		result.Publish = t.N("tournament.publish-all", in.Length)
	}
	if problem != nil {
		result.Problem = page.ErrorText(t, problem)
	}
	if errors.Is(problem, tourney.ErrNoPairing) && p.Seated && !p.Relaxed {
		result.Seats.Relax = base + "?seats=relaxed"
	}
	if p.Relaxed || len(p.Swaps) > 0 {
		result.Fresh = base
	}
	for _, swap := range p.Swaps {
		result.Swaps.Words = append(result.Swaps.Words, t.T("tournament.swapped", "First", in.name(swap[0]), "Second", in.name(swap[1])))
	}
	if len(p.Pairs) == 0 {
		return result
	}
	scores := in.scores(p.Round)
	for _, pair := range p.Pairs {
		result.Rows = append(result.Rows, in.proposedRow(t, p, pair, scores))
	}
	result.Notes = in.proposalNotes(t, p, scores)
	if in.Format.Kind == swiss {
		result.Groups = in.scoreGroups(p, scores)
		for _, pair := range p.Pairs {
			for _, id := range []string{pair.First, pair.Second} {
				if id != "" {
					result.Swaps.People = append(result.Swaps.People, page.Option{Value: id, Text: in.name(id)})
				}
			}
		}
		result.Swaps.People = byName(result.Swaps.People)
	}
	return result
}

// proposedRow returns a pair with the reasons for it.
func (in Input) proposedRow(t *i18n.Catalog, p ProposalInput, pair ProposedPair, scores map[string]int) BoardRow {
	row := BoardRow{
		Board: strconv.Itoa(pair.Board), Match: in.matchName(t, p.Round, pair.Board),
		First: in.playerCell(pair.First, scores), Second: in.playerCell(pair.Second, scores),
	}
	if pair.Second != "" {
		row.First.Starts = t.T("tournament.starts")
	}
	switch {
	case pair.Second == "":
		row.Result = t.T("tournament.bye")
	case pair.Gone != [2]bool{}:
		row.Note = t.T("tournament.walkover")
	case in.Format.Kind != swiss:
	case scores[pair.First] > scores[pair.Second]:
		row.Note = t.T("tournament.floats", "Down", row.First.Name, "Up", row.Second.Name)
	case scores[pair.First] < scores[pair.Second]:
		row.Note = t.T("tournament.floats", "Down", row.Second.Name, "Up", row.First.Name)
	}
	if p.Seated && in.Format.Kind == swiss {
		row.First.Beside += " · " + page.Signed(p.Seats[pair.First])
		if pair.Second != "" {
			row.Second.Beside += " · " + page.Signed(p.Seats[pair.Second])
		}
	}
	return row
}

// proposalNotes describes what a proposal has taken into account.
func (in Input) proposalNotes(t *i18n.Catalog, p ProposalInput, scores map[string]int) (notes []string) {
	switch in.Format.Kind {
	case robin:
		notes = append(notes, t.T("tournament.note-berger"))
		if in.Format.AllAtOnce {
			notes = append(notes, t.T("tournament.all-at-once"))
		}
	case knockout:
		notes = append(notes, t.T("tournament.note-bracket"))
	default:
		notes = append(notes, t.T("tournament.note-swiss"))
		floaters := 0
		for _, pair := range p.Pairs {
			if pair.Second != "" && scores[pair.First] != scores[pair.Second] {
				floaters++
			}
		}
		if floaters > 0 {
			notes = append(notes, t.N("tournament.note-floaters", floaters))
		} else {
			notes = append(notes, t.T("tournament.note-level"))
		}
	}
	for _, pair := range p.Pairs {
		if pair.Second == "" && in.Format.Kind == swiss {
			notes = append(notes, t.T("tournament.note-bye", "Player", in.name(pair.First)))
		}
	}
	if note := in.absentNote(t, p.Round); note != "" {
		notes = append(notes, note)
	}
	switch {
	case p.Relaxed:
		notes = append(notes, t.T("tournament.note-relaxed"))
	case in.Format.Kind == swiss && p.Seated:
		notes = append(notes, t.T("tournament.note-seats"))
	}
	return notes
}

// scoreGroups returns the people of a round by score, highest first.
func (in Input) scoreGroups(p ProposalInput, scores map[string]int) (groups []Fact) {
	people := map[int][]string{}
	for _, pair := range p.Pairs {
		for _, id := range []string{pair.First, pair.Second} {
			if id != "" {
				people[scores[id]] = append(people[scores[id]], in.name(id))
			}
		}
	}
	for score := 2 * p.Round; score >= 0; score-- {
		if names := people[score]; len(names) > 0 {
			slices.Sort(names)
			groups = append(groups, Fact{half(score), strings.Join(names, ", ")})
		}
	}
	return groups
}

// A Task is what a tournament wants of the organisers.
type Task struct {
	ID, Name string
	Pair     bool // the next round can be published
	Round    int  // that round
	Begin    bool // it should have begun
	Overdue  int  // boards that should be over
}

// NewTask returns the task of an organiser in a tournament, for the front page.
func NewTask(t *i18n.Catalog, d Task) pairings.ClubItem {
	item := pairings.ClubItem{ID: "tournament-" + d.ID, Href: Href(d.ID) + "/organise", Text: d.Name, Mine: true}
	var notes []string
	switch {
	case d.Begin:
		notes = append(notes, t.T("tournament.duty-begin"))
	case d.Pair:
		notes = append(notes, t.T("tournament.duty-pair", "Round", strconv.Itoa(d.Round)))
	}
	if d.Overdue > 0 {
		item.Href = Href(d.ID)
		notes = append(notes, t.N("tournament.duty-overdue", d.Overdue))
	}
	item.Note = strings.Join(notes, " ")
	return item
}

// MissedField is what rounds missed give to players who are entered late.
const MissedField = "missed"

// Enters reports whether the page has the form to enter people: a full tournament shows it after an attempt.
func (p OrganisePage) Enters() bool {
	return p.State.Enterable && (!p.State.Full || p.Sent.Refused == "entrants")
}

// NewEntering returns the form to enter players in a tournament, with the problem of its list, if there is one.
func NewEntering(t *i18n.Catalog, id string, in entering.Input, problem string) entering.Form {
	e := entering.New(t, in, problem)
	e.Search, e.WalkIns, e.List.Help = Href(id)+"/organise#entering", true, t.T("tournament.names-help")
	if in.Added > 0 {
		e.Report = t.N("tournament.entered-count", in.Added)
	}
	page.Lead(&e.List)
	return e
}
