-- Places in a finished tournament. NULL: it is not over, the entrant has none, or it was over before places were stored; these
-- are added in the background.
ALTER TABLE entrants ADD COLUMN place bigint;
