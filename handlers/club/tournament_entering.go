package club

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/club/entering"
	"hexclub/views/club/tournaments"
	"hexclub/views/page"
)

// maxCompared limits the members whose names are compared with an unknown name.
const maxCompared = 2000

// AddEntrants enters the members that are ticked in the form and the people on its list, one name a line. A name that
// no member has stays on the list, and the page asks whom it means: a member with a similar name, or a walk-in. The
// answers come in "as.0" and so on, in the order of the names in "unknown".
func (a *Area) AddEntrants(c echo.Context) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	id, ctx := c.Param("tournament"), c.Request().Context()
	form, err := c.FormParams()
	if err != nil {
		return rules.Errorf(rules.Invalid, "error.form", "%v", err)
	}
	var list []db.NewEntrant
	for _, person := range form[entering.MemberField] {
		list = append(list, db.NewEntrant{Person: person})
	}
	named, unknown, err := a.readNames(c)
	if web.ShowAgain(err) {
		return a.enteringPage(c, entering.Input{Members: form[entering.MemberField], Names: c.FormValue(entering.NamesField), Unknown: answered(c, nil)}, err)
	}
	if err != nil {
		return err
	}
	list = append(list, named...)
	for i := range list {
		list[i].MissedHalf = c.FormValue(tournaments.MissedField) == web.Yes
	}
	if len(list)+len(unknown) == 0 {
		return a.enteringPage(c, entering.Input{}, rules.Errorf(rules.Invalid, "error.entrants-none", "nobody for %s", id).In(entering.NamesField))
	}
	added, err := a.DB.AddEntrants(ctx, id, list, v.Person.ID, a.Now())
	if web.ShowAgain(err) {
		sent := entering.Input{Members: form[entering.MemberField], Names: c.FormValue(entering.NamesField), Unknown: answered(c, unknown)}
		if sent, err = a.withoutClosed(c, sent, err); err != nil {
			return a.enteringPage(c, sent, err)
		}
		return a.organiseWith(c, http.StatusConflict, "entrants", nil, sent)
	}
	if err != nil {
		return err
	}
	if len(unknown) > 0 {
		return a.enteringPage(c, askAgain(len(added), unknown), nil)
	}
	if err := a.LeaveCount(c, "tournament.entered-count", len(added)); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, tournaments.Href(id)+"/organise")
}

// askAgain returns the form that asks whom unknown names mean, after so many people were entered.
func askAgain(added int, unknown []entering.UnknownName) entering.Input {
	names := make([]string, len(unknown))
	for i, u := range unknown {
		names[i] = u.Name
	}
	return entering.Input{Added: added, Names: strings.Join(names, "\n"), Unknown: unknown}
}

// answered returns unknown names, and those that an answer in the form explains, to ask again in a form that is refused.
func answered(c echo.Context, unknown []entering.UnknownName) []entering.UnknownName {
	for i, name := range c.Request().Form["unknown"] {
		answer := c.FormValue(entering.AnswerField(i))
		if at := slices.IndexFunc(unknown, func(u entering.UnknownName) bool { return u.Name == name }); at >= 0 {
			unknown[at].Answer = answer
		} else if answer != "" {
			unknown = append(unknown, entering.UnknownName{Name: name, Answer: answer})
		}
	}
	return unknown
}

// withoutClosed returns a form without the people whom a *db.NotMembersError is about, and names them. Any other error it
// returns.
func (a *Area) withoutClosed(c echo.Context, sent entering.Input, problem error) (entering.Input, error) {
	var closed *db.NotMembersError
	if !errors.As(problem, &closed) {
		return sent, problem
	}
	players, err := a.DB.Players(c.Request().Context(), closed.People[:min(len(closed.People), db.MaxEntrants)])
	if err != nil {
		return sent, err
	}
	for _, id := range closed.People {
		sent.Closed = append(sent.Closed, web.PlayerName(a.Catalog(c), players[id]))
	}
	sent.Members = slices.DeleteFunc(slices.Clone(sent.Members), func(id string) bool { return slices.Contains(closed.People, id) })
	for i, u := range sent.Unknown {
		if slices.Contains(closed.People, u.Answer) {
			sent.Unknown[i].Answer = ""
		}
	}
	return sent, nil
}

// readNames returns the people on the list in the form, and the names on it that nobody has and no answer explains. It fails with
// kind Invalid for more names than one import may have (error.names-many).
func (a *Area) readNames(c echo.Context) (list []db.NewEntrant, unknown []entering.UnknownName, err error) {
	answers := map[string]string{}
	for i, name := range c.Request().Form["unknown"] {
		answers[name] = c.FormValue(entering.AnswerField(i))
	}
	lines := strings.FieldsFunc(withoutNumbers(c.FormValue(entering.NamesField)), func(r rune) bool { return strings.ContainsRune("\n\r,;", r) })
	if len(lines) > maxImported {
		return nil, nil, rules.Errorf(rules.Invalid, "error.names-many", "%d names", len(lines)).In(entering.NamesField)
	}
	seen := map[string]bool{}
	for _, line := range lines {
		name := web.TrimName(line)
		if name == "" || seen[db.Skeleton(name)] {
			continue
		}
		seen[db.Skeleton(name)] = true
		person, err := a.DB.PersonByName(c.Request().Context(), name)
		answer := answers[name]
		switch {
		case err == nil && !person.Closed.IsZero():
			unknown = append(unknown, entering.UnknownName{Name: name, Problem: a.Catalog(c).T("tournament.account-closed")})
		case err == nil:
			list = append(list, db.NewEntrant{Person: person.ID})
		case !rules.IsKind(err, rules.NotFound):
			return nil, nil, err
		case answer == entering.AsWalkIn:
			u := entering.UnknownName{Name: name}
			if u.Problem, err = a.walkInProblem(c, name); err != nil {
				return nil, nil, err
			}
			if u.Problem != "" {
				unknown = append(unknown, u)
				continue
			}
			list = append(list, db.NewEntrant{Name: name})
		case answer != "":
			list = append(list, db.NewEntrant{Person: answer})
		default:
			unknown = append(unknown, entering.UnknownName{Name: name})
		}
	}
	return list, unknown, nil
}

// walkInProblem returns why a name is not one for a walk-in, in words; empty if it is.
func (a *Area) walkInProblem(c echo.Context, name string) (string, error) {
	problem := a.CheckName(c, name)
	if problem == nil {
		states, err := a.DB.CheckNames(c.Request().Context(), []string{name}, a.Now())
		if err != nil {
			return "", err
		}
		switch {
		case states[0].Taken:
			problem = rules.Errorf(rules.Conflict, "error.name-taken", "%q", name)
		case states[0].Similar:
			problem = rules.Errorf(rules.Conflict, "error.name-similar", "%q", name)
		}
	}
	if problem == nil {
		return "", nil
	}
	if !web.ShowAgain(problem) {
		return "", problem
	}
	return page.ErrorText(a.Catalog(c), problem), nil
}

// enteringPage renders the form to enter people as it was sent.
func (a *Area) enteringPage(c echo.Context, in entering.Input, problem error) error {
	status := http.StatusUnprocessableEntity
	if problem != nil {
		status = web.StatusOf(problem)
	}
	return a.organiseWith(c, status, "entrants", problem, in)
}

// addCandidates adds what the form to enter people offers.
func (a *Area) addCandidates(c echo.Context, p *tournaments.OrganisePage, in entering.Input) error {
	ctx := c.Request().Context()
	t, err := a.DB.Tournament(ctx, c.Param("tournament"))
	if err != nil {
		return err
	}
	in.Find = web.TrimName(c.FormValue(entering.FindField))
	if c.Request().Method == http.MethodGet { // a search keeps what is typed
		in.Members, in.Names = c.QueryParams()[entering.MemberField], c.QueryParam(entering.NamesField)
	}
	if p.Sent.Missed = c.FormValue(tournaments.MissedField); p.Sent.Missed == "" {
		p.Sent.Missed = map[bool]string{true: web.Yes, false: web.No}[t.MissedHalf]
	}
	all := func(search string, most int) ([]db.Candidate, bool, error) {
		return a.DB.Candidates(ctx, t, search, most)
	}
	if in, err = a.offered(c, in, all); err != nil {
		return err
	}
	problem := ""
	if p.Sent.Refused == "entrants" {
		problem = p.Problem
	}
	p.Entering = tournaments.NewEntering(p.T, t.ID, in, problem)
	return nil
}

// offered adds the members to choose from to a form that enters people: those whose names contain the searched text, those
// who are ticked, and those with names like the unknown ones. find returns candidates whose names contain a text, at most so
// many, and whether there are more.
func (a *Area) offered(c echo.Context, in entering.Input, find func(search string, most int) ([]db.Candidate, bool, error)) (entering.Input, error) {
	found, more, err := find(in.Find, entering.MostCandidates)
	if err != nil {
		return in, err
	}
	var ticked map[string]db.Player
	if len(in.Members) > 0 {
		if ticked, err = a.DB.Players(c.Request().Context(), in.Members[:min(len(in.Members), db.MaxEntrants)]); err != nil {
			return in, err
		}
	}
	in.More = more
	for _, one := range found {
		delete(ticked, one.ID)
		candidate := entering.Candidate{ID: one.ID, Name: one.Name, Avatar: web.AvatarOf(one.Player)}
		if one.Rating != nil {
			mark := page.NewRatingMark(a.Catalog(c), *one.Rating)
			candidate.Rating = &mark
		}
		in.Candidates = append(in.Candidates, candidate)
	}
	for _, one := range ticked { // which the search does not find
		in.Candidates = append(in.Candidates, entering.Candidate{ID: one.ID, Name: web.PlayerName(a.Catalog(c), one), Avatar: web.AvatarOf(one)})
	}
	if len(in.Unknown) == 0 {
		return in, nil
	}
	all, _, err := find("", maxCompared)
	if err != nil {
		return in, err
	}
	members := make([]comparedMember, len(all))
	for i, m := range all {
		members[i] = comparedMember{entering.Candidate{ID: m.ID, Name: m.Name}, db.Skeleton(m.Name)}
	}
	for i := range in.Unknown[:min(len(in.Unknown), maxHelped)] {
		in.Unknown[i].Similar = similarMembers(in.Unknown[i].Name, members)
	}
	return in, nil
}

// Limits of suggestions: members for an unknown name, and names that have some.
const (
	maxSimilar = 3
	maxHelped  = 30
)

// A comparedMember is a member with the skeleton of the name.
type comparedMember struct {
	entering.Candidate
	skeleton string
}

// similarMembers returns the members whose names are most like a name, the most similar first.
func similarMembers(name string, members []comparedMember) (similar []entering.Candidate) {
	distances, skeleton := map[string]int{}, db.Skeleton(name)
	for _, m := range members {
		if d, ok := nameDistance(skeleton, m.skeleton); ok {
			distances[m.ID] = d
			similar = append(similar, m.Candidate)
		}
	}
	slices.SortStableFunc(similar, func(a, b entering.Candidate) int { return distances[a.ID] - distances[b.ID] })
	return similar[:min(len(similar), maxSimilar)]
}

// nameDistance returns how far apart two skeletons of names are: 0 if one begins or ends with the other, as a name without the
// family name does, else the number of changed letters. ok reports whether the names are similar.
func nameDistance(a, b string) (distance int, ok bool) {
	if a == "" || b == "" {
		return 0, false
	}
	if strings.HasPrefix(a, b) || strings.HasPrefix(b, a) || strings.HasSuffix(a, b) || strings.HasSuffix(b, a) {
		return 0, true
	}
	x, y := []rune(a), []rune(b)
	d := changes(x, y)
	return d, 3*d <= max(len(x), len(y))
}

// changes returns the least number of letters to insert, delete or replace that makes one text the other.
func changes(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range b {
			replaced := diagonal
			if r != s {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
