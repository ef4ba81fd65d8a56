-- How many rounds a tournament was to have that an organiser ended before the last of them.
ALTER TABLE tournaments ADD COLUMN planned bigint; -- NULL: it was not
