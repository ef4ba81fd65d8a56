-- Lessons that somebody has solved, with the most stars that were earned for each.
CREATE TABLE lessons (
	person text   NOT NULL REFERENCES people (id) ON DELETE CASCADE,
	lesson text   NOT NULL, -- "hexone/explosion"
	stars  bigint NOT NULL,
	PRIMARY KEY (person, lesson)
);
