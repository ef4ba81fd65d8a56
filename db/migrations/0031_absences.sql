-- Rounds of a Swiss in which an entrant is not paired: missed before a late entry for half a point each, or because
-- the entrant cannot come.
CREATE TABLE absences (
	tournament text   NOT NULL REFERENCES tournaments (id),
	round      bigint NOT NULL, -- from 1
	person     text   NOT NULL REFERENCES people (id),
	halves     bigint NOT NULL, -- of a point; 0 until the round is published
	PRIMARY KEY (tournament, round, person)
);
CREATE INDEX absences_person ON absences (person);
