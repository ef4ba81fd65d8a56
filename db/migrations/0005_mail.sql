-- Where people are written to, and about what.
CREATE TABLE mail (
	person   text    NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
	address  text,             -- NULL: none that was confirmed
	pending  text,             -- the one to be confirmed
	bounced  boolean NOT NULL, -- its server refused the address
	refused  boolean NOT NULL, -- its server refused the one to be confirmed
	language text    NOT NULL, -- the person's, as a tag
	stop     text    NOT NULL UNIQUE, -- secret in the addresses that stop notices
	wants_turn      boolean NOT NULL,
	wants_challenge boolean NOT NULL,
	wants_result    boolean NOT NULL,
	wants_time      boolean NOT NULL,
	seen     bigint  NOT NULL, -- last visit
	told     bigint  NOT NULL, -- when the person was last told to be awaited
	reminded bigint  NOT NULL  -- how often since the last visit
);

-- What confirms an address.
CREATE TABLE mail_links (
	hash    text   NOT NULL PRIMARY KEY, -- of the secret in the link
	person  text   NOT NULL REFERENCES people (id) ON DELETE CASCADE,
	address text   NOT NULL,
	expires bigint NOT NULL
);
CREATE INDEX mail_links_person ON mail_links (person);
CREATE INDEX mail_links_expires ON mail_links (expires);

-- Letters to be sent, and those that were.
CREATE TABLE letters (
	id      text   NOT NULL PRIMARY KEY,
	person  text   NOT NULL REFERENCES people (id) ON DELETE CASCADE,
	kind    text   NOT NULL, -- confirm, turn, challenge, result, time
	created bigint NOT NULL,
	due     bigint,          -- when to try; NULL: sent or given up
	tries   bigint NOT NULL,
	unsure  bigint NOT NULL  -- tries of which nobody knows how they ended
);
CREATE INDEX letters_due ON letters (due) WHERE due IS NOT NULL;
CREATE UNIQUE INDEX letters_unsent ON letters (person, kind) WHERE due IS NOT NULL;
CREATE INDEX letters_person ON letters (person, kind, created);

-- What people were told, each thing once.
CREATE TABLE notices (
	person text   NOT NULL REFERENCES people (id) ON DELETE CASCADE,
	kind   text   NOT NULL,
	game   text   NOT NULL REFERENCES games (id) ON DELETE CASCADE,
	mark   bigint NOT NULL, -- tells things of a kind apart that happen in one game
	letter text   NOT NULL,
	at     bigint NOT NULL,
	PRIMARY KEY (person, kind, game, mark)
);
CREATE INDEX notices_letter ON notices (letter);
CREATE INDEX notices_at ON notices (at);
