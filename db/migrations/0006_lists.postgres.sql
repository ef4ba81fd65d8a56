-- What lists of a person's games go by, to be quick however many there are. All
-- of it follows from games and seats.

ALTER TABLE seats ADD COLUMN open boolean NOT NULL DEFAULT true; -- the game is not over
UPDATE seats SET open = false WHERE game IN (SELECT id FROM games WHERE status = 'over');
CREATE INDEX seats_open ON seats (person) WHERE open;
CREATE INDEX seats_kept ON seats (reserved) WHERE open AND reserved IS NOT NULL;

-- Games that ended and were not called off, as each who played sees them: a row
-- for each opponent, or one without where a person played against nobody else.
CREATE TABLE finished (
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
);
CREATE INDEX finished_ended ON finished (person, ended, game, kind, class, rated, outcome) WHERE nth = 1;
CREATE INDEX finished_kind ON finished (person, kind, ended, game, class, rated, outcome) WHERE nth = 1;
CREATE INDEX finished_rival ON finished (person, rival, ended, game, kind, class, rated, outcome);

-- Seats of one colour are a team: in Six those of odd and those of even number.
-- A result names the seats that won or share a draw before the points: "win 1",
-- "draw", "win 2 points 0 36".
INSERT INTO finished (game, person, nth, rival, ended, kind, class, rated, outcome)
WITH sat AS (
	SELECT g.id AS game, s.person, min(s.seat) AS seat, g.changed AS ended, g.game AS kind, g.class, g.rated,
		CASE WHEN g.result LIKE '% points %' THEN substr(g.result, 1, strpos(g.result, ' points ') - 1) ELSE g.result END || ' ' AS result
	FROM games g JOIN seats s ON s.game = g.id
	WHERE g.status = 'over' AND g.result <> 'void' AND s.person IS NOT NULL
	GROUP BY g.id, s.person
), met AS (
	SELECT sat.game, sat.person, o.person AS rival, row_number() OVER (PARTITION BY sat.game, sat.person ORDER BY min(o.seat)) AS nth
	FROM sat JOIN seats o ON o.game = sat.game AND o.person <> sat.person AND (sat.kind <> 'six' OR (o.seat - sat.seat) % 2 <> 0)
	GROUP BY sat.game, sat.person, o.person
)
SELECT sat.game, sat.person, coalesce(met.nth, 1), met.rival, sat.ended, sat.kind, sat.class, sat.rated,
	CASE
		WHEN met.rival IS NULL THEN 'alone'
		WHEN sat.result = 'draw ' THEN 'drawn'
		WHEN sat.result NOT LIKE '% ' || sat.seat || ' %' THEN 'lost'
		WHEN sat.result LIKE 'draw%' THEN 'drawn'
		ELSE 'won' END
FROM sat LEFT JOIN met ON met.game = sat.game AND met.person = sat.person;
