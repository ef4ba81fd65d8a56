-- By which version of its rules a pairing is judged. There was only version 1 of
-- all rules so far.
ALTER TABLE pairings ADD COLUMN rules bigint NOT NULL DEFAULT 1;
