package demo

import (
	"context"
	"time"

	"hexclub/db"
	"hexclub/rules/bot"
)

// Admin is the name of the club's admin.
const Admin = "Mira Solberg"

// memberNames are the admin, two organisers, and the other members in the order in which they
// signed up.
var memberNames = []string{
	Admin, "Tomás Iriarte", "Hana Kowalczyk",
	"Ada Lindqvist", "Ben Achterberg", "Camille Roux", "Diego Fuentes", "Elif Demir", "Félix Marchand", "Greta Vogel",
	"Henk de Boer", "Inés Cabrera", "Jonas Weber", "Kiri Parata", "Léa Fontaine", "Marco Bellini", "Noor Haddad", "Oskar Nyström",
	"Pilar Ortega", "Quentin Blanc", "Rosa Almeida", "Samir Khoury", "Tess Gallagher", "Ulla Korhonen", "Victor Dumont", "Wanda Zielińska",
	"Xavier Puig", "Yuna", "Zoltán Kis", "김서연", "박지훈", "이하은", "Agnes Doyle", "Bruno Santos", "Clara Jensen", "Dmitri Orlov",
	"Esther Cohen", "Farid Rahimi", "Gilles Perrin", "Hedda Moen",
}

// importedNames are imported members who have not signed up yet.
var importedNames = []string{"Ivo Marek", "Joana Reis", "Kasper Holm"}

// A member is a person of the club, with the level of the bot that plays for them.
type member struct {
	id    string
	level bot.Level
}

// gather signs up the members, one a day, and gives three of them roles.
func (d *demo) gather(ctx context.Context, adminHash, unusable string) error {
	for i, name := range memberNames {
		came, hash := d.ago(100-i), unusable
		if i == 0 {
			hash = adminHash
		}
		person, err := d.SignUp(ctx, "", name, hash, came)
		if err != nil {
			return err
		}
		d.people = append(d.people, member{person.ID, bot.Level(1 + (i*7+i/3)%2)})
		if role := map[int]db.Role{0: db.Admin, 1: db.Organiser, 2: db.Organiser}[i]; role != "" {
			if err := d.SetRole(ctx, person.ID, role, db.Operator, came.Add(time.Hour)); err != nil {
				return err
			}
		}
	}
	d.admin = d.people[0].id
	seen := map[string]time.Time{}
	for i, m := range d.people {
		seen[m.id] = d.now.UTC().Truncate(24*time.Hour).AddDate(0, 0, -i*i%9)
	}
	return d.NoteDays(ctx, seen)
}

// importList imports members who have not signed up yet.
func (d *demo) importList(ctx context.Context, at time.Time) error {
	var list []db.NewMember
	for _, name := range importedNames {
		list = append(list, db.NewMember{Name: name, Hash: db.NewID(32)}) // matches no link: organisers make new ones
	}
	return d.ImportMembers(ctx, list, d.admin, d.now.AddDate(0, 1, 0), at)
}
