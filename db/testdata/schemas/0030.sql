-- Results of a round that an organiser has saved.

UPDATE tournament_rounds SET note = 'Table 3 started late.' WHERE round = 1;
INSERT INTO round_saves (tournament, round, person, at, published, status_was, status, boards)
	SELECT tournament, 1, 'anna', 1790000000000, 1, 'running', 'running', '[]' FROM tournament_rounds WHERE round = 1;
