-- The club: what it is called and who may come in. One row.
CREATE TABLE club (
	name      text    NOT NULL, -- empty: Hexclub
	welcome   text    NOT NULL, -- Markdown
	open      boolean NOT NULL, -- anybody may sign up; else who is invited
	guests    boolean NOT NULL  -- whoever has no account may play
);
INSERT INTO club (name, welcome, open, guests) VALUES ('', '', true, true);

-- What an account may do: member, organiser or admin. Guests are no members.
ALTER TABLE people ADD COLUMN role text NOT NULL DEFAULT 'member';
ALTER TABLE people ADD COLUMN seen bigint; -- last visit, by the day; NULL: none known
CREATE INDEX people_members ON people (folded) WHERE name IS NOT NULL;
CREATE INDEX people_roles ON people (role, folded) WHERE name IS NOT NULL;

-- What organisers do. A row is written with what it tells of, in one transaction,
-- and stays as it is.
CREATE TABLE log (
	number  bigint NOT NULL PRIMARY KEY, -- from 1, without gaps
	at      bigint NOT NULL,
	person  text   REFERENCES people (id), -- who did it; NULL: the operator, at the machine
	act     text   NOT NULL,
	subject text   REFERENCES people (id), -- to whom, if to anybody
	href    text   NOT NULL, -- page that it is about; empty for none
	detail  text   NOT NULL  -- JSON object of texts
);
CREATE INDEX log_act ON log (act, number);
CREATE INDEX log_person ON log (person, number);
CREATE INDEX log_subject ON log (subject, number) WHERE subject IS NOT NULL;
CREATE FUNCTION log_refuses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '%', TG_ARGV[0];
END $$;
CREATE TRIGGER log_not_changed BEFORE UPDATE ON log FOR EACH ROW EXECUTE FUNCTION log_refuses('the log is not changed');
CREATE TRIGGER log_not_deleted BEFORE DELETE ON log FOR EACH ROW EXECUTE FUNCTION log_refuses('nothing is deleted from the log');
CREATE TRIGGER log_not_truncated BEFORE TRUNCATE ON log FOR EACH STATEMENT EXECUTE FUNCTION log_refuses('nothing is deleted from the log');
-- Nor is a row put in the place of another, or between others.
CREATE FUNCTION log_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM log) THEN
		RAISE EXCEPTION 'the log goes on at its end';
	END IF;
	RETURN NEW;
END $$;
CREATE TRIGGER log_goes_on BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION log_goes_on();

-- Links that let people in: anybody who has one makes an account, so often as it
-- says; a personal one is for somebody whose account is there already.
CREATE TABLE invitations (
	id      text   NOT NULL PRIMARY KEY,
	hash    text   NOT NULL UNIQUE, -- of the secret in the link
	maker   text   NOT NULL REFERENCES people (id),
	person  text   REFERENCES people (id), -- whose account is there; NULL: anybody
	note    text   NOT NULL, -- whom it was made for, in the maker's words
	made    bigint NOT NULL,
	expires bigint NOT NULL,
	uses    bigint NOT NULL, -- how often it lets somebody in
	used    bigint NOT NULL,
	revoked bigint -- when it was taken back
);
CREATE INDEX invitations_person ON invitations (person) WHERE person IS NOT NULL;
CREATE INDEX invitations_made ON invitations (made, id) WHERE person IS NULL;

-- What ladders and tournaments are held in.
CREATE TABLE seasons (
	id        text   NOT NULL PRIMARY KEY,
	name      text   NOT NULL,
	folded    text   NOT NULL UNIQUE, -- the name as compared
	status    text   NOT NULL, -- open, closed, archived
	continues text   REFERENCES seasons (id), -- the one before
	made      bigint NOT NULL,
	closed    bigint,
	archived  bigint
);
CREATE INDEX seasons_status ON seasons (status, made);
