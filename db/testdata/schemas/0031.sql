-- Somebody cannot come to the second round of the Swiss.

INSERT INTO absences (tournament, round, person, halves) VALUES ('swiss', 2, 'dora', 0);
