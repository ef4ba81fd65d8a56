-- Challenge ladders of a season. Package rules/ladder judges what happens on them;
-- here is what it has to know for that, and what happened.
CREATE TABLE ladders (
	id        text    NOT NULL PRIMARY KEY,
	season    text    NOT NULL REFERENCES seasons (id),
	name      text    NOT NULL,
	about     text    NOT NULL, -- Markdown
	settings  text    NOT NULL, -- JSON of ladder.Settings
	venue     text    NOT NULL, -- site, board, or either: who challenges says
	control   text    NOT NULL, -- clock of games on the site, as in games
	rated     boolean NOT NULL, -- so do games on the site count
	continues text    REFERENCES ladders (id), -- whose players began this one
	made      bigint  NOT NULL,
	closed    bigint, -- since when it is; NULL while it is open
	due       bigint  -- when something falls due by itself next, or did; NULL: nothing
);
CREATE INDEX ladders_season ON ladders (season, made);
CREATE INDEX ladders_due ON ladders (due) WHERE due IS NOT NULL;

-- Who is on a ladder, and who was.
CREATE TABLE ladder_players (
	ladder text   NOT NULL REFERENCES ladders (id),
	person text   NOT NULL REFERENCES people (id),
	place  bigint, -- from 1, the top; NULL for who has left
	joined bigint NOT NULL,
	free   bigint NOT NULL, -- challenges that may ignore the reach
	idle   bigint NOT NULL, -- from when days without a game count
	held   bigint NOT NULL, -- when that count was stopped, 0 while it runs
	gone   bigint, -- when the person left
	last   bigint, -- place at that moment
	PRIMARY KEY (ladder, person)
);
CREATE UNIQUE INDEX ladder_players_place ON ladder_players (ladder, place) WHERE place IS NOT NULL;
CREATE INDEX ladder_players_person ON ladder_players (person);

CREATE TABLE challenges (
	id         text    NOT NULL PRIMARY KEY,
	ladder     text    NOT NULL REFERENCES ladders (id),
	challenger text    NOT NULL REFERENCES people (id),
	challenged text    NOT NULL REFERENCES people (id),
	game       text    NOT NULL,
	unit       text    NOT NULL, -- game, two, match
	site       boolean NOT NULL, -- played here, else over the board
	status     text    NOT NULL, -- waiting, accepted, declined, withdrawn, won, drawn, lapsed
	made       bigint  NOT NULL,
	answer_by  bigint  NOT NULL,
	accepted   bigint, -- when it was
	play_by    bigint,
	free       boolean NOT NULL, -- beyond the reach, as a newcomer may
	reminded   boolean NOT NULL, -- of the deadline that runs
	pairing    text    UNIQUE REFERENCES pairings (id), -- once it is accepted
	decided    bigint, -- when it ended; NULL while it is open
	winner     text    REFERENCES people (id), -- when it was won
	decided_by text    -- play, default, organiser; of what was won or drawn
);
CREATE INDEX challenges_open ON challenges (ladder) WHERE decided IS NULL;
CREATE INDEX challenges_decided ON challenges (ladder, decided) WHERE decided IS NOT NULL;
CREATE INDEX challenges_ended ON challenges (status, decided);
CREATE INDEX challenges_challenger ON challenges (challenger) WHERE decided IS NULL;
CREATE INDEX challenges_challenged ON challenges (challenged) WHERE decided IS NULL;
CREATE INDEX challenges_by ON challenges (ladder, challenger, decided);
CREATE INDEX challenges_of ON challenges (ladder, challenged, decided);

-- What happened on a ladder, in its order: the history of places with what changed
-- them.
CREATE TABLE ladder_events (
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
);
CREATE INDEX ladder_events_person ON ladder_events (ladder, person, number);
CREATE INDEX ladder_events_other ON ladder_events (ladder, other, number) WHERE other IS NOT NULL;
CREATE INDEX ladder_events_places ON ladder_events (ladder, person, at, number) WHERE moved;
CREATE INDEX ladder_events_dropped ON ladder_events (at) WHERE kind = 'dropped';
