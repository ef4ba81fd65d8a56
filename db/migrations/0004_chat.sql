-- What the players of a game write to each other.
CREATE TABLE messages (
	game   text   NOT NULL REFERENCES games (id) ON DELETE CASCADE,
	number bigint NOT NULL, -- from 1
	person text   NOT NULL REFERENCES people (id),
	text   text   NOT NULL,
	at     bigint NOT NULL,
	PRIMARY KEY (game, number)
);
CREATE INDEX messages_person ON messages (person);

-- Whoever does not want it: at all, in one game, of one person.
ALTER TABLE people ADD COLUMN chats boolean NOT NULL DEFAULT true;
CREATE TABLE mutes (
	person text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
	game   text NOT NULL REFERENCES games (id) ON DELETE CASCADE,
	PRIMARY KEY (person, game)
);
CREATE INDEX mutes_game ON mutes (game);
CREATE TABLE blocks (
	blocker text   NOT NULL REFERENCES people (id) ON DELETE CASCADE,
	blocked text   NOT NULL REFERENCES people (id) ON DELETE CASCADE,
	at      bigint NOT NULL,
	PRIMARY KEY (blocker, blocked)
);
CREATE INDEX blocks_blocked ON blocks (blocked);
