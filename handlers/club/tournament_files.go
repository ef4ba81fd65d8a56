package club

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/rules/tourney"
	"hexclub/views/club"
)

// A tournamentFile is a tournament as a file has it: in JSON the list, in CSV the
// table with its head. Numbers are those of the pages, where halves and quarters are
// fractions ("3½"); here they are decimals with a point ("3.5"), as spreadsheets and
// programs read them. What a page leaves empty is empty.
type tournamentFile struct {
	list  any
	table [][]string
}

// A fileStanding is where somebody stands, as files have it.
type fileStanding struct {
	Place       int    `json:"place,omitempty"` // 0 for who does not count, or is still in
	Name        string `json:"name"`
	*fileScores        // none in a knockout
	Withdrawn   int    `json:"withdrawn,omitempty"` // after that round
}

// A fileScores is what somebody has.
type fileScores struct {
	Score     float64            `json:"score"`
	TieBreaks map[string]float64 `json:"tiebreaks,omitempty"`
	Won       int                `json:"won"`
	Drawn     int                `json:"drawn"`
	Lost      int                `json:"lost"`
}

// A fileRow is somebody's line of the cross-table.
type fileRow struct {
	Number int        `json:"number"` // in the table
	Name   string     `json:"name"`
	Cells  []fileCell `json:"rounds"`
}

// A fileCell is what a round was to somebody.
type fileCell struct {
	Round    int      `json:"round"`
	Opponent string   `json:"opponent,omitempty"`
	Kind     string   `json:"kind"` // as tourney.Kind has it
	Score    *float64 `json:"score,omitempty"`
	Void     bool     `json:"void,omitempty"`
}

// A fileBoard is a board of a round.
type fileBoard struct {
	Round   int         `json:"round"`
	Board   int         `json:"board"`
	First   string      `json:"first"`
	Second  string      `json:"second,omitempty"` // none for a bye
	Over    bool        `json:"over"`
	Score   *[2]float64 `json:"score,omitempty"`
	Games   *[2]float64 `json:"games,omitempty"`
	Points  *[2]float64 `json:"points,omitempty"`
	Forfeit [2]bool     `json:"forfeit"`         // of any game
	Match   string      `json:"match,omitempty"` // of the last round of a knockout with two: "final" or "third-place"
	Due     *time.Time  `json:"due,omitempty"`
}

// TournamentFiles are the files of a tournament, by name.
func TournamentFiles() map[string]func(club.TournamentInput) (tournamentFile, error) {
	return map[string]func(club.TournamentInput) (tournamentFile, error){
		"standings": standingsFile, "table": tableFile, pairingsName: pairingsFile,
	}
}

// pairingsName is the file that can be had of a single round as well.
const pairingsName = "pairings"

// TournamentFile answers with a file of a tournament, of a kind: "csv" or "json". With
// "round" it is of that round alone.
func (a *Area) TournamentFile(name, kind string, file func(club.TournamentInput) (tournamentFile, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		_, in, err := a.requestedTournament(c)
		if err != nil {
			return err
		}
		of := map[string]any{"tournament": in.Name}
		words := []string{"hexclub", in.Name}
		if asked := c.QueryParam("round"); asked != "" {
			round, err := roundOf(in, asked)
			if err != nil || name != pairingsName {
				return errNoRound(in, asked)
			}
			in.Boards = in.RoundBoards(round)
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

// standingsFile is where everybody stands.
func standingsFile(in club.TournamentInput) (tournamentFile, error) {
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

// tableFile is the cross-table, in the order and with the numbers of its page, a line
// for each round of each player; a knockout has none.
func tableFile(in club.TournamentInput) (tournamentFile, error) {
	if in.Results.Rows == nil {
		return tournamentFile{}, errNoTable(in.ID)
	}
	names, _ := entrantNames(in)
	f, list := tournamentFile{table: [][]string{{"number", "name", "round", "opponent", "kind", "score", "void"}}}, []fileRow{}
	for i, row := range in.TableOrder() {
		k := fileRow{Number: i + 1, Name: names[row.ID], Cells: []fileCell{}}
		for _, cell := range row.Cells {
			kept := fileCell{Round: cell.Round, Opponent: names[cell.Opponent], Kind: string(cell.Kind), Void: cell.Void}
			score := ""
			if cell.Kind != tourney.Open && cell.Kind != tourney.Away { // which the page has signs for
				halves := half(cell.Halves)
				kept.Score, score = &halves, decimal(halves)
			}
			k.Cells = append(k.Cells, kept)
			f.table = append(f.table, []string{
				strconv.Itoa(k.Number), k.Name, strconv.Itoa(cell.Round), kept.Opponent, kept.Kind, score, strconv.FormatBool(cell.Void),
			})
		}
		list = append(list, k)
	}
	f.list = list
	return f, nil
}

// pairingsFile is the boards of a tournament.
func pairingsFile(in club.TournamentInput) (tournamentFile, error) {
	names, _ := entrantNames(in)
	due := map[int]time.Time{}
	for _, r := range in.Rounds {
		due[r.Number] = r.Due
	}
	f, list := tournamentFile{table: [][]string{{
		"round", "board", "first", "second", "score 1", "score 2", "games 1", "games 2", "points 1", "points 2", "forfeit", "due", "match",
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
		list, f.table = append(list, k), append(f.table, append(row, forfeit, until, k.Match))
	}
	f.list = list
	return f, nil
}

// entrantNames are what entrants are called, by id, and after which round those left
// who have withdrawn.
func entrantNames(in club.TournamentInput) (names map[string]string, left map[string]int) {
	names, left = map[string]string{}, map[string]int{}
	for _, e := range in.Entrants {
		names[e.ID], left[e.ID] = e.Name, e.To
	}
	return names, left
}

// half is a number counted in halves.
func half(n int) float64 { return float64(n) / 2 }

// decimal is a number with no more decimals than it needs.
func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// some is a number, empty for 0.
func numberOrEmpty(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
