-- Rows that were about the address of a page are about a kind of thing and its id.

-- The audit log.
DROP TRIGGER log_not_changed ON log;
DROP TRIGGER log_not_deleted ON log;
DROP TRIGGER log_not_truncated ON log;
DROP TRIGGER log_goes_on ON log;
DROP FUNCTION log_refuses;
DROP FUNCTION log_goes_on;
ALTER TABLE log RENAME TO audit_log;
ALTER TABLE audit_log ADD COLUMN about_kind text NOT NULL DEFAULT ''; -- kind of what it is about, as db.Ref has it; empty: nothing
ALTER TABLE audit_log ADD COLUMN about_id text NOT NULL DEFAULT '';
UPDATE audit_log SET
	about_kind = CASE
		WHEN href = '/club' THEN 'club'
		WHEN href = '/club/members' THEN 'members'
		WHEN href = '/club/invitations' THEN 'invitations'
		WHEN href LIKE '/seasons/%' THEN 'season'
		WHEN href LIKE '/ladders/%' THEN 'ladder'
		WHEN href LIKE '/challenges/%' THEN 'challenge'
		WHEN href LIKE '/tournaments/%' THEN 'tournament'
		WHEN href LIKE '/pairings/%' THEN 'pairing'
		WHEN href LIKE '/games/%' THEN 'game'
		ELSE '' END,
	about_id = CASE
		WHEN href LIKE '/seasons/%' THEN substr(href, 10)
		WHEN href LIKE '/ladders/%' THEN substr(href, 10)
		WHEN href LIKE '/challenges/%' THEN substr(href, 13)
		WHEN href LIKE '/tournaments/%' THEN substr(href, 14)
		WHEN href LIKE '/pairings/%' THEN substr(href, 11)
		WHEN href LIKE '/games/%' THEN substr(href, 8)
		ELSE '' END
	WHERE href <> '';
ALTER TABLE audit_log DROP COLUMN href;
DROP INDEX log_act;
DROP INDEX log_person;
DROP INDEX log_subject;
CREATE INDEX audit_log_act ON audit_log (act, number);
CREATE INDEX audit_log_person ON audit_log (person, number);
CREATE INDEX audit_log_subject ON audit_log (subject, number);
CREATE FUNCTION audit_log_refuses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '%', TG_ARGV[0];
END $$;
CREATE TRIGGER audit_log_not_changed BEFORE UPDATE ON audit_log FOR EACH ROW
	EXECUTE FUNCTION audit_log_refuses('the audit log is not changed');
CREATE TRIGGER audit_log_not_deleted BEFORE DELETE ON audit_log FOR EACH ROW
	EXECUTE FUNCTION audit_log_refuses('nothing is deleted from the audit log');
CREATE TRIGGER audit_log_not_truncated BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT
	EXECUTE FUNCTION audit_log_refuses('nothing is deleted from the audit log');
CREATE FUNCTION audit_log_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM audit_log) THEN
		RAISE EXCEPTION 'the audit log continues at its end';
	END IF;
	RETURN NEW;
END $$;
CREATE TRIGGER audit_log_goes_on BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_goes_on();

-- What members were sent e-mails about, each thing once.
CREATE TABLE club_notices (
	person     text   NOT NULL REFERENCES people (id) ON DELETE CASCADE,
	kind       text   NOT NULL, -- as db.ClubNoticeKind has it
	about_kind text   NOT NULL, -- kind of what it is about, as db.Ref has it
	about_id   text   NOT NULL,
	mark       bigint NOT NULL, -- distinguishes notices of a kind about the same thing
	due        bigint,          -- deadline for the person; NULL: none
	letter     text   NOT NULL,
	at         bigint NOT NULL,
	PRIMARY KEY (person, kind, about_kind, about_id, mark)
);
INSERT INTO club_notices (person, kind, about_kind, about_id, mark, due, letter, at)
	SELECT person, kind,
		CASE
			WHEN href = '/club' THEN 'club'
			WHEN href = '/club/members' THEN 'members'
			WHEN href = '/club/invitations' THEN 'invitations'
			WHEN href LIKE '/seasons/%' THEN 'season'
			WHEN href LIKE '/ladders/%' THEN 'ladder'
			WHEN href LIKE '/challenges/%' THEN 'challenge'
			WHEN href LIKE '/tournaments/%' THEN 'tournament'
			WHEN href LIKE '/pairings/%' THEN 'pairing'
			WHEN href LIKE '/games/%' THEN 'game'
			ELSE '' END,
		CASE
			WHEN href LIKE '/seasons/%' THEN substr(href, 10)
			WHEN href LIKE '/ladders/%' THEN substr(href, 10)
			WHEN href LIKE '/challenges/%' THEN substr(href, 13)
			WHEN href LIKE '/tournaments/%' THEN substr(href, 14)
			WHEN href LIKE '/pairings/%' THEN substr(href, 11)
			WHEN href LIKE '/games/%' THEN substr(href, 8)
			ELSE '' END,
		mark, due, letter, at FROM matters;
DROP TABLE matters;
CREATE INDEX club_notices_letter ON club_notices (letter);
CREATE INDEX club_notices_at ON club_notices (at);
CREATE INDEX club_notices_about ON club_notices (about_id, mark);

-- Pairings that were replaced by others after a correction: where they were to be played.
CREATE TABLE replaced_pairings (
	pairing    text   NOT NULL PRIMARY KEY REFERENCES pairings (id),
	tournament text   NOT NULL REFERENCES tournaments (id),
	round      bigint NOT NULL
);
CREATE INDEX replaced_pairings_tournament ON replaced_pairings (tournament);
INSERT INTO replaced_pairings (pairing, tournament, round)
	SELECT p.id, t.id, CAST(CAST(l.detail AS jsonb) ->> 'Round' AS bigint) FROM audit_log l
		JOIN pairings p ON p.id = l.about_id JOIN tournaments t ON t.id = CAST(l.detail AS jsonb) ->> 'TournamentID'
		WHERE l.act = 'pairing-replaced'
	ON CONFLICT DO NOTHING;

-- Challenges that an organiser decided.
ALTER TABLE challenges ADD COLUMN organiser text REFERENCES people (id); -- NULL: nobody
ALTER TABLE challenges ADD COLUMN reason text NOT NULL DEFAULT '';
CREATE INDEX challenges_organiser ON challenges (organiser);
UPDATE challenges SET organiser = l.person, reason = coalesce(CAST(l.detail AS jsonb) ->> 'Reason', '') FROM audit_log l
	WHERE l.act IN ('challenge-won', 'challenge-drawn', 'challenge-lapsed') AND l.about_id = challenges.id;
