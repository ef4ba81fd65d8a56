-- What undoing an act of the audit log needs, with people's ids, and the names before and after a correction of the name of a
-- member who has not joined. It is deleted once the act can be undone no longer; the log itself cannot be changed.
CREATE TABLE undo_data (
	number bigint NOT NULL PRIMARY KEY REFERENCES audit_log (number),
	at     bigint NOT NULL, -- when the act was done
	detail text   NOT NULL  -- JSON
);
CREATE INDEX undo_data_at ON undo_data (at);
DELETE FROM renames WHERE number IN (SELECT number FROM audit_log WHERE act = 'member-renamed');
