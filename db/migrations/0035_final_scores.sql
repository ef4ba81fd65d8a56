-- Scores in a finished tournament, counted in halves of a point. NULL: it is not over, or a knockout, or the entrant has no
-- place, or it was over before scores were stored; these are added in the background.
ALTER TABLE entrants ADD COLUMN score bigint;
