-- Tournaments: who plays whom is package tourney's; what is played is the pairings'.
CREATE TABLE tournaments (
	id       text    NOT NULL PRIMARY KEY,
	season   text    NOT NULL REFERENCES seasons (id),
	name     text    NOT NULL,
	about    text    NOT NULL, -- Markdown
	kind     text    NOT NULL, -- robin, swiss, knockout
	settings text    NOT NULL, -- JSON, as db.TournamentSettings has it
	forfeits boolean NOT NULL, -- as the settings have it: who is awaited when a round is due has lost
	status   text    NOT NULL, -- entry, running, over, off: called off
	rounds   bigint  NOT NULL, -- how many there are; 0 until it begins
	round    bigint  NOT NULL, -- the last that was published, 0 before
	lot      bigint  NOT NULL, -- seat of the first of the ranking in round 1, as it was drawn
	made     bigint  NOT NULL,
	begun    bigint,
	ended    bigint,
	opens    bigint  -- when the next round is published by itself; NULL: when an organiser does
);
CREATE INDEX tournaments_season ON tournaments (season, made);
CREATE INDEX tournaments_status ON tournaments (status, made);
CREATE INDEX tournaments_opens ON tournaments (opens) WHERE opens IS NOT NULL;

CREATE TABLE entrants (
	tournament text   NOT NULL REFERENCES tournaments (id),
	person     text   NOT NULL REFERENCES people (id),
	number     bigint NOT NULL, -- in the ranking, from 1
	entered    bigint NOT NULL, -- round from which on the person is paired
	withdrawn  bigint,          -- round up to which; NULL: to the end
	at         bigint NOT NULL,
	PRIMARY KEY (tournament, person)
);
CREATE INDEX entrants_person ON entrants (person, tournament);

CREATE TABLE tournament_rounds (
	tournament text   NOT NULL REFERENCES tournaments (id),
	round      bigint NOT NULL, -- from 1
	paired     bigint NOT NULL, -- when it was published
	due        bigint,          -- NULL: whenever
	PRIMARY KEY (tournament, round)
);

-- A board of a round: two people with what they play, or with nothing to play
-- because one or both have left; or one who has a bye.
CREATE TABLE tournament_pairings (
	tournament text   NOT NULL REFERENCES tournaments (id),
	round      bigint NOT NULL,
	board      bigint NOT NULL, -- from 1
	first      text   NOT NULL REFERENCES people (id),
	second     text   REFERENCES people (id), -- NULL: a bye
	pairing    text   UNIQUE REFERENCES pairings (id), -- NULL: a bye or a walkover
	gone       bigint NOT NULL, -- who is not there for a walkover: 1 first, 2 second, 3 both; else 0
	PRIMARY KEY (tournament, round, board)
);
CREATE INDEX tournament_pairings_first ON tournament_pairings (first);
CREATE INDEX tournament_pairings_second ON tournament_pairings (second) WHERE second IS NOT NULL;
