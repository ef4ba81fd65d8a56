-- Times are milliseconds since 1970.

CREATE TABLE people (
	id            text    NOT NULL PRIMARY KEY,
	name          text,             -- NULL for a guest
	folded        text    UNIQUE,   -- the name as compared: no two may look alike
	hash          text,             -- of the password
	confirm_turns boolean NOT NULL,
	created       bigint  NOT NULL
);

CREATE TABLE sessions (
	hash    text   NOT NULL PRIMARY KEY, -- of the id in the cookie
	person  text   REFERENCES people (id) ON DELETE CASCADE,
	data    bytea,
	created bigint NOT NULL,
	expires bigint NOT NULL
);
CREATE INDEX sessions_person ON sessions (person);
CREATE INDEX sessions_expires ON sessions (expires);

CREATE TABLE games (
	id       text   NOT NULL PRIMARY KEY,
	game     text   NOT NULL, -- key of its rules
	rules    bigint NOT NULL, -- their version
	options  text   NOT NULL, -- JSON object
	position text   NOT NULL, -- empty: the game's own start
	host     text   NOT NULL REFERENCES people (id),
	invite   text   UNIQUE,   -- NULL: nobody can join
	revision bigint NOT NULL,
	created  bigint NOT NULL,
	changed  bigint NOT NULL,
	-- What lists show; it follows from the events.
	status   text   NOT NULL, -- waiting, running, over
	to_act   bigint NOT NULL, -- seat; 0 when over
	turn     bigint NOT NULL,
	result   text   NOT NULL, -- empty while the game goes on
	reason   text   NOT NULL
);
CREATE INDEX games_host ON games (host);

CREATE TABLE seats (
	game   text   NOT NULL REFERENCES games (id) ON DELETE CASCADE,
	seat   bigint NOT NULL, -- from 1
	person text   REFERENCES people (id), -- NULL: free
	PRIMARY KEY (game, seat)
);
CREATE INDEX seats_person ON seats (person);

CREATE TABLE events (
	game  text   NOT NULL REFERENCES games (id) ON DELETE CASCADE,
	ply   bigint NOT NULL, -- from 0
	event text   NOT NULL, -- as rules/record writes it, without spaces
	at    bigint NOT NULL,
	PRIMARY KEY (game, ply)
);
