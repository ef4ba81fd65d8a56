-- How people meet, and the time they have.
ALTER TABLE games ADD COLUMN listed boolean NOT NULL DEFAULT false; -- in the lobby, while it waits
ALTER TABLE games ADD COLUMN drawn boolean NOT NULL DEFAULT false; -- who sits where is drawn when all are there
ALTER TABLE games ADD COLUMN rated boolean NOT NULL DEFAULT false;
ALTER TABLE games ADD COLUMN control text NOT NULL DEFAULT ''; -- as rules/record writes it, empty for no clock
ALTER TABLE games ADD COLUMN class text NOT NULL DEFAULT ''; -- of clock, as rules/rating names it
ALTER TABLE games ADD COLUMN since bigint; -- when the time of the seat to act began to run
ALTER TABLE games ADD COLUMN deadline bigint; -- when it will have run out; NULL without a clock
ALTER TABLE games ADD COLUMN leg bigint NOT NULL DEFAULT 0; -- of a match: 1 or 2
ALTER TABLE games ADD COLUMN first_leg text REFERENCES games (id); -- of the second leg
ALTER TABLE games ADD COLUMN rematch_of text REFERENCES games (id);
CREATE INDEX games_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_status ON games (status, changed);
CREATE UNIQUE INDEX games_first_leg ON games (first_leg);
CREATE UNIQUE INDEX games_rematch_of ON games (rematch_of) WHERE result <> 'void';

-- While a game waits: who alone may take the seat.
ALTER TABLE seats ADD COLUMN reserved text REFERENCES people (id);
CREATE INDEX seats_reserved ON seats (reserved) WHERE reserved IS NOT NULL;

-- Nobody logs in to it any more; its games stay.
ALTER TABLE people ADD COLUMN deleted boolean NOT NULL DEFAULT false;

-- By game, and class of clock: Glicko-2, as it stands and as it came about.
CREATE TABLE ratings (
	person     text             NOT NULL REFERENCES people (id),
	game       text             NOT NULL, -- key of its rules
	class      text             NOT NULL,
	rating     double precision NOT NULL,
	deviation  double precision NOT NULL, -- at that time
	volatility double precision NOT NULL,
	games      bigint           NOT NULL, -- that counted
	at         bigint           NOT NULL,
	PRIMARY KEY (person, game, class)
);
CREATE TABLE rating_changes (
	game       text             NOT NULL REFERENCES games (id) ON DELETE CASCADE,
	seat       bigint           NOT NULL,
	person     text             NOT NULL REFERENCES people (id),
	at         bigint           NOT NULL,
	rating_was     double precision NOT NULL,
	deviation_was  double precision NOT NULL,
	volatility_was double precision NOT NULL,
	rating     double precision NOT NULL,
	deviation  double precision NOT NULL,
	expected   double precision NOT NULL, -- of the game's one point
	score      double precision NOT NULL,
	opponents  bigint           NOT NULL,
	strength   double precision NOT NULL, -- of the opponents, on average
	PRIMARY KEY (game, seat)
);
CREATE INDEX rating_changes_person ON rating_changes (person, at);

-- When the site was last seen running while a clock ran: one row.
CREATE TABLE pulse (at bigint NOT NULL);
INSERT INTO pulse (at) VALUES (0);
