-- Two people who are to play one unit, and what came of it.
CREATE TABLE pairings (
	id       text    NOT NULL PRIMARY KEY,
	game     text    NOT NULL, -- key of its rules
	options  text    NOT NULL, -- JSON object
	unit     text    NOT NULL, -- game, two, match
	control  text    NOT NULL, -- as rules/record writes it, empty for no clock
	rated    boolean NOT NULL,
	decisive boolean NOT NULL, -- it has to have a winner
	site     boolean NOT NULL, -- played here, else over the board
	first    text    NOT NULL REFERENCES people (id), -- starts the first game
	second   text    NOT NULL REFERENCES people (id),
	revision bigint  NOT NULL,
	status   text    NOT NULL, -- open, over, off: called off, it counts for nothing
	how      text    NOT NULL, -- it came to an end: played, entered, forfeit, decided, lapsed; empty while it is open
	made     bigint  NOT NULL,
	due      bigint,           -- when it is to be over; NULL: whenever
	ended    bigint,
	results  text    NOT NULL, -- of the games that are over, JSON list
	chosen   bigint  NOT NULL, -- player whom the organiser made the winner where the games left it open; else 0
	-- What lists show; it follows from the results.
	undecided   boolean NOT NULL, -- all is played, and the organiser has to choose a winner
	undecided_at bigint, -- since when
	winner      bigint NOT NULL, -- player 1 or 2; 0 for nobody
	half_wins_1 bigint NOT NULL,
	half_wins_2 bigint NOT NULL,
	points_1    bigint NOT NULL, -- counted in halves
	points_2    bigint NOT NULL,
	worth_1     bigint NOT NULL, -- in halves: 2 for a win, 1 for a draw
	worth_2     bigint NOT NULL,
	-- What a player says came of it, until the other confirms it.
	entered    text,   -- JSON list of results; NULL: nothing
	entered_by text    REFERENCES people (id),
	entered_at bigint,
	contested_by text  REFERENCES people (id), -- NULL: nobody contests that
	contested_at bigint,
	contest      text NOT NULL, -- in whose words
	-- What an organiser decided last.
	decided_by text    REFERENCES people (id), -- NULL: nothing
	decided_at bigint,
	reason     text NOT NULL
);
CREATE INDEX pairings_first ON pairings (first, status);
CREATE INDEX pairings_second ON pairings (second, status);
CREATE INDEX pairings_open ON pairings (made) WHERE status = 'open';
CREATE INDEX pairings_decided ON pairings (decided_at) WHERE decided_at IS NOT NULL;

ALTER TABLE games ADD COLUMN pairing text REFERENCES pairings (id);
ALTER TABLE games ADD COLUMN nth bigint NOT NULL DEFAULT 0; -- game of the pairing, from 1
CREATE INDEX games_pairing ON games (pairing) WHERE pairing IS NOT NULL;
CREATE UNIQUE INDEX games_pairing_nth ON games (pairing, nth) WHERE pairing IS NOT NULL AND result <> 'void';

-- What people were told of the club, each thing once.
ALTER TABLE mail ADD COLUMN wants_club boolean NOT NULL DEFAULT true;
CREATE TABLE matters (
	person text   NOT NULL REFERENCES people (id) ON DELETE CASCADE,
	kind   text   NOT NULL, -- as db.MatterKind has it
	href   text   NOT NULL, -- page that it is about
	mark   bigint NOT NULL, -- tells things of a kind apart that happen on one page
	due    bigint,          -- by when the person is to do something; NULL: whenever
	letter text   NOT NULL,
	at     bigint NOT NULL,
	PRIMARY KEY (person, kind, href, mark)
);
CREATE INDEX matters_letter ON matters (letter);
CREATE INDEX matters_at ON matters (at);
