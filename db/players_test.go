package db

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hexclub/rules/rating"
)

// The list of players has open accounts that have joined: by name with the rating that each has played most, or by rating
// in one game and class.
func TestListPlayers(t *testing.T) {
	d := openTest(t)
	ids := map[string]string{}
	for _, name := range []string{"Anna", "ben", "Cléo", "Dan_1", "Dan 21", "Closed", "Imported"} {
		p, err := d.SignUp(t.Context(), "", name, "hash", noon)
		if err != nil {
			t.Fatal(err)
		}
		ids[name] = p.ID
	}
	if _, err := d.CreateGuest(t.Context(), noon); err != nil {
		t.Fatal(err)
	}
	for _, r := range []struct {
		name, game, class string
		rating            float64
		games             int
	}{
		{"Anna", "hexone", "quick", 1500, 3},
		{"Anna", "hexone", "days", 1600, 2},
		{"Anna", "six", "long", 1700, 1},
		{"ben", "hexone", "quick", 1600, 9},
		{"Cléo", "hexone", "quick", 1550, 1},
		{"Closed", "hexone", "quick", 1900, 1},
		{"Imported", "hexone", "quick", 1900, 1},
		{"Closed", "six", "days", 1900, 1},
	} {
		mustExec(t, d, "INSERT INTO ratings (person, game, class, rating, deviation, volatility, games, at) VALUES ($1, $2, $3, $4, 90, 0.06, $5, $6)",
			ids[r.name], r.game, r.class, r.rating, r.games, noon.UnixMilli())
	}
	mustExec(t, d, "UPDATE people SET closed = 1 WHERE id = $1", ids["Closed"])
	mustExec(t, d, "UPDATE people SET hash = NULL WHERE id = $1", ids["Imported"])

	for name, c := range map[string]struct {
		filter PlayerFilter
		want   string
	}{
		"by name":         {PlayerFilter{}, "Anna hexone quick 6, ben hexone quick 9, Cléo hexone quick 1, Dan 21, Dan_1"},
		"after a name":    {PlayerFilter{After: "BEN"}, "Cléo hexone quick 1, Dan 21, Dan_1"},
		"part of a name":  {PlayerFilter{Search: "N_"}, "Dan_1"},
		"some":            {PlayerFilter{Among: []string{ids["ben"], ids["Closed"]}}, "ben hexone quick 9"},
		"nobody":          {PlayerFilter{Among: []string{}}, ""},
		"of a game":       {PlayerFilter{Key: "hexone", Class: "quick"}, "1 ben hexone quick 9, 2 Cléo hexone quick 1, 3 Anna hexone quick 3"},
		"of a class":      {PlayerFilter{Key: "hexone", Class: "days"}, "1 Anna hexone days 2"},
		"of another game": {PlayerFilter{Key: "six", Class: "long"}, "1 Anna six long 1"},
		"below the first": {PlayerFilter{Key: "hexone", Class: "quick", Above: 1}, "2 Cléo hexone quick 1, 3 Anna hexone quick 3"},
		"below the last":  {PlayerFilter{Key: "hexone", Class: "quick", Above: 3}, ""},
		"name and game":   {PlayerFilter{Key: "hexone", Class: "quick", Search: "CLÉ", Above: 1}, "2 Cléo hexone quick 1"},
	} {
		t.Run(name, func(t *testing.T) {
			list, more, err := d.ListPlayers(t.Context(), c.filter, 5, noon)
			if err != nil || more {
				t.Fatalf("more %v, %v", more, err)
			}
			if got := writtenPlayers(list); got != c.want {
				t.Errorf("%s\nwant\n%s", got, c.want)
			}
		})
	}
	if got, err := d.RatedClasses(t.Context(), "six"); err != nil || !slices.Equal(got, []rating.Class{rating.Long}) {
		t.Errorf("with a closed account there are %v, %v", got, err)
	}
	list, more, err := d.ListPlayers(t.Context(), PlayerFilter{}, 4, noon)
	if err != nil || !more || len(list) != 4 {
		t.Errorf("%d players, more %v, %v", len(list), more, err)
	}
}

// Players with provisional ratings, which time makes too, follow the others without a place.
func TestPlacesOfPlayers(t *testing.T) {
	d := openTest(t)
	for _, r := range []struct {
		name              string
		rating, deviation float64
		idle              time.Duration
	}{
		{"Sure", 1500, rating.Settled, 0},
		{"Surer", 1600, 60, 24 * time.Hour},
		{"New", 1900, rating.Settled + 1, 0},
		{"Idle", 1800, rating.Settled - 1, 60 * 24 * time.Hour},
	} {
		p, err := d.SignUp(t.Context(), "", r.name, "hash", noon)
		if err != nil {
			t.Fatal(err)
		}
		mustExec(t, d, "INSERT INTO ratings (person, game, class, rating, deviation, volatility, games, at) VALUES ($1, 'six', 'quick', $2, $3, 0.06, 9, $4)",
			p.ID, r.rating, r.deviation, noon.Add(-r.idle).UnixMilli())
	}
	list, _, err := d.ListPlayers(t.Context(), PlayerFilter{Key: "six", Class: rating.Quick}, 9, noon)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := writtenPlayers(list), "1 Surer six quick 9, 2 Sure six quick 9, New six quick 9, Idle six quick 9"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for _, row := range list {
		if row.Rating.Provisional() != (row.Place == 0) {
			t.Errorf("%s has place %d and the rating %v", row.Name, row.Place, row.Rating)
		}
	}
	if list, _, err = d.ListPlayers(t.Context(), PlayerFilter{Key: "six", Class: rating.Quick, Above: list[2].Line}, 9, noon); err != nil || writtenPlayers(list) != "Idle six quick 9" {
		t.Errorf("the next page has %s, %v", writtenPlayers(list), err)
	}
}

// The class of most players is the first one.
func TestRatedClasses(t *testing.T) {
	d := openTest(t)
	for i, class := range []string{"quick", "days", "days"} {
		p, err := d.SignUp(t.Context(), "", "Player "+strconv.Itoa(i), "hash", noon)
		if err != nil {
			t.Fatal(err)
		}
		mustExec(t, d, "INSERT INTO ratings (person, game, class, rating, deviation, volatility, games, at) VALUES ($1, 'six', $2, 1500, 90, 0.06, 1, 0)", p.ID, class)
	}
	got, err := d.RatedClasses(t.Context(), "six")
	if want := []rating.Class{rating.Days, rating.Quick}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
	if got, err = d.RatedClasses(t.Context(), "hexone"); err != nil || len(got) != 0 {
		t.Errorf("a game that nobody has played has %v, %v", got, err)
	}
}

func writtenPlayers(list []PlayerRow) string {
	var players []string
	for _, row := range list {
		words := []string{row.Name}
		if row.Place > 0 {
			words = []string{strconv.Itoa(row.Place), row.Name}
		}
		if row.Rating != nil {
			words = append(words, row.Rating.Key, string(row.Rating.Class), string(rune('0'+row.Games)))
		}
		players = append(players, strings.Join(words, " "))
	}
	return strings.Join(players, ", ")
}
