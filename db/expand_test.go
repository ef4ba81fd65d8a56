package db

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// lastSingle is the last migration of releases of which only one program could use a database.
const lastSingle = 38

// Nodes are replaced one after the other, so the release before a migration goes on running after it: see "A migration"
// in CONTRIBUTING.md. Only one program serves a file, so what is only in the text for SQLite breaks nothing.
func TestMigrationsLeaveThePreviousReleaseWorking(t *testing.T) {
	for _, name := range knownMigrations(t)[lastSingle:] {
		for _, fault := range breaks(name, serverMigration(t, name)) {
			t.Errorf("%s: %s", name, fault)
		}
	}
}

// What a migration says to servers stands next to what it says to files: alone, nobody would run it.
func TestMigrationsForServersHaveTwins(t *testing.T) {
	own, err := fs.Glob(migrations, "migrations/*.postgres.sql")
	if err != nil || len(own) == 0 {
		t.Fatalf("migrations %v, %v", own, err)
	}
	for _, name := range own {
		if twin := strings.TrimSuffix(name, ".postgres.sql") + ".sql"; !slices.Contains(knownMigrations(t), twin) {
			t.Errorf("%s: there is no %s", name, twin)
		}
	}
}

// A rule finds what breaks the release before a migration.
type rule struct {
	in  *regexp.Regexp // in the words of a statement, separated by single spaces
	why string
}

var expandRules = []rule{
	{regexp.MustCompile(`(?i)\bDROP\b`), "drops what the release before may use"},
	{regexp.MustCompile(`(?i)\bRENAME\b`), "renames what the release before may use"},
	{regexp.MustCompile(`(?i)^ALTER TABLE.* ALTER (COLUMN )?\S+ (SET DATA )?(TYPE|SET NOT NULL)\b`), "changes a column that the release before may use"},
	{regexp.MustCompile(`(?i)^ALTER TABLE.* ADD (CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b`), "forbids rows that the release before may write"},
	{regexp.MustCompile(`(?i)^CREATE (OR REPLACE )?(CONSTRAINT )?TRIGGER\b`), "may forbid rows that the release before writes"},
}

// names of tables and columns in a statement.
var (
	newTable    = regexp.MustCompile(`(?i)^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)`)
	addedColumn = regexp.MustCompile(`(?i)\bADD COLUMN (\w+)([^,;]*)`)
	uniqueIndex = regexp.MustCompile(`(?i)^CREATE UNIQUE INDEX (?:IF NOT EXISTS )?\w+ ON (\w+) \(([^)]*)\)`)
)

// breaks returns what in a migration breaks the release before it, nothing if its first line has the reason why no
// supported release uses that any more.
func breaks(name, script string) (faults []string) {
	first, _, _ := strings.Cut(script, "\n")
	if why, ok := strings.CutPrefix(first, "-- contract:"); ok && strings.TrimSpace(why) != "" {
		return nil
	}
	if strings.Contains(name, "_act_") || strings.Contains(name, "_rules_") {
		faults = append(faults, "the release before cannot replay games with a new event or version of rules")
	}
	var created, nullable []string // new tables, and columns that the release before leaves empty
	for _, statement := range statementsOf(script) {
		if made := newTable.FindStringSubmatch(statement); made != nil {
			created = append(created, made[1])
		}
		for _, rule := range expandRules {
			if rule.in.MatchString(statement) {
				faults = append(faults, rule.why+": "+statement)
			}
		}
		for _, added := range addedColumn.FindAllStringSubmatch(statement, -1) {
			switch definition := strings.ToUpper(added[2]); {
			case strings.Contains(definition, "DEFAULT"):
			case strings.Contains(definition, "NOT NULL"):
				faults = append(faults, "adds a column that the release before does not fill: "+statement)
			default:
				nullable = append(nullable, added[1])
			}
		}
		if index := uniqueIndex.FindStringSubmatch(statement); index != nil && !slices.Contains(created, index[1]) &&
			!slices.ContainsFunc(strings.Split(index[2], ", "), func(column string) bool { return slices.Contains(nullable, column) }) {
			faults = append(faults, "forbids rows that the release before may write: "+statement)
		}
	}
	return faults
}

// sqlComment finds a comment up to the end of its line.
var sqlComment = regexp.MustCompile(`--[^\n]*`)

// statementsOf returns the statements of a migration, without comments and with single spaces between words.
func statementsOf(script string) (list []string) {
	for _, statement := range strings.Split(sqlComment.ReplaceAllString(script, ""), ";") {
		list = append(list, strings.Join(strings.Fields(statement), " "))
	}
	return list
}

func TestExpandRules(t *testing.T) {
	for script, faults := range map[string]int{
		"-- Expands.\nCREATE TABLE new (id text NOT NULL PRIMARY KEY); CREATE UNIQUE INDEX new_id ON new (id)": 0,
		"ALTER TABLE people ADD COLUMN motto text NOT NULL DEFAULT ''; UPDATE people SET motto = name":         0,
		"ALTER TABLE people ADD COLUMN motto text; CREATE UNIQUE INDEX people_motto ON people (role, motto)":   0,
		"CREATE INDEX people_role ON people (role) -- DROP TABLE people":                                       0,
		"ALTER TABLE people\n\tADD COLUMN age bigint,\n\tADD COLUMN motto text NOT NULL":                       1,
		"ALTER TABLE people ADD COLUMN motto text NOT NULL":                                                    1,
		"ALTER TABLE people ADD COLUMN n bigint DEFAULT 0; CREATE UNIQUE INDEX people_n ON people (n)":         1,
		"CREATE UNIQUE INDEX people_name ON people (name)":                                                     1,
		"alter table people drop column name; drop table games":                                                2,
		"DROP INDEX people_roles": 1,
		"ALTER TABLE people ALTER COLUMN name TYPE bytea, ALTER role SET NOT NULL":                                 1,
		"ALTER TABLE people RENAME COLUMN name TO alias; ALTER TABLE games RENAME TO matches":                      2,
		"ALTER TABLE people ADD CONSTRAINT named CHECK (name <> '')":                                               1,
		"CREATE TRIGGER no BEFORE INSERT ON people EXECUTE FUNCTION refuse()":                                      1,
		"-- contract: 0.7, the last that read it, is not supported since 0.9\nALTER TABLE people DROP COLUMN name": 0,
		"-- contract:\nALTER TABLE people DROP COLUMN name":                                                        1,
		"-- Names\n-- contract: not in the first line\nALTER TABLE people DROP COLUMN name":                        1,
	} {
		if got := breaks("migrations/0040_example.sql", script); len(got) != faults {
			t.Errorf("%s\nhas the faults %q, want %d", script, got, faults)
		}
	}
	if got := breaks("migrations/0040_act_pass.sql", "-- A seat passes."); len(got) != 1 {
		t.Errorf("a new event has the faults %q", got)
	}
}
