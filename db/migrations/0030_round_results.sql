-- A note of the organisers about a round, for all who see the round.
ALTER TABLE tournament_rounds ADD COLUMN note text NOT NULL DEFAULT '';

-- The last results of a round that an organiser saved together, to undo that: the pairings as they were before, and the
-- tournament after it.
CREATE TABLE round_saves (
	tournament text   NOT NULL REFERENCES tournaments (id),
	round      bigint NOT NULL,
	person     text   NOT NULL REFERENCES people (id),
	at         bigint NOT NULL,
	published  bigint NOT NULL, -- number of published rounds
	status_was text   NOT NULL, -- of the tournament, before
	status     text   NOT NULL, -- and after
	boards     text   NOT NULL, -- JSON
	PRIMARY KEY (tournament, round, person)
);
CREATE INDEX round_saves_person ON round_saves (person);
