-- SQLite stores the rows of a table apart from its primary key, unless the key is a single
-- integer or the table is made WITHOUT ROWID: then the rows are in the key's own order, and
-- each key is stored once. PostgreSQL has no such tables and needs none. Nothing references
-- these, so they are copied and dropped.

CREATE TABLE events_by_key (
	game  text   NOT NULL REFERENCES games (id) ON DELETE CASCADE,
	ply   bigint NOT NULL, -- from 0
	event text   NOT NULL, -- as rules/record writes it, without spaces
	at    bigint NOT NULL,
	PRIMARY KEY (game, ply)
) WITHOUT ROWID;
INSERT INTO events_by_key (game, ply, event, at) SELECT game, ply, event, at FROM events ORDER BY game, ply;
DROP TABLE events;
ALTER TABLE events_by_key RENAME TO events;

CREATE TABLE seats_by_key (
	game     text    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
	seat     bigint  NOT NULL, -- from 1
	person   text    REFERENCES people (id), -- NULL: free
	reserved text    REFERENCES people (id), -- while a game waits: who alone may take the seat
	open     boolean NOT NULL DEFAULT true, -- the game is not over
	PRIMARY KEY (game, seat)
) WITHOUT ROWID;
INSERT INTO seats_by_key (game, seat, person, reserved, open) SELECT game, seat, person, reserved, open FROM seats ORDER BY game, seat;
DROP TABLE seats;
ALTER TABLE seats_by_key RENAME TO seats;
CREATE INDEX seats_person ON seats (person);
CREATE INDEX seats_reserved ON seats (reserved);
CREATE INDEX seats_open ON seats (person) WHERE open;
CREATE INDEX seats_kept ON seats (reserved) WHERE open AND reserved IS NOT NULL;
CREATE INDEX seats_left ON seats (game) WHERE person IS NULL AND NOT open; -- when the game was called off

CREATE TABLE finished_by_key (
	game    text    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
	person  text    NOT NULL REFERENCES people (id),
	nth     bigint  NOT NULL, -- of the opponents, from 1
	rival   text,             -- person who is the opponent
	ended   bigint  NOT NULL,
	kind    text    NOT NULL, -- key of the game's rules
	class   text    NOT NULL,
	rated   boolean NOT NULL,
	outcome text    NOT NULL, -- won, drawn, lost; alone
	PRIMARY KEY (game, person, nth)
) WITHOUT ROWID;
INSERT INTO finished_by_key (game, person, nth, rival, ended, kind, class, rated, outcome)
	SELECT game, person, nth, rival, ended, kind, class, rated, outcome FROM finished ORDER BY game, person, nth;
DROP TABLE finished;
ALTER TABLE finished_by_key RENAME TO finished;
CREATE INDEX finished_ended ON finished (person, ended, game, kind, class, rated, outcome) WHERE nth = 1;
CREATE INDEX finished_kind ON finished (person, kind, ended, game, class, rated, outcome) WHERE nth = 1;
CREATE INDEX finished_rival ON finished (person, rival, ended, game, kind, class, rated, outcome);

CREATE TABLE ladder_events_by_key (
	ladder     text    NOT NULL REFERENCES ladders (id),
	number     bigint  NOT NULL, -- from 1, without gaps
	at         bigint  NOT NULL,
	kind       text    NOT NULL, -- as ladder.Kind has it
	person     text    REFERENCES people (id), -- NULL where the ladder itself is meant
	other      text    REFERENCES people (id),
	from_place bigint  NOT NULL, -- 0 where there is none
	to_place   bigint  NOT NULL,
	moved      boolean NOT NULL, -- the person's place is to_place since
	challenge  text    REFERENCES challenges (id),
	decided_by text    NOT NULL,
	until      bigint  NOT NULL, -- a deadline that this sets, else 0
	why        text    NOT NULL, -- number of the rule
	PRIMARY KEY (ladder, number)
) WITHOUT ROWID;
INSERT INTO ladder_events_by_key (ladder, number, at, kind, person, other, from_place, to_place, moved, challenge, decided_by, until, why)
	SELECT ladder, number, at, kind, person, other, from_place, to_place, moved, challenge, decided_by, until, why
	FROM ladder_events ORDER BY ladder, number;
DROP TABLE ladder_events;
ALTER TABLE ladder_events_by_key RENAME TO ladder_events;
CREATE INDEX ladder_events_person ON ladder_events (ladder, person, number);
CREATE INDEX ladder_events_other ON ladder_events (ladder, other, number) WHERE other IS NOT NULL;
CREATE INDEX ladder_events_places ON ladder_events (ladder, person, at, number) WHERE moved;
CREATE INDEX ladder_events_dropped ON ladder_events (at) WHERE kind = 'dropped';
CREATE INDEX ladder_events_of ON ladder_events (person);
CREATE INDEX ladder_events_against ON ladder_events (other);
CREATE INDEX ladder_events_challenge ON ladder_events (challenge);
