package club

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"

	"hexclub/views/club/tournaments"

	"github.com/labstack/echo/v4"
)

// A tournamentFile is the content of a file of a tournament: the list is for JSON; the table, with its header,
// is for CSV. It has the numbers of the pages, as decimals ("3.5") instead of fractions ("3½"). What is empty on
// a page is empty here.
type tournamentFile struct {
	list  any
	table [][]string
}

// A fileStanding is a row of the standings.
type fileStanding struct {
	Place       int    `json:"place,omitempty"` // 0 for an entrant without a place
	Name        string `json:"name"`
	*fileScores        // nil in a knockout
	Withdrawn   int    `json:"withdrawn,omitempty"` // after that round
}

// A fileScores has the scores of an entrant.
type fileScores struct {
	Score     float64            `json:"score"`
	TieBreaks map[string]float64 `json:"tiebreaks,omitempty"`
	Won       int                `json:"won"`
	Drawn     int                `json:"drawn"`
	Lost      int                `json:"lost"`
}

// A fileRow is a player's row of the cross-table.
type fileRow struct {
	Number int        `json:"number"` // in the table
	Name   string     `json:"name"`
	Cells  []fileCell `json:"rounds"`
}

// A fileCell is a round in a player's row.
type fileCell struct {
	Round    int      `json:"round"`
	Opponent string   `json:"opponent,omitempty"`
	Kind     string   `json:"kind"` // a tourney.Kind
	Score    *float64 `json:"score,omitempty"`
	Void     bool     `json:"void,omitempty"`
}

// A fileBoard is a board of a round.
type fileBoard struct {
	Round   int         `json:"round"`
	Board   int         `json:"board"`
	First   string      `json:"first"`
	Second  string      `json:"second,omitempty"` // empty for a bye
	Over    bool        `json:"over"`
	Score   *[2]float64 `json:"score,omitempty"`
	Games   *[2]float64 `json:"games,omitempty"`
	Points  *[2]float64 `json:"points,omitempty"`
	Forfeit [2]bool     `json:"forfeit"`         // of any game
	Match   string      `json:"match,omitempty"` // in the last round of a knockout with two boards: "final" or "third-place"
	Due     *time.Time  `json:"due,omitempty"`
	Bye     string      `json:"bye,omitempty"` // requestedBye for a player who was absent or entered late; such a row has no board
}

// TournamentFiles returns the files of a tournament, by name.
func TournamentFiles() map[string]func(tournaments.Input) (tournamentFile, error) {
	return map[string]func(tournaments.Input) (tournamentFile, error){
		"standings": standingsFile, "table": tableFile, pairingsName: pairingsFile,
	}
}

// requestedBye marks a round that gave a player half a point, or nothing, without being paired.
const requestedBye = "requested"

// pairingsName is the name of the file that is also available for one round.
const pairingsName = "pairings"

// TournamentFile serves a file of a tournament, as "csv" or "json". The parameter "round" limits it to one
// round.
func (a *Area) TournamentFile(name, kind string, file func(tournaments.Input) (tournamentFile, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		_, in, err := a.requestedTournament(c)
		if err != nil {
			return err
		}
		calendar, err := a.Calendar(c)
		if err != nil {
			return err
		}
		for i, r := range in.Rounds {
			in.Rounds[i].Due = r.Due.In(clubZone(calendar))
		}
		of := map[string]any{"tournament": in.Name}
		words := []string{"hexclub", in.Name}
		if asked := c.QueryParam("round"); asked != "" {
			round, err := roundOf(in, asked)
			if err != nil || name != pairingsName {
				return errNoRound(in, asked)
			}
			in.Boards = in.RoundBoards(round)
			in.Results.Absences = slices.DeleteFunc(in.Results.Absences, func(a tournaments.Absence) bool { return a.Round != round })
			of["round"], words = round, append(words, "round", strconv.Itoa(round))
		}
		f, err := file(in)
		if err != nil {
			return err
		}
		media, text := csvMedia, csvFile(f.table)
		if kind == "json" {
			of[name], media = f.list, echo.MIMEApplicationJSON
			if text, err = json.MarshalIndent(of, "", "\t"); err != nil {
				return err
			}
			text = append(text, '\n')
		}
		c.Response().Header().Set(echo.HeaderContentDisposition, attachment(kind, append(words, name)...))
		return c.Blob(http.StatusOK, media, text)
	}
}

// standingsFile returns the standings.
func standingsFile(in tournaments.Input) (tournamentFile, error) {
	head := []string{"place", "name", "score"}
	for _, b := range in.Format.Breaks {
		head = append(head, string(b))
	}
	f, list := tournamentFile{table: [][]string{append(head, "won", "drawn", "lost", "withdrawn")}}, []fileStanding{}
	names, left := entrantNames(in)
	for _, s := range in.Results.Standings {
		k := fileStanding{Place: s.Place, Name: names[s.ID], Withdrawn: left[s.ID], fileScores: &fileScores{
			Score: half(s.Halves), TieBreaks: map[string]float64{}, Won: s.Won, Drawn: s.Drawn, Lost: s.Lost,
		}}
		row := []string{numberOrEmpty(k.Place), k.Name, decimal(k.Score)}
		for _, tie := range s.Ties {
			k.TieBreaks[string(tie.By)] = half(tie.Value) / 2
			row = append(row, decimal(half(tie.Value)/2))
		}
		list = append(list, k)
		f.table = append(f.table, append(row, strconv.Itoa(k.Won), strconv.Itoa(k.Drawn), strconv.Itoa(k.Lost), numberOrEmpty(k.Withdrawn)))
	}
	for _, p := range in.Results.Places { // of a knockout, which has no points
		list = append(list, fileStanding{Place: p.Place, Name: names[p.ID], Withdrawn: left[p.ID]})
		f.table = append(f.table, []string{numberOrEmpty(p.Place), names[p.ID], "", "", "", "", numberOrEmpty(left[p.ID])})
	}
	f.list = list
	return f, nil
}

// pairingsFile returns the boards.
func pairingsFile(in tournaments.Input) (tournamentFile, error) {
	names, _ := entrantNames(in)
	due := map[int]time.Time{}
	for _, r := range in.Rounds {
		due[r.Number] = r.Due
	}
	f, list := tournamentFile{table: [][]string{{
		"round", "board", "first", "second", "score 1", "score 2", "games 1", "games 2", "points 1", "points 2", "forfeit", "due", "match", "bye",
	}}}, []fileBoard{}
	for _, b := range in.Boards {
		k := fileBoard{Round: b.Round, Board: b.Board, First: names[b.First], Second: names[b.Second], Over: b.Over}
		for i, gone := range b.Forfeit {
			k.Forfeit[i] = gone || b.Forfeits.By[i]
		}
		row := []string{strconv.Itoa(b.Round), strconv.Itoa(b.Board), k.First, k.Second}
		for _, of := range []struct {
			kept  **[2]float64
			given [2]int
		}{{&k.Score, b.Halves}, {&k.Games, b.Games}, {&k.Points, b.Points}} {
			if !b.Over {
				row = append(row, "", "")
				continue
			}
			*of.kept = &[2]float64{half(of.given[0]), half(of.given[1])}
			row = append(row, decimal(half(of.given[0])), decimal(half(of.given[1])))
		}
		until := ""
		if at := due[b.Round]; !at.IsZero() {
			k.Due, until = &at, at.Format(time.RFC3339)
		}
		switch {
		case in.ThirdPlace(b.Round, b.Board):
			k.Match = "third-place"
		case in.ThirdPlace(b.Round, 2):
			k.Match = "final"
		}
		forfeit := map[[2]bool]string{{true, false}: "first", {false, true}: "second", {true, true}: "both"}[k.Forfeit]
		list, f.table = append(list, k), append(f.table, append(row, forfeit, until, k.Match, ""))
	}
	for _, a := range in.Results.Absences {
		if a.Round > in.Round {
			continue
		}
		score := half(a.Halves)
		list = append(list, fileBoard{Round: a.Round, First: names[a.Person], Over: true, Score: &[2]float64{score, 0}, Bye: requestedBye})
		f.table = append(f.table, []string{
			strconv.Itoa(a.Round), "", names[a.Person], "", decimal(score), "0", "", "", "", "", "", "", "", requestedBye,
		})
	}
	f.list = list
	return f, nil
}

// entrantNames returns the names of entrants by id, and the round after which each withdrew, if they did.
func entrantNames(in tournaments.Input) (names map[string]string, left map[string]int) {
	names, left = map[string]string{}, map[string]int{}
	for _, e := range in.Entrants {
		names[e.ID], left[e.ID] = e.Name, e.To
	}
	return names, left
}

// half returns half of a number.
func half(n int) float64 { return float64(n) / 2 }

// decimal formats a number with as few decimals as possible.
func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// numberOrEmpty formats a number; 0 is empty.
func numberOrEmpty(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
