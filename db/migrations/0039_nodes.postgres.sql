-- The programs that serve the site, and what they share while they run. Only on a server may there be several.
CREATE TABLE nodes (
	id       text    NOT NULL PRIMARY KEY, -- random, of one run of a program
	name     text    NOT NULL, -- of its machine, with the port
	version  text    NOT NULL, -- of the program
	started  bigint  NOT NULL,
	seen     bigint  NOT NULL, -- when it last ran
	streams  bigint  NOT NULL, -- open ones
	leader   boolean NOT NULL, -- it runs the background jobs of all
	draining boolean NOT NULL  -- it is about to stop
);
CREATE INDEX nodes_seen ON nodes (seen);

-- Who is present, as each node knows it. A crash of the server may empty it: it is not written to the log.
CREATE UNLOGGED TABLE presence (
	node    text    NOT NULL, -- id
	person  text    NOT NULL, -- id; the person may be deleted since
	account boolean NOT NULL, -- the person has one
	until   bigint  NOT NULL,
	PRIMARY KEY (node, person)
);
CREATE INDEX presence_until ON presence (until);

-- The nodes on which bots think about their turns.
CREATE UNLOGGED TABLE bot_claims (
	game     text   NOT NULL PRIMARY KEY, -- id; the game may be deleted since
	revision bigint NOT NULL, -- of the game
	node     text   NOT NULL, -- id
	until    bigint NOT NULL  -- when another node may take over
);
CREATE INDEX bot_claims_until ON bot_claims (until);
