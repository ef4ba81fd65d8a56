-- The decisions of organisers, by their numbers in the audit log, that a person has put away from the front page.
CREATE TABLE read_decisions (
	person text   NOT NULL REFERENCES people (id),
	number bigint NOT NULL REFERENCES audit_log (number),
	PRIMARY KEY (person, number)
);
CREATE INDEX read_decisions_number ON read_decisions (number);
