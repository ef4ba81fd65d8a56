package club_test

import (
	"encoding/csv"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/handlers/sitetest"
)

// asDecimal converts a number of a page to its form in files.
func asDecimal(text string) string {
	for sign, part := range map[string]string{"¼": ".25", "½": ".5", "¾": ".75"} {
		if whole, found := strings.CutSuffix(text, sign); found {
			return strconv.Itoa(max(0, atoi(whole))) + part
		}
	}
	return text
}

func atoi(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return -1
	}
	return n
}

// cellsOf returns the visible texts of a row, without small print next to names and text for screen readers.
func cellsOf(row *goquery.Selection) []string {
	return row.Find("td, th").Map(func(_ int, cell *goquery.Selection) string {
		cell = cell.Clone()
		cell.Find(".unseen, small").Remove()
		return strings.TrimSpace(cell.Text())
	})
}

func rowsOf(p sitetest.WebPage, selector string) (rows [][]string) {
	p.Find(selector + " tbody tr").Each(func(_ int, row *goquery.Selection) { rows = append(rows, cellsOf(row)) })
	return rows
}

// Each column of a file has the numbers of the page, as decimals.
func TestFilesAgreeWithPages(t *testing.T) {
	t.Parallel()
	for name, fields := range map[string][]string{
		"swiss": {"kind", "swiss", "rounds", "5", "break-1", "buchholz", "break-2", "sonneborn-berger", "break-3", "hexone-points"},
		"robin": {"kind", "robin", "double", "yes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sitetest.New(t)
			m := s.UntidyCup(t, fields...)
			reader := s.Client(t)
			file := readTable(t, reader.Get(m.Path+"/standings.csv"))
			for i, row := range rowsOf(reader.Get(m.Path), "#standings") {
				want := []string{}
				for _, cell := range row[:len(row)-1] {
					want = append(want, asDecimal(cell))
				}
				want = append(want, strings.Split(row[len(row)-1], "–")...)
				if got := file[i+1][:len(file[i+1])-1]; !slices.Equal(got, want) {
					t.Errorf("the standings have %v, and the file %v", row, got)
				}
			}
			page := reader.Get(m.Path + "/table")
			lines := readTable(t, reader.Get(m.Path+"/table.csv"))
			signs := map[string]bool{}
			page.Find("#table tbody tr").Each(func(i int, row *goquery.Selection) {
				want := tableCells(row, name == "robin")
				for _, sign := range strings.Fields(strings.Join(want[2:len(want)-2], " ")) {
					signs[sign] = true
				}
				if got := gridLine(lines[i+1], name == "robin"); !slices.Equal(got, want) {
					t.Errorf("the table has %q, and the file %q", want, got)
				}
			})
			legend := page.List(".tournament-facts dt")
			for _, sign := range []string{"1", "½", "0", "+", "−", "×", "·", "●", "○", "( )"} {
				inTable := signs[sign] || sign == "( )" && slices.ContainsFunc(slices.Collect(maps.Keys(signs)), func(s string) bool { return strings.HasPrefix(s, "(") })
				if inTable != slices.Contains(legend, sign) {
					t.Errorf("that %q is in the table is %t, and the legend is of %v", sign, inTable, legend)
				}
			}
			if len(signs) < 5 {
				t.Errorf("the table has only the signs %v", signs)
			}
			for round := 1; round <= 3; round++ {
				n := strconv.Itoa(round)
				lines := readTable(t, reader.Get(m.Path+"/pairings.csv?round="+n))
				for i, row := range rowsOf(reader.Get(m.Path+"/rounds/"+n), "#boards") {
					if want := boardRow(lines[i+1]); !slices.Equal(row[:4], want) { // without the note
						t.Errorf("round %d has %v, and the file %v", round, row, want)
					}
				}
			}
		})
	}
}

// tableCells returns the cells of a row of the cross-table: of a Swiss the result, the opponent and the seat of each round.
func tableCells(row *goquery.Selection, robin bool) (cells []string) {
	row.Find("td, th").Each(func(i int, cell *goquery.Selection) {
		sign, small := cell.Find("[aria-hidden]").First().Text(), cell.Find("small")
		switch {
		case i < 2 || i >= row.Find("td, th").Length()-2:
			cells = append(cells, strings.TrimSpace(cell.Text()))
		case robin:
			cells = append(cells, sign)
		default:
			seat := small.Find("i").Text()
			cells = append(cells, sign, strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(small.Text()), seat)), seat)
		}
	})
	return cells
}

// gridLine returns the cells that a line of the file has on the page.
func gridLine(line []string, robin bool) (cells []string) {
	sign := func(text string) string {
		open, closing := "", ""
		if strings.HasPrefix(text, "(") {
			open, closing, text = "(", ")", strings.Trim(text, "()")
		}
		if text == "–" {
			return ""
		}
		known := map[string]string{"1 bye": "+", "1 forfeit": "+", "0 forfeit": "−", "away": "×", "0.5": "½"}[text]
		if known == "" {
			known = text
		}
		return open + known + closing
	}
	last := len(line) - 2
	cells = append(cells, line[0], line[1])
	for i := 2; i < last; {
		if robin { // a double one
			cells, i = append(cells, strings.TrimSpace(sign(line[i])+" "+sign(line[i+1]))), i+2
			continue
		}
		result, opponent := sign(line[i]), line[i+1]
		switch {
		case result == "" && opponent != "":
			result = "·"
		case line[i] == "1 bye":
			opponent = "bye"
		}
		cells, i = append(cells, result, opponent, map[string]string{"first": "●", "second": "○"}[line[i+2]]), i+3
	}
	return append(cells, pageNumber(line[last]), line[last+1])
}

// pageNumber converts a number of a file to its form on pages.
func pageNumber(decimal string) string {
	whole, found := strings.CutSuffix(decimal, ".5")
	switch {
	case !found:
		return decimal
	case whole == "0":
		return "½"
	}
	return whole + "½"
}

// boardRow returns the row of a round, computed from a line of the file.
func boardRow(line []string) []string {
	result := "bye"
	switch {
	case line[3] == "":
	case line[4] == "":
		result = "…"
	default:
		var sides []string
		between := "–"
		for _, score := range line[4:6] {
			sign := map[string]string{"1": "1", "0.5": "½", "0": "0"}[score]
			if line[10] != "" {
				between, sign = ":", map[string]string{"1": "+", "0.5": "½", "0": "−"}[score]
			}
			sides = append(sides, sign)
		}
		result = strings.Join(sides, between)
	}
	return []string{line[1], line[2], result, line[3]}
}

// The file of pairings has forfeits, also if other games of the pairing were played. Its points are those of the
// pairing's page.
func TestFileOfForfeits(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4, "kind", "swiss", "unit", "match", "break-1", "hexone-points")
	m.Begin(t)
	boards := m.Full(t).RoundBoards(1)
	won := []string{"outcome-1", "first", "points-1-1", "22"}
	for i, fields := range [][]string{append(won, "outcome-2", "forfeit-second", "what", "result"), append(won, "what", "forfeit-second")} {
		path := "/pairings/" + boards[i].Pairing
		m.Organiser.Sends(m.Organiser.Get(path), "#decide", append(fields, "why", "Seen.")...).WantStatus(t, http.StatusOK)
		line := readTable(t, m.Organiser.Get(m.Path+"/pairings.csv"))[i+1]
		if want := []string{"1", "0", "2", "0", "71", "0", "second"}; !slices.Equal(line[4:11], want) {
			t.Errorf("the file has %q, want %q", line[4:11], want)
		}
	}
	if first := readTable(t, m.Organiser.Get(m.Path+"/standings.csv"))[1]; first[3] != "22" {
		t.Errorf("the first has %q", first)
	}
}

// The page of a round of a round robin and the file of its pairings agree with the standings about points, byes
// included.
func TestPointsOfARoundRobin(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 5, "kind", "robin")
	reader := s.Client(t)
	m.Begin(t)
	m.Settle(t)
	m.Players[0].Post(m.Path+"/leave").WantStatus(t, http.StatusOK) // too early: her results do not count
	for range 2 {
		m.Publish(t)
		m.Settle(t)
	}
	points := map[string]string{}
	for _, row := range rowsOf(reader.Get(m.Path), "#standings") {
		points[row[1]] = row[2]
	}
	proposal := m.Organiser.Get(m.Path+"/pair").WantStatus(t, http.StatusOK)
	proposal.Find("#proposal th[scope=row], #proposal td:last-child").Each(func(_ int, cell *goquery.Selection) {
		if name := strings.TrimSpace(cell.Find("a").Text()); name != "" && cell.Find(".beside").Text() != points[name] {
			t.Errorf("%s has %s in what is proposed, and %s in the standings", name, cell.Find(".beside").Text(), points[name])
		}
	})
	if proposal.Find("#proposal .beside").Length() < 4 || len(points) != 5 || points["Alma"] != "0" {
		t.Errorf("the standings have %v", points)
	}
	byes := 0
	for _, line := range readTable(t, reader.Get(m.Path+"/pairings.csv"))[1:] {
		if line[3] == "" {
			if byes++; line[4] != "0" {
				t.Errorf("the file gives a bye of a round robin as %v", line)
			}
		}
	}
	if byes == 0 {
		t.Error("there is no bye")
	}
	reader.Get(m.Path+"/tiebreaks").WantText(t, ".tournament-facts", "A round without an opponent gives nothing")
}

// Every download that a tournament offers exists.
func TestTournamentDownloadsAreThere(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for kind, files := range map[string]int{"swiss": 6, "robin": 6, "knockout": 4} {
		m := s.NewCup(t, 4, "kind", kind, "name", kind)
		m.Begin(t)
		reader := s.Client(t)
		for _, page := range []string{m.Path, m.Path + "/rounds/1"} {
			links := reader.Get(page).Find(".downloads a")
			if want := map[string]int{m.Path: files}[page]; links.Length() != max(want, 2) {
				t.Errorf("%s offers %d files", page, links.Length())
			}
			links.Each(func(_ int, link *goquery.Selection) {
				reader.Get(link.AttrOr("href", "")).WantStatus(t, http.StatusOK)
			})
		}
	}
}

func readTable(t testing.TB, p sitetest.WebPage) [][]string {
	t.Helper()
	text, marked := strings.CutPrefix(p.WantStatus(t, http.StatusOK).Body, "\ufeff")
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || !marked {
		t.Fatal(err, marked)
	}
	return lines
}

// Files have the content of pages, and no cell is a formula.
func TestTournamentFiles(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 3, "kind", "robin", "at-once", "yes")
	if _, err := s.Raw(t).Exec("UPDATE people SET name = '=cmd()' WHERE id = $1", m.IdOf(t, m.Players[0].Name())); err != nil {
		t.Fatal(err)
	}
	m.Organiser.Post(m.Path + "/begin")
	m.Organiser.Get(m.Path+"/pair").WantText(t, "#notes", "All rounds are published at once").WantCount(t, "#drawn", 0)
	m.Publish(t)
	m.Settle(t)
	reader := s.Client(t)
	for _, name := range []string{"standings", "table", "pairings"} {
		lines := readTable(t, reader.Get(m.Path+"/"+name+".csv"))
		text, found := "", false
		for _, line := range lines[1:] {
			text += strings.Join(line, " ")
			for _, cell := range line {
				found = found || cell == "'=cmd()"
				if strings.HasPrefix(cell, "=") {
					t.Errorf("%s has the cell %q", name, cell)
				}
			}
		}
		if !found {
			t.Errorf("%s says nothing of a player: %v", name, lines)
		}
		p := reader.Get(m.Path+"/"+name+".json").WantStatus(t, http.StatusOK)
		var got map[string]json.RawMessage
		if err := json.Unmarshal([]byte(p.Body), &got); err != nil || string(got["tournament"]) != `"Winter cup"` || !strings.HasPrefix(string(got[name]), "[") {
			t.Errorf("%s is %s, %v", name, p.Body, err)
		}
		if kind := p.Header.Get("Content-Disposition"); kind != `attachment; filename="hexclub-Winter-cup-`+name+`.json"` {
			t.Errorf("%s comes as %q", name, kind)
		}
	}
	round := reader.Get(m.Path+"/rounds/1").Attribute("ul.downloads a:nth-child(2)", "href")
	p := reader.Get(round).WantStatus(t, http.StatusOK)
	var one struct {
		Tournament string
		Round      int
		Pairings   []struct{ Round int }
	}
	if err := json.Unmarshal([]byte(p.Body), &one); err != nil || one.Tournament != "Winter cup" || one.Round != 1 || len(one.Pairings) != 2 { // one is a bye
		t.Errorf("round 1 is %s, %v", p.Body, err)
	}
	if kind := p.Header.Get("Content-Disposition"); kind != `attachment; filename="hexclub-Winter-cup-round-1-pairings.json"` {
		t.Errorf("round 1 comes as %q", kind)
	}
	for _, path := range []string{"/pairings.csv?round=4", "/pairings.csv?round=x", "/pairings.json?round=0", "/standings.csv?round=1"} {
		reader.Get(m.Path+path).WantStatus(t, http.StatusNotFound)
	}
	var standings struct {
		Standings []struct {
			Place     int
			Name      string
			Score     float64
			TieBreaks map[string]float64
		}
	}
	if err := json.Unmarshal([]byte(reader.Get(m.Path+"/standings.json").Body), &standings); err != nil || len(standings.Standings) != 3 ||
		standings.Standings[0].Score != 2 || len(standings.Standings[0].TieBreaks) != 4 {
		t.Errorf("standings %+v, %v", standings, err)
	}
}
