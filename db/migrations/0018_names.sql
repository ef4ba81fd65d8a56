-- What names look like. The program computes it, for names that are there already when it
-- opens the file.

ALTER TABLE people ADD COLUMN skeleton text; -- equal for names that look alike; NULL for a person without a name
CREATE INDEX people_skeleton ON people (skeleton);

ALTER TABLE renames ADD COLUMN skeleton text; -- of the name before
CREATE INDEX renames_skeleton ON renames (skeleton, kept);

ALTER TABLE club ADD COLUMN skeletons bigint NOT NULL DEFAULT 0; -- version of all skeletons
