-- What keeps order: accounts that are closed, messages that were taken away, names that
-- were changed, and addresses that are kept out.

ALTER TABLE people ADD COLUMN closed bigint; -- since when nobody logs in to it; NULL: somebody may

-- A message that an organiser took away is empty, and its place stays.
ALTER TABLE messages ADD COLUMN removed bigint; -- when it was; NULL: it is there

-- Names that organisers changed. The log tells them by the number of its line; they go
-- with the account, which the log does not.
CREATE TABLE renames (
	number bigint NOT NULL PRIMARY KEY REFERENCES log (number),
	person text   NOT NULL REFERENCES people (id),
	was    text   NOT NULL,
	name   text   NOT NULL, -- since then
	folded text   NOT NULL, -- the name before, as compared
	kept   bigint NOT NULL  -- until when it is nobody else's, and lets its person in
);
CREATE INDEX renames_folded ON renames (folded, kept);
CREATE INDEX renames_person ON renames (person);

-- Addresses that are kept out for a while.
CREATE TABLE bans (
	prefix text   NOT NULL PRIMARY KEY, -- range of addresses: 192.0.2.0/24, 2001:db8::/64
	reason text   NOT NULL,
	person text   REFERENCES people (id), -- who did it; NULL: the operator, at the machine
	made   bigint NOT NULL,
	until  bigint NOT NULL
);
