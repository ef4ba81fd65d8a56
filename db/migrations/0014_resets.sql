-- Links by which whoever has them chooses a new password for an account.
CREATE TABLE resets (
	hash    text   NOT NULL PRIMARY KEY, -- of the secret in the link
	person  text   NOT NULL REFERENCES people (id) ON DELETE CASCADE,
	maker   text   REFERENCES people (id), -- the admin who made it; NULL: it was asked for by mail, or the operator made it
	address text,            -- that it was sent to, and is worth nothing when that is not the person's any more; NULL: it was handed out
	expires bigint NOT NULL
);
CREATE INDEX resets_person ON resets (person);
CREATE INDEX resets_expires ON resets (expires);

-- The link that makes whoever uses it the first admin. No row or one.
CREATE TABLE first_admin (
	hash    text   NOT NULL PRIMARY KEY, -- of the secret in the link
	expires bigint NOT NULL
);
